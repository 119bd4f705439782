// A program: it has a `main` of its own.
#include "program.h"

LIST(struct item)

int length(struct list *list)
{
    int size = list->size;
    if (size == SIZE)
        size = 0;
    return 1 / size; // fails: division-by-zero
}

int main(int argc, char **argv)
{
    int *p = NOTHING;
    if (argc == 3 && argv)
        return *p; // fails: null-dereference
    return length(0);
}
