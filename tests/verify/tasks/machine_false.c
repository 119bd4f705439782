// unreach-call: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* The same machine forgets to count from the beginning, which is seen in the second round. */
int main(void)
{
    int state = 0, counted = 0;
    while (1) {
        if (state == 0 && __VERIFIER_nondet_int()) {
            state = 1;
        } else if (state == 1) {
            counted++;
            if (counted % 3 == 0)
                state = 2;
        } else if (state == 2) {
            if (counted != 3)
                reach_error();
            state = 0;
        }
    }
}
