#include <stdlib.h>
#include "buffer.h"

struct buffer *buffer_new(size_t size)
{
    struct buffer *buffer = malloc(sizeof *buffer);
    if (buffer == NULL)
        return NULL;
    buffer->data = malloc(size);
    if (buffer->data == NULL) {
        free(buffer);
        return NULL;
    }
    buffer->size = size;
    return buffer;
}
