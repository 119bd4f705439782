/* Claims that a tool could make. A comment `claim: RULE VARIABLE: VERDICT` makes one for its line; `kept` is any verdict
   but refuted. Each kept claim is true, or cannot be decided from the function alone. */
#include <stdlib.h>
#include <string.h>

struct box { char *text; int size; };

int stop(void);
void take(char *text);
void fill(int *to);

/* The same line may be reached with another value of the variable. */
int again(int n)
{
    int value, sum = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0)
            sum += value; /* claim: uninitvar value: kept */
        if (i > 1)
            value = i;
    }
    return sum;
}

int copied(int n)
{
    int value, copy = 0;
    if (n > 3)
        copy = value;
    if (n > 4)
        return copy; /* claim: uninitvar copy: kept */
    return 0;
}

int through_memory(int n)
{
    int value, copy = 1;
    int *at = &value;
    if (n > 3)
        copy = *at;
    return copy; /* claim: uninitvar copy: kept */
}

int perhaps_filled(int n)
{
    int value;
    if (n > 3)
        fill(&value);
    if (n > 2)
        return value; /* claim: uninitvar value: kept */
    return 0;
}

int filled(int n)
{
    int value = 0;
    if (n > 3)
        value = n;
    if (n > 4)
        return value; /* claim: uninitvar value: kept */
    return 0;
}

/* A statement on several lines is one, whichever line is named. */
int several_lines(int *p, int n)
{
    if (n > 0 && p == NULL)
        n = -n;
    return n + /* claim: nullPointer p: kept */
        *p; /* claim: nullPointer p: kept */
}

int alias(int *p)
{
    int *q = p;
    int first = *q; /* claim: nullPointer q: kept */
    return first + *p; /* claim: nullPointer p: kept */
}

int twice(int n)
{
    int one, other;
    if (one > n)
        return 1;
    return other; /* claim: uninitvar other: kept */
}

int after_another(int n)
{
    int value;
    char *p = NULL;
    if (value > n)
        n++;
    return *p; /* claim: nullPointer p: refuted */
}

/* What the caller freed is freed. */
int given(char *p, int n)
{
    free(p);
    if (n > 1)
        return *p; /* claim: deallocuse p: kept */
    return 0;
}

int in_order(int n)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    if (n > 2)
        free(p);
    if (n <= 2)
        *p = 1; /* claim: deallocuse p: refuted */
    if (n <= 2)
        free(p); /* claim: doubleFree p: refuted */
    return 0;
}

/* A loss is one where no pointer is left, whatever happens later. */
int lost_before_end(int n)
{
    char *p = malloc(4);
    if (n > 2)
        p = NULL; /* claim: memleak p: kept */
    while (n > 3)
        stop();
    free(p);
    return 0;
}

int lost_before_abort(int n)
{
    char *p = malloc(4);
    if (n > 2) {
        p = malloc(5); /* claim: memleak p: kept */
        abort();
    }
    free(p);
    return 0;
}

int lost_with_its_owner(void)
{
    struct box *box = malloc(sizeof *box);
    if (!box)
        return 1;
    box->text = malloc(4);
    free(box);
    return 0; /* claim: memleak box.text: kept */
}

int passed_on(int n)
{
    char *p = malloc(4);
    if (n)
        take(p);
    else
        free(p);
    return 0; /* claim: memleak p: kept */
}

int freed_on_both_ways(int n)
{
    char *p = malloc(4);
    if (n > 2)
        free(p);
    if (n <= 2)
        free(p);
    return 0; /* claim: memleak p: refuted */
}

/* Some ways to a line, but not all, are impossible. */
int one_way(int n, int *p)
{
    if (n > 2 && n < 2)
        return *p; /* claim: nullPointer p: refuted */
    if (n == 7)
        p = NULL;
    return *p; /* claim: nullPointer p: kept */
}

int macro(int *p)
{
#define READ(at) (*(at))
    return READ(p); /* claim: nullPointer p: kept */
}

int index_of(int i)
{
    int all[4] = {0};
    if (i < 0 || i > 4)
        return 0;
    return all[i]; /* claim: arrayIndexOutOfBounds all: kept */
}

int no_index_at_all(int i)
{
    int all[4] = {0};
    if (i > 4 && i < 3)
        return all[i]; /* claim: arrayIndexOutOfBounds all: refuted */
    return 0;
}

int number(void)
{
    int *p = (int *)sizeof(int);
    p -= 1;
    return *p; /* claim: nullPointer p: kept */
}

/* What happens after a signed overflow, which wraps around in most programs: 65536 * 65536 is 0 then. */
int rate(int n)
{
    if (n <= 0)
        return 0;
    int d = n * 65536;
    return 5 / d; /* claim: zerodiv d: kept */
}

int first(int a, int b)
{
    int y = 1, *p = 0;
    if (a > 0 && b > 0 && a + b > 0)
        p = &y;
    if (a > 0 && b > 0)
        return *p; /* claim: nullPointer p: kept */
    return 0;
}

/* No number overflows here: what is counted stays below `n`. */
int counted(int n)
{
    int d = 1;
    for (int i = 0; i < n; i++)
        if (i >= n)
            d = 0;
    return 5 / d; /* claim: zerodiv d: refuted */
}
