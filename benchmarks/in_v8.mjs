// Runs a voice's module in Node, that is in the engine of Chrome: node in_v8.mjs MODULE MEMORY ARGUMENTS SAMPLES ROUNDS
// prints the best time of a block in nanoseconds a sample.
import { readFileSync } from "node:fs";

const [modulePath, memoryPath, argumentsJson, samples, rounds] = process.argv.slice(2);
const image = readFileSync(memoryPath);
const memory = new WebAssembly.Memory({ initial: Math.ceil(image.length / 65536) });
new Uint8Array(memory.buffer).set(image);
const module = new WebAssembly.Module(readFileSync(modulePath));
const stack = new WebAssembly.Global({ value: "i32", mutable: true }, 8 * 4096);
const given = { __linear_memory: memory, __stack_pointer: stack };
const imports = {};
for (const { module: home, name } of WebAssembly.Module.imports(module)) (imports[home] ??= {})[name] = given[name];
const { exports } = new WebAssembly.Instance(module, imports);
const values = JSON.parse(argumentsJson);
let best = Infinity;
for (let round = 0; round < Number(rounds); round++) {
    const start = process.hrtime.bigint();
    exports.process(0, 8, ...values);
    best = Math.min(best, Number(process.hrtime.bigint() - start));
}
console.log(best / Number(samples));
