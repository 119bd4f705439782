// unreach-call: unknown
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Assembly is not understood. */
int main(void)
{
    int x = 1;
    __asm__ volatile("" : "+r"(x));
    if (x != 1)
        reach_error();
    return 0;
}
