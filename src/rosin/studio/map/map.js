// Maps of a page: drawn on canvases, and played where one is clicked.

const MARGIN = { left: 64, right: 12, top: 10, bottom: 44 }; // pixels of the page
const NOW = 1e-9; // samples: as good as none
const PEAK = 0.5; // of full scale: what a take is played at

const modules = Object.fromEntries(
  Object.entries(plan.modules).map(([name, text]) => [name, new WebAssembly.Module(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))]),
);
let context = null;
let playing = null;

/** What a take of a map sounds like: its program, under controls that rise to their values. */
function take(map, values) {
  const program = new Program(map.voice, modules[map.voice.module]);
  const { controls, audio } = program.arrays;
  const samples = Math.round(map.duration * map.rate);
  const sound = new Float32Array(samples);
  const leads = leading(map, values);
  for (let begin = 0; begin < samples; begin += map.block) {
    const n = Math.min(map.block, samples - begin);
    for (const [name, row] of Object.entries(map.rows)) {
      const { rise = 0, delay = 0, opening = 0 } = leads[name] ?? {};
      const goal = values[name] ?? map.usual[name] ?? 0;
      for (let i = 0; i < n; i++) {
        const share = Math.max(0, Math.min((begin + i - delay * map.rate + NOW) / Math.max(rise * map.rate, NOW), 1));
        controls[row * map.block + i] = opening > 0 ? opening * (Math.max(goal, 1e-9) / opening) ** share : goal * share;
      }
    }
    program.process(n);
    sound.set(audio.subarray(0, n), begin);
  }
  return sound;
}

/** How controls come to their values, as maps/study.py has it: s, s, and where they begin. */
function leading(map, values) {
  const rise = values.acceleration ? Math.abs(values.velocity) / values.acceleration : values.rise ?? map.rise;
  return { velocity: { rise }, normal_force: { rise: values.pressing, delay: values.holding, opening: values.opening_force } };
}

/** Play samples, whatever their level, faded at both ends. */
function play(samples, rate) {
  context ??= new AudioContext({ sampleRate: rate });
  context.resume();
  const buffer = context.createBuffer(1, samples.length, rate);
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-30);
  const fade = Math.min(samples.length / 4, 0.02 * rate);
  buffer.copyToChannel(samples.map((value, i) => (PEAK / loudest) * value * Math.min(1, i / fade, (samples.length - i) / fade)), 0);
  playing?.stop();
  playing = new AudioBufferSourceNode(context, { buffer });
  playing.connect(context.destination);
  playing.start();
}

/** From 0 to 1 along an axis, and back. */
function share(axis, value) {
  const of = axis.log ? Math.log : (number) => number;
  const [low, high] = [axis.values[0], axis.values.at(-1)].map(of);
  return high > low ? (of(value) - low) / (high - low) : 0.5;
}

class MapView {
  constructor(map, home) {
    this.map = map;
    this.at = map.axes.map((axis) => Math.floor(axis.values.length / 2));
    const section = document.createElement("section");
    section.innerHTML = `<h2></h2><canvas tabindex="0" role="application"></canvas><p class="said" aria-live="polite"></p><div class="legend"></div>`;
    [this.title, this.canvas, this.said, this.legend] = section.children;
    this.title.textContent = map.title;
    this.canvas.setAttribute("aria-label", `${map.title}: arrow keys choose a point, Enter plays it`);
    home.append(section);
    this.canvas.addEventListener("click", (event) => this.choose(event, true));
    this.canvas.addEventListener("pointermove", (event) => this.choose(event, false));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  show(measure) {
    this.measure = measure;
    this.draw();
    this.tell();
  }

  value(index, measure = this.measure) {
    return this.map.found[measure][index];
  }

  get index() {
    return this.at[0] * this.map.axes[1].values.length + this.at[1];
  }

  colour(value) {
    if (value === null) return "transparent";
    if (this.measure === "regime") return plan.colours[plan.regimes[value]];
    const [low, high] = this.span;
    const t = high > low ? (value - low) / (high - low) : 0;
    return `hsl(${260 - 200 * t} 65% ${28 + 42 * t}%)`;
  }

  draw() {
    const { canvas, map } = this;
    const scale = devicePixelRatio;
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const [w, h] = [canvas.clientWidth - MARGIN.left - MARGIN.right, canvas.clientHeight - MARGIN.top - MARGIN.bottom];
    const found = map.found[this.measure].filter((value) => value !== null);
    this.span = [found.reduce((a, b) => Math.min(a, b), Infinity), found.reduce((a, b) => Math.max(a, b), -Infinity)];
    const [across, up] = map.axes.map((axis) => axis.values.length);
    for (let i = 0; i < across; i++) {
      for (let j = 0; j < up; j++) {
        pen.fillStyle = this.colour(this.value(i * up + j));
        pen.fillRect(MARGIN.left + (w * i) / across, MARGIN.top + h - (h * (j + 1)) / up, w / across + 0.5, h / up + 0.5);
      }
    }
    const style = getComputedStyle(document.body);
    pen.fillStyle = pen.strokeStyle = style.color;
    pen.font = "12px system-ui, sans-serif";
    const [x, y] = map.axes;
    pen.textAlign = "center";
    for (const value of ticks(x)) pen.fillText(value, MARGIN.left + (w * (share(x, value) * (across - 1) + 0.5)) / across, MARGIN.top + h + 16);
    pen.fillText(label(x), MARGIN.left + w / 2, MARGIN.top + h + 36);
    pen.textAlign = "right";
    for (const value of ticks(y)) pen.fillText(value, MARGIN.left - 6, MARGIN.top + h - (h * (share(y, value) * (up - 1) + 0.5)) / up + 4);
    pen.save();
    pen.translate(14, MARGIN.top + h / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText(label(y), 0, 0);
    pen.restore();
    pen.lineWidth = 2;
    const [cx, cy] = [MARGIN.left + (w * (this.at[0] + 0.5)) / across, MARGIN.top + h - (h * (this.at[1] + 0.5)) / up];
    pen.beginPath();
    pen.arc(cx, cy, 6, 0, 2 * Math.PI);
    pen.stroke();
    this.tellLegend();
  }

  tellLegend() {
    const entry = (colour, text) => {
      const word = document.createElement("span");
      word.append(Object.assign(document.createElement("i"), { style: `background:${colour}` }), text);
      return word;
    };
    const regimes = [...new Set(this.map.found.regime ?? [])].filter((value) => value !== null).sort((a, b) => a - b);
    const unit = this.map.units[this.measure];
    const entries =
      this.measure === "regime"
        ? regimes.map((value) => entry(plan.colours[plan.regimes[value]], plan.regimes[value]))
        : this.span.map((value) => entry(this.colour(value), `${value.toPrecision(3)} ${unit}`));
    this.legend.replaceChildren(...entries);
  }

  choose(event, heard) {
    const box = this.canvas.getBoundingClientRect();
    const [w, h] = [box.width - MARGIN.left - MARGIN.right, box.height - MARGIN.top - MARGIN.bottom];
    const shares = [(event.clientX - box.left - MARGIN.left) / w, 1 - (event.clientY - box.top - MARGIN.top) / h];
    if (shares.some((value) => value < 0 || value >= 1)) return;
    this.at = shares.map((value, k) => Math.floor(value * this.map.axes[k].values.length));
    this.draw();
    this.tell();
    if (heard) this.play();
  }

  key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.play();
    else if (moves[event.key]) {
      this.at = this.at.map((at, k) => Math.max(0, Math.min(this.map.axes[k].values.length - 1, at + moves[event.key][k])));
      this.draw();
      this.tell();
    } else return;
    event.preventDefault();
  }

  get values() {
    const own = this.map.axes.map((axis, k) => [axis.name, axis.values[this.at[k]]]);
    const told = Object.entries(this.map.told).map(([name, values]) => [name, values[this.index]]);
    return { ...this.map.fixed, ...Object.fromEntries([...told, ...own]) };
  }

  play() {
    if (this.map.voice === null) return;
    this.sound = take(this.map, this.values);
    play(this.sound, this.map.rate);
  }

  tell() {
    const where = this.map.axes.map((axis, k) => `${words(axis.name)} ${axis.values[this.at[k]].toPrecision(3)} ${axis.unit}`);
    const said = Object.keys(this.map.found)
      .filter((name) => this.value(this.index, name) !== null)
      .map((name) => {
        const value = this.value(this.index, name);
        return name === "regime" ? plan.regimes[value] : `${words(name)} ${value} ${this.map.units[name]}`.trim();
      });
    const silent = this.map.voice === null ? " Points of this map cannot be played here, since more than hands differs between them." : "";
    this.said.textContent = `${where.join(", ")}: ${said.join(", ")}.${silent}`;
  }
}

function words(name) {
  return name.replaceAll("_", " ");
}

function label(axis) {
  return axis.unit ? `${words(axis.name)} / ${axis.unit.includes("/") ? `(${axis.unit})` : axis.unit}` : words(axis.name);
}

/** Round numbers along an axis. */
function ticks(axis) {
  const [low, high] = [axis.values[0], axis.values.at(-1)];
  const found = [];
  if (axis.log) {
    for (let decade = Math.floor(Math.log10(low)); decade <= Math.log10(high); decade++) {
      for (const lead of [1, 2, 5]) found.push(Number((lead * 10 ** decade).toPrecision(3)));
    }
  } else {
    const step = 10 ** Math.floor(Math.log10((high - low) / 2));
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(Number(value.toPrecision(6)));
  }
  return found.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
}

const views = plan.maps.map((map) => new MapView(map, document.getElementById("maps")));
const menu = document.getElementById("measure");
for (const name of Object.keys(plan.maps[0].found)) menu.append(new Option(words(name), name, false, name === plan.maps[0].measure));
menu.addEventListener("change", () => views.forEach((view) => view.show(menu.value)));
views.forEach((view) => view.show(menu.value));
globalThis.rosinMap = views;
