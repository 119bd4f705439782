//! Tests of summaries, in the text that `csieve summaries` prints.

use std::sync::Arc;

use csieve_base::{cancel::Never, options::Options};
use csieve_lowering::{
    summary::{Summaries, SummaryText},
    unit::Version,
};
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};
use csieve_summaries::{NoCache, unit_summaries};

/// A source of headers that has none.
struct NoHeaders;

impl Headers for NoHeaders {
    fn find(&self, _include: &Include<'_>) -> Option<Header> {
        None
    }
}

const DECLARED: &str = "\
typedef unsigned long size_t;
void *malloc(size_t n);
void *realloc(void *p, size_t n);
void free(void *p);
_Noreturn void abort(void);
int ask(void);
#define NULL ((void *)0)
struct pair { char *left; char *right; int references; };
";

/// Returns the text of the summaries of a file, in the order of its functions.
fn summaries(source: &str) -> String {
    let text = format!("{DECLARED}{source}");
    let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.as_str().into())));
    let version = Version::new(main, &NoHeaders, &PreprocessOptions::default(), None);
    let options = Options::default();
    let all = unit_summaries(&version.unit, &Summaries::default(), &options, &NoCache, &Never)
        .expect("nobody cancels");
    let functions = version.unit.functions.iter().map(|function| function.text.name.as_str());
    let texts = functions.map(|function| match all.get(function) {
        Some(summary) => SummaryText { function, summary }.to_string(),
        None => format!("{function}\n  may do anything\n"),
    });
    texts.collect()
}

/// Compares summaries with comments of the source. A line that starts with `//:` names the function above it;
/// the comments below say what its summary contains.
fn check(source: &str) {
    let mut expected = String::new();
    for line in source.lines().map(str::trim) {
        if let Some(said) = line.strip_prefix("//: ") {
            expected.extend([said, "\n"]);
        } else if let Some(said) = line.strip_prefix("// ") {
            expected.extend(["  ", said, "\n"]);
        }
    }
    assert_eq!(summaries(source), expected, "\n{}", summaries(source));
}

#[test]
fn a_wrapper_of_malloc() {
    check(
        "void *make(size_t n) { return malloc(n); }
         //: make
         // returns NULL because an allocation failed
         // returns fresh memory
         void *twice(size_t n) { return make(n); }
         //: twice
         // returns fresh memory
         // returns NULL because an allocation failed",
    );
}

#[test]
fn a_wrapper_that_gives_up() {
    check(
        "void *make(size_t n)
         {
             void *p = malloc(n);
             if (!p)
                 abort();
             return p;
         }
         //: make
         // returns fresh memory",
    );
}

#[test]
fn a_wrapper_of_free() {
    check(
        "void release(void *p) { free(p); }
         //: release
         // returns, if argument 1 is not NULL, frees argument 1
         // returns, if argument 1 is NULL
         void discard(void *p) { if (p) release(p); }
         //: discard
         // returns, if argument 1 is NULL
         // returns, if argument 1 is not NULL, frees argument 1",
    );
}

#[test]
fn a_destructor() {
    check(
        "void delete(struct pair *p)
         {
             free(p->left);
             free(p);
         }
         //: delete
         // argument 1: accessed on every run, objects it points to may be kept by other code
         // returns, if argument 1 is not NULL, frees argument 1->left, frees argument 1
         // returns, if argument 1 is not NULL, frees argument 1, may free argument 1->left",
    );
}

#[test]
fn an_out_parameter() {
    check(
        "int get(const int *from, int *out)
         {
             if (!from)
                 return -1;
             *out = 7;
             return 0;
         }
         //: get
         // returns -1, if argument 1 is NULL
         // returns 0, if argument 1 is not NULL and argument 2 is not NULL, writes *argument 2 = 7",
    );
}

#[test]
fn what_is_returned_but_0() {
    check(
        "int get(int *out)
         {
             int code = ask();
             if (code == 0)
                 *out = 7;
             return code;
         }
         //: get
         // returns anything but 0, calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1 = 7, calls unknown code",
    );
}

#[test]
fn constants_that_are_returned() {
    check(
        "int get(int *out)
         {
             int code = -1;
             if (ask() < 0)
                 goto out;
             code = -5;
             if (ask() > 5)
                 goto out;
             *out = 7;
             code = 0;
         out:
             return code;
         }
         //: get
         // returns 0, if argument 1 is not NULL, writes *argument 1 = 7, calls unknown code
         // returns -5, calls unknown code
         // returns -1, calls unknown code",
    );
}

#[test]
fn many_constants_are_signs() {
    check(
        "int get(int n)
         {
             switch (n) {
             case 1: return -1;
             case 2: return -2;
             case 3: return -3;
             case 4: return -4;
             case 5: return -5;
             case 6: return -6;
             default: return 0;
             }
         }
         //: get
         // returns [-6, -1], if argument 1 is [1, 6]
         // returns 0, if argument 1 is not 1 or 2 or 3 or 4 or 5 or 6",
    );
}

#[test]
fn a_parameter_that_is_replaced_where_it_is_null() {
    check(
        "int get(int *flags)
         {
             int unused;
             if (!flags)
                 flags = &unused;
             *flags = 1;
             return 0;
         }
         //: get
         // returns 0, writes *argument 1 = 1",
    );
}

#[test]
fn functions_with_more_arguments() {
    check(
        "void give_up(const char *why, ...) { ask(); abort(); }
         //: give_up
         // never returns
         void report(int level, const char *why, ...)
         {
             ask();
             if (level > 3)
                 abort();
         }
         //: report
         // returns, if argument 1 is [-2147483648, 3], calls unknown code
         int sum(int n, ...) { return n < 0 ? -1 : 0; }
         //: sum
         // returns 0, if argument 1 is [0, 2147483647], calls unknown code
         // returns -1, if argument 1 is [-2147483648, -1], calls unknown code",
    );
}

#[test]
fn an_object_that_is_made_for_an_out_parameter() {
    check(
        "int get(char **out)
         {
             char *p = malloc(8);
             if (!p)
                 return -1;
             *out = p;
             return 0;
         }
         //: get
         // returns -1
         // returns 0, if argument 1 is not NULL, writes *argument 1 = fresh memory",
    );
}

#[test]
fn what_was_written_is_tested() {
    check(
        "int get(char **out)
         {
             *out = malloc(8);
             if (*out == NULL)
                 return -1;
             return 0;
         }
         //: get
         // argument 1: accessed on every run
         // returns -1, if argument 1 is not NULL, writes *argument 1 = NULL because an allocation failed
         // returns 0, if argument 1 is not NULL, writes *argument 1 = fresh memory",
    );
}

#[test]
fn a_copy_of_what_was_written_is_tested() {
    check(
        "char *get(int n, long *count)
         {
             *count = n;
             if (n <= 0)
                 return NULL;
             return malloc(8);
         }
         //: get
         // argument 1: may be kept by other code
         // argument 2: accessed on every run
         // returns 0, if argument 1 is [-2147483648, 0] and argument 2 is not NULL, writes *argument 2 = [-2147483648, 0]
         // returns NULL because an allocation failed, if argument 1 is [1, 2147483647] and argument 2 is not NULL, writes *argument 2 = [1, 2147483647]
         // returns fresh memory, if argument 1 is [1, 2147483647] and argument 2 is not NULL, writes *argument 2 = [1, 2147483647]
         int other(int *count)
         {
             int n = ask();
             *count = n;
             n = ask();
             if (n <= 0)
                 return -1;
             return 0;
         }
         //: other
         // argument 1: accessed on every run
         // returns -1, if argument 1 is not NULL, writes *argument 1, calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1, calls unknown code",
    );
}

#[test]
fn cleanup_at_the_end() {
    check(
        "int get(char **out)
         {
             int code = 0;
             *out = NULL;
             if (ask())
                 return -2;
             *out = malloc(8);
             if (!*out) {
                 code = -1;
                 goto done;
             }
             if (ask())
                 code = -1;
         done:
             if (code) {
                 free(*out);
                 *out = NULL;
             }
             return code;
         }
         //: get
         // argument 1: accessed on every run, objects it points to may be kept by other code
         // returns -2, if argument 1 is not NULL, writes *argument 1 = 0, calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1 = fresh memory, calls unknown code
         // returns -1, if argument 1 is not NULL, writes *argument 1 = 0, calls unknown code",
    );
}

#[test]
fn memory_for_as_many_as_are_counted() {
    check(
        "void get(char **out, size_t *count)
         {
             *out = NULL;
             *count = 0;
             while (ask()) {
                 if (!*out) {
                     *out = malloc(80);
                     if (!*out)
                         abort();
                 }
                 *count = 1;
             }
         }
         //: get
         // argument 1: accessed on every run
         // argument 2: accessed on every run
         // returns, if argument 1 is not NULL and argument 2 is not NULL, writes *argument 1 = 0, writes *argument 2 = 0, calls unknown code
         // returns, if argument 1 is not NULL and argument 2 is not NULL, writes *argument 1 = fresh memory, writes *argument 2 = 1, calls unknown code",
    );
}

#[test]
fn what_others_may_have_written() {
    check(
        "int *last;
         void keep(int *out) { last = out; }
         //: keep
         // argument 1: may be kept by other code
         // may write last
         // returns
         int get(int *out)
         {
             keep(out);
             *out = 1;
             ask();
             if (*out == 2)
                 return -1;
             return 0;
         }
         //: get
         // argument 1: accessed on every run, may be kept by other code
         // may write last
         // returns -1, if argument 1 is not NULL, writes *argument 1 = 1, calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1 = 1, calls unknown code
         int both(int *out, int *more)
         {
             *out = 1;
             *more = 2;
             if (*out == 2)
                 return -1;
             return 0;
         }
         //: both
         // argument 1: accessed on every run
         // argument 2: accessed on every run
         // returns 0, if argument 1 is not NULL and argument 2 is not NULL, writes *argument 1 = 1, writes *argument 2 = 2
         // returns -1, if argument 1 is not NULL and argument 2 is not NULL, writes *argument 1 only if other code writes it as well, writes *argument 2 = 2
         int through(int *out)
         {
             int *alias = ask() ? out : NULL;
             *out = 1;
             if (alias)
                 *alias = 2;
             if (*out == 2)
                 return -1;
             return 0;
         }
         //: through
         // argument 1: accessed on every run
         // returns -1, if argument 1 is not NULL, writes *argument 1, calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1, calls unknown code
         int part(int *out)
         {
             *out = 1;
             if (*(char *)out == 2)
                 return -1;
             return 0;
         }
         //: part
         // argument 1: accessed on every run
         // returns -1, if argument 1 is not NULL, writes *argument 1 = 1
         // returns 0, if argument 1 is not NULL, writes *argument 1 = 1",
    );
}

#[test]
fn memory_that_was_freed_again() {
    check(
        "int get(char **out)
         {
             *out = malloc(8);
             if (ask()) {
                 free(*out);
                 return -1;
             }
             return 0;
         }
         //: get
         // argument 1: accessed on every run, objects it points to may be kept by other code
         // returns -1, if argument 1 is not NULL, writes *argument 1 = [1, 18446744073709551615], calls unknown code
         // returns -1, if argument 1 is not NULL, writes *argument 1 = NULL, calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1 = fresh memory or NULL, calls unknown code",
    );
}

#[test]
fn what_only_counts_up() {
    check(
        "long count(void)
         {
             size_t n = 0;
             n++;
             while (ask())
                 n++;
             return n;
         }
         //: count
         // returns [1, 4611686018427387904], calls unknown code
         unsigned around(void)
         {
             unsigned n = 1;
             while (ask())
                 n++;
             return n;
         }
         //: around
         // returns 1, calls unknown code
         // returns [2, 4294967295], calls unknown code
         // returns, calls unknown code
         size_t down(void)
         {
             size_t n = 1;
             while (ask())
                 n = ask() ? n + 1 : n - 1;
             return n;
         }
         //: down
         // returns 1, calls unknown code
         // returns, calls unknown code
         size_t from(size_t n)
         {
             while (ask())
                 n++;
             return n;
         }
         //: from
         // argument 1: may be kept by other code
         // returns, calls unknown code
         size_t leap(void)
         {
             size_t n = 1;
             while (ask())
                 n = n + 100000000000;
             return n;
         }
         //: leap
         // returns 1, calls unknown code
         // returns [100000000001, 18446744073709551615], calls unknown code
         // returns, calls unknown code",
    );
}

#[test]
fn what_is_tested_past_a_loop() {
    check(
        "int count(void)
         {
             size_t n = 1;
             while (ask())
                 n++;
             if (n > 99)
                 return -1;
             return n;
         }
         //: count
         // returns -1, calls unknown code
         // returns [1, 99], calls unknown code",
    );
}

#[test]
fn a_validity_check() {
    check(
        "int is_usable(const struct pair *p) { return p && p->references > 0; }
         //: is_usable
         // returns 0
         // returns 1, if argument 1 is not NULL",
    );
}

#[test]
fn recursion() {
    check(
        "int depth(int n)
         {
             if (n <= 0)
                 return 0;
             return depth(n - 1) + 1;
         }
         //: depth
         // returns 0, if argument 1 is [-2147483648, 0]
         // returns [1, 2147483647], if argument 1 is [1, 2147483647]",
    );
}

#[test]
fn functions_that_call_each_other() {
    check(
        "int odd(int n);
         int even(int n) { return n == 0 ? 1 : odd(n - 1); }
         //: even
         // returns [0, 1], if argument 1 is [1, 2147483647]
         // returns 1, if argument 1 is 0
         int odd(int n) { return n == 0 ? 0 : even(n - 1); }
         //: odd
         // returns [0, 1], if argument 1 is [1, 2147483647]
         // returns 0, if argument 1 is 0",
    );
}

#[test]
fn what_is_kept() {
    check(
        "struct pair *known;
         void keep(struct pair *p) { known = p; }
         //: keep
         // argument 1: may be kept by other code
         // may write known
         // returns",
    );
}

#[test]
fn what_comes_back() {
    check(
        "char *same(char *text) { return text; }
         //: same
         // argument 1: may be kept by other code
         // returns argument 1",
    );
}

#[test]
fn what_a_callee_writes() {
    check(
        "static int count;
         int next(void) { count = count + 1; return 3; }
         //: next
         // may write count
         // returns 3",
    );
}

#[test]
fn what_never_returns() {
    check(
        "void die(int code) { if (code) abort(); for (;;) { } }
         //: die
         // never returns
         void fail(void) { die(1); }
         //: fail
         // never returns",
    );
}

#[test]
fn what_is_not_known_is_said() {
    check(
        "int answer(int *out) { *out = ask(); return ask(); }
         //: answer
         // argument 1: accessed on every run
         // returns, if argument 1 is not NULL, writes *argument 1, calls unknown code",
    );
}

#[test]
fn what_was_reallocated() {
    check(
        "void *grown(void *p, size_t n)
         {
             void *more = realloc(p, n);
             if (!more)
                 abort();
             return more;
         }
         //: grown
         // returns fresh memory, if argument 1 is NULL
         // returns fresh memory, if argument 1 is not NULL, frees argument 1",
    );
}

#[test]
fn holes_and_bits() {
    check(
        "void *start(int mode)
         {
             if (mode == 6 || mode == 7)
                 return NULL;
             return malloc(8);
         }
         //: start
         // returns 0, if argument 1 is [6, 7]
         // returns NULL because an allocation failed, if argument 1 is not 6 or 7
         // returns fresh memory, if argument 1 is not 6 or 7
         int packet(int *out, int options)
         {
             if (ask()) {
                 if (options & 8)
                     return -1;
                 abort();
             }
             if (!(options & 4))
                 abort();
             *out = 1;
             return 0;
         }
         //: packet
         // returns -1, if argument 2 & 8 is not 0, calls unknown code
         // returns 0, if argument 1 is not NULL and argument 2 & 4 is not 0, writes *argument 1 = 1, calls unknown code
         int changed(int mode)
         {
             if (mode == 6)
                 return 0;
             mode = ask();
             return 1;
         }
         //: changed
         // returns 0
         // returns 1, calls unknown code
         int both(unsigned char options)
         {
             if ((options & 3) == 2)
                 return 0;
             return 1;
         }
         //: both
         // returns 0, if argument 1 & 3 is 2
         // returns 1, if argument 1 & 3 is not 2",
    );
}

#[test]
fn conditions_of_memory() {
    check(
        "int create(struct pair *p, int kind)
         {
             if (!(p->references & 2) || p->left)
                 return -1;
             if (kind == 3)
                 return -1;
             p->left = p->right;
             return 0;
         }
         //: create
         // argument 1: accessed on every run, objects it points to may be kept by other code
         // returns -1, if argument 1 is not NULL and argument 1->references & 2 is 0
         // returns -1, if argument 1 is not NULL and argument 1->references & 2 is not 0 and argument 1->left is not 0
         // returns -1, if argument 1 is not NULL and argument 2 is 3 and argument 1->references & 2 is not 0 and argument 1->left is 0
         // returns 0, if argument 1 is not NULL and argument 1->references & 2 is not 0 and argument 1->left is 0 and argument 2 is not 3, may write *argument 1
         int written(struct pair *p)
         {
             p->references = ask();
             if (p->references == 2)
                 return -1;
             return 0;
         }
         //: written
         // argument 1: accessed on every run
         // returns -1, if argument 1 is not NULL, may write *argument 1, calls unknown code
         // returns 0, if argument 1 is not NULL, may write *argument 1, calls unknown code
         int another(struct pair *p)
         {
             p->left = NULL;
             if (p->references == 2)
                 return -1;
             return 0;
         }
         //: another
         // argument 1: accessed on every run
         // returns -1, if argument 1 is not NULL and argument 1->references is 2, may write *argument 1
         // returns 0, if argument 1 is not NULL and argument 1->references is not 2, may write *argument 1
         int as_another(void *p)
         {
             struct pair *q = p;
             if (q->references == 2)
                 return -1;
             return 0;
         }
         //: as_another
         // argument 1: accessed on every run
         // returns -1
         // returns 0
         int whatever(struct pair *p)
         {
             int n = ask();
             if (p->references)
                 n = ask();
             return n;
         }
         //: whatever
         // argument 1: accessed on every run
         // returns, if argument 1 is not NULL, calls unknown code
         int chain(struct pair **p)
         {
             if (p && (*p)->references == 2)
                 return -1;
             return 0;
         }
         //: chain
         // returns -1, if argument 1 is not NULL and *argument 1->references is 2
         // returns 0, if argument 1 is NULL
         // returns 0, if argument 1 is not NULL and *argument 1->references is not 2",
    );
}
