//! Summaries of functions that call others.

use crate::check;

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
         // returns -1, if argument 1 is [-2147483648, -1], calls unknown code
         // returns 0, if argument 1 is [0, 2147483647], calls unknown code",
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
         // returns 0, if argument 1 is not NULL, writes *argument 1 = 1, calls unknown code",
    );
}

#[test]
fn what_an_alias_may_have_written() {
    check(
        "int both(int *out, int *more)
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
fn a_validity_check() {
    check(
        "int is_usable(const struct pair *p) { return p && p->references > 0; }
         //: is_usable
         // returns 1, if argument 1 is not NULL
         // returns 0",
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
         // returns 1, if argument 1 is 0
         // returns [0, 1], if argument 1 is [1, 2147483647]
         int odd(int n) { return n == 0 ? 0 : even(n - 1); }
         //: odd
         // returns 0, if argument 1 is 0
         // returns [0, 1], if argument 1 is [1, 2147483647]",
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
fn what_is_kept_of_contents() {
    check(
        "void *memcpy(void *to, const void *from, unsigned long size);
         struct list { char *items; };
         void put(struct list *l, void *item) { memcpy(l->items, item, sizeof(void *)); }
         void add(struct list *l, void *item) { put(l, item); }
         void add_again(struct list *l, void **items) { add(l, items + 1); }
         //: put
         // argument 1: accessed on every run
         // argument 2: accessed on every run, objects it points to may be kept by other code
         // returns, if argument 1 is not NULL and argument 2 is not NULL, may write *argument 2, writes memory that no argument points to
         //: add
         // argument 1: accessed on every run
         // argument 2: accessed on every run, objects it points to may be kept by other code
         // returns, if argument 1 is not NULL and argument 2 is not NULL, may write *argument 1, may write *argument 2, writes memory that no argument points to
         //: add_again
         // argument 1: accessed on every run
         // argument 2: accessed on every run, objects it points to may be kept by other code
         // returns, if argument 1 is not NULL and argument 2 is not NULL, may write *argument 1, may write *argument 2, writes memory that no argument points to",
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
