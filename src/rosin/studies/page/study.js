// A study, part by part: what the server asks is shown, what is answered goes to the server and is on disk before the next part comes.

const KEY = "rosin-study-participant";
const LEVELS = ["Excellent", "Good", "Fair", "Poor", "Bad"];
const place = document.getElementById("place");
const said = document.getElementById("said");

function named() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const participant = sessionStorage.getItem(KEY) ?? named();
sessionStorage.setItem(KEY, participant);

/** An element with attributes, and children or text. */
function made(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

async function asked(address, data) {
  const answer = await fetch(address, data && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Keep answers; tried again for as long as the server is away, since nothing may be lost. */
async function keep(part, answers) {
  for (;;) {
    try {
      await asked("answers", { participant, part, answers });
      said.textContent = "";
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      said.textContent = "The server does not answer; your answers wait here until it does.";
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

// ---- sounds: one plays at a time

const player = new Audio();
let pressed = null;

function playButton(words, token, heard = () => {}) {
  return made("button", {
    type: "button", "aria-pressed": "false",
    onclick: async ({ currentTarget }) => {
      pressed?.setAttribute("aria-pressed", "false");
      const again = pressed === currentTarget && !player.paused;
      pressed = currentTarget;
      player.pause();
      if (again) return;
      currentTarget.setAttribute("aria-pressed", "true");
      player.src = `sound/${participant}/${token}`;
      heard();
      await player.play().catch(() => {});
    },
  }, words);
}

player.addEventListener("ended", () => pressed?.setAttribute("aria-pressed", "false"));

function nextButton(words, done) {
  return made("button", { type: "button", class: "next", onclick: done }, words);
}

function shown(part, ...children) {
  player.pause();
  place.replaceChildren(made("h2", {}, part.title), ...(part.text ? [made("p", {}, part.text)] : []), ...children);
  scrollTo(0, 0);
}

// ---- the kinds of parts: each resolves with its answers

function likert(part) {
  return new Promise((done) => {
    const groups = part.statements.map(({ attribute, statement }, row) => made("fieldset", {}, made("legend", {}, statement),
      ...part.devices.map(({ name }, column) => made("div", { class: "row" }, made("span", {}, name), made("div", { class: "scale" },
        made("span", { class: "soft" }, part.ends[0]),
        ...Array.from({ length: part.points }, (_, i) => made("label", {},
          made("input", { type: "radio", name: `s${row}d${column}`, value: String(i + 1), "aria-label": `${attribute}, ${name}: ${i + 1}` }), ` ${i + 1}`)),
        made("span", { class: "soft" }, part.ends[1]))))));
    const played = part.devices.filter(({ instrument }) => instrument).map(({ name, instrument }) => (
      made("a", { href: `studio/#${instrument}`, target: "_blank", rel: "noopener" }, `Play ${name}`)));
    shown(part, made("p", {}, ...played.flatMap((link) => [link, " "])), ...groups, nextButton("Next", () => {
      const answers = [];
      part.statements.forEach(({ attribute }, row) => part.devices.forEach(({ name }, column) => {
        const chosen = place.querySelector(`input[name="s${row}d${column}"]:checked`);
        if (chosen) answers.push({ trial: attribute, item: name, value: Number(chosen.value) });
      }));
      const open = part.statements.length * part.devices.length - answers.length;
      said.textContent = open ? `${open} are not answered yet.` : "";
      if (!open) done(answers);
    }));
  });
}

async function mushra(part) {
  const answers = [];
  for (const [index, trial] of part.trials.entries()) answers.push(...await rated(part, trial, index));
  return answers;
}

function rated(part, trial, index) {
  return new Promise((done) => {
    const heard = new Set();
    const sliders = trial.rated.map((token, i) => {
      const shownValue = made("output", {}, "–");
      const slider = made("input", { type: "range", min: "0", max: "100", value: "50", "aria-label": `Sound ${i + 1}`,
        oninput: ({ currentTarget }) => { currentTarget.dataset.moved = "1"; shownValue.textContent = currentTarget.value; } });
      slider.dataset.token = token;
      return made("div", {}, shownValue, slider, playButton(`Play ${i + 1}`, token, () => heard.add(token)));
    });
    shown(part, made("p", { class: "soft" }, `Sound ${index + 1} of ${part.trials.length}. One of the sounds below is the reference itself.`),
      made("p", {}, playButton("Play the reference", trial.reference)),
      made("div", { class: "sliders" }, made("div", { class: "levels soft" }, ...LEVELS.map((word) => made("span", {}, word))), ...sliders),
      nextButton("Next", () => {
        const moved = [...place.querySelectorAll("input[type=range]")];
        const open = moved.filter((slider) => !slider.dataset.moved || !heard.has(slider.dataset.token)).length;
        said.textContent = open ? `${open} are not heard and rated yet.` : "";
        if (!open) done(moved.map((slider) => ({ trial: trial.name, item: slider.dataset.token, value: Number(slider.value) })));
      }));
  });
}

async function abx(part) {
  const answers = [];
  for (const [index, turn] of part.trials.entries()) answers.push(await guessed(part, turn, index));
  return answers;
}

function guessed(part, turn, index) {
  return new Promise((done) => {
    let heard = false;
    const choice = (words, value) => made("button", { type: "button", onclick: () => {
      said.textContent = heard ? "" : "Hear X first.";
      if (heard) done({ trial: turn.name, item: turn.x, value });
    } }, words);
    shown(part, made("p", { class: "soft" }, `${index + 1} of ${part.trials.length}`),
      made("p", {}, playButton("Play A", turn.a), " ", playButton("Play B", turn.b), " ", playButton("Play X", turn.x, () => { heard = true; })),
      made("p", {}, choice("X is A", "a"), " ", choice("X is B", "b")));
  });
}

const KINDS = { Likert: likert, MUSHRA: mushra, ABX: abx };

async function run() {
  const { title, text, parts, done } = await asked(`asked/${participant}`);
  document.title = document.getElementById("title").textContent = title;
  await new Promise((start) => {
    const forget = made("button", { type: "button", onclick: async () => {
      const { forgotten } = await asked("forget", { participant });
      said.textContent = `${forgotten} answers are deleted.`;
      done.length = 0;
    } }, "Delete what I have answered");
    place.replaceChildren(made("p", {}, text), made("p", {}, "Your answers stay on this machine, under a random name: "),
      made("p", {}, nextButton(done.length ? "Go on" : "Begin", start), " ", ...(done.length ? [forget] : [])));
  });
  for (const part of parts) {
    if (done.includes(part.title)) continue;
    await keep(part.title, await KINDS[part.type](part));
  }
  player.pause();
  said.textContent = "";
  place.replaceChildren(made("p", { id: "thanks" }, "Thank you. Your answers are kept, and you may close this page."),
    made("p", {}, made("button", { type: "button", onclick: () => { sessionStorage.removeItem(KEY); location.reload(); } }, "The next person begins")));
}

run().catch((error) => { said.textContent = error.message; });
