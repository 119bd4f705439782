// unreach-call: true
// valid-memsafety: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* An index from outside: each place of the array is tried. */
int main(void)
{
    int squares[8];
    for (int i = 0; i < 8; i++)
        squares[i] = i * i;
    int at = __VERIFIER_nondet_int();
    __VERIFIER_assume(at >= 0 && at < 8);
    squares[at] = 0;
    if (squares[at] > 0 || squares[7] > 49)
        reach_error();
    return 0;
}
