// unreach-call: true
// termination: false
// Only x above 100 and y == 3 never leave the loop.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 100)
        x = x + y - 3;
    return 0;
}
