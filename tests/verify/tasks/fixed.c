// unreach-call: true
// no-overflow: true
// termination: true
// valid-memsafety: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* No input: one run says everything. */
int power(int base, int exponent)
{
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

int main(void)
{
    if (power(3, 7) != 2187)
        reach_error();
    return 0;
}
