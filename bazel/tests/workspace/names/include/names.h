#ifndef NAMES_H
#define NAMES_H

struct name {
    const char *text;
    int length;
};

/* Returns the name of a number, or NULL. */
const struct name *name_of(int number);

#endif
