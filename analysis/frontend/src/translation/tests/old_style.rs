//! Tests of old-style function definitions, whose parameters are declared after a list of their names.

use super::{function, outline};

#[test]
fn parameters_move_into_the_list() {
    assert_eq!(
        function("char *f(a, b, c) register char *a; int b[2], (*c)(int); { return a; }"),
        "char * f ( register char * a , int b [ 2 ] , int ( * c ) ( int ) ) { return a ; }"
    );
    assert_eq!(
        function("typedef int T; struct s { int n; }; T *f(s, t) struct s s; const T *t; { return (t); }"),
        "struct $T * f ( struct s s , const struct $T * t ) { return ( ( t ) ) ; }"
    );
}

#[test]
fn without_a_declaration_a_parameter_is_an_int() {
    assert_eq!(function("char **f(a, b) char *b; { }"), "char * * f ( int a , char * b ) { }");
    assert_eq!(function("char *f(a) { }"), "char * f ( int a ) { }");
}

#[test]
fn attributes_of_parameters_say_nothing() {
    assert_eq!(
        function("int f(a) char a __attribute__((unused)); { return a; }"),
        "int f ( char a ) { return a ; }"
    );
}

#[test]
fn what_cannot_move_stays() {
    for text in [
        "int f ( a , b ) struct s { int n ; } * a , * b ; { return 0 ; }",
        "int f ( a ) register a ; { return 0 ; }",
    ] {
        assert_eq!(function(text), text);
    }
    assert_eq!(function("typedef int T; int f(T) { return 0; }"), "int f ( struct $T ) { return 0 ; }");
}

#[test]
fn what_follows_a_macro_is_no_parameter() {
    let (functions, declarations) = outline("DECLARE(a) int b; int f(void) { return b; }");
    assert_eq!(functions, ["f"]);
    assert_eq!(declarations, ["DECLARE ( a ) int b ;"]);
}
