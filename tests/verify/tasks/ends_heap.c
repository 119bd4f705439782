// termination: true
// Only memory that a pointer leads to counts.
#include <stdlib.h>
struct counter { int left; };
struct holder { struct counter *counter; };

int main(void)
{
    struct counter *c = malloc(sizeof *c);
    struct holder holder = {c};
    struct holder *h = &holder;
    c->left = 40;
    while (h->counter->left) {
        h->counter->left--;
    }
    free(c);
    return 0;
}
