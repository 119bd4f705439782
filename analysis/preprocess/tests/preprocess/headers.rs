//! Tests of headers: where they are searched for, and how often they are read.

use csieve_preprocess::{NoteKind, PreprocessOptions, preprocess};

use super::folder::Folder;
use super::{main_file, run};

#[track_caller]
fn check(source: &str, headers: &[(&str, &str)], expected: &str) {
    let result = run(source, &Folder::new(headers));
    assert_eq!(result.text().trim_end(), expected, "for\n{source}\n{:#?}", result.notes);
}

#[test]
fn three_forms() {
    let headers = [("a.h", "a __FILE__ __INCLUDE_LEVEL__ __BASE_FILE__"), ("b/c.h", "c")];
    check("#include \"a.h\"\n#include <b/c.h>", &headers, "a \"0/a.h\" 1 \"main.c\"\nc");
    check(
        "#define NAME \"a.h\"\n#define F(x) <b/x.h>\n#include NAME\n#include F(c)",
        &headers,
        "a \"0/a.h\" 1 \"main.c\"\nc",
    );
}

#[test]
fn a_guarded_header_is_read_once() {
    let guards = [
        "#ifndef A_H\n#define A_H\na\n#endif\n",
        "// why\n#if !defined(A_H)\n#define A_H\na\n#endif /* A_H */\n",
        "#pragma once\na\n",
        "#ifndef A_H\n#define A_H\na\n#else\n#endif\n",
    ];
    for guard in guards {
        check("#include \"a.h\"\n#include \"a.h\"\n#include <a.h>", &[("a.h", guard)], "a");
    }
    let open = "#ifndef A_H\n#define A_H\na\n#else\nagain\n#endif\n";
    check("#include \"a.h\"\n#include \"a.h\"\n", &[("a.h", open)], "a\nagain");
}

#[test]
fn a_list_in_a_header_is_read_as_often_as_it_is_included() {
    let source = "#define X(a) a,\n#include \"list.h\"\n#undef X\n#define X(a) #a\n#include \"list.h\"";
    check(source, &[("list.h", "X(one) X(two)")], "one, two,\n\"one\" \"two\"");
}

#[test]
fn the_next_header_of_a_name() {
    let headers = Folder::default()
        .with(0, &[("a.h", "first\n#if __has_include_next(<a.h>)\n#include_next <a.h>\n#endif")])
        .with(1, &[("a.h", "second\n#if __has_include_next(<a.h>)\nno\n#endif")]);
    assert_eq!(run("#include <a.h>", &headers).text(), "first\nsecond\n");
}

#[test]
fn asking_for_a_header() {
    let source = "#define A <a.h>\n#define F(x) x\n\
        #if __has_include(<a.h>) && __has_include(\"a.h\") && __has_include(A) && __has_include(F(A))\nyes\n#endif\n\
        #if __has_include(<b.h>) || __has_include(B)\nno\n#endif";
    check(source, &[("a.h", "")], "yes");
}

#[test]
fn a_missing_header_is_one_note() {
    let result = run("#include <no.h>\n#include \"no.h\"\n#include <other.h>\nint x;", &Folder::default());
    assert_eq!(result.text(), "int x;\n");
    let notes: Vec<&str> = result.notes.iter().map(|note| note.message.as_str()).collect();
    assert_eq!(notes, ["Header 'no.h' is not found", "Header 'other.h' is not found"]);
    assert_eq!(result.notes[0].kind, NoteKind::MissingHeader);
    let asked: Vec<(&str, bool)> =
        result.requests.iter().map(|request| (&*request.name, request.angled)).collect();
    assert_eq!(asked, [("no.h", true), ("no.h", false), ("other.h", true)]);
}

#[test]
fn a_header_that_includes_itself_ends() {
    let result = run("#include \"a.h\"\nend", &Folder::new(&[("a.h", "#include \"a.h\"\n")]));
    assert_eq!(result.text(), "end\n");
    assert_eq!(result.notes.len(), 1);
    assert_eq!(result.notes[0].kind, NoteKind::Limit);
    assert_eq!(result.sources.len(), 3 + 200);
}

#[test]
fn what_the_command_line_says() {
    let options = PreprocessOptions {
        defines: ["A", "B=2 + 2", "-DF(x)=[x]", "E=", "-Ulinux", "A_LINE=1\n#error"]
            .map(str::to_owned)
            .into(),
        includes: vec!["first.h".into()],
        ..PreprocessOptions::default()
    };
    let headers = Folder::new(&[("first.h", "first A")]);
    let result = preprocess(main_file("A B F(3) E linux A_LINE"), &headers, &options);
    assert_eq!(result.text(), "first 1\n1 2 + 2 [3] linux 1\n");
    assert_eq!(result.notes, []);
}

#[test]
fn arguments_do_not_go_over_the_end_of_a_header() {
    let headers = [("open.h", "f(1,"), ("name.h", "f")];
    check("#define f(x) [x]\n#include \"open.h\"\n2)", &headers, "f(1,\n2)");
    check("#define f(x) [x]\n#include \"name.h\"\n(2)", &headers, "f\n(2)");
    check("#define f(x) [x]\nf(\n#include \"end.h\"\n3", &[("end.h", "1 2)")], "[1 2]\n3");
}
