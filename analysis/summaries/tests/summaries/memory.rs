//! Summaries of functions that allocate, free or hand on memory.

use crate::check;

#[test]
fn a_wrapper_of_malloc() {
    check(
        "void *make(size_t n) { return malloc(n); }
         //: make
         // returns fresh memory
         // returns NULL because an allocation failed
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
         // returns, if argument 1 is NULL
         // returns, if argument 1 is not NULL, frees argument 1
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
         // returns, if argument 1 is not NULL, frees argument 1, may free argument 1->left
         // returns, if argument 1 is not NULL, frees argument 1->left, frees argument 1",
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
         // returns -1, if argument 1 is not NULL, writes *argument 1 = NULL, calls unknown code
         // returns -1, if argument 1 is not NULL, writes *argument 1 = [1, 18446744073709551615], calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1 = fresh memory or NULL, calls unknown code",
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
         // returns fresh memory, if argument 1 is not NULL, frees argument 1
         // returns fresh memory, if argument 1 is NULL",
    );
}

/// More states than a location may have, in a function where no variable decides.
#[test]
fn many_that_are_freed_or_not() {
    check(
        "int a, b, c, d, e;
         int some(char *v, char *w, char *x, char *y, char *z)
         {
             if (a) free(v);
             if (b) free(w);
             if (c) free(x);
             if (d) free(y);
             if (e) free(z);
             return 0;
         }
         //: some
         // may do anything",
    );
}
