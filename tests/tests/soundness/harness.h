// Compiled behind a program: the functions it only declares, and the runs.
static const int VALUES[] = {-1, 0, 1, 2, 3, 5, 9, 64, 255, 256, -2147483647 - 1, 2147483647};

static int allocation_succeeds(void) { return rnd(4) != 0; }

static int some_int(void) { return rnd(3) ? (int)rnd(5) - 1 : VALUES[rnd(sizeof VALUES / sizeof *VALUES)]; }

static int *some_pointer(void)
{
    static int object;
    int *fresh_one;
    switch (rnd(4)) {
    case 0: return NULL;
    case 1: return &object;
    case 2: return &g1;
    default:
        fresh_one = fresh(16);
        fresh_one[0] = some_int();
        own(fresh_one);
        return fresh_one;
    }
}

static struct S *some_struct(void)
{
    if (rnd(4) == 0)
        return NULL;
    struct S *s = fresh(sizeof *s);
    s->a = some_int();
    s->b = (unsigned char)rnd(4);
    s->bits = rnd(8);
    s->p = some_pointer();
    s->next = rnd(2) ? s : NULL;
    own(s);
    return s;
}

int ext(void) { return some_int(); }
int *extp(void) { return some_pointer(); }
void keep(int *p)
{
    own(p);
    kept[rnd(8)] = p;
}
void look(const int *p) { (void)p; }
void take(int *p)
{
    if (rnd(2))
        free(p);
    else
        keep(p);
}
static void init_checked(int *p, char *is_set)
{
    if (rnd(2)) {
        *p = some_int();
        *is_set = 1;
    }
}
void touch(void)
{
    if (rnd(2))
        g1 = some_int();
    if (rnd(4) == 0)
        gp = some_pointer();
    int at = (int)rnd(8);
    int object = object_at(kept[at]);
    if (kept[at] && (object < 0 || state[object] == 1) && rnd(2))
        *kept[at] = some_int();
}

static void one_run(int function, uint64_t seed)
{
    random_state = seed * 0x9E3779B97F4A7C15u + 7;
    mprotect(arena, (size_t)object_count * PAGE, PROT_READ | PROT_WRITE);
    memset(state, 0, sizeof state);
    memset(owned, 0, sizeof owned);
    memset(kept, 0, sizeof kept);
    steps = root_count = object_count = frame_count = free_count = 0;
    for (int i = 0; i < OBJECTS; i++)
        memset(arena + (size_t)i * PAGE, rnd(3) == 0, 64);
    LINE = 0;
    program_reset();
    int *p = some_pointer(), *q = rnd(4) ? some_pointer() : p;
    struct S *s = some_struct();
    if (sigsetjmp(run_end, 1) == 0)
        program_call(function, some_int(), some_int(), (unsigned)some_int(), p, q, s);
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    arena = mmap(NULL, (size_t)OBJECTS * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    object_count = OBJECTS;
    for (int function = 0; function < PROGRAM_FUNCTIONS; function++)
        for (uint64_t seed = 0; seed < PROGRAM_RUNS; seed++)
            one_run(function, seed * 1000 + (uint64_t)function);
    for (int line = 1; line < LINES; line++)
        for (int kind = 1; kind < 8; kind++)
            if (seen[line][kind])
                printf("%d %d\n", line, kind);
    return 0;
}
