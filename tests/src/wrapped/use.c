#include "buffer.h"

size_t after_the_drop(size_t size)
{
    struct buffer *buffer = buffer_new(size);
    if (buffer == NULL)
        return 0;
    buffer_drop(buffer);
    return buffer->size; /* use-after-free */
}

size_t of_a_failure(size_t size)
{
    struct buffer *buffer = buffer_new(size);
    buffer->size = 0; /* null-dereference */
    buffer_drop(buffer);
    return size;
}

int left_locked(int number, struct buffer *buffer)
{
    table_enter();
    if (buffer == NULL)
        return -1; /* lock */
    table_put(number, buffer);
    table_leave();
    return 0;
}

size_t of_nothing(int number)
{
    struct buffer *buffer = table_get(number);
    return buffer->size; /* null-dereference */
}
