// Four abstract states of Strejcek: Abstraction: more rounds end in the same states.
// inputs: 0
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int s = nondet_int() ? 1 : 2;
    int k;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    for (k = 0; k < BOUND; k++) {
        switch (s) {
        case 1: s = 5; break;
        case 2: s = 6; break;
        case 3: s = 4; break;
        case 4: s = 8; break;
        case 5: s = 9; break;
#ifdef BUG
        case 6: s = 7; break;
#else
        case 6: s = 9; break;
#endif
        case 7: s = 10; break;
        default: break;
        }
    }
    assert(s < 10); // bug: assertion-failure
    return 0;
}
