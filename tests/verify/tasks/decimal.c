// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Floating-point numbers may have any value in symbolic runs, but the only run of this program tells. */
int main(void)
{
    double third = 1.0 / 3.0;
    if (third * 3.0 > 2.0)
        reach_error();
    return 0;
}
