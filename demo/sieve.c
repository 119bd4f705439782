/* What csieve keeps and what it refutes: run `csieve check --show-refuted demo/sieve.c`. */
#include <stdlib.h>
#include <string.h>

struct message { int length; char *body; };

/* Real: when the second allocation fails, the first is lost. */
struct message *message_new(int length)
{
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
        return NULL;
    char *body = malloc(length);
    if (body == NULL)
        return NULL;
    message->length = length;
    message->body = body;
    return message;
}

/* Real: the loop goes on once more after the buffer was freed. */
void drain(int *buffer)
{
    int left;
    for (left = 10; left > 0; left--) {
        *buffer = left;
        if (left == 2)
            free(buffer);
    }
}

/* Spurious: the same loop, but the buffer is freed in its last round (the example of the paper). */
void drain_right(int *buffer)
{
    int left;
    for (left = 10; left > 0; left--) {
        *buffer = left;
        if (left == 1)
            free(buffer);
    }
}

/* Spurious: whether the copy was made and whether it is freed depend on the same condition. */
int measure(const char *text, int keep, int limit)
{
    char *copy = NULL;
    int length;
    if (keep > limit)
        copy = strdup(text);
    length = (int)strlen(text);
    if (limit >= keep)
        return length;
    free(copy);
    return -length;
}

/* Spurious: `found` is set wherever `count` is not zero. */
int average(const int *values, int n)
{
    int i, sum = 0, count = 0;
    const int *found;
    for (i = 0; i < n; i++) {
        if (values[i] > 0) {
            found = &values[i];
            sum += *found;
            count = 1;
        }
    }
    if (count == 0)
        return 0;
    return *found + sum / count;
}

/* Real: an empty list has no average. */
int mean(const int *values, int n)
{
    int i, sum = 0, count = 0;
    for (i = 0; i < n; i++) {
        sum += values[i];
        count++;
    }
    return sum / count;
}
