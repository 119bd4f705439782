//! Summaries of what functions return and write.

use crate::check;

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
         // returns -1, calls unknown code
         // returns -5, calls unknown code
         // returns 0, if argument 1 is not NULL, writes *argument 1 = 7, calls unknown code",
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
         // returns fresh memory, if argument 1 is [1, 2147483647] and argument 2 is not NULL, writes *argument 2 = [1, 2147483647]
         // returns NULL because an allocation failed, if argument 1 is [1, 2147483647] and argument 2 is not NULL, writes *argument 2 = [1, 2147483647]
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
         // returns fresh memory, if argument 1 is not 6 or 7
         // returns NULL because an allocation failed, if argument 1 is not 6 or 7
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
         // returns 0, if argument 1 is not NULL and argument 1->references is not 2, may write *argument 1",
    );
}

#[test]
fn conditions_of_memory_through_copies_and_pointers() {
    check(
        "int as_another(void *p)
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
