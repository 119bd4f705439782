// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Calls through pointers. */
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }

int main(void)
{
    int (*steps[2])(int) = {twice, next};
    int x = 1;
    for (int i = 0; i < 6; i++)
        x = steps[i % 2](x);
    if (x != 15 && x != 22)
        reach_error();
    return 0;
}
