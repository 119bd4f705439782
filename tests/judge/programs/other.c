/* What a tool that csieve does not know reports about this file is in other.sarif. */
#include <stddef.h>

int other(int *p, int n)
{
    if (n > 3 && p == NULL)
        return 0;
    if (n > 5)
        return *p; /* judged: refuted */
    return *p; /* judged: unrefuted */
}

/* Only a run that did not fail on the line before gets to the second access. That `p` is NULL there is not refuted by
   that: it may be NULL on the line before. */
int accessed_twice(int *p)
{
    int first = *p;
    return first + *p; /* judged: unrefuted */
}

int known_to_fail(int a)
{
    int value;
    int *p = NULL;
    a += value;
    return a + *p; /* judged: refuted */
}
