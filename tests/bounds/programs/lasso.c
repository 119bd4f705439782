// The lasso of Strejcek: Abstraction: as many rounds as states.
// inputs: 1
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int s, rounds = 0;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    s = (nondet_int() > 0) ? 1 : BOUND - 1;
    while (s != 0) {
        rounds = rounds + 1;
        assert(rounds <= BOUND); // bug: assertion-failure
        if (s == BOUND)
#ifdef BUG
            s = 2;
#else
            s = 0;
#endif
        else
            s = s + 1;
    }
    return 0;
}
