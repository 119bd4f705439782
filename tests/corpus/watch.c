// Stands between a program of the corpus and the library, for `ld --wrap`: the run of a program ends with a report
// if it misuses a stream or a lock, which the sanitizers do not see, and gets its inputs from the environment.
//   RAND           what `rand` returns
//   MALLOC_FAILS   the number of the call of `malloc` that returns NULL
// The `main` of the program is compiled under the name `program`.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 16 };
enum kind { NONE, FILE_STREAM, PIPE_STREAM };

static FILE *streams[MOST];
static enum kind kinds[MOST];
static int locks_held;

FILE *__real_fopen(const char *path, const char *mode);
FILE *__real_popen(const char *command, const char *mode);
int __real_fclose(FILE *stream);
int __real_pclose(FILE *stream);
int program(void);
int __real_fputs(const char *text, FILE *stream);
void *__real_malloc(size_t size);

static void report(const char *what)
{
    fprintf(stderr, "watch: %s\n", what);
    _exit(99);
}

static int slot(FILE *stream)
{
    for (int i = 0; i < MOST; i++)
        if (stream != NULL && streams[i] == stream && kinds[i] != NONE)
            return i;
    return -1;
}

static FILE *opened(FILE *stream, enum kind kind)
{
    for (int i = 0; stream != NULL && i < MOST; i++)
        if (kinds[i] == NONE) {
            streams[i] = stream;
            kinds[i] = kind;
            break;
        }
    return stream;
}

static void closed(FILE *stream, enum kind kind)
{
    int at = slot(stream);
    if (at < 0)
        report("a stream is closed that is not open");
    if (kinds[at] != kind)
        report("a stream is closed by a function for another kind");
    kinds[at] = NONE;
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    return opened(__real_fopen(path, mode), FILE_STREAM);
}

FILE *__wrap_popen(const char *command, const char *mode)
{
    return opened(__real_popen(command, mode), PIPE_STREAM);
}

int __wrap_fclose(FILE *stream)
{
    closed(stream, FILE_STREAM);
    return __real_fclose(stream);
}

int __wrap_pclose(FILE *stream)
{
    closed(stream, PIPE_STREAM);
    return __real_pclose(stream);
}

int __wrap_fputs(const char *text, FILE *stream)
{
    if (slot(stream) < 0)
        report("a stream is used that is not open");
    return __real_fputs(text, stream);
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)lock;
    if (locks_held++ > 0)
        report("a lock is taken that is held already");
    return 0;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock)
{
    (void)lock;
    if (locks_held-- == 0)
        report("a lock is released that is not held");
    return 0;
}

int __wrap_rand(void)
{
    const char *value = getenv("RAND");
    return value == NULL ? 0 : atoi(value);
}

void *__wrap_malloc(size_t size)
{
    static int calls;
    const char *failing = getenv("MALLOC_FAILS");
    calls++;
    return failing != NULL && atoi(failing) == calls ? NULL : __real_malloc(size);
}

__attribute__((destructor)) static void last(void)
{
    if (locks_held > 0)
        report("a lock is still held");
    for (int i = 0; i < MOST; i++)
        if (kinds[i] != NONE)
            report("a stream is still open");
}

// The program runs deep in the stack. What it leaves there is then not among the frames of the leak sanitizer, which
// would take it for pointers to what the program lost.
static int deep(void)
{
    volatile char gap[1 << 16];
    gap[0] = 0;
    return program() + gap[0];
}

int main(void)
{
    return deep();
}
