// Addresses of local objects that outlive them.

struct item {
    char *name;
};

int *slot;

int *returned(int n)
{
    int local = n;
    int *p = &local;
    if (n == 3)
        return p; // fails: stack-address-escape
    return 0;
}

void stored(struct item *s, int n)
{
    char local[4];
    local[0] = 1;
    if (n == 4)
        s->name = local;
} // fails: stack-address-escape

void kept(int n)
{
    int local = n;
    slot = &local;
} // fails: stack-address-escape
