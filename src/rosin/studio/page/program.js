// A program: a WebAssembly module with its memory, laid out by name as its plan says (engine/program.py).

export class Program {
  /** @param {object} plan  @param {ArrayBuffer} bytes  the module */
  constructor(plan, bytes) {
    this.memory = new WebAssembly.Memory({ initial: plan.pages });
    const given = {
      __linear_memory: this.memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, plan.stack),
    };
    const module = new WebAssembly.Module(bytes);
    const imports = {};
    for (const { module: home, name } of WebAssembly.Module.imports(module)) (imports[home] ??= {})[name] = given[name];
    this.functions = new WebAssembly.Instance(module, imports).exports;
    this.arrays = {};
    for (const [name, [address, length]] of Object.entries(plan.arrays)) {
      this.arrays[name] = new Float64Array(this.memory.buffer, address, length);
    }
    this.integers = new Int32Array(this.memory.buffer, plan.wholes, plan.integers.length);
    this.integers.set(plan.integers);
    this.places = Object.fromEntries(Object.entries(plan.counts).map(([name, address]) => [name, (address - plan.wholes) / 4]));
    this.reals = plan.reals;
    this.wholes = plan.wholes;
    this.write(plan.memory);
    this.prepare();
    this.start();
  }

  /** Put numbers into the memory: [[byte address, numbers], ...]. */
  write(runs) {
    for (const [address, numbers] of runs) new Float64Array(this.memory.buffer, address, numbers.length).set(numbers);
  }

  /** Set a whole number by its name. */
  count(name, value) {
    this.integers[this.places[name]] = value;
  }

  /** Parameters into coefficients. */
  prepare() {
    this.functions.prepare(this.reals, this.wholes);
  }

  /** Back to the state before the first sample. */
  start() {
    this.functions.start(this.reals, this.wholes);
  }

  /** The next n samples. */
  process(n) {
    this.functions.process(this.reals, this.wholes, n);
  }
}
