//! The variables and external functions that generated C functions can use.

/// The number variables that can be read anywhere in a generated function.
pub(super) const NUMBERS: [&str; 17] =
    ["a", "b", "c", "x", "y", "n", "u", "h", "v", "e", "flag", "big", "g1", "s1", "never", "limit", "kind"];

/// The number variables that can be assigned in a generated function.
pub(super) const WRITABLE: [&str; 15] =
    ["a", "b", "c", "x", "y", "n", "u", "h", "v", "e", "flag", "big", "g1", "s1", "kind"];

/// The variables of type pointer to `int` in a generated function.
pub(super) const POINTERS: [&str; 7] = ["p", "q", "pa", "pb", "gp", "r", "s2"];

/// The pointer variables that random statements assign or free. Other pointer variables rarely change.
pub(super) const MOVING: [&str; 6] = ["p", "q", "p", "q", "pa", "gp"];

/// The C code at the start of every generated program: types, variables and external functions.
pub(super) const PRELUDE: &str = "#include <stdlib.h>
struct S { int a; unsigned char b; unsigned bits : 3; int *p; struct S *next; };
enum kind { FIRST, SECOND, THIRD = 7 };
int g1, *gp;
static int s1, *s2;
static int never = 3;
static const int limit = 5;
static int table[4];
static volatile int vol;
int ext(void);
int *extp(void);
void keep(int *);
void look(const int *);
void take(int *);
void touch(void);
void init(int *);";

/// The C function that gives the variables of the file new values before each run.
pub(super) const RESET: &str = "static void program_reset(void)
{
    g1 = some_int(), gp = some_pointer(), s1 = some_int(), s2 = rnd(2) ? NULL : some_pointer();
    for (int i = 0; i < 4; i++) table[i] = some_int();
    root(&gp, sizeof gp), root(&s2, sizeof s2);
}";
