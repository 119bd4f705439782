// A program: it has a `main` of its own.
#include "program.h"

LIST(struct item)

int length(struct list *list)
{
    if (list && list->size == SIZE)
        return 1 / (list->size - SIZE); // fails: division-by-zero
    return 0;
}

int main(int argc, char **argv)
{
    int *p = NOTHING;
    if (argc == 3 && argv)
        return *p; // fails: null-dereference
    return length(0);
}
