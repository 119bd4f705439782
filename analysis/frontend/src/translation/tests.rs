//! Tests of the texts that the functions and declarations of a unit become.

mod old_style;
mod positions;
mod slices;
mod spellings;

use super::{FunctionText, HeaderDeclarations, Translation, UnitTokens, readable::MARK, without_digraphs};
use std::sync::Arc;

use csieve_base::model::DataModel;
use csieve_preprocess::{
    Header, Headers, Include, Lexed, PreprocessOptions, Preprocessed, Source, SourceId, preprocess,
};

/// Headers that find `types.h`, and nothing else.
struct OneHeader;

impl Headers for OneHeader {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let text = "typedef struct node { struct node *next; } Node;\n\
                    typedef int Number;\n\
                    extern Number count(Node *list);\n\
                    static inline int unused(int x) { return x; }\n";
        let lexed = Arc::new(Lexed::new(text.into()));
        let found = Header { path: "types.h".into(), written: None, lexed, system: true, folder: None };
        (include.name == "types.h").then_some(found)
    }
}

fn preprocessed(text: &str) -> Preprocessed {
    let lexed = Arc::new(Lexed::new(text.into()));
    let main = Source::main("main.c".into(), lexed);
    preprocess(main, &OneHeader, &PreprocessOptions::default())
}

fn translate(text: &str) -> Translation {
    let unit = preprocessed(text);
    let (first, tokens) = unit.tokens.parts();
    let tokens = &without_digraphs(tokens);
    Translation::new(UnitTokens {
        model: DataModel::default(),
        headers: &Arc::new(HeaderDeclarations::new(first, &unit.packed)),
        header_tokens: first,
        tokens,
        names: &unit.names,
        expansions: &unit.expansions,
        file: SourceId::MAIN,
        text,
        packed: &unit.packed,
        linked: &unit.linked,
        interposable: false,
        shared: false,
        lacks_library: false,
        gnu89: false,
        complete: true,
    })
}

/// Returns the translated text of the only function in a C text, without the marks of pieces for the parser.
fn function(text: &str) -> String {
    let [function] = translate(text).functions.try_into().expect("there is one function");
    unmarked(&function.text)
}

/// Returns a function's text with the marks of pieces for the parser replaced by spaces, so that byte offsets
/// stay the same.
fn unmarked(function: &FunctionText) -> String {
    function.text.replace(MARK, " ")
}

/// Returns the names of the functions in a C text, and the lines of its translated declarations.
fn outline(text: &str) -> (Vec<String>, Vec<String>) {
    let translation = translate(text);
    let names = translation.functions.into_iter().map(|function| function.text.name);
    (names.collect(), translation.declarations.lines().map(str::to_owned).collect())
}

#[test]
fn functions_and_declarations_are_told_apart() {
    let (functions, declarations) = outline(
        "struct s { int n; } x = { 1 }; int a[] = { 1, 2 };\n\
         static struct s *f(void) { if (1) { } return &x; }\n\
         enum e { A, B } (g)(int n) { return n; }\n\
         int (*h(int n))(void) { return 0; }\n\
         int k(a, b) int a; char *b; { return a; }\n\
         T (m)(int n) { return n; } T (*o(int n))(int) { return 0; }\n\
         int proto(int n);\n\
         void l(void) __attribute__((unused)) { }",
    );
    assert_eq!(functions, ["f", "g", "h", "k", "m", "o", "l"]);
    assert_eq!(
        declarations,
        ["struct s { int n ; } x = { 1 } ;", "int a [ ] = { 1 , 2 } ;", "int proto ( int n ) ;"]
    );
}

#[test]
fn a_half_typed_function_ends_at_a_brace_in_the_first_column() {
    let (functions, _) = outline("void f(int n)\n{\n  if (n) {\n}\n\nvoid g(void)\n{\n}\n");
    assert_eq!(functions, ["f", "g"]);
    let (functions, _) = outline("void f(void)\n{\n}\n}\n\nvoid g(void)\n{\n}\n");
    assert_eq!(functions, ["f", "g"]);
}

/// Returns the names of the functions in a C text, and what of it cannot be read: the names of functions, or the text where
/// something else begins.
fn read(text: &str) -> (Vec<String>, Vec<String>) {
    let translation = translate(text);
    let functions = translation.functions.into_iter().map(|function| function.text.name);
    let unread = translation.unread.into_iter();
    let unread = unread.map(|unread| unread.function.unwrap_or_else(|| text[unread.span.range()].to_owned()));
    (functions.collect(), unread.collect())
}

#[test]
fn what_never_ends_ends_where_the_next_declaration_begins() {
    assert_eq!(outline("int f(void) { return 1;\nint g(void) { return 2; }\n").0, ["f", "g"]);
    let rest = ("static int g(void)\n{\n  return 1;\n}\n", ["g".to_owned()]);
    for (broken, unread) in [("int f(int n { return n; }\n", "f"), ("struct s { int a;\n", "struct")] {
        let (functions, lost) = read(&format!("{broken}{}", rest.0));
        assert_eq!((&functions[..], lost), (&rest.1[..], vec![unread.to_owned()]), "{broken}");
    }
    assert_eq!(read("int g( { }\n"), (Vec::new(), vec!["g".to_owned()]));
    assert_eq!(read("int f(void) { return 1; } }\n"), (vec!["f".to_owned()], vec!["}".to_owned()]));
    // Statements in the first column begin no function.
    assert_eq!(read("int f(void) {\nx = 1;\nif (x) {\nelse while (x) {\n").0, ["f"]);
}

#[test]
fn digraphs_and_trigraphs_are_what_they_stand_for() {
    let text = "int f(int n) <% int t<:2:> = <% 0 %>; return t<:n:>; %>";
    assert_eq!(function(text), "int f ( int n ) { int t [ 2 ] = { 0 } ; return t [ n ] ; }");
    let text = "int f(int n) ??< int t??(2??) = ??< 0 ??>; return n ??!??! t??(??-n??'1??); ??>";
    assert_eq!(function(text), "int f ( int n ) { int t [ 2 ] = { 0 } ; return n || t [ ~ n ^ 1 ] ; }");
}

#[test]
fn types_are_marked_and_values_are_not() {
    assert_eq!(
        function("typedef int T; int f(T a) { T *p = (T *)&a; return (T)(a) + sizeof(T); }"),
        "int f ( struct $T a ) { struct $T * p = ( struct $T * ) & a ; \
         return ( struct $T ) ( ( a ) ) + sizeof ( struct $T ) ; }"
    );
}

#[test]
fn complex_types_are_one_type() {
    assert_eq!(
        function(
            "double _Complex f(_Complex long double a, const float _Complex *b) { return a * 2.0i + *b; }"
        ),
        "struct $_Complex f ( struct $_Complex a , const struct $_Complex * b ) \
         { return a * ((struct $_Complex) 1) + * b ; }"
    );
}

#[test]
fn members_tags_and_labels_share_names_with_types() {
    assert_eq!(
        function("typedef int T; int f(struct T *s) { goto T; T: return s->T; }"),
        "int f ( struct T * s ) { goto T ; T : return s -> T ; }"
    );
}

#[test]
fn a_local_variable_hides_a_type_until_its_block_ends() {
    assert_eq!(
        function("typedef int T; void f(int a) { { long T = a; (T) - 1; } (T) - 1; }"),
        "void f ( int a ) { { long T = a ; ( ( T ) ) - 1 ; } ( struct $T ) - 1 ; }"
    );
}

#[test]
fn a_parameter_hides_a_type() {
    assert_eq!(
        function("typedef int T; int f(int T) { return (T) - 1; }"),
        "int f ( int T ) { return ( ( T ) ) - 1 ; }"
    );
}

#[test]
fn a_local_type_is_marked_in_its_block() {
    assert_eq!(
        function("void f(void) { typedef struct { int n; } L; L x; L *y = (L *)0; }"),
        "void f ( void ) { typedef struct { int n ; } L ; struct $L x ; \
         struct $L * y = ( struct $L * ) 0 ; }"
    );
}

#[test]
fn products_and_casts_of_values_are_no_declarations() {
    assert_eq!(
        function("int a, b; void f(void) { a * b; (a) & b; f((a), b); if (a) b; else do b * a; while (a); }"),
        "void f ( void ) { ( ( a ) ) * b ; ( ( a ) ) & b ; f ( ( ( a ) ) , b ) ; \
         if ( a ) b ; else do ( ( b ) ) * a ; while ( a ) ; }"
    );
}

#[test]
fn extensions_that_say_nothing_go() {
    assert_eq!(
        function(
            "static __inline__ int f(char *__restrict s) __attribute__((unused))\n\
             { register int x asm(\"r0\"); _Static_assert(1, \"\"); __extension__ (1);\n\
             [[fallthrough]]; __asm__ volatile (\"nop\"); return x; }"
        ),
        "static inline int f ( char * s )\n{ register int x ; ( 1 ) ; ; asm volatile ( \"nop\" ) ; return x ; }"
    );
}

#[test]
fn a_typedef_of_functions_that_never_return_says_so_at_its_end() {
    for declaration in [
        "typedef void (*end)(int) __attribute__((noreturn));",
        "typedef __attribute__((noreturn)) void (*end)(int);",
        "typedef void (__attribute__((noreturn)) *end)(int);",
    ] {
        let said = translate(&format!("{declaration} void f(end g) {{ g(1); }}")).declarations;
        assert_eq!(said.replace(' ', "").trim(), "typedefvoid(*end)(int)__attribute__((noreturn));");
    }
}

#[test]
fn attributes_in_a_block_stay_in_it() {
    let text = function(
        "void f(void) { typedef __attribute__((noreturn)) void (*end)(int); void *__attribute__((malloc)) g(int); }",
    );
    let said = text.replace(' ', "");
    assert!(said.contains("typedefvoid(*end)(int)__attribute__((noreturn));"), "{text}");
    assert!(said.contains("void*g(int)__attribute__((malloc));"), "{text}");
}

#[test]
fn attributes_with_a_meaning_stay() {
    assert!(function("__attribute__((__noreturn__)) void f(void) { }").contains("__noreturn__"));
    assert!(function("[[noreturn]] void f(void) { }").starts_with("[[ noreturn ]] void"));
}

#[test]
fn positions_lead_back_to_the_text() {
    let text = "typedef int T;\nint f(T a) { return (T)(a); }";
    let function = &translate(text).functions[0];
    let definition = &text[function.start as usize..];
    let function = &function.text;
    assert_eq!(function.length as usize, definition.len());
    assert_eq!(&definition[function.body.range()], "{ return (T)(a); }");
    let at = |part: &str| {
        let start = unmarked(function).find(part).expect("the text has it");
        let origin = function.positions.origin(csieve_base::text::Span::new(start, start + part.len()));
        &definition[origin.span.range()]
    };
    assert_eq!(at("struct $T a"), "T a");
    assert_eq!(at("( struct $T ) ( ( a ) )"), "(T)(a)");
    assert_eq!(at("return"), "return");
}

#[test]
fn of_headers_only_what_is_needed_is_declared() {
    let translation = translate("#include <types.h>\nNumber f(Node *n) { return count(n); }");
    assert_eq!(
        translation.headers.declarations.lines().collect::<Vec<_>>(),
        [
            "typedef struct node { struct node * next ; } Node ;",
            "typedef int Number ;",
            "extern struct $Number count ( struct $Node * list ) ;"
        ]
    );
    assert_eq!(
        &*translation.functions[0].text.text,
        "struct $Number f ( struct $Node * n ) { return count ( n ) ; }"
    );
}

#[test]
fn what_a_macro_gives_stands_for_its_invocation() {
    let text = "#define DEREF(x) (*(x))\nint f(int *p) { return DEREF(p) + 1; }";
    let function = &translate(text).functions[0];
    let definition = &text[function.start as usize..];
    let function = &function.text;
    let origin = |part: &str| {
        let start = unmarked(function).find(part).expect("the text has it");
        let origin = function.positions.origin(csieve_base::text::Span::new(start, start + part.len()));
        (&definition[origin.span.range()], origin.is_expanded)
    };
    assert_eq!(origin("* ( ( p ) )"), ("DEREF(p)", true));
    assert_eq!(origin("p ) ) )"), ("DEREF(p)", true));
    assert_eq!(origin("+ 1"), ("+ 1", false));
}
