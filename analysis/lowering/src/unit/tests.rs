//! Tests that the version after an incremental edit equals a version made from the whole text.

use std::sync::Arc;

use proptest::{prelude::*, sample::Index};

use super::{MOST_WRITERS, PackedUnit, SharedHeaders, Version};
use csieve_base::{text::SourceText, workers::OneByOne};
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};

/// Headers that consist of `<lib.h>` only.
struct OneHeader;

impl Headers for OneHeader {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let text = "#define assert(x) ((x) ? (void)0 : failed(#x, __FILE__, __LINE__))\n\
                    void failed(const char *, const char *, int) __attribute__((noreturn));\n\
                    void exit(int) __attribute__((noreturn));\n\
                    typedef struct node { struct node *next; int value; } node;\n\
                    int first(node *), second(node *);\n\
                    static inline int twice(int n) { return n + n; }\n\
                    #define MAX(a, b) ((a) > (b) ? (a) : (b))\n";
        let lexed = Arc::new(Lexed::new(text.into()));
        let found = Header { path: "lib.h".into(), written: None, lexed, system: true, folder: None };
        (include.name == "lib.h").then_some(found)
    }
}

fn fresh(text: &str) -> Version {
    after(text, None)
}

/// Makes a version of a text. Parts that `before` has with the same text are used again.
fn after(text: &str, before: Option<&Version>) -> Version {
    let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.into())));
    Version::new(main, &OneHeader, &PreprocessOptions::default(), before)
}

/// Makes a version of a text beside other files.
fn beside(text: &str, shared: &SharedHeaders) -> Version {
    let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.into())));
    Version::new_with((&OneByOne, Some(shared)), main, (&OneHeader, &PreprocessOptions::default()), None)
}

#[test]
fn files_share_the_structures_of_their_headers() {
    let node = |version: &Version| {
        let mut records = version.unit.context.types.records.iter();
        let found = records.find(|(key, _)| key.contains("node")).expect("the header declares it");
        Arc::clone(found.1)
    };
    let shared = SharedHeaders::default();
    let uses = "#include <lib.h>\nint f(node *n) { return n->value; }\n";
    let others = "#include <lib.h>\nint g(node *n) { return first(n); }\n";
    let own = "struct node { char value; };\nint h(struct node *n) { return n->value; }\n";
    let (one, two, three) = (beside(uses, &shared), beside(others, &shared), beside(own, &shared));
    assert!(Arc::ptr_eq(&node(&one), &node(&two)));
    assert_ne!(node(&three), node(&one));
    for (version, text) in [(&one, uses), (&two, others), (&three, own)] {
        assert_eq!(shown(version, text), shown(&fresh(text), text));
    }
    shared.close();
    assert!(!Arc::ptr_eq(&node(&beside(uses, &shared)), &node(&one)));
}

/// Returns everything that users or the analysis can see of a version, as lines of text.
fn shown(version: &Version, text: &str) -> Vec<String> {
    let unit = format!("{:x} {:?} {:?}", version.unit.context_hash, version.notes, version.inactive);
    let mut shown = vec![unit];
    for function in &version.unit.functions {
        shown.push(format!("{:?} {:?} {:x}", function.item(), function.text, function.hash(text)));
        assert_eq!(function.tree.text(), &*function.text.text);
    }
    let outline = version.unit.outline(&SourceText::new(text));
    for word in ["first", "second", "assert", "LIMIT", "used", "nowhere"] {
        assert_eq!(outline.naming_hash(word), version.unit.naming_hash(word), "{word}");
        assert_eq!(outline.may_mention(word), version.unit.may_mention(word), "{word}");
        assert!(outline.may_declare(word) || !version.unit.declares(word), "{word}");
    }
    let names = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    for name in names
        .flat_map(|name| [name, name.trim_matches('_')])
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
    {
        let assigning = version.unit.assigning_shared(name).filter(|found| found.len() <= MOST_WRITERS);
        assert_eq!(outline.assigning_shared(name), assigning, "{name} in {text}");
        assert!(outline.may_declare_function(name) || !version.unit.context.is_function(name), "{name}");
    }
    assert!(version.unit.is_outlined_by(&outline));
    let packed = borsh::to_vec(&version.unit.packed()).unwrap();
    let unit = borsh::from_slice::<PackedUnit>(&packed).unwrap().unit();
    assert_eq!(unit.outline(&SourceText::new(text)), outline, "another process makes the same unit");
    shown.push(format!("{outline:?}"));
    shown
}

/// Returns the first difference between a version after an incremental edit and one of the whole text.
fn difference(alone: &Version, text: &str) -> Option<String> {
    let whole = fresh(text);
    let (one, other) = (&alone.unit.context, &whole.unit.context);
    if one.functions != other.functions || one.globals != other.globals {
        return Some(format!("{text}\nanother context: {:?}, not {:?}", one.functions, other.functions));
    }
    let (alone, whole) = (shown(alone, text), shown(&whole, text));
    if alone.len() != whole.len() {
        return Some(format!("{} functions, not {}", alone.len() - 2, whole.len() - 2));
    }
    let other = alone.iter().zip(&whole).find(|(alone, whole)| alone != whole);
    other.map(|(alone, whole)| {
        let at = alone.bytes().zip(whole.bytes()).take_while(|(alone, whole)| alone == whole).count();
        let around = |shown: &str| shown.chars().skip(at.saturating_sub(60)).take(160).collect::<String>();
        format!("{text}\nalone: {}\nwhole: {}", around(alone), around(whole))
    })
}

const TEXT: &str = "\
#include <lib.h>
#define LIMIT 3
static int level = 1, depth;
static void die(void) { exit(1); }
int f(int a)
{
    assert(a > LIMIT);
    // csieve: assume a > 1
    if (a > 2) return level + first(0);
    return MAX(a, LIMIT); /* it is */
}
#undef LIMIT
#define LIMIT 5
int g(node *list)
{
    while (list) { list = list->next; }
    return LIMIT;
}
#ifdef ABSENT
int h(void) { return 0; }
#endif
int one(void) { return 1; }
int k(node *list)
{
    assert(list);
    node copy = *list; die();
    return second(&copy) + one() + __LINE__;
}
";

/// Texts to insert into a body: some allow an incremental update, others do not.
const PIECES: &[&str] = &[
    "a",
    "1 ",
    ";",
    "\n",
    "\n\n",
    "{ a = 2; }",
    "}",
    "{",
    "/*",
    "*/",
    "//",
    "\"",
    "(",
    ")",
    "MAX(",
    "LIMIT",
    "assert(a);",
    "__LINE__",
    "__COUNTER__",
    "first(0);",
    "second(0);",
    "die();",
    "exit(2);",
    "level = 2;",
    "return depth;",
    "\n#define LIMIT 7\n",
    "\n#undef LIMIT\n",
    "\n#if 0\n",
    "\n#endif\n",
    "node * x;",
    "\\\n",
    "_Pragma(\"pop_macro(\\\"LIMIT\\\")\")",
    "_Pragma(\"push_macro(\\\"LIMIT\\\")\")",
    "é",
    "__has_include(<x.h>)",
];

fn edited(text: &str, at: usize, removed: usize, piece: &str) -> String {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(at.min(text.len()));
    let end = boundary((at + removed).min(text.len())).max(start);
    [&text[..start], piece, &text[end..]].concat()
}

#[test]
fn an_edit_in_a_body_is_done_alone() {
    let before = fresh(TEXT);
    for (from, to) in [
        ("a > 2", "a > MAX(2, LIMIT)"),
        ("list = list->next;", "list = list->next;\n\n"),
        ("    assert(a > LIMIT);\n", ""),
        ("first(0)", "second(0)"),
        ("return LIMIT;", "return LIMIT - LIMIT;"),
        ("+ one()", "+ one() + one()"),
        ("level + first", "level++ + first"),
    ] {
        let text: Arc<str> = TEXT.replacen(from, to, 1).into();
        let version =
            before.edited(&SourceText::new(Arc::clone(&text)), &OneHeader, &PreprocessOptions::default());
        let version = version.unwrap_or_else(|| panic!("{from} -> {to} was not done alone"));
        assert_eq!(difference(&version, &text), None, "{from} -> {to}");
    }
}

#[test]
fn what_concerns_others_is_not_done_alone() {
    let before = fresh(TEXT);
    for (from, to) in [
        ("#define LIMIT 3", "#define LIMIT 4"),
        ("a > 2", "a > 2 }"),
        ("return LIMIT;", "return LIMIT; /*"),
        ("    if (a", "#define LIMIT 9\n    if (a"),
        ("return LIMIT;", "return __COUNTER__;"),
        ("return LIMIT;", "_Pragma(\"pop_macro(\\\"LIMIT\\\")\") return LIMIT;"),
        ("return 0;", "return 1;"),
        ("int a)", "int b)"),
    ] {
        let text: Arc<str> = TEXT.replacen(from, to, 1).into();
        let version =
            before.edited(&SourceText::new(Arc::clone(&text)), &OneHeader, &PreprocessOptions::default());
        assert!(version.is_none(), "{from} -> {to} was done alone");
    }
}

#[test]
fn a_type_that_a_header_declares_goes_with_its_function() {
    let first = "void first(enum kind { A, B } kind)\n{\n    if (kind) { }\n}\n";
    let second = "void second(enum kind *kinds, int (*pairs)[B + 1])\n{\n    kinds++; pairs++;\n}\n";
    let (both, alone) = (format!("{first}{second}"), format!("\n\n\n\n{second}"));
    let before = fresh(&both);
    assert_eq!(difference(&after(&alone, Some(&before)), &alone), None);
}

#[test]
fn a_function_of_a_header_comes_with_its_first_call() {
    let text = |body: &str| format!("#include <lib.h>\nint f(int n)\n{{\n    return {body};\n}}\n");
    let (before, calling) = (text("n"), text("twice(n)"));
    let version = fresh(&before);
    let short = |version: &Version| {
        let functions = version.unit.header_functions();
        functions.map(|inline| (inline.function.text.name.clone(), inline.place.line(0))).collect::<Vec<_>>()
    };
    assert_eq!(short(&version), []);
    let edited = version
        .edited(&SourceText::new(calling.as_str()), &OneHeader, &PreprocessOptions::default())
        .expect("the edit is in a body");
    assert_eq!(difference(&edited, &calling), None);
    assert_eq!(short(&edited), [("twice".to_owned(), 6)]);
}

#[test]
fn a_macro_whose_parenthesis_is_missing_reads_other_functions() {
    let before = TEXT.replacen("second(&copy)", "secona&copy)", 1);
    let before = before.replacen("assert(a > LIMIT)", "assert(/*aa > LIMIT)", 1);
    let text = before.replacen("int one(void) { return", "int one(void) {a return", 1);
    let version =
        fresh(&before).edited(&SourceText::new(text.as_str()), &OneHeader, &PreprocessOptions::default());
    assert!(version.is_none(), "the text of `one` is a part of an assertion in `k`");
    assert_eq!(difference(&after(&text, Some(&fresh(&before))), &text), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn edits_one_after_the_other(
        edits in prop::collection::vec((any::<Index>(), 0usize..6, 0..PIECES.len()), 1..12),
    ) {
        let (mut text, mut version) = (Arc::<str>::from(TEXT), fresh(TEXT));
        for (at, removed, piece) in edits {
            let next = edited(&text, at.index(text.len() + 1), removed, PIECES[piece]);
            text = next.into();
            let alone = version.edited(&SourceText::new(Arc::clone(&text)), &OneHeader, &PreprocessOptions::default());
            let next = alone.unwrap_or_else(|| after(&text, Some(&version)));
            prop_assert_eq!(difference(&next, &text), None);
            version = next;
        }
    }
}

/// Headers that consist of `"own.h"` with this text.
struct OwnHeader(&'static str);

impl Headers for OwnHeader {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let lexed = Arc::new(Lexed::new(self.0.into()));
        let found = Header { path: "own.h".into(), written: None, lexed, system: false, folder: None };
        (include.name == "own.h").then_some(found)
    }
}

/// Returns the value that `level` has at all times, as far as a file with this header shows.
fn constant_level(header: &'static str, text: &str) -> Option<i128> {
    let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.into())));
    let version = Version::new(main, &OwnHeader(header), &PreprocessOptions::default(), None);
    version.unit.context.globals["level"].value
}

const USE: &str = "int use(void) { return level; }\n";

#[test]
fn a_variable_that_nothing_writes_is_constant() {
    let text = format!("#include \"own.h\"\nstatic int level = 1;\n{USE}");
    assert_eq!(constant_level("int other(void);\n", &text), Some(1));
    let text = format!("#include \"own.h\"\n{USE}");
    assert_eq!(constant_level("static int level = 1;\nint other(void);\n", &text), Some(1));
}

#[test]
fn a_header_function_may_write_a_variable_of_the_file() {
    let text = format!("static int level = 1;\n#include \"own.h\"\n{USE}");
    assert_eq!(constant_level("static inline void set(int n) { level = n; }\n", &text), None);
}

#[test]
fn a_header_function_may_write_a_variable_of_the_header() {
    let text = format!("#include \"own.h\"\n{USE}");
    let header = "static int level = 1;\nstatic inline void set(int n) { level = n; }\n";
    assert_eq!(constant_level(header, &text), None);
    let header = "static int level = 1;\nstatic int *alias = &level;\n";
    assert_eq!(constant_level(header, &text), None);
}

#[test]
fn an_outline_knows_who_stores_into_objects() {
    let text = "int read, kept = 1, made, both, taken, told = sizeof made, listed, quoted, in_asm, part, end__part, x;\n\
                static int own; int table[] = { kept, 2 }; int *pointer = &listed; const char *text = \"quoted\";\n\
                struct s { int member, n; }; extern int both __attribute__((aligned(8)));\n\
                int get(struct s *s) { return read + s->member + (kept) + own + sizeof(struct s); }\n\
                void set(int x) { made = x; (both)++; own = 2; table[made] = 1; unknown(x); UNKNOWN(kept); }\n\
                void use(void) { int *p = (&taken); q(p); made += 1; label: goto label; puts(\"told \\n x\"); }\n\
                void assembly(void) { asm(\"mov in_asm, %eax\" : : \"r\"(read)); int y = made & told; }\n\
                int __part__, a__b__c, _, ____;\n\
                void words(void) { __part__ = 1; a__b__c = 2; ____ = 3; puts(\"____________________________________x\"); }\n";
    shown(&fresh(text), text);
    let many: Vec<String> = (0..20).map(|n| format!("void f{n}(void) {{ counted = {n}; }}\n")).collect();
    let text = format!("int counted, c;\n{}", many.concat());
    shown(&fresh(&text), &text);
    let odd = format!("int x; int a{}b; void f(void) {{ x = 1; }}", "_".repeat(200));
    let outline = fresh(&odd).unit.outline(&SourceText::new(odd.as_str()));
    assert_eq!(outline.assigning_shared("x"), None, "there are too many names in one");
    assert_eq!(outline.assigning_shared("elsewhere"), Some(Vec::new()));
}
