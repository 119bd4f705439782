#include <stdlib.h>
#include "buffer.h"

void buffer_drop(struct buffer *buffer)
{
    free(buffer->data);
    free(buffer);
}
