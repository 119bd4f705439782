// termination: false
// Every round needs two numbers from outside, which can be given again.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 5;
    while (x > 0) {
        x = __VERIFIER_nondet_int();
        if (x != 77)
            return 0;
        int z = __VERIFIER_nondet_int();
        x = z > 1000 ? z : 0;
    }
    return 0;
}
