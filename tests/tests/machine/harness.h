// Compiled behind a program: the functions it only declares, and runs on inputs that their names decide, the same as in
// main.rs. Prints how each run ends.
static const int VALUES[] = {-1, 0, 1, 2, 3, 5, 9, 64, 255, 256, -2147483647 - 1, 2147483647};
enum { KEYS = 64 };

static uint64_t seed_of_run;
static unsigned calls_of_ext, calls_of_extp, calls_of_init, allocations;
static struct { uint32_t number; void *object; } known[KEYS];
static int known_count;

static uint64_t hashed(const char *key)
{
    uint64_t hash = 0xcbf29ce484222325u ^ seed_of_run * 0x9E3779B97F4A7C15u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

static uint64_t keyed(const char *format, unsigned one, unsigned two)
{
    char key[64];
    snprintf(key, sizeof key, format, one, two);
    return hashed(key);
}

static int number(uint64_t hash)
{
    return hash % 3 ? (int)(hash / 3 % 5) - 1 : VALUES[hash / 3 % (sizeof VALUES / sizeof *VALUES)];
}

// What the machine does not know: with a zero, little overflows.
static int some_int(void) { return 0; }

static int allocation_succeeds(void) { return keyed("malloc %u", allocations++, 0) % 4 != 0; }

static int *int_object(uint32_t number_of_object)
{
    for (int i = 0; i < known_count; i++)
        if (known[i].number == number_of_object)
            return known[i].object;
    if (known_count == KEYS)
        stop(OTHER);
    int *object = fresh(16);
    for (unsigned i = 0; i < 4; i++)
        object[i] = number(keyed("object %u+%u", number_of_object, 4 * i));
    own(object);
    known[known_count].number = number_of_object;
    known[known_count++].object = object;
    return object;
}

static int *pointer(uint64_t hash)
{
    switch (hash % 4) {
    case 0: return NULL;
    case 1: return int_object(0);
    case 2: return &g1;
    default: return int_object((uint32_t)(hash >> 8) & ~1u);
    }
}

static struct S *structure(uint64_t hash)
{
    if (hash % 4 == 0)
        return NULL;
    uint32_t at = (uint32_t)(hash >> 8) | 1;
    struct S *s = fresh(sizeof *s);
    memset(s, 0, sizeof *s);
    s->a = number(keyed("object %u+%u", at, 0));
    s->b = (unsigned char)number(keyed("object %u+%u", at, 4));
    s->bits = (unsigned)number(keyed("object %u+%u", at, 5)) & 7;
    s->p = pointer(keyed("object %u+%u", at, 8));
    s->next = keyed("object %u+%u", at, 16) % 2 ? s : NULL;
    own(s);
    return s;
}

static int *some_pointer(void) { return NULL; }

static void used(const void *p)
{
    if (object_at(p) >= 0 && state[object_at(p)] == 2)
        stop(USE_AFTER_FREE);
    own(p);
}

int ext(void) { return number(keyed("ext() %u", calls_of_ext++, 0)); }
int *extp(void) { return pointer(keyed("extp() %u", calls_of_extp++, 0)); }
void keep(int *p) { used(p); }
void look(const int *p) { used(p); }
void take(int *p) { used(p); }
void touch(void) {}
static void init_checked(int *p, char *is_set)
{
    uint64_t hash = keyed("init() %u", calls_of_init++, 0);
    if (hash % 2)
        *p = number(hash / 2);
    *is_set = 1; // for the machine, any value may have been written
}

static void one_run(int function, uint64_t seed)
{
    seed_of_run = random_state = seed;
    mprotect(arena, (size_t)object_count * PAGE, PROT_READ | PROT_WRITE);
    memset(state, 0, sizeof state);
    memset(owned, 0, sizeof owned);
    memset(seen, 0, sizeof seen);
    steps = root_count = object_count = known_count = is_exhausted = 0;
    calls_of_ext = calls_of_extp = calls_of_init = allocations = 0;
    for (int i = 0; i < OBJECTS; i++)
        memset(arena + (size_t)i * PAGE, 0, 64);
    LINE = 0;
    program_reset();
    g1 = number(hashed("g1")), gp = pointer(hashed("gp")), s1 = number(hashed("s1")), s2 = pointer(hashed("s2"));
    for (unsigned i = 0; i < 4; i++)
        table[i] = number(keyed("table+%u", 4 * i, 0));
    int *p = pointer(hashed("param 3")), *q = pointer(hashed("param 4"));
    struct S *s = structure(hashed("param 5"));
    int a = number(hashed("param 0")), b = number(hashed("param 1"));
    int has_ended = sigsetjmp(run_end, 1) == 0;
    if (has_ended)
        program_call(function, a, b, (unsigned)number(hashed("param 2")), p, q, s);
    printf("%d %d %d", function, (int)(seed / 1000), has_ended ? 0 : LINE);
    for (int line = 1; line < LINES; line++)
        for (int kind = 1; kind < 8; kind++)
            if (seen[line][kind])
                printf(" %d:%d", line, kind);
    printf("%s\n", steps > 1400 || is_exhausted ? " long" : "");
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
    return 0;
}
