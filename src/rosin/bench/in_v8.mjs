// Plays voices in Node, that is in the engine of Chrome. Each line is a request in JSON:
//   {"module": FILE, "memory": FILE, "arguments": [...]}   opens a voice and answers its number
//   {"voices": [NUMBER, ...], "blocks": N}                  plays N blocks of each in turn and answers the CPU seconds
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const modules = new Map();
const voices = [];

function opened(request) {
    if (!modules.has(request.module)) modules.set(request.module, new WebAssembly.Module(readFileSync(request.module)));
    const module = modules.get(request.module);
    const image = readFileSync(request.memory);
    const memory = new WebAssembly.Memory({ initial: Math.ceil(image.length / 65536) });
    new Uint8Array(memory.buffer).set(image);
    const given = { __linear_memory: memory, __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, request.arguments[0]) };
    const imports = {};
    for (const { module: home, name } of WebAssembly.Module.imports(module)) (imports[home] ??= {})[name] = given[name];
    const { process } = new WebAssembly.Instance(module, imports).exports;
    return () => process(...request.arguments);
}

function played(request) {
    const chosen = request.voices.map((number) => voices[number]);
    const begin = process.cpuUsage();
    for (let block = 0; block < request.blocks; block++) for (const play of chosen) play();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1e6;
}

for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    console.log(request.module ? voices.push(opened(request)) - 1 : played(request));
}
