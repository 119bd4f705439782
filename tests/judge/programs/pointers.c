/* Reports of gcc, clang and cppcheck about pointers. The comment at a line says what becomes of each report on it. */
#include <stdlib.h>

struct item { int value; struct item *next; };

int same_test(int a, int b)
{
    struct item *p = NULL;
    struct item item = {1, NULL};
    if (a > b)
        p = &item;
    if (b < a)
        return p->value; /* judged: refuted */
    return 0;
}

int other_test(int a, int b)
{
    struct item *p = NULL;
    struct item item = {1, NULL};
    if (a > b)
        p = &item;
    if (a > b - 1)
        return p->value; /* judged: confirmed */
    return 0;
}

int freed_once(int a)
{
    int result = 0;
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = a;
    if (a > 10)
        free(p);
    if (a <= 10) {
        result = *p; /* judged: refuted */
        free(p); /* judged: refuted */
    }
    return result;
}

int freed_early(int a)
{
    int result;
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = a;
    if (a > 10)
        free(p);
    result = *p; /* judged: confirmed */
    if (a <= 10)
        free(p); /* judged: refuted */
    return result;
}

int accessed_first(struct item *p)
{
    int first = p->value; /* judged: unrefuted */
    if (p == NULL)
        return 1;
    return first;
}

static int look(struct item *p)
{
    return p->value; /* judged: unrefuted */
}

int passed(int a)
{
    struct item *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->value = a;
    free(p);
    return look(p); /* judged: confirmed */
}
