// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Too many rounds to follow each: what holds in every round is needed. */
int main(void)
{
    unsigned x = 0, y = 0;
    while (x < 500000000) {
        x += 2;
        y += 2;
    }
    if (x % 2 != 0 || x != y)
        reach_error();
    return 0;
}
