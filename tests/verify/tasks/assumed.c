// unreach-call: true
// no-overflow: true
// termination: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* A run in which an assumption does not hold ends without a word. */
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > -100 && x < 100);
    if (x * x >= 10000)
        reach_error();
    return 0;
}
