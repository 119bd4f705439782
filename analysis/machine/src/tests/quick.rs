//! Tests of what quick forms may get wrong: each text runs in quick and in general forms
//! ([`super::both_ways`]), which must do the same.

use super::{Chosen, both_ways, graphs, object, on, ran};

const LIST: &str = "void *malloc(unsigned long); void free(void *); \
    struct node { int value; struct node *next; }; ";

fn with_list(text: &str) -> String {
    ran(&format!("{LIST}{text}"), &[])
}

#[test]
fn what_is_lost_in_a_loop_is_seen_when_it_is_lost() {
    let build = "static struct node *build(void) { struct node *head = 0; for (int i = 0; i < 20; i++) { \
        struct node *n = malloc(sizeof *n); if (!n) return head; n->value = i; n->next = head; head = n; } \
        return head; } int f(void) { struct node *head = build(); ";
    let walk =
        "int s = 0; for (int j = 0; j < 5; j++) for (struct node *p = head; p; p = p->next) s += p->value; ";
    let free = "while (head) { struct node *next = head->next; free(head); head = next; } ";
    assert_eq!(with_list(&format!("{build}{walk}{free}return s; }}")), "returned");
    let lost = with_list(&format!("{build}while (head) head = head->next; return 0; }}"));
    // What is lost is known to others from then on, and so is what it leads to.
    assert_eq!(lost, "memory-leak at `head = head->next`, returned");
    let last = with_list(&format!("{build}{walk}head = head->next; {free}return s; }}"));
    assert_eq!(last, "memory-leak at `head = head->next`, returned");
    let cut = with_list(&format!("{build}{walk}head->next = 0; {free}return s; }}"));
    assert_eq!(cut.matches("memory-leak at `head->next = 0`").count(), 19, "{cut}");
    let two = "struct node *p = malloc(sizeof *p), *q; if (!p) return 0; q = p; p = 0; q = 0; return 0; ";
    assert_eq!(with_list(&format!("int f(void) {{ {two}}}")), "memory-leak at `q = 0`, returned");
}

#[test]
fn variables_in_slots_are_seen_by_everyone() {
    assert_eq!(
        on(
            "int f(int a) { int x = 0, *p = &x; for (int i = 0; i < a; i++) { (*p)++; x += 2; } return 6 / (x - 9); }",
            &[3]
        ),
        "division-by-zero at `6 / (x - 9)`, misuse"
    );
    let callee = "static void add(int *to, int n) { *to += n; } ";
    let text = format!(
        "{callee}int f(int a) {{ int s = 0; for (int i = 0; i < a; i++) {{ add(&s, i); s++; }} return 1 / (s - 15); }}"
    );
    assert_eq!(on(&text, &[5]), "division-by-zero at `1 / (s - 15)`, misuse");
    let declared = "int f(int a) { for (int i = 0; i < a; i++) { int x; if (i < 3) x = i; if (x > 5) return x; } return 0; }";
    assert_eq!(on(declared, &[5]), "uninitialized-read at `x > 5`, misuse");
    let printed = "int puts(const char *); int f(int a) { int s = 0; for (int i = 0; i < a; i++) { s += i; puts(\"x\"); s++; } return 1 / (s - 15); }";
    assert_eq!(on(printed, &[5]), "division-by-zero at `1 / (s - 15)`, misuse");
}

#[test]
fn calls_keep_their_own_values() {
    let text = "static int sum(int n) { int s = n; if (n > 0) s += sum(n - 1); return s; } \
        static unsigned char low(int n) { return n; } \
        int f(int a) { int t = 0; for (int i = 0; i < a; i++) { t += sum(i % 10); t += low(i * 100); } return 1 / (t - 6030); }";
    let total: i32 = (0..40).map(|i| (i % 10) * (i % 10 + 1) / 2 + i * 100 % 256).sum();
    let text = text.replace("6030", &total.to_string());
    assert_eq!(on(&text, &[40]), format!("division-by-zero at `1 / (t - {total})`, misuse"));
    let deep = "static int down(int n) { return n ? down(n - 1) : 0; } int f(int a) { return down(a); }";
    assert_eq!(on(deep, &[30]), "returned");
    assert_eq!(on(deep, &[60]), "unknown: calls are nested too deeply");
    let address = "static int *where(void) { int x = 1; return &x; } int f(int a) { for (int i = 0; i < a; i++) where(); return 0; }";
    assert_eq!(on(address, &[2]).matches("stack-address-escape").count(), 2);
    let missing = "static int none(int n) { if (n) return n; } int f(int a) { int r = 0; for (int i = a; i >= 0; i--) r = none(i); return r; }";
    on(missing, &[2]);
}

#[test]
fn objects_with_static_storage_are_the_same_in_all_calls() {
    let text = "static int count; static int table[4]; static int next(void) { table[count & 3] += count; return ++count; } \
        int f(int a) { int s = 0; for (int i = 0; i < a; i++) s += next(); return 1 / (s + table[1] - a); }";
    let inputs: Vec<(&str, Chosen)> = vec![("param 0", Chosen::Number(9)), ("count", Chosen::Number(0))];
    ran(text, &inputs);
    let kept = "int f(int a) { static int calls = 3; int s = 0; for (int i = 0; i < a; i++) s += calls++; return s; }";
    on(kept, &[4]);
}

#[test]
fn accesses_leave_their_objects_at_the_same_step() {
    let text = "int f(int a) { int t[4][5], s = 0; for (int i = 0; i < a; i++) t[1][i] = i; for (int i = 0; i < a; i++) s += t[1][i]; return s; }";
    assert_eq!(on(text, &[5]), "returned");
    assert_eq!(on(text, &[6]), "out-of-bounds at `t[1][i]`, misuse");
    let back = "int f(int a) { int t[8] = {0}; int *p = t + 8; while (p != t) *--p = a; p--; return *p; }";
    assert_eq!(on(back, &[1]), "out-of-bounds at `*p`, misuse");
    let text = "int f(char *s) { int n = 0; while (*s) { n += *s; s++; } const char *l = \"abc\"; while (*l) n += *l++; return n; }";
    ran(
        text,
        &[("param 0", object(1)), ("Fresh(1)+0", Chosen::Number(7)), ("Fresh(1)+1", Chosen::Number(0))],
    );
    let halves = "int f(int a) { unsigned x[2] = {0, 0}; unsigned char *p = (unsigned char *)x; for (int i = 0; i < a; i++) p[i] = i; return x[0] != 0x03020100; }";
    assert_eq!(on(halves, &[8]), "returned");
}

#[test]
fn overflow_ends_a_run_unless_it_wraps() {
    let file =
        graphs("int f(int a) { int x = a; for (int i = 0; i < 40; i++) x = x * 3 + 1; return x; }", true);
    for wrapv in [false, true] {
        both_ways(&file, "f", &[("param 0", Chosen::Number(5))], wrapv);
    }
    let chosen = "int f(int a) { int r = 0; for (int i = 0; i < 9; i++) switch (i + a) { case 1: r++; break; case 5: r--; case 6: r += 2; break; default: r = r << 1; } return 1 / r; }";
    on(chosen, &[0]);
    on(chosen, &[100]);
}
