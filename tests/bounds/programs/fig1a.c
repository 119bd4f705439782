// Fig. 1(a) of Gulavani, Rajamani: Counterexample Driven Refinement for Abstract Interpretation.
// inputs: k == 0 ? 2 : k == 2
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int x = nondet_int();
    int y = nondet_int();

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    if (x < 0 || x > 2 || y < 0 || y > 2)
        return 0;
    while (nondet_int() != 0 && x < BOUND) {
        x = x + 2;
#ifdef BUG
        y = y + 0;
#else
        y = y + 2;
#endif
    }
    assert(x != 4 || y != 0); // bug: assertion-failure
    return 0;
}
