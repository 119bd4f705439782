// termination: false
// The list is a ring if the number is right. Calls and memory of the heap belong to the state.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };

static int walk(struct node *list)
{
    int sum = 0;
    while (list) {
        sum ^= list->value;
        list = list->next;
    }
    return sum;
}

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    a->value = 1;
    b->value = 2;
    b->next = __VERIFIER_nondet_int() == 4711 ? a : 0;
    walk(a);
    free(a);
    free(b);
    return 0;
}
