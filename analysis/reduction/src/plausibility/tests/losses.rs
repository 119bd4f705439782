//! Doubts about losses, and about objects that a callee frees only at times.

use csieve_base::rule::Rule;

use super::left;

#[test]
fn a_callee_may_free_only_with_the_last_reference() {
    let counted = "static void put(struct set *s) { if (--s->references > 0) return; free(s); }
        int f(struct set *s) {
            put(s);
            return s->count;
        }";
    let doubt = "s: conditional-callee, `put` on line 2 frees it only in a special case, \
                 such as the last reference, which may not apply here";
    assert_eq!(left(counted, Rule::UseAfterFree), [doubt]);
    let plain = counted.replace("if (--s->references > 0) return; ", "");
    assert_eq!(left(&plain, Rule::UseAfterFree), ["s: no doubt"]);
}

#[test]
fn a_program_that_ends_gives_everything_back() {
    let ends = "_Noreturn void out_of_memory(void);
        void f(size_t size) {
            char *p = malloc(4);
            if (!p)
                return;
            p = realloc(p, size);
            if (!p)
                out_of_memory();
            free(p);
        }";
    let doubt = "p: program-ends, the program ends right after, and the system takes everything back";
    assert_eq!(left(ends, Rule::MemoryLeak), [doubt]);
    let goes_on = ends.replace("_Noreturn ", "");
    assert_eq!(left(&goes_on, Rule::MemoryLeak), ["p: no doubt"]);
}

#[test]
fn nothing_is_lost_where_nothing_was_counted() {
    let counted = "static int *read_all(int *count) {
            int *all = malloc(16);
            *count = 0;
            if (all)
                *count = ask();
            return all;
        }
        void f(void) {
            int count;
            int *all = read_all(&count);
            if (count == 0)
                return;
            free(all);
        }";
    let doubt = "all: counted-as-nothing, `count` is at most 0, and perhaps line 3 allocates nothing then";
    assert_eq!(left(counted, Rule::MemoryLeak), [doubt]);
    let many = counted.replace("count == 0", "count > 100");
    assert_eq!(left(&many, Rule::MemoryLeak), ["all: no doubt"]);
}

#[test]
fn a_comment_shows_that_the_author_knows_of_the_loss() {
    let known = "int f(int n) {
            char *reply = malloc(64);
            if (!reply)
                return -1;
            /* On errors the program ends: no need to free reply. */
            if (ask() < n)
                return -2;
            free(reply);
            return 0;
        }";
    let doubt = "reply: comment-on-loss, this may be intended: the comment on line 5 mentions it";
    assert_eq!(left(known, Rule::MemoryLeak), [doubt]);
    let opposite = known.replace("no need to free reply", "ask first to avoid a leak");
    assert_eq!(left(&opposite, Rule::MemoryLeak), ["reply: no doubt"]);
    let far = known.replace("if (ask() < n)", "\n\n\n\n\n\n            if (ask() < n)");
    assert_eq!(left(&far, Rule::MemoryLeak), [doubt], "a comment between the two places is near both");
}

#[test]
fn a_call_that_succeeds_sets_no_error() {
    let own = "extern int errno;
        int open(const char *path, int flags);
        int f(const char *path) {
            int fd = open(path, 2);
            if (errno == 16)
                return -1;
            return fd;
        }";
    let doubt = "fd: error-of-success, only if line 2 succeeds and line 3 finds an error in `errno`";
    assert_eq!(left(own, Rule::ResourceLeak), [doubt]);
    let of_another_call = own.replace("if (errno", "use(3);\n            if (errno");
    assert_eq!(left(&of_another_call, Rule::ResourceLeak), ["fd: no doubt"]);
}
