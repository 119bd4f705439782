// unreach-call: false
// valid-memsafety: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdlib.h>

/* To free NULL does nothing. */
int main(void)
{
    char *text = 0;
    if (__VERIFIER_nondet_int())
        text = malloc(3);
    int is_null = text == 0;
    free(text);
    if (is_null)
        reach_error();
    return 0;
}
