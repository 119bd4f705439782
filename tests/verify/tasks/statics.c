// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Objects with static storage have their first values. */
static int table[4] = {2, 3, 5};
int shared = 7;

static int counted(void)
{
    static int count = 40;
    return ++count;
}

int main(void)
{
    counted();
    if (counted() != 42 || table[2] != 5 || table[3] != 0 || shared != 7)
        reach_error();
    return 0;
}
