// unreach-call: unknown
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static void fail(void)
{
    reach_error();
}

/* What nothing declares may be a macro, and that calls what it likes. */
int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    for (unsigned i = 0; i < n; i++)
        note_a_round(n);
    if (n > 7 && n < 3)
        fail();
    return 0;
}
