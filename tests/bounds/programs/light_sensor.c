// The light sensor of Strejcek: Abstraction: the bound is where counting stops.
// inputs: k == 3 ? 60 : k % 2 == 0 && k < 6
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int x = 0, readings = 0;
    int brick = 0;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    while (nondet_int() != 0) {
        if (nondet_int() > 50) {
            if (x < BOUND) {
                x = x + 1;
                readings = readings + 1;
            }
        } else {
            brick = 0;
            if (x > 2) {
                brick = 2;
                assert(readings > 2);
            } else if (x > 0) {
                brick = 1;
                assert(readings == 1 || readings == 2); // bug: assertion-failure
            } else {
                assert(readings == 0); // bug: assertion-failure
            }
            assert((brick == 0) == (readings == 0));
#ifdef BUG
            x = -1;
#else
            x = 0;
#endif
            readings = 0;
        }
    }
    return 0;
}
