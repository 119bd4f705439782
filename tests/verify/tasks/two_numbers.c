// unreach-call: false
// no-overflow: false
// termination: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Both numbers have to be right, and no small ones are. */
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 1000 && y == x * 3 - 4)
        reach_error();
    return 0;
}
