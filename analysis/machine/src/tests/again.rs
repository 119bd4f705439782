//! Runs that come to the same state twice.

use super::{Ending, File, Listed, graphs};
use crate::{End, until_again};
use csieve_base::budget::Steps;

/// Returns how the last function of a text goes on or ends, for a host with and without shadows.
fn ending(text: &str) -> Ending {
    let file: File = graphs(text, false);
    let function = file.0.last().expect("the text has a function").function.clone();
    let mut quick = Listed { inputs: &[], told: Vec::new(), shadow: () };
    let mut general = Listed { inputs: &[], told: Vec::new(), shadow: 0_u8 };
    let quick = until_again(&file, &function, &mut quick, false, &mut Steps::new(20_000));
    let general = until_again(&file, &function, &mut general, false, &mut Steps::new(20_000));
    assert_eq!(quick, general, "{text}");
    quick
}

fn comes_again(text: &str) -> bool {
    matches!(ending(text), Ending::Again { first, again } if first < again)
}

#[test]
fn a_loop_whose_state_comes_again_has_no_end() {
    assert!(comes_again("void f(void) { unsigned i = 0; while (i != 7) { i += 2; if (i > 100) i = 0; } }"));
    assert!(comes_again("void f(void) { for (;;) { char *p = malloc(8); *p = 1; free(p); } }"));
    assert!(comes_again("static void g(int *p) { *p = !*p; } void f(void) { int x = 0; for (;;) g(&x); }"));
    assert!(comes_again("void f(void) { int a[3] = {1, 2, 0}; int i = 0; for (;;) i = a[i]; }"));
}

#[test]
fn what_the_run_can_read_is_part_of_its_state() {
    for text in [
        "void f(void) { unsigned i = 0; while (i < 900) i++; }",
        "static unsigned n; static int g(void) { return n++ < 900; } void f(void) { n = 0; while (g()) ; }",
        "void f(void) { int n = 900, *p = &n, **q = &p; while (**q) (**q)--; }",
        "void f(void) { int *p = malloc(sizeof *p); *p = 900; while (*p) --*p; free(p); }",
        "void f(void) { char a[900] = {0}; int i = 0; while (!a[899]) a[i++] = 1; }",
        "struct s { unsigned a : 3, b : 12; }; void f(void) { struct s s = {1, 900}; while (s.b) s.b--; }",
        "static int g(int n) { return n ? g(n - 1) : 0; } void f(void) { g(20); }",
    ] {
        assert_eq!(ending(text), Ending::Ended(End::Returned), "{text}");
    }
}

#[test]
fn what_the_machine_forgets_is_no_evidence() {
    for text in [
        "void other(int *p); void f(void) { int x = 1; while (x) other(&x); }",
        "void f(int n) { int x = 2147483000; while (x) x = x > 0 ? x + 1 : 2147483000; }",
        "int other(void); void f(void) { while (other()) ; }",
    ] {
        assert!(!comes_again(text), "{text}");
    }
}
