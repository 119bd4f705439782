// unreach-call: true
// termination: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int x = 3;
    while (x != 0)
        x = x == 3 ? 4 : 3;
    reach_error();
    return 0;
}
