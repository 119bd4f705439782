"""The kinds of defects: what every program with one of them does, in small pieces of C.

A piece is text in which `X` stands for the object that the defect is about; the flow (flows.py) says where that
object lives, and where and when the pieces are executed. Every program makes its object, then perhaps executes the
*action*, then uses the object. For most kinds the action spoils the object: it frees the memory, sets the index
too high. For the others (`spoils=False`) the action is what must not be missing: the first value of a variable,
the free of memory. A line of `use` that ends with `// bug` is where the defect must be reported.

The table leaves out kinds that csieve has no rule for (signed sums that overflow, lost precision, data races),
and `unreachable-code`: code that no run reaches is part of many correct programs here, as their flags say.
"""

from dataclasses import dataclass

EXIT = "if (X == NULL)\n    exit(1);\n"
INT = "X = malloc(sizeof(int));\n" + EXIT
STREAM = 'X = fopen("/dev/null", "w");\n' + EXIT
OBJECT = "static int object = 7;\n"
LOCK = "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
COUNTER = "static int counter;\n"
FIND = "static int *find(int key)\n{\n    if (key == 3)\n        return &object;\n    return NULL;\n}\n"
WRAPS = 4611686018427387905
"""A number of objects of which the size wraps."""


@dataclass(frozen=True)
class Kind:
    """One kind of defect."""

    name: str
    rule: str
    declarator: str
    """The type of the object, with `{}` for the name: `int *{}`."""
    make: str
    action: str
    use: str
    clean: str = ""
    """What follows the use if the object is as it should be."""
    undo: str = ""
    """What follows the action if the use does not."""
    top: str = ""
    """What the program needs at file scope."""
    locals: str = ""
    """Other objects of the function, which `make` and `action` may refer to."""
    after: str = ""
    """What `main` does last."""
    fallback: str = ""
    """The end of a function that returns a value, where the use is not executed."""
    spoils: bool = True
    owed: bool = False
    """The action must happen on every path (a free), not only before the use."""
    assigned: bool = False
    """The action assigns to the object, so a callee needs its address."""
    by_value: bool = True
    """Copying the object is no defect of its own."""
    shared: bool = False
    """Two objects would be one: both are the same lock, or point to the same cell."""
    lost: bool = False
    """The defect is that a local pointer is the last one, so there is none if the object is static."""
    automatic: bool = False
    """The object has no value at first only if it is automatic."""
    anywhere: bool = False
    """The defect is an absence: a report at any line of the program is right."""
    seen_by: str = "address,undefined"
    """The sanitizers that see the defect, or `time` if it does not end. tests/corpus/watch.c sees locks, streams."""
    environments: tuple[tuple[tuple[str, str], ...], ...] = ((),)
    """The environments to run the program in, with the text of STDIN. One of them must show the defect."""

    @property
    def returned(self) -> bool:
        """Whether the use returns the object to `main`."""
        return "return X" in self.use

    @property
    def result(self) -> str:
        """The result type of the function with the defect, as a declarator."""
        return "int *{}" if self.returned else "void {}"


MEMORY = [
    Kind("use-after-free-write", "use-after-free", "int *{}", INT, "free(X);", "*X = 1; // bug", "free(X);"),
    Kind(
        "use-after-free-read", "use-after-free", "int *{}", INT + "*X = 3;", "free(X);",
        'printf("%d\\n", *X); // bug', "free(X);",
    ),
    Kind(
        "use-after-realloc", "use-after-free", "int *{}", INT,
        "{\n    int *larger = realloc(X, 4000);\n    free(larger == NULL ? X : larger);\n}", "*X = 1; // bug",
        "free(X);",
    ),
    Kind("double-free", "double-free", "int *{}", INT, "free(X);", "free(X); // bug"),
    Kind(
        "free-of-offset", "invalid-free", "int *{}", INT, "X = X + 1;", "free(X); // bug", undo="free(X - 1);",
        assigned=True,
    ),
    Kind(
        "free-of-literal", "invalid-free", "char *{}", "X = malloc(8);\n" + EXIT, 'free(X);\nX = "text";',
        "free(X); // bug", assigned=True,
    ),
    Kind(
        "free-of-local", "invalid-free", "int *{}", INT, "free(X);\nX = &local;", "free(X); // bug",
        locals="int local = 3;", assigned=True,
    ),
    Kind(
        "leak-at-return", "memory-leak", "int *{}", INT + "*X = 3;", "free(X);", "return; // bug", spoils=False,
        owed=True, lost=True, anywhere=True,
    ),
    Kind(
        "leak-by-overwriting", "memory-leak", "int *{}", INT, "free(X);\nX = NULL;",
        "X = malloc(2 * sizeof(int)); // bug\nfree(X);", spoils=False, owed=True, assigned=True, anywhere=True,
    ),
]

NULL = [
    Kind(
        "null-constant", "null-dereference", "int *{}", "X = &object;", "X = NULL;", "*X = 1; // bug", top=OBJECT,
        assigned=True,
    ),
    Kind(
        "null-of-malloc", "null-dereference", "int *{}", "X = malloc(sizeof(int));", EXIT, "*X = 1; // bug",
        "free(X);", spoils=False, environments=((), (("MALLOC_FAILS", "1"),), (("MALLOC_FAILS", "2"),)),
    ),
    Kind(
        "null-of-callee", "null-dereference", "int *{}", "X = find(3);", "X = find(4);", "*X = 1; // bug",
        top=OBJECT + FIND, assigned=True,
    ),
]

NO_VALUE = [
    Kind(
        "uninitialized-variable", "uninitialized-read", "int {}", "", "X = 1;",
        'if (X > 3) // bug\n    puts("large");', spoils=False, assigned=True, by_value=False, automatic=True,
        seen_by="memory",
    ),
    Kind(
        "uninitialized-cell", "uninitialized-read", "int {}[4]", "X[0] = 1;", "X[2] = 1;",
        'if (X[2] > 3) // bug\n    puts("large");', spoils=False, by_value=False, automatic=True, assigned=True,
        seen_by="memory",
    ),
    Kind(
        "uninitialized-heap", "uninitialized-read", "int *{}", INT, "*X = 1;",
        'if (*X > 3) // bug\n    puts("large");', "free(X);", spoils=False, seen_by="memory",
    ),
    Kind(
        "uninitialized-member", "uninitialized-read", "struct pair {}", "X.first = 1;", "X.second = 1;",
        'if (X.second > 3) // bug\n    puts("large");', top="struct pair {\n    int first;\n    int second;\n};\n",
        spoils=False, assigned=True, by_value=False, automatic=True, seen_by="memory",
    ),
    Kind(
        "uninitialized-target", "uninitialized-read", "int *{}", "X = &target;", "*X = 1;",
        'if (*X > 3) // bug\n    puts("large");', locals="int target;", spoils=False, shared=True, seen_by="memory",
    ),
]

BOUNDS = [
    Kind(
        "index-too-large", "out-of-bounds", "int {}", "X = 2;", "X = 10;",
        'int cells[10] = {0};\ncells[X] = 1; // bug\nprintf("%d\\n", cells[2]);', assigned=True,
    ),
    Kind(
        "index-of-table", "out-of-bounds", "int {}", "X = 2;", "X = 10;", 'printf("%d\\n", table[X]); // bug',
        top="static const int table[10] = {1, 2, 3};\n", assigned=True,
    ),
    Kind(
        "negative-index", "out-of-bounds", "int {}", "X = 2;", "X = -1;",
        'int cells[10] = {0};\ncells[X] = 1; // bug\nprintf("%d\\n", cells[2]);', assigned=True,
    ),
    Kind(
        "index-of-heap", "out-of-bounds", "int {}", "X = 2;", "X = 10;",
        "int *cells = calloc(10, sizeof(int));\nif (cells == NULL)\n    exit(1);\ncells[X] = 1; // bug\nfree(cells);",
        assigned=True,
    ),
    Kind(
        "strcpy-too-long", "out-of-bounds", "const char *{}", 'X = "short";', 'X = "a longer text";',
        "char buffer[8];\nstrcpy(buffer, X); // bug\nputs(buffer);", assigned=True,
    ),
    Kind(
        "memcpy-too-long", "out-of-bounds", "size_t {}", "X = 8;", "X = 9;",
        "char buffer[8];\nmemcpy(buffer, source, X); // bug\nputs(buffer);",
        top='static const char source[16] = "text";\n', assigned=True,
    ),
    Kind(
        "memset-too-long", "out-of-bounds", "size_t {}", "X = 8;", "X = 9;",
        "char *buffer = malloc(8);\nif (buffer == NULL)\n    exit(1);\nmemset(buffer, 0, X); // bug\nfree(buffer);",
        assigned=True,
    ),
    Kind(
        "loop-off-by-one", "out-of-bounds", "int {}", "X = 10;", "X = 11;",
        'int cells[10];\nfor (int k = 0; k < X; k++)\n    cells[k] = k; // bug\nprintf("%d\\n", cells[2]);',
        assigned=True,
    ),
    Kind(
        "no-room-for-terminator", "out-of-bounds", "size_t {}", "X = strlen(text) + 1;", "X = strlen(text);",
        "char *copy = malloc(X);\nif (copy == NULL)\n    exit(1);\nstrcpy(copy, text); // bug\nfree(copy);",
        top='static const char *const text = "some text";\n', assigned=True,
    ),
]

NUMBERS = [
    Kind(
        "division-by-zero", "division-by-zero", "int {}", "X = 2;", "X = 0;", 'printf("%d\\n", 100 / X); // bug',
        assigned=True,
    ),
    Kind(
        "size-overflow", "integer-overflow", "size_t {}", 'if (scanf("%zu", &X) != 1)\n    exit(1);',
        "if (X > 1000)\n    exit(1);", "int *cells = malloc(X * sizeof(int)); // bug\nfree(cells);", spoils=False,
        seen_by="address,undefined,unsigned-integer-overflow",
        environments=((("STDIN", "5 5"),), (("STDIN", f"{WRAPS} 5"),), (("STDIN", f"5 {WRAPS}"),)),
    ),
    Kind(
        "infinite-loop", "infinite-loop", "int {}", "X = 1;", "X = 0;",
        'int count = 0;\nwhile (count < 10) // bug\n    count += X;\nprintf("%d\\n", count);', assigned=True,
        seen_by="time",
    ),
]

RESOURCES = [
    Kind(
        "stream-leak", "resource-leak", "FILE *{}", STREAM, "fclose(X);", "return; // bug", spoils=False, owed=True,
        lost=True, anywhere=True,
    ),
    Kind("double-close", "double-close", "FILE *{}", STREAM, "fclose(X);", "fclose(X); // bug"),
    Kind(
        "closed-stream", "use-after-free", "FILE *{}", STREAM, "fclose(X);", 'fputs("text", X); // bug',
        "fclose(X);",
    ),
    Kind(
        "mismatched-close", "mismatched-close", "FILE *{}", STREAM, 'fclose(X);\nX = popen("true", "r");\n' + EXIT,
        "fclose(X); // bug", undo="pclose(X);", assigned=True,
    ),
    Kind(
        "double-lock", "double-lock", "pthread_mutex_t *{}", "X = &lock;", "pthread_mutex_lock(X);",
        "pthread_mutex_lock(X); // bug", "pthread_mutex_unlock(X);", undo="pthread_mutex_unlock(X);", top=LOCK,
        shared=True,
    ),
    Kind(
        "missing-unlock", "missing-unlock", "pthread_mutex_t *{}",
        "X = &lock;\npthread_mutex_lock(X);\nif (counter++ > 9) {\n    pthread_mutex_unlock(X);\n    exit(1);\n}",
        "pthread_mutex_unlock(X);", "return; // bug", top=LOCK + COUNTER, spoils=False, owed=True, shared=True,
        anywhere=True,
    ),
    Kind(
        "unlock-without-lock", "unlock-without-lock", "pthread_mutex_t *{}",
        "X = &lock;\npthread_mutex_lock(X);\ncounter++;", "pthread_mutex_unlock(X);",
        "pthread_mutex_unlock(X); // bug", top=LOCK + COUNTER, shared=True,
    ),
]

ESCAPES = [
    Kind(
        "escape-by-return", "stack-address-escape", "int *{}", "X = &object;", "X = &local;", "return X; // bug",
        top=OBJECT, locals="int local = 3;", fallback="return &object;", assigned=True, anywhere=True,
    ),
    Kind(
        "escape-by-global", "stack-address-escape", "int *{}", "X = &object;", "X = &local;", "kept = X; // bug",
        top=OBJECT + "static int *kept = &object;\n", locals="int local = 3;", after='printf("%d\\n", *kept);',
        assigned=True, shared=True, anywhere=True,
    ),
]

KINDS = MEMORY + NULL + NO_VALUE + BOUNDS + NUMBERS + RESOURCES + ESCAPES
