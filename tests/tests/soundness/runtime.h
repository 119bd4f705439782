// What the generated programs run on: an allocator that knows every object, and the end of a run at its first
// misuse. Compiled in front of the checked text of a program; `PROGRAM_*` come from there.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { OTHER, NULL_DEREFERENCE, DIVISION_BY_ZERO, USE_AFTER_FREE, DOUBLE_FREE, INVALID_FREE, UNINITIALIZED_READ, MEMORY_LEAK };
enum { OBJECTS = 48, PAGE = 4096, LINES = 6000, ROOTS = 400, FRAMES = 2000 };

static int LINE, steps, object_count, is_exhausted, root_count, kept_count;
static sigjmp_buf run_end;
static char *arena, state[OBJECTS], seen[LINES][8]; // state: 0 unused, 1 live, 2 freed, 3 lost
static char owned[OBJECTS]; // known to somebody else, who may free it
static struct { void *at; size_t size; } roots[ROOTS];
static int *kept[8];
static int free_count, freed_as[OBJECTS]; // the number of frees before that of an object
static struct { int line, free_count; } frames[FRAMES]; // of the functions that run: where called, frees before
static int frame_count;
static uint64_t random_state;

static unsigned rnd(unsigned below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}

static void note(int kind) { seen[LINE % LINES][kind] = 1; }
static _Noreturn void stop(int kind) { note(kind); siglongjmp(run_end, 1); }
static _Noreturn void checked_abort(void) { stop(OTHER); }

static int object_at(const void *p)
{
    uintptr_t offset = (uintptr_t)p - (uintptr_t)arena;
    return offset < (uintptr_t)OBJECTS * PAGE ? (int)(offset / PAGE) : -1;
}

// A use of a freed object. With `TELLS_OF_CALLERS`, its line is that of the function that saw both: if the object was
// freed before the innermost one was called, the misuse is what a caller does.
static _Noreturn void stop_behind_free(int kind, int object)
{
#ifdef TELLS_OF_CALLERS
    while (frame_count && freed_as[object] < frames[frame_count - 1].free_count)
        LINE = frames[--frame_count].line;
#endif
    stop(kind);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    (void)context;
    int at = object_at(info->si_addr);
    if (signal == SIGFPE)
        stop(DIVISION_BY_ZERO);
    if (signal == SIGSEGV && (uintptr_t)info->si_addr < PAGE)
        stop(NULL_DEREFERENCE);
    if (signal == SIGSEGV && at >= 0 && state[at] == 2)
        stop_behind_free(USE_AFTER_FREE, at);
    stop(OTHER);
}

static void *fresh(size_t size)
{
    is_exhausted = object_count == OBJECTS;
    if (is_exhausted || size > PAGE)
        stop(OTHER);
    state[object_count] = 1;
    return arena + (size_t)object_count++ * PAGE;
}

static void own(const void *p)
{
    if (object_at(p) >= 0)
        owned[object_at(p)] = 1;
}

static int allocation_succeeds(void);
static void *checked_malloc(size_t size) { return allocation_succeeds() ? fresh(size) : NULL; }

static void checked_free(void *p)
{
    if (!p)
        return;
    int at = object_at(p);
    if (at < 0 || arena + (size_t)at * PAGE != p)
        stop(INVALID_FREE);
    if (state[at] == 2)
        stop_behind_free(DOUBLE_FREE, at);
    state[at] = 2;
    freed_as[at] = free_count++;
    mprotect(p, PAGE, PROT_NONE);
}

static void *checked_realloc(void *p, size_t size)
{
    void *q = allocation_succeeds() ? fresh(size) : NULL;
    int line = LINE;
    if (p && (q || !size)) {
        if (q && object_at(p) >= 0 && state[object_at(p)] == 1)
            memcpy(q, p, 64);
        checked_free(p);
    }
    LINE = line;
    return q;
}

// Leaks: objects that nothing leads to any more, looked for after every statement.
static void root(void *at, size_t size)
{
    for (int i = 0; i < root_count; i++)
        if (roots[i].at == at)
            return;
    if (root_count < ROOTS)
        roots[root_count].at = at, roots[root_count++].size = size;
}

static void mark(const void *from, size_t size, char *reached)
{
    for (size_t i = 0; i + sizeof(void *) <= size; i += sizeof(void *)) {
        int at = object_at(*(void *const *)((const char *)from + i));
        if (at >= 0 && state[at] == 1 && !reached[at]) {
            reached[at] = 1;
            mark(arena + (size_t)at * PAGE, 64, reached);
        }
    }
}

static void look_for_leaks(void *value, size_t size)
{
    char reached[OBJECTS] = {0};
    int any = 0;
    for (int i = 0; i < object_count; i++)
        any |= state[i] == 1;
    if (!any)
        return;
    mark(kept, sizeof kept, reached);
    for (int i = 0; i < object_count; i++)
        if (state[i] == 1 && owned[i] && !reached[i]) {
            reached[i] = 1;
            mark(arena + (size_t)i * PAGE, 64, reached);
        }
    if (value)
        mark(value, size, reached);
    for (int i = 0; i < root_count; i++)
        mark(roots[i].at, roots[i].size, reached);
    for (int i = 0; i < object_count; i++)
        if (state[i] == 1 && !reached[i]) {
            note(MEMORY_LEAK);
            state[i] = 3;
        }
}

static void at_line(int line)
{
    if (++steps > 1500)
        stop(OTHER);
    look_for_leaks(NULL, 0);
    LINE = line;
}

static int enter(void)
{
    if (frame_count == FRAMES)
        stop(OTHER);
    frames[frame_count].line = LINE;
    frames[frame_count++].free_count = free_count;
    return root_count;
}

static void leave(int mark, void *value, size_t size)
{
    frame_count--;
    root_count = mark;
    look_for_leaks(value, size);
}

static int some_int(void), *some_pointer(void);
static void init_checked(int *, char *);

#define L(line) at_line(line)
#define ENTER int frame_mark = enter()
#define ROOT(v) root(&(v), sizeof(v))
#define RET(e) ({ __typeof__(e) value_ = (e); leave(frame_mark, &value_, sizeof value_); value_; })
#define LEAVE leave(frame_mark, NULL, 0)
#define CALL(e) ({ int line_ = LINE; __typeof__(e) value_ = (e); LINE = line_; value_; })
#define CALLV(e) ({ int line_ = LINE; (e); LINE = line_; })
#define R(v) (*(v##_set ? &(v) : (stop(UNINITIALIZED_READ), &(v))))
#define AT(i, n) ({ __typeof__(i) index_ = (i); if (index_ < 0 || index_ >= (n)) stop(OTHER); index_; })
// The index of a second element, which only objects of the allocator have for sure: with others the run ends.
#ifndef SECOND
#define SECOND(p) ({ int *object_ = (p); if (object_ && object_at(object_) < 0) stop(OTHER); 1; })
#endif
#define HIDDEN(c) ({ volatile __typeof__(c) hidden_ = (c); hidden_; })
#define malloc checked_malloc
#define free checked_free
#define realloc checked_realloc
#define abort checked_abort
