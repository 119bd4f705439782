"""A kind of defect with the defect or without it, and the functions that put its pieces together."""

import re
from dataclasses import dataclass, field

from kinds import Kind


@dataclass(frozen=True)
class Program:
    """A program: functions at file scope, the body of the function `work`, its parameters and its calls."""

    body: list[str]
    top: list[str] = field(default_factory=list)
    parameters: str = "void"
    calls: tuple[str, ...] = ("work()",)


@dataclass(frozen=True)
class Version:
    """A kind with the defect or without it."""

    kind: Kind
    bug: bool

    @property
    def acts(self) -> bool:
        """Whether the action happens."""
        return self.bug == self.kind.spoils

    def lines(self, text: str, x: str, marked: bool = True) -> list[str]:
        """The lines of a piece about the object `x`, without the mark of the defect if there is none."""
        marked = marked and self.bug
        text = text.replace("// bug", f"// bug: {self.kind.rule}") if marked else text.replace(" // bug", "")
        return [re.sub(r"\bX\b", lambda _: x, line) for line in text.splitlines()]

    def declare(self, name: str) -> list[str]:
        return [self.kind.declarator.format(name) + ";"]

    def locals(self) -> list[str]:
        return self.kind.locals.splitlines()

    def make(self, x: str) -> list[str]:
        return self.lines(self.kind.make, x)

    def act(self, x: str) -> list[str]:
        return self.lines(self.kind.action, x)

    def acted(self, x: str) -> list[str]:
        """The action, if it happens."""
        return self.act(x) if self.acts else []

    def use(self, x: str, marked: bool = True) -> list[str]:
        return self.lines(self.kind.use, x, marked)

    def clean(self, x: str) -> list[str]:
        return self.lines(self.kind.clean, x)

    def undo(self, x: str) -> list[str]:
        return self.lines(self.kind.undo, x)

    def end(self, x: str) -> list[str]:
        """The use and what follows it: a program goes on behind a defect only if that is an absence."""
        return self.use(x) + ([] if self.bug and self.kind.spoils else self.clean(x))

    def begin(self, declaration: list[str], x: str) -> list[str]:
        return self.locals() + declaration + self.make(x)

    def by_address(self, acting: bool) -> bool:
        """Whether a callee that acts or uses needs the address of the object."""
        return not self.kind.by_value or (acting and self.kind.assigned)

    def parameter(self, name: str, acting: bool) -> str:
        return self.kind.declarator.format(target(self.kind, name) if self.by_address(acting) else name)

    def within(self, name: str, acting: bool) -> str:
        """The object in a callee with this parameter."""
        return f"(*{name})" if self.by_address(acting) else name

    def argument(self, name: str, acting: bool) -> str:
        return f"&{name}" if self.by_address(acting) else name

    def changer(self, name: str, lines: list[str], result: str = "void") -> list[str]:
        """A function that executes these lines about its parameter `it`."""
        body = (lines or ["(void)it;"]) + (["return 1;"] if result == "int" else [])
        return function(f"{result} {name}({self.parameter('it', True)})", body)

    def acting(self) -> list[str]:
        """The action about the parameter `it`."""
        return self.act(self.within("it", True))

    def call(self, name: str) -> str:
        """A call of a `changer` for `x`."""
        return f"{name}({self.argument('x', True)})"


def target(kind: Kind, name: str) -> str:
    """A declarator of a pointer to the object."""
    return f"(*{name})" if kind.declarator.endswith("]") else f"*{name}"


def block(head: str, lines: list[str]) -> list[str]:
    """A statement with a body, or nothing if the body is empty."""
    if not lines:
        return []
    return [f"{head} {{".lstrip(), *("    " + line for line in lines), "}"]


def function(head: str, body: list[str]) -> list[str]:
    return [f"static {head}", "{", *("    " + line for line in body), "}", ""]
