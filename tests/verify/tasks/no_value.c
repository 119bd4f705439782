// unreach-call: unknown
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* A variable without a value may have any, but no run is evidence of that. */
int main(void)
{
    int x;
    if (x == 3)
        reach_error();
    return 0;
}
