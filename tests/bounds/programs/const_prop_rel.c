// Fig. 2.1 of Erez: Generating Concrete Counterexamples for Sound Abstract Interpretation, with an assertion that holds for every bound.
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int x = 1, y = 1;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    while (y < BOUND) {
        if (x >= y) {
#ifdef BUG
            x = y + 3;
#else
            x = y + 2;
#endif
        } else {
            x = 3;
        }
        y = y + 1;
    }
    assert(x <= y + 1); // bug: assertion-failure
    return 0;
}
