//! Tests that main files share the states behind the headers that they begin with, and that nothing else tells.

use std::{cell::Cell, sync::Arc};

use csieve_preprocess::{
    Beginnings, Header, Headers, Include, Lexed, PreprocessOptions, Preprocessed, Source, preprocess,
    preprocess_with,
};
use proptest::prelude::*;

use super::{folder::Folder, soup};

/// Headers that count how often any of them is asked for.
struct Counted(Folder, Cell<u32>);

impl Headers for Counted {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        self.1.set(self.1.get() + 1);
        self.0.find(include)
    }
}

fn headers() -> Counted {
    let a = "#ifndef A\n#define A\nint a;\n#define F(x) x BEFORE __LINE__\n#endif\n";
    let b = "F(int b;)\n#pragma once\n#include \"c.h\"\n";
    let named = "char *name = __BASE_FILE__;\n";
    let packed = "#pragma pack(push, 1)\nstruct p { char c; int i; };\n";
    // Only what saves a share of all steps is kept.
    let c = format!("int c, f = __COUNTER__;\n{}", "extern int much;\n".repeat(2000));
    let texts = [("a.h", a), ("b.h", b), ("c.h", &*c), ("named.h", named), ("packed.h", packed)];
    Counted(Folder::new(&texts), Cell::new(0))
}

fn main_file(path: &str, text: &str) -> Source {
    Source::main(path.into(), Arc::new(Lexed::new(text.into())))
}

/// Prints the whole result of preprocessing, for comparison.
fn all(result: &Preprocessed) -> String {
    let tokens: Vec<_> = result.tokens.iter().collect();
    let expansions: Vec<_> = result.expansions.iter().collect();
    let sources: Vec<_> = result.sources.iter().map(|source| (&source.path, source.included_at)).collect();
    let requests: Vec<_> = result.requests.iter().collect();
    let macros = result.macros.names().map(|name| result.names.text(name));
    let macros: Vec<&str> = macros.filter(|name| !name.starts_with('_')).collect();
    let (notes, inactive, packed) = (&result.notes, &result.inactive, &result.packed);
    format!(
        "{}{tokens:?}{expansions:?}{sources:?}{requests:?}{notes:?}{inactive:?}{packed:?}{macros:?}{:?}",
        result.text(),
        result.lines_counted().collect::<Vec<_>>(),
    )
}

/// Preprocesses main files, each a path and a text, one after the other with what the earlier ones left. Each result must be
/// the one without anything left. Returns how often each asked for a header.
fn asked(files: &[(&str, &str)], headers: &Counted) -> Vec<u32> {
    let (options, beginnings) = (PreprocessOptions::default(), Beginnings::default());
    let one = |(path, text): &(&str, &str)| {
        let before = headers.1.get();
        let (shared, prefix) =
            preprocess_with(None, Some(&beginnings), main_file(path, text), headers, &options);
        let asked = headers.1.get() - before;
        let alone = preprocess(main_file(path, text), headers, &options);
        assert_eq!(all(&shared), all(&alone), "in {path}:\n{text}");
        let (again, _) = preprocess_with(Some(&prefix), None, main_file(path, text), headers, &options);
        assert_eq!(all(&again), all(&alone), "from the prefix of {path}:\n{text}");
        asked
    };
    files.iter().map(one).collect()
}

#[test]
fn the_third_file_asks_for_no_header_that_two_have_read() {
    let files = [
        ("src/1.c", "#include \"a.h\"\n#include <b.h>\nint x = __LINE__;\n"),
        ("src/2.c", "// another\n#include \"a.h\"\n#include <b.h>\nF(int y)\n"),
        ("src/3.c", "/* and\nanother */ #include \"a.h\"\n#include <b.h>\n#undef F\nF(int z)\n"),
        ("src/4.c", "#include \"a.h\"\n#if 1\n#include <b.h>\n#endif\n"),
        ("else/5.c", "#include \"a.h\"\n#include <b.h>\nint w;\n"),
    ];
    // The fourth reads `a.h`, after which it differs from the others, and `b.h` with `c.h` in it. Names in quotes may mean
    // another file in another folder.
    assert_eq!(asked(&files, &headers()), [3, 3, 0, 3, 3]);
}

#[test]
fn headers_in_angle_brackets_are_the_same_in_all_folders() {
    let files = [
        ("src/1.c", "#include <b.h>\n#include \"a.h\"\n"),
        ("more/2.c", "#include <b.h>\nint x;\n"),
        ("else/3.c", "#include <b.h>\n#include \"a.h\"\n"),
    ];
    assert_eq!(asked(&files, &headers()), [3, 2, 1]);
}

#[test]
fn the_tokens_and_declarations_of_headers_are_those_of_one_beginning() {
    let (options, headers, beginnings) = (PreprocessOptions::default(), headers(), Beginnings::default());
    let read = |path: &str, text: &str| {
        preprocess_with(None, Some(&beginnings), main_file(path, text), &headers, &options)
    };
    let text = "#include \"a.h\"\n#include \"b.h\"\nint x;\n";
    let all: Vec<_> = ["1.c", "2.c", "3.c", "4.c"].iter().map(|path| read(path, text)).collect();
    assert!(std::ptr::eq(all[2].0.tokens.parts().0, all[3].0.tokens.parts().0));
    assert_eq!(all[0].1.beginning(), None);
    assert!(all[1].1.beginning().is_some());
    assert_eq!(all[1].1.beginning(), all[3].1.beginning());
    let (_, longer) = read("5.c", &text.replace("int x", "#include \"c.h\"\nint x"));
    assert_eq!(longer.beginning(), None);
}

#[test]
fn nothing_is_kept_when_the_files_have_been_read() {
    let (options, headers, beginnings) = (PreprocessOptions::default(), headers(), Beginnings::default());
    let read = |path: &str| {
        let main = main_file(path, "#include \"a.h\"\nint x;\n");
        preprocess_with(None, Some(&beginnings), main, &headers, &options).1.beginning()
    };
    assert_eq!(read("1.c"), None);
    assert!(read("2.c").is_some() && read("3.c").is_some());
    beginnings.close();
    assert_eq!([read("4.c"), read("5.c"), read("6.c")], [None; 3]);
}

#[test]
fn what_names_the_main_file_is_not_shared() {
    let texts = ["#include \"named.h\"\nint x;\n", "#include \"packed.h\"\nint x;\n", "#include \"no.h\"\n"];
    for text in texts {
        let files = [("1.c", text), ("2.c", text), ("3.c", text)];
        assert_eq!(asked(&files, &headers()), [1, 1, 1]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Main files of any headers, in any order, have the results that they have alone.
    #[test]
    fn any_headers(
        texts in proptest::collection::vec(proptest::collection::vec(proptest::sample::select(soup::PIECES), 0..20), 3),
        mains in proptest::collection::vec((proptest::collection::vec(0_usize..6, 0..5), any::<bool>()), 1..8),
    ) {
        let texts: Vec<(String, String)> =
            texts.iter().enumerate().map(|(at, text)| (format!("{at}.h"), text.concat())).collect();
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (&**name, &**text)).collect();
        let headers = Counted(Folder::new(&texts), Cell::new(0));
        let lines = ["#include \"0.h\"\n", "#include <1.h>\n", "#include \"2.h\"\n", "#undef f\n", "#define f\n", "# /* */ include \"0.h\" //\n"];
        let mains: Vec<(String, String)> = mains
            .iter()
            .enumerate()
            .map(|(at, (parts, is_long))| {
                let start = if *is_long { "// a licence\n\n" } else { "" };
                let begin: String = parts.iter().map(|part| lines[*part]).collect();
                (format!("{at}.c"), format!("{start}{begin}f(__LINE__) x\n#undef x\n"))
            })
            .collect();
        let mains: Vec<(&str, &str)> = mains.iter().map(|(path, text)| (&**path, &**text)).collect();
        asked(&mains, &headers);
    }
}
