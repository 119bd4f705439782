#include "memory/memory.h"

#include <stdlib.h>

/* Takes memory, or returns NULL. */
void *memory_take(size_t size)
{
    if (size > LIMIT)
        return NULL;
    return malloc(size);
}

void memory_drop(void *memory)
{
    free(memory);
}
