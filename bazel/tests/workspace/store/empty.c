#include "store/store.h"

#include "store/internal.h"

int store_is_empty(const struct store *store)
{
    return store->length == 0;
}
