#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *name;
    struct entry *next;
};

struct pool {
    pthread_mutex_t lock;
    struct entry *first;
    int count;
};

/* Adds an entry. Returns 0, or -1 if there is no memory. */
int pool_add(struct pool *pool, const char *name)
{
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return -1;
    entry->name = strdup(name);
    if (entry->name == NULL)
        return -1;
    entry->next = pool->first;
    pool->first = entry;
    pool->count++;
    return 0;
}

/* Removes all entries of a name. */
void pool_drop(struct pool *pool, const char *name)
{
    struct entry *entry, *last = NULL;
    for (entry = pool->first; entry != NULL; entry = entry->next) {
        if (strcmp(entry->name, name) != 0) {
            last = entry;
            continue;
        }
        if (last == NULL)
            pool->first = entry->next;
        else
            last->next = entry->next;
        pool->count--;
        free(entry->name);
        free(entry);
    }
}

/* Takes the first entry out, if the pool is in use. */
int pool_take(struct pool *pool, char *to, int size)
{
    struct entry *entry = NULL;
    int length;
    pthread_mutex_lock(&pool->lock);
    if (pool->count > 0)
        entry = pool->first;
    if (pool->count <= 0) {
        pthread_mutex_unlock(&pool->lock);
        return -1;
    }
    length = snprintf(to, size, "%s", entry->name);
    if (length >= size)
        return -1;
    pool->first = entry->next;
    pthread_mutex_unlock(&pool->lock);
    return length;
}

/* The share of each entry. */
int pool_share(const struct pool *pool, int whole)
{
    const struct entry *entry;
    int count = 0;
    for (entry = pool->first; entry != NULL; entry = entry->next)
        count++;
    return whole / count;
}

/* The length of a name, or of its copy in upper case. */
int pool_measure(const char *name, int keep, int limit)
{
    char *copy = NULL;
    int length;
    if (keep > limit)
        copy = strdup(name);
    length = (int)strlen(name);
    if (limit >= keep)
        return length;
    free(copy);
    return -length;
}

/* How wide an entry is printed. */
int pool_width(const struct entry *entry, int wide)
{
    int width = 0;
    if (entry != NULL)
        width = (int)strlen(entry->name);
    if (wide)
        width += entry->name[0] == '"';
    return width;
}

/* The last entries of two pools. */
struct entry *pool_last(struct pool *pool, int *found)
{
    struct entry *last;
    *found = 0;
    for (struct entry *entry = pool->first; entry != NULL; entry = entry->next) {
        last = entry;
        *found = 1;
    }
    if (*found == 0)
        return NULL;
    return last;
}
