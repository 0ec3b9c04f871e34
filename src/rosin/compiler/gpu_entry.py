"""Entries of a grid: each thread finds its voice, takes near what is asked for, runs, and puts it back.

    entry(reals, wholes, wholes_out, arguments..., size, voices)

`size` is how many real numbers the arena of a voice has. It is an argument: it is used once, to find the voice, so nothing is won by
knowing it when compiled, and one text serves arenas of any length. Whole numbers are the same for all voices and stepped by all
threads alike: each works on a copy of its own, and the first thread writes it to `wholes_out`, which is another table, since threads
of another block may still have to read the first.
"""

from rosin.compiler.gpu import WARP, Gpu
from rosin.compiler.tree import Function

SREG = "llvm.nvvm.read.ptx.sreg"


class _Entry:
    """The text of one entry."""

    def __init__(self, gpu: Gpu, name: str) -> None:
        self.gpu, self.name, self.lines, self.count = gpu, name, list[str](), 0
        self.rooms: list[str] = []  # at the very beginning, or LLVM leaves them in memory

    def line(self, text: str) -> None:
        self.lines.append(text)

    def new(self, text: str) -> str:
        self.count += 1
        self.line(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def room(self, kind: str) -> str:
        """Memory of the thread's own."""
        self.rooms.append(f"%r{len(self.rooms)} = alloca {kind}, align 16")
        return f"%r{len(self.rooms) - 1}"

    def register(self, name: str) -> str:
        """One of the numbers that tell threads apart."""
        self.gpu.declared[name] = f"declare i32 @{SREG}.{name}.x()"
        return self.new(f"call i32 @{SREG}.{name}.x()")

    def voice(self) -> tuple[str, str, str]:
        """Its number, its place in the block, and which of its threads this is."""
        many = WARP // self.gpu.threads  # voices of a warp
        thread, block = self.register("tid"), self.register("ctaid")
        inside = self.new(f"urem i32 {thread}, {WARP}")
        warp = self.new(f"udiv i32 {thread}, {WARP}")
        here = self.new(f"add i32 {self.new(f'mul i32 {warp}, {many}')}, {self.new(f'urem i32 {inside}, {many}')}")
        lane = self.new(f"udiv i32 {inside}, {many}")
        return self.new(f"add i32 {self.new(f'mul i32 {block}, {self.gpu.voices}')}, {here}"), here, lane

    def copy(self, source: str, source_stride: int, goal: str, goal_stride: int, length: int, lane: str) -> None:
        """A section from one place to another; private ones in a straight line, so that they may lie in registers."""
        real, together = self.gpu.real, min(source_stride, goal_stride) > 1
        if not together:
            for i in range(length):
                where = [
                    self.new(f"getelementptr inbounds {real}, ptr {a}, i32 {i * s}")
                    for a, s in ((source, source_stride), (goal, goal_stride))
                ]
                self.line(f"store {real} {self.new(f'load {real}, ptr {where[0]}')}, ptr {where[1]}")
            return
        self.count += 1
        head, body, end, counter = (f"{word}{self.count}" for word in ("copy", "body", "copied", "%i"))
        room = self.room("i32")
        self.line(f"store i32 {lane}, ptr {room}\nbr label %{head}\n{head}:\n{counter} = load i32, ptr {room}")
        self.line(f"br i1 {self.new(f'icmp slt i32 {counter}, {length}')}, label %{body}, label %{end}\n{body}:")
        where = [
            self.new(f"getelementptr inbounds {real}, ptr {a}, i32 {self.new(f'mul nsw i32 {counter}, {s}')}")
            for a, s in ((source, source_stride), (goal, goal_stride))
        ]
        self.line(f"store {real} {self.new(f'load {real}, ptr {where[0]}')}, ptr {where[1]}")
        self.line(f"store i32 {self.new(f'add nsw i32 {counter}, {self.gpu.threads}')}, ptr {room}\nbr label %{head}\n{end}:")

    def meet(self, team: str) -> None:
        if self.gpu.threads > 1:
            self.gpu.declared["meet"] = "declare void @llvm.nvvm.bar.warp.sync(i32)"
            self.line(f"call void @llvm.nvvm.bar.warp.sync(i32 {team})")

    def text(self, function: Function) -> str:
        """The whole of it."""
        gpu, real = self.gpu, self.gpu.real
        arrays = tuple((0, 0) for _, t in function.parameters if t.kind in ("array", "wholes"))
        gpu.arriving, gpu.outermost = arrays, True
        inner = gpu.function(function)
        gpu.arriving, gpu.outermost = (), False
        given = [f"i32 %a{i}" for i, (_, t) in enumerate(function.parameters) if t.kind == "whole"]
        voice, here, lane = self.voice()
        self.line(f"br i1 {self.new(f'icmp ult i32 {voice}, %voices')}, label %go, label %end\ngo:")
        group = self.new(f"zext i32 {self.new(f'udiv i32 {voice}, {WARP}')} to i64")
        length = self.new(f"mul i64 {self.new('zext i32 %size to i64')}, {WARP}")
        before = self.new(f"mul i64 {group}, {length}")
        column = self.new(f"zext i32 {self.new(f'urem i32 {voice}, {WARP}')} to i64")
        mine = self.new(f"getelementptr inbounds {real}, ptr addrspace(1) %reals, i64 {self.new(f'add i64 {before}, {column}')}")
        mine = self.new(f"addrspacecast ptr addrspace(1) {mine} to ptr")
        pattern = sum(1 << (k * (WARP // gpu.threads)) for k in range(gpu.threads))
        team = self.new(
            f"shl i32 {pattern - (1 << 32) if pattern >> 31 else pattern}, {self.new(f'urem i32 {here}, {WARP // gpu.threads}')}"
        )
        bases, used = [], 0
        for section in gpu.sections:
            far = self.new(f"getelementptr inbounds {real}, ptr {mine}, i32 {section.offset * WARP}")
            near = far
            if section.place == "held":
                near = self.room(real)
                self.copy(far, WARP, near, 1, 1, lane)
            elif section.place == "private":
                near = self.room(f"[{section.length} x {real}]")
                self.copy(far, WARP, near, 1, section.length, lane)
            elif section.place == "shared":
                near = self.new(
                    f"getelementptr inbounds {real}, ptr addrspace(3) @shared, i32 {self.new(f'add i32 {here}, {used * gpu.voices}')}"
                )
                near = self.new(f"addrspacecast ptr addrspace(3) {near} to ptr")
                self.copy(far, WARP, near, gpu.voices, section.length, lane)
                used += section.length
            bases.append((section, far, near))
        wholes = self.room(f"[{max(gpu.many, 1)} x i32]")
        for i in range(gpu.many):
            value = (
                str(gpu.pinned[i]) if i in gpu.pinned else self.new(f"load i32, ptr addrspace(1) {self._at('%wholes', i, ' addrspace(1)')}")
            )
            self.line(f"store i32 {value}, ptr {self._at(wholes, i)}")
        self.meet(team)
        extra = [*(f"ptr {near}" for _, _, near in bases), f"ptr {wholes}", f"i32 {lane}", f"i32 {team}"]
        self.line(f"call void @{inner}({', '.join([*('ptr poison' for _ in arrays), *given, *extra])})")
        self.meet(team)
        for number, (section, far, near) in enumerate(bases):
            if section.place in ("private", "shared") and number in gpu.stored:
                self.copy(near, gpu.stride(number), far, WARP, section.length, lane)
        first = self.new(f"or i32 {voice}, {lane}")
        self.line(f"br i1 {self.new(f'icmp eq i32 {first}, 0')}, label %first, label %end\nfirst:")
        for i in range(gpu.many):
            self.line(
                f"store i32 {self.new(f'load i32, ptr {self._at(wholes, i)}')}, ptr addrspace(1) {self._at('%out', i, ' addrspace(1)')}"
            )
        self.line("br label %end\nend:\nret void")
        limits = f'"nvvm.maxntid"="{gpu.block_size}"' + (f' "nvvm.maxnreg"="{gpu.registers}"' if gpu.registers else "")
        memory = "ptr addrspace(1) noalias %reals, ptr addrspace(1) noalias readonly %wholes, ptr addrspace(1) noalias %out"
        head = (
            f"define ptx_kernel void @{self.name}({', '.join([memory, *given, 'i32 %size', 'i32 %voices'])}) nounwind {limits} {{\nentry:\n"
        )
        return head + "\n".join(self.rooms + self.lines) + "\n}\n"

    def _at(self, table: str, i: int, space: str = "") -> str:
        return self.new(f"getelementptr inbounds i32, ptr{space} {table}, i32 {i}")


def enter(gpu: Gpu, function: Function, name: str) -> None:
    """Write the entry of a program's kernel: of (reals, wholes) and whole numbers."""
    gpu.parts.append(_Entry(gpu, name).text(function))
    if gpu.shared_bytes():
        gpu.declared["shared"] = f"@shared = external addrspace(3) global [0 x {gpu.real}], align 16"
