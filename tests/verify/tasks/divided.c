// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Runs end where behaviour is undefined: no other one comes to the call. */
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (100 / x > 100)
        reach_error();
    return 0;
}
