// A program: a WebAssembly module with its memory, laid out by name as its plan says (engine/program.py).

export class Program {
  ledger = null; // called with whatever changes the memory between two blocks, while a take is recorded

  /**
   * @param {object} plan  with an `image` of the memory, where another one was started already
   * @param {WebAssembly.Module} module  compiled elsewhere, so that no block of sound waits for it
   */
  constructor(plan, module) {
    this.memory = new WebAssembly.Memory({ initial: plan.pages });
    const given = {
      __linear_memory: this.memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, plan.stack),
    };
    const imports = {};
    for (const { module: home, name } of WebAssembly.Module.imports(module)) (imports[home] ??= {})[name] = given[name];
    this.functions = new WebAssembly.Instance(module, imports).exports;
    this.arrays = {};
    for (const [name, [address, length]] of Object.entries(plan.arrays)) {
      this.arrays[name] = new Float64Array(this.memory.buffer, address, length);
    }
    this.integers = new Int32Array(this.memory.buffer, plan.wholes, plan.integers.length);
    this.places = Object.fromEntries(Object.entries(plan.counts).map(([name, address]) => [name, (address - plan.wholes) / 4]));
    this.reals = plan.reals;
    this.wholes = plan.wholes;
    if (plan.image) {
      new Uint8Array(this.memory.buffer).set(new Uint8Array(plan.image));
      return;
    }
    this.integers.set(plan.integers);
    this.write(plan.memory);
    this.prepare();
    this.start();
  }

  /** Put a number into an array. */
  put(name, place, value) {
    this.arrays[name][place] = value;
    this.ledger?.(["put", name, place, value]);
  }

  /** Put numbers into the memory: [[byte address, numbers], ...]. */
  write(runs) {
    this.ledger?.(["write", runs]);
    for (const [address, numbers] of runs) new Float64Array(this.memory.buffer, address, numbers.length).set(numbers);
  }

  /** Take coefficients that another one has found for the same parameters: what prepare finds is the same, so that no ledger needs them. */
  remember(found) {
    for (const [address, numbers] of found) new Float64Array(this.memory.buffer, address, numbers.length).set(numbers);
  }

  /** Set a whole number by its name. */
  count(name, value) {
    if (this.integers[this.places[name]] === value) return;
    this.integers[this.places[name]] = value;
    this.ledger?.(["count", name, value]);
  }

  /** Parameters into coefficients. */
  prepare() {
    this.ledger?.(["call", "prepare"]);
    this.functions.prepare(this.reals, this.wholes);
  }

  /** Back to the state before the first sample. */
  start() {
    this.ledger?.(["call", "start"]);
    this.functions.start(this.reals, this.wholes);
  }

  /** The next n samples. */
  process(n) {
    this.functions.process(this.reals, this.wholes, n);
  }

  /** All of its memory as it is now. */
  get kept() {
    const end = this.wholes - ((this.wholes - this.reals) % 8);
    return { reals: new Float64Array(this.memory.buffer.slice(this.reals, end)), wholes: this.integers.slice() };
  }
}
