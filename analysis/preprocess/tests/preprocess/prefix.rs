//! Tests that a main file can be preprocessed again from its prefix, the state after its headers.

use std::cell::Cell;

use csieve_preprocess::{Header, Headers, Include, Prefix, PreprocessOptions, Preprocessed, preprocess_with};

use super::folder::Folder;
use super::main_file;

/// Headers that count how often any of them is asked for.
struct Counted(Folder, Cell<u32>);

impl Headers for Counted {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        self.1.set(self.1.get() + 1);
        self.0.find(include)
    }
}

const START: &str = "// what it is\n#define BEFORE 1\n#include \"a.h\"\n#ifndef NO\n#include \"b.h\"\n\n";

fn headers() -> Counted {
    let a = "#ifndef A\n#define A\nint a;\n#define F(x) x BEFORE\n#endif\n";
    Counted(Folder::new(&[("a.h", a), ("b.h", "F(int b;)\n#pragma once\n")]), Cell::new(0))
}

fn both(prefix: Option<&Prefix>, text: &str, headers: &Counted) -> (Preprocessed, Prefix) {
    preprocess_with(prefix, None, main_file(text), headers, &PreprocessOptions::default())
}

/// Prints the whole result of preprocessing, for comparison.
fn all(result: &Preprocessed) -> String {
    let tokens: Vec<_> = result.tokens.iter().collect();
    let expansions: Vec<_> = result.expansions.iter().collect();
    let sources: Vec<_> = result.sources.iter().map(|source| &source.path).collect();
    let macros: Vec<&str> = result.macros.names().map(|name| result.names.text(name)).collect();
    let (notes, inactive) = (&result.notes, &result.inactive);
    format!("{}{tokens:?}{expansions:?}{sources:?}{notes:?}{inactive:?}{macros:?}", result.text())
}

#[test]
fn an_edit_behind_the_headers_reads_no_header() {
    let headers = headers();
    let (_, prefix) = both(None, &format!("{START}int c;\n#endif\n"), &headers);
    let asked = headers.1.get();
    for rest in ["int d = F(2);\n#endif", "#endif\nF(", "", "#else\n#error\n#endif\n#undef F\nF(1)"] {
        let text = format!("{START}{rest}");
        let (with, _) = both(Some(&prefix), &text, &headers);
        assert_eq!(headers.1.get(), asked);
        let (without, _) = both(None, &text, &self::headers());
        assert_eq!(all(&with), all(&without), "for\n{text}");
    }
}

#[test]
fn the_tokens_of_headers_are_shared() {
    let headers = headers();
    let (first, prefix) = both(None, &format!("{START}x\n#endif"), &headers);
    let (second, _) = both(Some(&prefix), &format!("{START}x y\n#endif"), &headers);
    assert!(std::ptr::eq(first.tokens.parts().0, second.tokens.parts().0));
    assert_eq!((second.tokens.parts().0.len(), second.tokens.parts().1.len()), (7, 2));
}

#[test]
fn a_changed_directive_makes_a_new_prefix() {
    let headers = headers();
    let (_, prefix) = both(None, &format!("{START}x\n#endif"), &headers);
    let asked = headers.1.get();
    let text = format!("{}x\n#endif", START.replace("BEFORE 1", "BEFORE 2"));
    let (result, prefix) = both(Some(&prefix), &text, &headers);
    assert!(headers.1.get() > asked);
    assert!(result.text().contains("int b; 2"));
    let options = PreprocessOptions { defines: vec!["NO".into()], ..PreprocessOptions::default() };
    assert!(prefix.fits("main.c", &text, &PreprocessOptions::default()));
    assert!(!prefix.fits("main.c", &text, &options));
    assert!(!prefix.fits("other.c", &text, &PreprocessOptions::default()));
}

/// A prefix ends at the end of a line. It does not fit a text that continues that line.
#[test]
fn a_prefix_that_ends_the_file() {
    let headers = headers();
    let (_, prefix) = both(None, "#include \"a.h\"\n#define N 1", &headers);
    for text in ["#include \"a.h\"\n#define N 12\nN", "#include \"a.h\"\n#define N 1\nN"] {
        let (with, _) = both(Some(&prefix), text, &headers);
        let (without, _) = both(None, text, &headers);
        assert_eq!(all(&with), all(&without));
    }
}

/// A prefix in which conditional compilation leaves out text up to the end of the file does not fit another
/// text.
#[test]
fn a_prefix_with_an_open_group() {
    let headers = headers();
    let start = "#include \"a.h\"\n#if 0\n";
    let (_, prefix) = both(None, &format!("{start}x\ny\n"), &headers);
    for rest in ["x\n", "x\n#endif\nz"] {
        let text = format!("{start}{rest}");
        let (with, _) = both(Some(&prefix), &text, &headers);
        assert_eq!(all(&with), all(&both(None, &text, &headers).0));
    }
}

#[test]
fn a_prefix_tells_which_headers_it_depends_on() {
    let headers = headers();
    let (_, prefix) = both(None, "#include \"a.h\"\n#include <no.h>\n#include \"b.h\"\nx", &headers);
    let asked: Vec<_> = prefix.requests().map(|request| (&*request.name, request.found.as_deref())).collect();
    assert_eq!(asked, [("a.h", Some("0/a.h")), ("no.h", None), ("b.h", Some("0/b.h"))]);
}

/// A macro without tokens at the end of a header leaves its space to the first token of the main file.
#[test]
fn a_header_that_ends_in_a_macro() {
    let headers = Counted(Folder::new(&[("e.h", "#define E\nint a; E")]), Cell::new(0));
    for rest in ["(1)x", "E(1)x"] {
        let text = format!("#include \"e.h\"\n{rest}\n");
        let (without, prefix) = both(None, &text, &headers);
        let (with, _) = both(Some(&prefix), &text, &headers);
        assert_eq!(all(&with), all(&without), "for {rest}");
    }
}
