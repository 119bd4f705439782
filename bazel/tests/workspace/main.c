#include "generated.h"
#include "memory/memory.h"
#include "store/store.h"

#include <names.h>
#include <stdio.h>

int length_of(int number)
{
    const struct name *name = name_of(number);
    return name->length; /* null-dereference: needs name_of */
}

int keep(int number)
{
    char *note = memory_take(16);
    if (!note)
        return 0;
    note[0] = (char)number;
    memory_drop(note);
    return note[0]; /* use-after-free: needs memory_drop */
}

int main(int argc, char **argv)
{
    (void)argv;
    struct store *store = store_new(argc);
    if (!store)
        return 1;
    printf("%d %d %d\n", length_of(GENERATED), keep(argc), store_last(store));
    store_free(store);
    return 0;
}
