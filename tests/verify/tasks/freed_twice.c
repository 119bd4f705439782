// valid-memsafety: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

#include <stdlib.h>

int main(void)
{
    char *text = malloc(10);
    if (__VERIFIER_nondet_int() == 77)
        free(text);
    free(text);
    return 0;
}
