// Robot-HH96 of Gulavani, Rajamani: Counterexample Driven Refinement for Abstract Interpretation, from the StInG collection.
// inputs: k == 4 ? 3 : k < 4
#include <assert.h>

extern int nondet_int(void);

/* a value in [lo, hi] */
static int between(int lo, int hi)
{
    int v = nondet_int();

    if (v < lo)
        return lo;
    if (v > hi)
        return hi;
    return v;
}

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int x = 0, y = 0, t = 0;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    while (nondet_int() != 0 && t < BOUND) {
        int d = between(1, 2);

        t = t + d;
        x = x + between(d, 2 * d);
        if (nondet_int() != 0)
#ifdef BUG
            y = y + between(d, 3 * d);
#else
            y = y + between(d, 2 * d);
#endif
        else
            y = y - between(d, 2 * d);
    }
    assert(t <= x);
    assert(x <= 2 * t);
    assert(y <= 2 * t); // bug: assertion-failure
    assert(y >= -2 * t);
    return 0;
}
