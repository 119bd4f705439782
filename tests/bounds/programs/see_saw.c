// See-Saw of Gulavani, Rajamani: Counterexample Driven Refinement for Abstract Interpretation, from the StInG collection.
// inputs: k % 2 == 0 ? k < 22 : k < 10 ? 2 : k < 14 ? 1 : 4
// left out with the bug: 10, x must reach 27
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int x = 0, y = 0;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    while (nondet_int() != 0 && x < BOUND) {
        int t = nondet_int();

        if (t == 1 && x >= 5 && x <= 7) {
            x = x + 2;
            y = y + 1;
        } else if (t == 2 && x <= 4) {
            x = x + 1;
            y = y + 2;
        } else if (t == 3 && x >= 7 && x <= 9) {
            x = x + 1;
            y = y + 3;
        } else if (t == 4 && x >= 9) {
#ifdef BUG
            x = x + 6;
#else
            x = x + 2;
#endif
            y = y + 1;
        }
    }
    assert(2 * y - x >= 0); // bug: assertion-failure
    assert(3 * x - y >= 0);
    return 0;
}
