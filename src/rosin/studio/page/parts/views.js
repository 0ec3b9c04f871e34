// Where the visitor is: the cabinet (an address without a name) or an instrument (#violin, with its changes), so that Back goes back.

const FIRST = "wineglass"; // what is on stage where a link leads nowhere

/** The address as the browser shows it: it says what is on stage, except where the visitor is on the way elsewhere. */
export class Address {
  asked = null; // where the visitor went last
  here = false; // whether that is on stage

  /** The visitor goes where the address now leads. */
  go() {
    this.here = false;
    return (this.asked = location.hash);
  }

  /** Where the visitor went is on stage. */
  arrive(link) {
    this.here = true;
    this.say(link);
  }

  /** Say what is on stage, in place of what was. */
  say(link) {
    if (!this.here || location.hash !== this.asked) return;
    history.replaceState(null, "", link);
    this.asked = location.hash;
  }
}

/** Follow the address from now on; `cabinet(shown)` is told when that comes and goes, `arrived()` when an instrument comes from there. */
export async function followAddress(address, { listed, preset, engine, notices, links, cabinet, arrived }) {
  const names = listed.map(({ name }) => name);

  function show(view) {
    const from = document.body.dataset.view;
    document.body.dataset.view = view;
    cabinet(view === "cabinet");
    if (view === "cabinet") document.title = "Rosin studio";
    return from;
  }

  /** The neighbours of what is on stage. */
  function step() {
    const at = names.indexOf(preset.source);
    for (const [link, place] of [[links.before, at - 1], [links.after, (at + 1) % names.length]]) {
      const { name, title } = listed.at(place);
      link.href = `#${name}`;
      link.setAttribute("aria-label", title);
    }
  }

  async function follow() {
    const asked = address.go();
    if (!asked.replace(/^#/, "")) return void show("cabinet");
    const from = show("workshop");
    if (!engine.plan || asked !== preset.link) {
      const stay = () => {
        preset.giveUp();
        notices.say();
        address.arrive(preset.link);
      };
      const leave = engine.plan ? ["Stay with this one", stay] : null;
      const done = await notices.patiently("Taking it off the shelf …", () => preset.follow(asked, names), leave);
      if (address.asked !== asked) return; // elsewhere by now
      if (!done && !engine.plan) {
        const words = document.getElementById("message").textContent;
        await preset.open(names.includes(FIRST) ? FIRST : names[0]);
        notices.say(words);
      }
      if (done && from === "cabinet") arrived();
    }
    address.arrive(preset.link);
    step();
  }

  addEventListener("hashchange", follow);
  await follow();
}
