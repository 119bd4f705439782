// The guarded commands of Strejcek: Abstraction: the bound is where counting stops.
// inputs: k % 2 == 0 ? k < 12 : k == 3 ? 2 : k == 9 ? 3 : 0
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int x = 0, taken = 0;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    while (nondet_int() != 0) {
        int act = nondet_int();

        if (act == 0) {                         /* a */
            if (x < BOUND) {
                x = x + 1;
                taken = taken + 1;
            }
        } else if (act == 1 && !(x > 0)) {      /* b */
            x = 0;
            taken = 0;
        } else if (act == 2 && x > 0 && x <= 2) { /* c */
#ifdef BUG
            x = 1;
#else
            x = 0;
#endif
            taken = 0;
        } else if (act == 3 && x > 2) {         /* d */
            assert(taken >= 3); // bug: assertion-failure
            x = 0;
            taken = 0;
        }
        assert(x >= 0);
    }
    return 0;
}
