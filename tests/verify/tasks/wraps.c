// unreach-call: false
// no-overflow: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Where overflow is not asked about, signed numbers wrap around. */
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0);
    if (x + 1 < 0)
        reach_error();
    return 0;
}
