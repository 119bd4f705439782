// What comes from functions and objects that nobody defines, and from objects with static storage.
#include <stdlib.h>
#include <string.h>

void fill(int *out, char *p);
int read_it(void);
void note(int);
void consume(char *);
struct item *find(int);
struct item {
    int n;
    struct item *next;
};

extern int outside;
extern const int bound;
static int level = 4;
struct item *head;

int written(void)
{
    int x = 1;
    int *q = &x;
    fill(&x, NULL);
    if (x == 42)
        q = NULL;
    return *q; // fails: null-dereference
}

int results(void)
{
    int a = read_it(), b = read_it();
    int *q = 0;
    note(a);
    if (a == 3 && b == -2)
        return *q; // fails: null-dereference
    return 0;
}

int found(int n)
{
    struct item *item = find(n);
    if (item && item->n == 12)
        item = item->next;
    else
        return 0;
    if (!item)
        return item->n; // fails: null-dereference
    return 0;
}

int each_time(void)
{
    int rounds = 0, answer;
    int *p = &rounds;
    do {
        answer = read_it();
        rounds++;
    } while (answer != 0 && rounds <= 500);
    if (answer != 0)
        p = 0;
    return *p; // fails: null-dereference
}

int globals(void)
{
    int *q = 0;
    if (outside == 4 && head && head->n == 2)
        return *q; // fails: null-dereference
    if (level == 7)
        return *q + 1; // fails: null-dereference
    level = 7;
    return 0;
}

int passed(int n)
{
    char *p = malloc(3);
    if (!p)
        return 1;
    free(p);
    if (n == 9)
        consume(p); // fails: use-after-free
    return 0;
}

int never_called(void)
{
    return bound + (find(1) != head);
}

/* The first call answers, the second one fails. */
char asked_twice(void)
{
    if (getenv("HOME"))
        return *getenv("EDITOR"); // fails: null-dereference
    return 0;
}

/* Nobody declares or defines what the run does not come to. */
int not_declared(int *p)
{
    if (p)
        declared_nowhere(p);
    return *p; // fails: null-dereference
}
