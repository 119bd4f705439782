#include "buffer.h"

static struct buffer *table[16];

struct buffer *table_get(int number)
{
    if (number < 0 || number >= 16)
        return NULL;
    return table[number];
}

void table_put(int number, struct buffer *buffer)
{
    if (number >= 0 && number < 16)
        table[number] = buffer;
}
