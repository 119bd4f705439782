// unreach-call: true
// valid-memsafety: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* One index is too large. */
int main(void)
{
    int squares[8] = {0};
    int at = __VERIFIER_nondet_int();
    __VERIFIER_assume(at >= 0 && at <= 8);
    squares[at] = 1;
    return 0;
}
