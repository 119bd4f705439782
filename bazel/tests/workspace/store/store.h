#ifndef STORE_H
#define STORE_H

struct store {
    char *text;
    int length;
};

struct store *store_new(int length);
void store_free(struct store *store);
int store_last(struct store *store);

#endif
