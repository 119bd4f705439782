"""The variants of flow: where the object of a defect lives, and where and when its pieces are executed.

A flow is a function that makes a program from the pieces of any kind (kinds.py), with the defect or without it.
In most flows the program with the defect and its corrected twin differ in one value: a flag, the key of a switch,
the round in which something happens. So a report in the twin is an alarm about a path that no run takes.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kinds import Kind
from pieces import Program, Version, block, function, target

NO_COPY = "passing the object by value reads it, which is the defect already"
NO_USE = "the defect is an absence at the end of the function, which no callee can execute"
NO_RETURN = "the use is the return of the function itself"
LOCAL = "the object refers to another one that is local to the function"
STATIC = "a static object still refers to what would be lost"
ZERO = "objects with static storage begin with zero"
SHARED = "two objects of this kind would be one"


def plain(version: Version, steps: list[str], top: list[str] | None = None) -> Program:
    """A program with the object in a local variable `x`."""
    return Program(version.begin(version.declare("x"), "x") + steps + version.end("x"), top or [])


# Flows of control: when the action happens.


def straight(version: Version) -> Program:
    return plain(version, version.acted("x"))


def local_flag(version: Version) -> Program:
    return plain(version, [f"int flag = {int(version.acts)};", *block("if (flag)", version.act("x"))])


def global_flag(version: Version) -> Program:
    return plain(version, block("if (flag)", version.act("x")), [f"static int flag = {int(version.acts)};", ""])


def parameter(version: Version) -> Program:
    program = plain(version, block("if (flag)", version.act("x")))
    return Program(program.body, parameters="int flag", calls=(f"work({int(version.acts)})",))


def for_loop(version: Version) -> Program:
    steps = block(f"if (i == {3 if version.acts else 7})", version.act("x"))
    return plain(version, block("for (int i = 0; i < 5; i++)", steps))


def while_loop(version: Version) -> Program:
    steps = ["left--;", *block(f"if (left == {2 if version.acts else 6})", version.act("x"))]
    return plain(version, ["int left = 5;", *block("while (left > 0)", steps)])


def after_loop(version: Version) -> Program:
    steps = ["int sum = 0;", "for (int i = 0; i < 4; i++)", "    sum += i;"]
    return plain(version, steps + block(f"if (sum == {6 if version.acts else 7})", version.act("x")))


def next_round(version: Version) -> Program:
    """The action is in one round of a loop and the use in a later one."""
    steps = block(f"if (round == {1 if version.acts else 9})", version.act("x"))
    steps += block("if (round == 3)", version.end("x"))
    loop = block("for (int round = 0; round < 4; round++)", steps)
    fallback = version.lines(version.kind.fallback, "x")
    return Program(version.begin(version.declare("x"), "x") + loop + fallback)


def state_machine(version: Version) -> Program:
    cases = ["case BEGIN:", f"    state = {'CHANGE' if version.acts else 'END'};", "    break;", "case CHANGE:"]
    cases += ["    " + line for line in version.act("x")] + ["    state = END;", "    break;"]
    cases += ["default:", "    state = END;", "    break;"]
    steps = ["enum { BEGIN, CHANGE, END } state = BEGIN;"]
    return plain(version, steps + block("while (state != END)", block("switch (state)", cases)))


def switch(version: Version) -> Program:
    cases = ["case 1:", "    break;", "case 2:", *("    " + line for line in version.act("x")), "    break;"]
    steps = [f"int mode = {2 if version.acts else 1};"]
    return plain(version, steps + block("switch (mode)", cases + ["default:", "    break;"]))


def goto(version: Version) -> Program:
    steps = [f"int skip = {int(not version.acts)};", "if (skip)", "    goto later;", *version.act("x"), "later:;"]
    return plain(version, steps)


def ternary(version: Version) -> Program:
    top = version.changer("change", version.acting()) + version.changer("keep", [])
    steps = [f"int flag = {int(version.acts)};", f"flag ? {version.call('change')} : {version.call('keep')};"]
    return plain(version, steps, top)


def short_circuit(version: Version) -> Program:
    steps = [f"int flag = {int(version.acts)};", f"if (flag && {version.call('change')})", '    puts("changed");']
    return plain(version, steps, version.changer("change", version.acting(), "int"))


# Functions: who makes, changes and uses the object.


def maker(version: Version) -> Program:
    """A callee makes the object and returns it."""
    made = version.declare("x") + version.make("x") + ([] if version.kind.owed else version.acted("x"))
    top = function(version.kind.declarator.format("produce(void)"), [*made, "return x;"])
    body = [version.kind.declarator.format("x") + " = produce();"]
    return Program(body + (version.acted("x") if version.kind.owed else []) + version.end("x"), top)


def callee_acts(version: Version) -> Program:
    top = version.changer("change", version.acting() if version.acts else [])
    return plain(version, [version.call("change") + ";"], top)


def using(version: Version) -> list[str]:
    """A function that uses its parameter."""
    within = version.within("it", False)
    return function(f"void consume({version.parameter('it', False)})", version.end(within))


def callee_uses(version: Version) -> Program:
    body = version.begin(version.declare("x"), "x") + version.acted("x")
    return Program([*body, f"consume({version.argument('x', False)});"], using(version))


def callee_of_callee(version: Version) -> Program:
    """The action is in a callee of a callee, and so is the use."""
    top = version.changer("change", version.acting() if version.acts else [])
    top += version.changer("pass", ["change(it);"])
    top += using(version) + function(f"void hand_on({version.parameter('it', False)})", ["consume(it);"])
    body = version.begin(version.declare("x"), "x")
    return Program([*body, version.call("pass") + ";", f"hand_on({version.argument('x', False)});"], top)


def recursion(version: Version) -> Program:
    down = ["if (depth > 0) {", "    descend(depth - 1, it);", "    return;", "}"]
    last = version.acting() if version.acts else ["(void)it;"]
    top = function(f"void descend(int depth, {version.parameter('it', True)})", down + last)
    return plain(version, [f"descend(3, {version.argument('x', True)});"], top)


def function_pointer(version: Version) -> Program:
    top = version.changer("change", version.acting()) + version.changer("keep", [])
    step = f"void (*step)({version.parameter('it', True)}) = {'change' if version.acts else 'keep'};"
    return plain(version, [step, version.call("step") + ";"], top)


# Storage: where the object lives.


def pointer_to_pointer(version: Version) -> Program:
    to = version.kind.declarator.format(target(version.kind, "to"))
    body = version.begin([*version.declare("x"), f"{to} = &x;"], "(*to)")
    return Program(body + version.acted("(*to)") + version.end("x"))


def stored(version: Version, declaration: list[str], x: str, top: list[str] | None = None) -> Program:
    """A program with the object at `x`."""
    return Program(version.begin(declaration, x) + version.acted(x) + version.end(x), top or [])


def box(version: Version) -> list[str]:
    return ["struct box {", "    int number;", *("    " + line for line in version.declare("item")), "};", ""]


def member(version: Version) -> Program:
    return stored(version, ["struct box box;", "box.number = 1;"], "box.item", box(version))


def member_by_pointer(version: Version) -> Program:
    declaration = ["struct box box;", "struct box *b = &box;", "b->number = 1;"]
    return stored(version, declaration, "b->item", box(version))


def union_member(version: Version) -> Program:
    top = ["union slot {", "    long number;", *("    " + line for line in version.declare("item")), "};", ""]
    return stored(version, ["union slot slot;"], "slot.item", top)


def cell(version: Version) -> Program:
    return stored(version, version.declare("row[3]"), "row[1]")


def two_members(version: Version) -> Program:
    """There are two objects. In the twin of a kind that spoils, the action is about the other one."""
    kind, item, other = version.kind, "two.item", "two.other"
    both = [kind.declarator.format(name) + ";" for name in ("other", "item")]
    top = ["struct two {", *("    " + line for line in both), "};", ""]
    on_other = kind.owed or not version.acts
    body = version.locals() + ["struct two two;"] + version.make(other) + version.make(item)
    body += (version.act(other) if on_other else []) + version.acted(item) + version.end(item)
    if kind.returned:
        return Program(body, top)
    if kind.spoils and on_other:
        return Program(body + version.undo(other), top)
    if kind.spoils:
        body += block("", version.use(other, marked=False))
    return Program(body + version.clean(other), top)


def rounds(version: Version) -> list[str]:
    """The parts of a function of which the first call makes the object and the second uses it."""
    return block("if (round == 0)", version.make("x") + version.acted("x")) + block("else", version.end("x"))


def static_local(version: Version) -> Program:
    body = ["static " + line for line in version.declare("x")] + rounds(version)
    return Program(body, parameters="int round", calls=("work(0)", "work(1)"))


def global_object(version: Version) -> Program:
    top = ["static " + line for line in version.declare("x")] + [""]
    top += function("void prepare(void)", version.make("x") + version.acted("x"))
    return Program(version.end("x"), top, calls=("prepare()", "work()"))


def copy(version: Version) -> Program:
    """A second variable has the same value. One is acted on and the other used."""
    begin = version.begin(version.declare("x"), "x")
    declared = version.kind.declarator.format("second")
    if version.kind.assigned:
        return Program(begin + version.acted("x") + [f"{declared} = x;"] + version.end("second"))
    return Program(begin + [f"{declared} = x;"] + version.acted("second") + version.end("x"))


# Inputs: the action depends on a value that is not known.


@dataclass(frozen=True)
class When:
    """Conditions for a kind that spoils, one that does not, and one with an action that is owed on every path.

    Pairs are of the program with the defect and of its twin; without a condition it is always done.
    """

    value: str
    act: str
    not_act: str
    spoiled_use: tuple[str, str]
    spared: tuple[str, str]
    """Where the action happens and the use does not."""
    healed_use: tuple[str, str]
    second_act: tuple[str, str]
    """The other paths on which an action that is owed happens."""


ON_INPUT = When(
    "int chosen = rand() % 2;", "chosen", "!chosen", ("1", "!chosen"), ("0", "chosen"), ("1", "chosen"),
    ("0", "!chosen"),
)
ON_RANGE = When(
    "int n = rand() % 10;", "n > 4", "n <= 4", ("n < 6", "n < 5"), ("n > 5", "n > 4"), ("n > 3", "n > 4"),
    ("n < 4", "n <= 4"),
)


def on(condition: str, lines: list[str]) -> list[str]:
    """The lines under a condition, or without one if it is a constant."""
    if condition in ("0", "1"):
        return lines if condition == "1" else []
    return block(f"if ({condition})", lines)


def guarded(version: Version, when: When) -> Program:
    kind, twin = version.kind, int(not version.bug)
    body = version.begin(version.declare("x"), "x") + [when.value] + on(when.act, version.act("x"))
    if kind.owed:
        return Program(body + on(when.second_act[twin], version.act("x")) + version.use("x") + version.clean("x"))
    if not kind.spoils:
        return Program(body + on(when.healed_use[twin], version.use("x")) + version.clean("x"))
    used = when.spoiled_use[twin]
    body += on(used, version.use("x")) + on(when.not_act, version.clean("x"))
    body += on(when.spared[twin], version.undo("x"))
    return Program(body + (version.lines(kind.fallback, "x") if used != "1" else []))


def on_input(version: Version) -> Program:
    return guarded(version, ON_INPUT)


def on_range(version: Version) -> Program:
    return guarded(version, ON_RANGE)


@dataclass(frozen=True)
class Flow:
    """A variant of flow. `inputs` are the values of `rand` to run its programs with."""

    build: Callable[[Version], Program]
    inputs: tuple[int, ...] = (0,)

    @property
    def name(self) -> str:
        return self.build.__name__.replace("_", "-")

    def left_out(self, kind: Kind) -> str:
        """Why there are no such programs of this kind, or nothing if there are."""
        for build, is_so, reason in LEFT_OUT:
            if build is self.build and is_so(kind):
                return reason
        return ""


LEFT_OUT: list[tuple[Callable[[Version], Program], Callable[[Kind], bool], str]] = [
    (maker, lambda kind: not kind.by_value, NO_COPY),
    (maker, lambda kind: bool(kind.locals), LOCAL),
    (copy, lambda kind: not kind.by_value, NO_COPY),
    (two_members, lambda kind: kind.shared, SHARED),
]
for uses in (callee_uses, callee_of_callee):
    LEFT_OUT += [
        (uses, lambda kind: kind.returned, NO_RETURN),
        (uses, lambda kind: kind.use.startswith("return"), NO_USE),
    ]
for static in (static_local, global_object):
    LEFT_OUT += [
        (static, lambda kind: bool(kind.locals), LOCAL),
        (static, lambda kind: kind.lost, STATIC),
        (static, lambda kind: kind.automatic, ZERO),
    ]

for acts in (ternary, short_circuit, callee_acts, callee_of_callee, recursion, function_pointer):
    LEFT_OUT.append((acts, lambda kind: "&local" in kind.action, LOCAL))

FLOWS = [
    *map(Flow, (straight, local_flag, global_flag, parameter, for_loop, while_loop, after_loop, next_round)),
    *map(Flow, (state_machine, switch, goto, ternary, short_circuit)),
    *map(Flow, (maker, callee_acts, callee_uses, callee_of_callee, recursion, function_pointer)),
    *map(Flow, (pointer_to_pointer, member, member_by_pointer, union_member, cell, two_members)),
    *map(Flow, (static_local, global_object, copy)),
    Flow(on_input, (0, 1)),
    Flow(on_range, tuple(range(10))),
]
