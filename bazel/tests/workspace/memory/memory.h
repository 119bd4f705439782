#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

void *memory_take(size_t size);
void memory_drop(void *memory);

#endif
