// unreach-call: unknown
// What a function gets may lead to another one, which it may call.
extern void reach_error(void);

static int fails(void)
{
    reach_error();
    return 0;
}

struct operations {
    int (*run)(void);
};

static struct operations operations = { fails };

extern void enroll(struct operations *);

int main(void)
{
    enroll(&operations);
    return 0;
}
