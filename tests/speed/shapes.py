"""C files whose functions grow in one way each.

A shape is a function from a size, the number of statements or so, to the text of a file. docs/performance.md has a table
of how time and memory of csieve grow with the size.
"""

from collections.abc import Callable, Iterable

Shape = Callable[[int], str]


def lines(made: Iterable[str]) -> str:
    return "".join(f"    {line}\n" for line in made)


def straight_line(n: int) -> str:
    body = lines(f"x = x * 3 + {i % 7};" for i in range(n))
    return f"unsigned straight(unsigned x)\n{{\n{body}    return x;\n}}\n"


def independent_flags(n: int) -> str:
    body = lines(f"if (a & {1 << i % 30}) x += {i};" for i in range(n))
    return f"unsigned flags(unsigned a, unsigned x)\n{{\n{body}    return x;\n}}\n"


def parameters(n: int) -> str:
    given = ", ".join(f"int p{i}" for i in range(n))
    body = lines(f"if (p{i}) x++;" for i in range(n))
    return f"int parameters({given})\n{{\n    int x = 0;\n{body}    return x;\n}}\n"


def flags_that_guard_frees(n: int) -> str:
    body = lines(f"if (f{i % 20}) {{ free(p); p = malloc({i + 1}); }}" for i in range(n))
    given = ", ".join(f"int f{i}" for i in range(20))
    return f"#include <stdlib.h>\nvoid guarded({given})\n{{\n    char *p = malloc(8);\n{body}    free(p);\n}}\n"


def many_pointers(n: int) -> str:
    made = lines(f"char *p{i} = malloc({i + 1}); if (!p{i}) abort(); p{i}[0] = 1;" for i in range(n))
    freed = lines(f"free(p{i});" for i in range(n))
    return f"#include <stdlib.h>\nvoid pointers(void)\n{{\n{made}{freed}}}\n"


def goto_cleanup(n: int) -> str:
    made = lines(f"char *p{i} = malloc({i + 1}); if (!p{i}) goto out{i};" for i in range(n))
    freed = lines(f"free(p{i}); out{i}: ;" for i in reversed(range(n)))
    return f"#include <stdlib.h>\nvoid cleanup(void)\n{{\n{made}{freed}}}\n"


def guarded_pointers(n: int) -> str:
    body = lines(f"if (q[{i}] != NULL) x += *q[{i}];" for i in range(n))
    return f"#include <stddef.h>\nint guarded(int *q[{n}])\n{{\n    int x = 0;\n{body}    return x;\n}}\n"


def nested_loops(n: int) -> str:
    depth = 8
    groups = []
    for k in range(max(1, n // depth)):
        opened = "".join(f"for (int i{d} = 0; i{d} < a; i{d}++) " for d in range(depth))
        groups.append(f"{opened}x += {k};")
    return f"unsigned nested(int a, unsigned x)\n{{\n{lines(groups)}    return x;\n}}\n"


def consecutive_loops(n: int) -> str:
    body = lines(f"for (int i = 0; i < a; i++) x += i * {k};" for k in range(n))
    return f"unsigned loops(int a, unsigned x)\n{{\n{body}    return x;\n}}\n"


def one_switch(n: int) -> str:
    body = lines(f"case {i}: x = {i * 7 % 1000}; break;" for i in range(n))
    return f"int choice(int a)\n{{\n    int x = 0;\n    switch (a) {{\n{body}    }}\n    return x;\n}}\n"


def interpreter(n: int) -> str:
    ops = ["acc += code[pc++];", "acc -= stack[--sp];", "stack[sp++] = acc;", "if (acc == 0) pc = code[pc];", "acc = regs[code[pc++] & 15];"]
    body = lines(f"case {i}: {ops[i % len(ops)]} break;" for i in range(n))
    head = "int interpret(const int *code)\n{\n    int stack[64], regs[16] = {0}, sp = 0, pc = 0, acc = 0;\n    for (;;) {\n    switch (code[pc++]) {\n"
    return f"{head}{body}    default: return acc;\n    }}\n    }}\n}}\n"


def state_machine(n: int) -> str:
    body = lines(f"case {i}: state = c == {i % 128} ? {(i * 7 + 1) % n} : {(i + 1) % n}; break;" for i in range(n))
    head = "int machine(const char *text)\n{\n    int state = 0, c;\n    while ((c = *text++) != 0) {\n    switch (state) {\n"
    return f"{head}{body}    }}\n    }}\n    return state;\n}}\n"


def else_if_numbers(n: int) -> str:
    body = lines(f"else if (a == {i * 3 + 1}) x = {i};" for i in range(n))
    return f"int numbers(int a)\n{{\n    int x = 0;\n    if (a == 0) x = 1;\n{body}    return x;\n}}\n"


def else_if_strings(n: int) -> str:
    body = lines(f'else if (strcmp(s, "word{i}") == 0) x = {i};' for i in range(n))
    return f'#include <string.h>\nint words(const char *s)\n{{\n    int x = 0;\n    if (strcmp(s, "") == 0) x = 1;\n{body}    return x;\n}}\n'


def tables(n: int) -> str:
    rows = lines(f'{{ "name{i}", {i}, {i * 31 % 997} }},' for i in range(n))
    head = f"struct row {{ const char *name; int key; int value; }};\nstatic const struct row rows[{n}] = {{\n{rows}}};\n"
    return head + f"int look(int key)\n{{\n    for (int i = 0; i < {n}; i++)\n        if (rows[i].key == key) return rows[i].value;\n    return -1;\n}}\n"


def many_functions(n: int) -> str:
    return "".join(f"int f{i}(int a, int *p)\n{{\n    if (a > {i}) return *p;\n    return a;\n}}\n" for i in range(n))


def call_chain(n: int) -> str:
    first = "static int f0(int *p) { return p ? *p : 0; }\n"
    return first + "".join(f"{'static ' if i < n else ''}int f{i}(int *p) {{ return p ? f{i - 1}(p) + 1 : {i}; }}\n" for i in range(1, n + 1))


def macros(n: int) -> str:
    made = "".join(f"#define M{i}(x) ((x) + {i})\n" for i in range(n))
    body = lines(f"a = M{i}(a);" for i in range(n))
    return f"{made}unsigned expand(unsigned a)\n{{\n{body}    return a;\n}}\n"


def big_expression(n: int) -> str:
    sum_of = " + ".join(f"a * {i % 9 + 1}u" for i in range(n))
    return f"unsigned big(unsigned a)\n{{\n    return {sum_of};\n}}\n"


def goto_graph(n: int) -> str:
    body = lines(f"l{i}: x += {i}; c = *text++; if (c == {i % 100 + 1}) goto l{(i * 13 + 5) % n}; if (c == 0) goto end;" for i in range(n))
    return f"unsigned lexer(const char *text)\n{{\n    unsigned x = 0; int c;\n{body}end:\n    return x;\n}}\n"


def assignment_chain(n: int) -> str:
    body = lines(f"int v{i} = v{i - 1};" for i in range(1, n))
    return f"int chain(int v0)\n{{\n{body}    return v{n - 1} == v0 ? 1 : 0;\n}}\n"


def members(n: int) -> str:
    fields = lines(f"int m{i}; int *p{i};" for i in range(n))
    body = lines(f"if (s->p{i}) s->m{i} = *s->p{i};" for i in range(n))
    return f"struct s {{\n{fields}}};\nvoid copy(struct s *s)\n{{\n{body}}}\n"


SHAPES: dict[str, Shape] = {
    shape.__name__.replace("_", " "): shape
    for shape in (
        straight_line,
        independent_flags,
        parameters,
        flags_that_guard_frees,
        many_pointers,
        goto_cleanup,
        guarded_pointers,
        nested_loops,
        consecutive_loops,
        one_switch,
        interpreter,
        state_machine,
        else_if_numbers,
        else_if_strings,
        tables,
        many_functions,
        call_chain,
        macros,
        big_expression,
        goto_graph,
        assignment_chain,
        members,
    )
}
