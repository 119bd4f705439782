// Fig. 1 of Beyer, Loewe: Explicit-Value Analysis Based on CEGAR and Interpolation: with the bug, all rounds have to happen.
// inputs: 1
#include <assert.h>

extern int nondet_int(void);

static int system_call(void)
{
    return nondet_int();
}

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int flag = 0, ticks = 0, result;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    while (1) {
        ticks = ticks + 1;
        result = system_call();
        if (result == 0 || ticks > BOUND) {
#ifdef BUG
            flag = (result != 0);
#endif
            break;
        }
    }
    assert(!(flag > 0)); // bug: assertion-failure
    return 0;
}
