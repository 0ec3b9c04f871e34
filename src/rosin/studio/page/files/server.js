// The workshop behind the page: plans, kernels, and what knobs and files mean. Without a server the page is a folder of files.

const SILENT = "The workshop does not answer. You can play on; try again in a moment.";

export class Server {
  served = true; // by a server that answers questions
  modules = new Map(); // kernels by name, compiled

  /** The instruments that there are, and their families. */
  async index() {
    const index = await this.json("plans/index.json", "The list of instruments is missing.");
    this.served = index.served;
    return index;
  }

  /** The plan of an instrument that comes with Rosin; a signal that is aborted gives it up. */
  plan(name, signal = null) {
    return this.json(`plans/${encodeURIComponent(name)}.json`, `There is no instrument ${name}.`, signal);
  }

  /** Ask what parameters, gestures and files mean. */
  async ask(what, given, signal = null) {
    if (!this.served) throw new Error("This page has no server: to open and save files, run `rosin studio`.");
    const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given), signal };
    const response = await this.fetched(what, sent);
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  /** Fetch and compile the kernels of a plan, each once. */
  async fetchKernels(plan) {
    await Promise.all(namesOfModules(plan).filter((name) => !this.modules.has(name)).map(async (name) => {
      const response = await this.fetched(`modules/${name}`);
      if (!response.ok) throw new Error(`The kernels ${name} are missing.`);
      this.modules.set(name, await WebAssembly.compile(await response.arrayBuffer()));
    }));
  }

  /** The kernels of a plan, by name, when they are there. */
  kernels(plan) {
    return Object.fromEntries(namesOfModules(plan).map((name) => [name, this.modules.get(name)]));
  }

  async json(path, missing, signal = null) {
    const response = await this.fetched(path, { signal });
    if (!response.ok) throw new Error(missing);
    return response.json();
  }

  async fetched(...asked) {
    try {
      return await fetch(...asked);
    } catch {
      throw new Error(SILENT);
    }
  }
}

/** The modules that a plan needs. */
function namesOfModules({ layers, chain, judge, knobs, listener, player }) {
  const each = Object.values(layers).flatMap(({ module, soundbox }) => [module, soundbox?.module]);
  const programs = [judge, listener, player].map((who) => who?.program.module);
  return [...new Set([...each, chain.module, ...programs, knobs?.turning?.module])].filter(Boolean);
}
