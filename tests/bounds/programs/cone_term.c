// The cone of Strejcek: Abstraction: never more rounds than the bound.
// inputs: 0
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int v, steps = 0;
    unsigned x = (unsigned)nondet_int();
    unsigned y = 1, z = 1;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    v = BOUND;
    while (v > 0) {
        assert(steps < BOUND); // bug: assertion-failure
        steps = steps + 1;
        z = z * x;
        x = x - 1;
        y = y * (unsigned)v;
#ifdef BUG
        if (z != 0)
#endif
            v = v - 1;
    }
    if (y == 0)
        z = 0;
    return 0;
}
