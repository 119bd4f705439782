//! Tests of streams, descriptors and locks.

use super::{Chosen, ran};

#[test]
fn resources_are_closed_once() {
    let head = "#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\n";
    let shown =
        |body: &str, inputs: &[(&str, Chosen)]| ran(&format!("{head}int f(void) {{ {body} }}"), inputs);
    assert_eq!(shown("FILE *s = fopen(\"x\", \"r\"); if (s) fclose(s); return 0;", &[]), "returned");
    assert_eq!(
        shown("FILE *s = fopen(\"x\", \"r\"); if (s) fclose(s); fclose(s); return 0;", &[]),
        "double-close at `fclose(s)`, misuse"
    );
    assert_eq!(
        shown("FILE *s = fopen(\"x\", \"r\"); fclose(s); return 0;", &[("open 0", Chosen::Number(0))]),
        "null-dereference at `fclose(s)`, misuse"
    );
    assert!(shown("FILE *s = fopen(\"x\", \"r\"); return s != 0;", &[]).starts_with("resource-leak at"));
    let body = "int d = open(\"x\", O_RDONLY); if (d < 0) return 1; close(d); return 0;";
    assert_eq!(shown(body, &[]), "returned");
    let body = "int d = open(\"x\", O_RDONLY); if (d < 0) return 1; return 0;";
    assert_eq!(shown(body, &[]), "resource-leak at `return 0;`, returned");
    assert_eq!(shown(body, &[("open 0", Chosen::Number(0))]), "returned");
    let body = "int d = open(\"x\", O_RDONLY); close(d); close(d); return 0;";
    assert_eq!(shown(body, &[]), "double-close at `close(d)`, misuse");
}

#[test]
fn locks_are_taken_and_released_in_turns() {
    let head = "#include <pthread.h>\nstatic pthread_mutex_t m;\n";
    let shown = |body: &str| ran(&format!("{head}void f(void) {{ {body} }}"), &[]);
    assert_eq!(shown("pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"), "returned");
    assert_eq!(
        shown("pthread_mutex_lock(&m); pthread_mutex_lock(&m);"),
        "double-lock at `pthread_mutex_lock(&m)`, misuse"
    );
    assert!(shown("pthread_mutex_lock(&m);").starts_with("missing-unlock at"));
    assert_eq!(
        shown("pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);"),
        "unlock-without-lock at `pthread_mutex_unlock(&m)`, misuse"
    );
}
