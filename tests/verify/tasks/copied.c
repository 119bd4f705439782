// unreach-call: true
// valid-memsafety: true
// termination: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* The values do not matter: they are the same in both arrays. */
int main(void)
{
    int from[50], to[50];
    for (int i = 0; i < 50; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 50; i++)
        to[i] = from[i];
    for (int i = 0; i < 50; i++)
        if (from[i] != to[i])
            reach_error();
    return 0;
}
