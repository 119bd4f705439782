// unreach-call: true
// valid-memsafety: true
// termination: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* A list of at most four elements, which is freed again. */
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void)
{
    struct node *head = NULL;
    int length = __VERIFIER_nondet_int();
    __VERIFIER_assume(length >= 0 && length <= 4);
    for (int i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    int left = length;
    while (head) {
        struct node *next = head->next;
        if (head->value != --left)
            reach_error();
        free(head);
        head = next;
    }
    return 0;
}
