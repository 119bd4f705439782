// unreach-call: true
// valid-memsafety: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* Memory is lost in one of the cases. */
#include <stdlib.h>

static void use(int keep)
{
    char *text = malloc(10);
    if (keep < 0)
        return;
    free(text);
}

int main(void)
{
    use(__VERIFIER_nondet_int());
    return 0;
}
