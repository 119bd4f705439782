// unreach-call: true
// no-overflow: true
// termination: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* A machine that never stops: its states come again, whatever the inputs are. */
int main(void)
{
    int state = 0, counted = 0;
    while (1) {
        if (state == 0 && __VERIFIER_nondet_int()) {
            state = 1;
            counted = 0;
        } else if (state == 1) {
            counted++;
            if (counted == 3)
                state = 2;
        } else if (state == 2) {
            if (counted != 3)
                reach_error();
            state = 0;
        }
    }
}
