//! The code that all generated functions of a batch share: an enumeration and helper functions.

/// The C code of the helper functions, which stands before the generated functions. It has marks for the two
/// spellings (see [`crate::spelling`]).
pub(super) const HELPERS: &str = "\
#include <stdlib.h>
enum kind { ZERO, ONE, TWO, FAR = 7 };
int level;
int ext(void)⟦;¦ { return ext_result; }⟧
static int clamp(int v, int low, int high) {
    if (v < low) return low;
    return v > high ? high : v;
}
static int is_odd(int v) { return v & 1; }
static unsigned char low_byte(unsigned v) { return v; }
static int sign(long v) { return (v > 0) - (v < 0); }
static int in_range(int v, int n) { return v >= 0 && v < n; }
static int next_state(int v) {
    switch (v) {
    case 0: return 1;
    case 1: v = 2;
    case 2: return v + 1;
    default: return 0;
    }
}
static int *make(int v) {
    int *p = malloc(sizeof(int));
    if (p)
        ⟦*p = v¦STORE(p, 0, v)⟧;
    return p;
}
static void drop(int *p) {
    free(p);
}
static int get(const int *p) {
    return ⟦*p¦LOAD(p, 0)⟧;
}
static void put(int *p, int v) {
    ⟦*p = v¦STORE(p, 0, v)⟧;
}
static int set_if(int *to, int c) {
    if (c <= 0) return 0;
    ⟦*to = c¦STORE(to, 0, c)⟧;
    return 1;
}
static int *choose(int *p, int *q, int c) { return c ? p : q; }
";
