#define LIST(type) struct list { type *items; int size; };
#define SIZE 12
#define NOTHING ((void *)0)
struct item;
