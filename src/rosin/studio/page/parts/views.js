// Where the visitor is: the cabinet (an address without a name) or an instrument (#violin, with its changes), so that Back goes back.

const FIRST = "wineglass"; // what is on stage where a link leads nowhere

/** Follow the address from now on; `cabinet(shown)` is told when that comes and goes, `arrived()` when an instrument comes from there. */
export async function followAddress({ listed, preset, engine, notices, links, cabinet, arrived }) {
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
    if (!location.hash.replace(/^#/, "")) return void show("cabinet");
    const from = show("workshop");
    if (engine.plan && location.hash === preset.link) return step();
    const before = engine.plan && preset.link;
    const leave = before ? ["Stay with this one", () => (preset.giveUp(), notices.say(), history.replaceState(null, "", before))] : null;
    const done = await notices.patiently("Taking it off the shelf …", () => preset.follow(location.hash, names), leave);
    if (!done && !engine.plan) {
      const words = document.getElementById("message").textContent;
      await preset.open(names.includes(FIRST) ? FIRST : names[0]);
      notices.say(words);
    }
    step();
    return done && from === "cabinet" ? arrived() : undefined;
  }

  addEventListener("hashchange", follow);
  await follow();
}
