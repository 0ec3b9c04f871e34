// A program: a WebAssembly module with its memory, the calls that set it up, and those that make a block (engine/planned.py).

const STACK_BYTES = 8 * 4096;

export class Program {
  /** @param {object} plan  @param {ArrayBuffer} bytes  the module */
  constructor(plan, bytes) {
    this.memory = new WebAssembly.Memory({ initial: plan.pages });
    const given = {
      __linear_memory: this.memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, STACK_BYTES),
    };
    const module = new WebAssembly.Module(bytes);
    const imports = {};
    for (const { module: home, name } of WebAssembly.Module.imports(module)) (imports[home] ??= {})[name] = given[name];
    this.functions = new WebAssembly.Instance(module, imports).exports;
    this.arrays = {};
    for (const [name, [address, length]] of Object.entries(plan.arrays)) {
      this.arrays[name] = new Float64Array(this.memory.buffer, address, length);
    }
    this.write(plan.memory);
    this.setup = this.bound(plan.setup);
    this.block = this.bound(plan.block);
    this.run(this.setup);
  }

  /** Put numbers into the memory: [[byte address, numbers], ...]. */
  write(runs) {
    for (const [address, numbers] of runs) new Float64Array(this.memory.buffer, address, numbers.length).set(numbers);
  }

  /** Calls by name as functions that have their arguments, so that running them makes nothing new. */
  bound(calls) {
    return calls.map(([name, given]) => ({ name, go: this.functions[name].bind(undefined, 0, 8, ...given) }));
  }

  run(calls) {
    for (let i = 0; i < calls.length; i++) calls[i].go();
  }
}
