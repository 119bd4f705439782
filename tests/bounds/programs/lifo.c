// LIFO of Gulavani, Rajamani: Counterexample Driven Refinement for Abstract Interpretation, from the StInG collection.
// inputs: k == 4 ? 5 : k == 6 ? 3 : k == 8 ? 6 : k < 9
#include <assert.h>

extern int nondet_int(void);

int main(void)
{
#ifdef LEAST
    int n = nondet_int();
#endif
    int i = nondet_int();
    int sa = 0, ea = 0, ma = 0, sb = 0, eb = 0, mb = 0;

#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    if (i < 1 || i > BOUND)
        return 0;
    while (nondet_int() != 0 && i + sa + sb < 2 * BOUND) {
        int t = nondet_int();

        if (t == 1 && i >= 1) {
            i = i - 1;
            sa = sa + ea + ma + 1;
            ea = 0;
            ma = 0;
        } else if (t == 2 && sb >= 1) {
            sb = sb - 1;
            sa = ea + ma + 1;
            ea = 0;
            ma = 0;
        } else if (t == 3 && i >= 1) {
            i = i - 1;
            sb = sb + eb + mb + 1;
            eb = 0;
            mb = 0;
        } else if (t == 4 && sa >= 1) {
            sa = sa - 1;
            sb = sb + eb + mb + 1;
            eb = 0;
            mb = 0;
        } else if (t == 5 && sa >= 1) {
            i = i + sa + ea + ma;
            sa = 0;
            ea = 1;
            ma = 0;
        } else if (t == 6 && sb >= 1) {
            sb = sb - 1;
            i = i + sa + ea + ma;
            sa = 0;
#ifdef BUG
            ea = ea + 1;
#else
            ea = 1;
#endif
            ma = 0;
        } else if (t == 7 && sb >= 1) {
            i = i + sb + eb + mb;
            sb = 0;
            eb = 1;
            mb = 0;
        } else if (t == 8 && sa >= 1) {
            sa = sa - 1;
            i = i + sb + eb + mb;
            sb = 0;
            eb = 1;
            mb = 0;
        } else if (t == 9 && ea >= 1) {
            ea = ea - 1;
            ma = ma + 1;
        } else if (t == 10 && eb >= 1) {
            eb = eb - 1;
            mb = mb + 1;
        }
    }
    assert(ea + ma <= 1); // bug: assertion-failure
    assert(eb + mb <= 1);
    assert(mb >= 0);
    assert(eb >= 0);
    assert(ma >= 0);
    assert(ea >= 0);
    return 0;
}
