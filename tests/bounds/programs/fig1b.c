// Fig. 1(b), Prog1, of Gulavani, Rajamani: Counterexample Driven Refinement for Abstract Interpretation: the index of the least value.
// inputs: 1
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int x = 0, m = 0;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
#ifdef BUG
    while (x <= BOUND) {
#else
    while (x < BOUND) {
#endif
        if (nondet_int() != 0)
            m = x;
        x = x + 1;
    }
    assert(0 <= m && m < BOUND); // bug: assertion-failure
    return 0;
}
