//! Tests of how constructs that the grammar does not know are rewritten.

use super::{function, translate};

#[test]
fn operands_that_are_types() {
    assert_eq!(
        function("typedef int T; void f(int n) { n = __builtin_va_arg(n, T *); }"),
        "void f ( int n ) { n = __builtin_va_arg ( n ,  sizeof ( struct $T * )) ; }"
    );
    assert_eq!(
        function("typedef int T; int f(void) { return __builtin_offsetof(T, T.n[1]); }"),
        "int f ( void ) { return __builtin_offsetof (sizeof ( struct $T ), $. T . n [ 1 ] ) ; }"
    );
    assert_eq!(
        function("typedef int T; int f(T *a) { return __builtin_types_compatible_p(T, typeof(*a)); }"),
        "int f ( struct $T * a ) { return __builtin_types_compatible_p (sizeof ( struct $T ),  \
         sizeof ( enum $typeof { $ = sizeof ( * a ) } )) ; }"
    );
}

#[test]
fn types_of_operands() {
    assert_eq!(
        function("typedef int T; void f(T a) { __typeof__(a) b; typeof_unqual(const T) T = 1; (T) - 1; }"),
        "void f ( struct $T a ) { enum $typeof { $ = sizeof ( a ) } b ; \
         enum $typeof_unqual { $ = sizeof ( const struct $T ) } T = 1 ; ( ( T ) ) - 1 ; }"
    );
    assert_eq!(
        function("int f(int a) { return _Alignof(a) + __alignof__(int) + _Alignof(a)[0]; }"),
        "int f ( int a ) { return _Alignof (enum $typeof { $ = sizeof ( a ) }) + _Alignof ( int ) \
         + _Alignof ( ( a ) ) [ 0 ] ; }"
    );
}

#[test]
fn types_of_operands_in_each_other_end_somewhere() {
    let text = format!("void f(int a) {{ {}a{} b; }}", "typeof(".repeat(40), ")".repeat(40));
    assert!(function(&text).contains("sizeof ( struct $typeof )"));
}

#[test]
fn jumps_to_values_and_ranges_of_cases() {
    assert_eq!(
        function(
            "typedef int T; void f(int a) { void *p = &&l, *q = a ? (void *)&&l : p; goto *(a ? p : q); l: ; }"
        ),
        "void f ( int a ) { void * p = & & l , * q = a ? ( void * ) & & l : p ; \
         $goto ( ( a ? p : q ) ) ; l : ; }"
    );
    assert_eq!(
        function(
            "void f(int a, int b) { if ((a) && b && f) switch (a) { case 1 ... (2): case 5 ? 6 : 7 ... 8: ; } }"
        ),
        "void f ( int a , int b ) { if ( ( ( a ) ) && b && f ) switch ( a ) { case $range ( 1 , ( 2 ) ) : \
         case $range ( 5 ? 6 : 7 , 8 ) : ; } }"
    );
}

#[test]
fn attributes_behind_the_name_of_an_object() {
    assert_eq!(
        function(
            "void f(void) { static char a[] __attribute__((aligned(1))) = \"\", b __attribute__((unused)) = 2;\n\
             int *c __attribute__((cleanup(f))) __attribute__((unused)), d; }"
        ),
        "void f ( void ) { static char a [ ] [[ aligned ( 1 ) ]] = \"\" , b = 2 ;\n\
         int * c [[ cleanup ( f ) ]] , d ; }"
    );
    assert_eq!(
        translate("struct s { int n __attribute__((aligned(8))); } __attribute__((packed));\n\
                   int a asm(\"b\") __attribute__((aligned(8))) = 1;\ntypedef int T __attribute__((aligned(8)));")
            .declarations,
        "struct s { int n __attribute__ ( ( aligned ( 8 ) ) ) ; } __attribute__ ( ( packed ) ) ;\n\
         int a [[ aligned ( 8 ) ]] = 1 ;\ntypedef int T __attribute__ ( ( aligned ( 8 ) ) ) ;\n\
         #pragma linked aliased a b\n#pragma linked renamed a\n"
    );
}

#[test]
fn objects_of_threads_are_objects() {
    assert_eq!(
        function("int *f(void) { static __thread int n; return &n; }"),
        "int * f ( void ) { static int n ; return & n ; }"
    );
    assert_eq!(
        function("struct thread_local *f(struct thread_local *thread_local) { return thread_local; }"),
        "struct thread_local * f ( struct thread_local * thread_local ) { return thread_local ; }"
    );
}
