//! Doubts about the values on a path: decisions, memory and calls that the function does not show.

use csieve_base::rule::Rule;

use super::left;

#[test]
fn a_field_may_always_say_that_a_pointer_gets_its_value() {
    let of_a_field = "char f(struct set *s) {
            char *name = NULL;
            if (s->has_name)
                name = s->name;
            return name[0];
        }";
    let doubt = "name: unseen-decision, only if line 3 decides this way, \
                 on a value that the function cannot see";
    assert_eq!(left(of_a_field, Rule::NullDereference), [doubt]);
    let of_a_parameter = of_a_field.replace("struct set *s", "struct set *s, int has_name");
    let of_a_parameter = of_a_parameter.replace("(s->has_name)", "(has_name)");
    assert_eq!(left(&of_a_parameter, Rule::NullDereference), ["name: no doubt"]);
}

#[test]
fn a_field_that_takes_the_value_away_is_evidence() {
    let sets_null = "char f(struct set *s) {
            char *name = s->name;
            if (s->has_name)
                name = NULL;
            return name[0];
        }";
    assert_eq!(left(sets_null, Rule::NullDereference), ["name: no doubt"]);
}

#[test]
fn callers_in_the_file_know_what_they_pass() {
    let internal = "static char f(const char *text);
        char g(const char *text) { return f(text); }
        static char f(const char *text) {
            if (!text)
                use(0);
            return *text;
        }";
    let doubt = "text: unseen-decision, only if line 2 decides this way, \
                 on a value that the function cannot see";
    assert_eq!(left(internal, Rule::NullDereference), [doubt]);
    assert_eq!(left(&internal.replace("static ", ""), Rule::NullDereference), ["text: no doubt"]);
}

#[test]
fn two_fields_may_exclude_each_other() {
    let two = "int f(struct set *s, int *spare) {
            if (s->has_name)
                free(spare);
            if (s->is_named)
                return *spare;
            return 0;
        }";
    let doubt = "spare: unseen-decision, only if lines 2 and 4 decide this way, \
                 on values that the function cannot see and that may be related";
    assert_eq!(left(two, Rule::UseAfterFree), [doubt]);
    let one = "int f(struct set *s, int *spare) {
            free(spare);
            if (s->is_named)
                return *spare;
            return 0;
        }";
    assert_eq!(left(one, Rule::UseAfterFree), ["spare: no doubt"]);
}

#[test]
fn a_call_changes_no_field_of_what_it_is_not_given() {
    let not_given = "int f(struct set *s) {
            int n;
            if (s->count > 0)
                n = *s->items;
            use(3);
            if (s->count > 0)
                return n;
            return 0;
        }";
    let doubt = "n: unseen-change, unless memory changes in a way that the function does not show: \
                 line 3 leaves `s->count <= 0`, line 6 then needs `s->count > 0`";
    assert_eq!(left(not_given, Rule::UninitializedRead), [doubt]);
    let given = format!("int reset(struct set *s);\n{}", not_given.replace("use(3)", "reset(s)"));
    assert_eq!(left(&given, Rule::UninitializedRead), ["n: no doubt"]);
}

#[test]
fn a_question_is_expected_to_have_one_answer() {
    let same = "char f(void) {
            if (getenv(\"HOME\"))
                return *getenv(\"HOME\");
            return 0;
        }";
    let doubt =
        "getenv(\"HOME\"): two-answers, only if `getenv(\"HOME\")` gives another result than on line 2";
    assert_eq!(left(same, Rule::NullDereference), [doubt]);
    let other = same.replace("*getenv(\"HOME\")", "*getenv(\"EDITOR\")");
    assert_eq!(left(&other, Rule::NullDereference), ["getenv(\"EDITOR\"): no doubt"]);
}

#[test]
fn hardly_any_call_jumps_back() {
    let jump = "typedef long jmp_buf[8];
        int setjmp(jmp_buf place);
        int f(jmp_buf place) {
            int *nothing = NULL;
            int tried = 0;
            if (setjmp(place)) {
                if (tried)
                    return *nothing;
                return 1;
            }
            tried = 1;
            use(3);
            return 0;
        }";
    let doubt = "nothing: jump-back, only if a `longjmp` returns to line 4 at this point";
    assert_eq!(left(jump, Rule::NullDereference), [doubt]);
    // The pointer gets its value behind the jump, so no jump is needed to follow it.
    let behind = jump.replace("return *nothing;", "{ int *p = NULL; return *p; }");
    assert_eq!(left(&behind, Rule::NullDereference), ["p: no doubt"]);
}

#[test]
fn the_author_says_that_assertions_hold() {
    let asserted = "#define GIT_ASSERT(x) do { if (!(x)) return -1; } while (0)
        int f(int n) {
            char *p = malloc(4);
            if (!p)
                return 0;
            GIT_ASSERT(n > 0);
            free(p);
            return 1;
        }";
    let doubt = "p: failed-assertion, only if what line 5 asserts does not hold";
    assert_eq!(left(asserted, Rule::MemoryLeak), [doubt]);
    let tested = asserted.replace("GIT_ASSERT", "GIT_CHECK");
    assert_eq!(left(&tested, Rule::MemoryLeak), ["p: no doubt"]);
}

#[test]
fn a_bound_that_is_always_there_is_no_reason_to_report() {
    let asserted = "#define ALWAYS(x) (x)
        struct cells { int first[6]; int count; };
        int f(const struct cells *cells, int n) {
            int k;
            for (k = 0; cells->first[k] <= n && ALWAYS(k < 6); k++) {
            }
            return k;
        }";
    let doubt = "cells->first[k]: asserted-bound, only if what line 3 asserts is no more than a guess";
    assert_eq!(left(asserted, Rule::OutOfBounds), [doubt]);
    let tested = asserted.replace("ALWAYS(k < 6)", "k < 6");
    assert_eq!(left(&tested, Rule::OutOfBounds), ["cells->first[k]: no doubt"]);
}

#[test]
fn what_every_run_to_a_place_does_is_no_choice() {
    let inside = "int f(struct list *l, int key) {
            struct item *it = find(l, key);
            if (it == NULL) {
                if (l->flags & 8)
                    log_it(l, it->kind);
                return 0;
            }
            return it->kind;
        }";
    assert_eq!(left(inside, Rule::NullDereference), ["it: no doubt"]);
    let behind = inside.replace("return 0;", "").replace("log_it(l, it->kind)", "log_it(l, 0)");
    let behind = behind.replace("return it->kind", "return l->is_full ? it->kind : 0");
    let doubt =
        "it: unseen-decision, only if line 8 decides this way, on a value that the function cannot see";
    assert_eq!(left(&behind, Rule::NullDereference), [doubt], "the use may be for items that are found");
}
