// A program with lists: its own runs are what drivers repeat.
#include <stdlib.h>

extern int ask(void);

struct link {
    struct link *next;
    int number;
};

static struct link *put(struct link *all)
{
    struct link *made = malloc(sizeof *made);
    if (!made)
        exit(3);
    made->number = ask();
    made->next = all;
    return made;
}

static void drop(struct link *all)
{
    while (all) {
        struct link *next = all->next;
        free(all);
        all = next;
    }
}

static int sum(struct link *all)
{
    int sum = 0;
    do {
        sum += all->number; // fails: null-dereference
        all = all->next;
    } while (all);
    return sum;
}

static int last(struct link *all)
{
    struct link *last;
    while (all->next) {
        last = all->next;
        all = last;
    }
    return last->number; // fails: uninitialized-read
}

static void cut(struct link *all)
{
    all->next = all->next->next; // fails: memory-leak
}

static int again(struct link *all, struct link *known)
{
    drop(all);
    return known->number; // fails: use-after-free
}

int main(void)
{
    struct link *all = NULL;
    int result = 0;
    switch (ask()) {
    case 1:
        result = sum(all);
        break;
    case 2:
        all = put(all);
        result = last(all);
        break;
    case 3:
        all = put(all);
        all = put(all);
        cut(all);
        break;
    case 4:
        all = put(all);
        all = put(all);
        result = again(all, all->next);
        all = NULL;
        break;
    }
    drop(all);
    return result > 3;
}
