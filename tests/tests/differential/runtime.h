// What generated functions run on: memory that knows its objects, arithmetic that knows when it is undefined, and the
// end of a run at its first misuse. Compiled in front of the checked text of a batch. All that is
// generated stands on the same lines as in the plain text, so __LINE__ is the line of a misuse.
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NULL_DEREFERENCE = 1, USE_AFTER_FREE, DOUBLE_FREE, INVALID_FREE, DIVISION_BY_ZERO, UNINITIALIZED_READ, OUT_OF_BOUNDS, KINDS };
enum { OBJECTS = 16, SIZE = 64, LINES = 8000, CHOICES = 3, FUEL = 400 };

static jmp_buf run_end;
static int call_line, fuel, object_count;
static struct { int is_live; size_t size; uint64_t written; } objects[OBJECTS];
static _Alignas(16) char memory[OBJECTS][SIZE];
static int choices[CHOICES], choice_count; // the allocations of a run: 0 succeeds, 1 fails
static char seen[LINES][KINDS];            // 1: at least not impossible, 2: reached
static int ext_result;                     // of a function that the analysis does not see
static int is_inexact;                     // the runs so far do not cover all that the function can do
static void describe_inputs(void);

static void note(int line, int kind, char how)
{
    if (line == 0 || seen[line % LINES][kind] >= how)
        return;
    seen[line % LINES][kind] = how;
    printf("%s %d %d ", how == 2 ? "reached" : "possible", line, kind);
    describe_inputs();
}

// A misuse ends the run. In a helper it is one of the line that calls it, too.
static _Noreturn void misuse(int line, int kind)
{
    note(line, kind, 2);
    note(call_line, kind, 2);
    longjmp(run_end, 1);
}

// What C leaves undefined and no rule looks for.
static _Noreturn void undefined(void) { longjmp(run_end, 1); }

// The end of a run after which compilers and the analysis may see things differently.
static _Noreturn void unclear(void)
{
    is_inexact = 1;
    longjmp(run_end, 1);
}

static int tick(void)
{
    if (fuel-- == 0)
        unclear();
    return 0;
}

static void *fresh(size_t size)
{
    if (object_count == OBJECTS || size > SIZE || size == 0)
        unclear();
    objects[object_count].is_live = 1;
    objects[object_count].size = size;
    objects[object_count].written = 0;
    memset(memory[object_count], 0, SIZE);
    return memory[object_count++];
}

static void *checked_malloc(size_t size)
{
    if (choice_count == CHOICES)
        is_inexact = 1;
    else if (choices[choice_count++])
        return NULL;
    return fresh(size);
}

static void *checked_calloc(size_t count, size_t size)
{
    char *p = checked_malloc(count * size);
    if (p)
        objects[(p - memory[0]) / SIZE].written = UINT64_MAX;
    return p;
}

static int object_at(const void *p)
{
    uintptr_t offset = (uintptr_t)p - (uintptr_t)memory;
    return offset < sizeof memory ? (int)(offset / SIZE) : -1;
}

static void checked_free(void *p, int line)
{
    if (!p)
        return;
    int at = object_at(p);
    if (at < 0 || memory[at] != p)
        misuse(line, INVALID_FREE);
    if (!objects[at].is_live)
        misuse(line, DOUBLE_FREE);
    objects[at].is_live = 0;
}

// Objects outside of `memory` are single variables of the type that the pointer says.
static void *checked_access(const void *p, long offset, size_t size, int is_store, int line)
{
    int at = object_at(p);
    if (!p)
        misuse(line, NULL_DEREFERENCE);
    size_t limit = at < 0 ? size : objects[at].size;
    int is_outside = offset < 0 || (size_t)offset + size > limit;
    if (at >= 0 && !objects[at].is_live) {
        if (is_outside)
            note(line, OUT_OF_BOUNDS, 1);
        misuse(line, USE_AFTER_FREE);
    }
    if (is_outside)
        misuse(line, OUT_OF_BOUNDS);
    if (at >= 0) {
        uint64_t bytes = ((UINT64_C(1) << size) - 1) << offset;
        if (is_store)
            objects[at].written |= bytes;
        else if (bytes & ~objects[at].written)
            is_inexact = 1;
    }
    return (char *)p + offset;
}

#define IS_SIGNED(v) ((__typeof__(v))-1 < 0)
#define OPERANDS(a, b) __auto_type a_ = (a); __auto_type b_ = (b); __typeof__(a_ + b_) r_
#define WRAPPING(builtin, a, b) ({ OPERANDS(a, b); if (builtin(a_, b_, &r_) && IS_SIGNED(r_)) undefined(); r_; })
#define ADD(a, b) WRAPPING(__builtin_add_overflow, a, b)
#define SUB(a, b) WRAPPING(__builtin_sub_overflow, a, b)
#define MUL(a, b) WRAPPING(__builtin_mul_overflow, a, b)
#define DIVIDING(operator, a, b) ({ \
    OPERANDS(a, b); \
    if (!b_) \
        misuse(__LINE__, DIVISION_BY_ZERO); \
    if (IS_SIGNED(r_) && (__typeof__(r_))b_ == -1 && __builtin_sub_overflow(0, a_, &r_)) \
        undefined(); \
    a_ operator b_; })
#define DIV(a, b) DIVIDING(/, a, b)
#define REM(a, b) DIVIDING(%, a, b)
#define SHIFTED(a, b) __auto_type a_ = (a); __auto_type b_ = (b); __typeof__(+a_) r_; if (b_ < 0 || b_ >= (int)sizeof r_ * CHAR_BIT) undefined()
#define SHR(a, b) ({ SHIFTED(a, b); r_ = a_ >> b_; r_; })
// A negative or too large left operand is undefined in C, and defined by compilers.
#define SHL(a, b) ({ SHIFTED(a, b); r_ = a_; r_ = (__typeof__(r_))((unsigned long)r_ << b_); if (IS_SIGNED(r_) && (a_ < 0 || r_ >> b_ != a_)) unclear(); r_; })
#define AFTER(v, operation) ({ __auto_type o_ = v; v = operation(o_, 1); o_; })
#define BEFORE(v, operation) ({ v = operation(v, 1); v; })

#define ACCESS(p, i, is_store) ((__typeof__(&*(p)))checked_access(p, (long)(i) * (long)sizeof *(p), sizeof *(p), is_store, __LINE__))
#define LOAD(p, i) (*ACCESS(p, i, 0))
#define STORE(p, i, v) ({ __auto_type v_ = (v); *ACCESS(p, i, 1) = v_; })
#define MEMBER(p, m) ((__typeof__(&(p)->m))checked_access(p, __builtin_offsetof(__typeof__(*(p)), m), sizeof (p)->m, 1, __LINE__))
#define INDEX(i, n) ({ __auto_type i_ = (i); if (i_ < 0 || i_ >= (n)) misuse(__LINE__, OUT_OF_BOUNDS); i_; })
#define READ(v) (*(v##_set ? &(v) : (misuse(__LINE__, UNINITIALIZED_READ), &(v))))
#define TRY(v, call) ({ int set_ = (call); if (set_) v##_set = 1; set_; })
#define CALL(e) ({ call_line = __LINE__; __auto_type v_ = (e); call_line = 0; v_; })
#define CALL_VOID(e) ({ call_line = __LINE__; (e); call_line = 0; })
#define TICK tick()
#define malloc checked_malloc
#define calloc checked_calloc
#define free(p) checked_free(p, __LINE__)
#define abort undefined

