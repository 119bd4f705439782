// Memory behind pointers: members, lists, two pointers to one object, functions.
#include <stdlib.h>

struct item {
    int n;
    struct item *next;
    char *name;
};

int freed(struct item *s)
{
    struct item *next = s->next;
    free(s);
    return next->n + s->n; // fails: use-after-free
}

int ring(struct item *s)
{
    int *p = 0;
    if (s && s->next && s->next->n == 3 && s->next->next == s)
        return *p; // fails: null-dereference
    return 0;
}

int one(struct item *a)
{
    struct item *b = a;
    free(a);
    return b->n; // fails: use-after-free
}

int last(struct item *s)
{
    struct item *next = s->next;
    if (s->n == 3 && !next)
        return next->n; // fails: null-dereference
    return 0;
}

int through(struct item *s, int (*calls[2])(int))
{
    int *p = 0;
    if (calls[1](s->n) == 4)
        return *p; // fails: null-dereference
    return 0;
}

static void release(char *p, int depth)
{
    if (depth > 0)
        release(p, depth - 1);
    else
        free(p);
}

int deep(int n)
{
    char *p = malloc(2);
    if (!p || n < 0 || n > 3) {
        free(p);
        return 0;
    }
    release(p, n);
    p[0] = 3; // fails: use-after-free
    return 1;
}

int again(int n)
{
    char *p = malloc(2);
    free(p);
    if (n == 3)
        free(p); // fails: double-free
    return 3;
}

int middle(int n)
{
    int a[4];
    a[0] = n;
    int *p = a;
    if (n == 1)
        free(p); // fails: invalid-free
    return 0;
}

int lost(int n)
{
    char *p = malloc(10);
    if (!p)
        return 0;
    if (n == 4)
        return 1; // fails: memory-leak
    free(p);
    return 0;
}

int lost_before(int n)
{
    char *p = malloc(10);
    if (!p)
        return 0;
    p = malloc(4); // fails: memory-leak
    if (!p || n == 4)
        abort();
    free(p);
    return 1;
}
