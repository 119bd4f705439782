//! Tests of `csieve infer`: the table that it writes from the calls in files, and what the table finds.

use csieve_tests::{lsp::Project, run};

/// Calls of functions that are nowhere.
const CALLS: &str = "struct box *box_new(int size);\nvoid box_free(struct box *box);\nint box_size(struct box *box);\n\
    char *box_text(int number);\n\
    int f(int n) { struct box *b = box_new(n); if (!b) return 0; n = box_size(b); box_free(b); return n; }\n\
    int g(int n) { struct box *b = box_new(n); if (!b) return 1; n = box_size(b); box_free(b); return n; }\n\
    int h(int n) { struct box *b = box_new(n); if (!b) return 2; n = box_size(b); box_free(b); return n; }\n\
    int i(int n) { struct box *b = box_new(n); if (!b) return 3; n = box_size(b); box_free(b); return n; }\n\
    int j(int n) { struct box *b = box_new(n); if (!b) return 4; return box_size(b); }\n\
    int k(int n) { char *text = box_text(n); if (text == 0) return 0; return text[1]; }\n";

#[test]
fn the_table_is_one_for_library() {
    let project = Project::new(&[("src/calls.c", CALLS)]);
    let table = run(&project.path(""), &["infer", "src"]);
    assert_eq!((table.code, &*table.err), (Some(0), ""));
    for part in [
        "# 5 of 5 uses test the result for NULL before they access it.\n\
         # 4 of 4 results that stay in the calling function go to `box_free` last.\n\
         [[function]]\nnames = [\"box_new\"]\nreturns = \"pointer\"\nallocates = \"heap\"\n",
        "[[function]]\nnames = [\"box_free\"]\nfrees = 0\n",
    ] {
        assert!(table.out.contains(part), "{}", table.out);
    }
    assert!(!table.out.contains("box_text"), "one test is no habit: {}", table.out);
    project.write("table.toml", &table.out);
    let twice = "void box_free(struct box *box);\nstruct box *box_new(int size);\n\
        void twice(int n)\n{\n    struct box *b = box_new(n);\n    box_free(b);\n    box_free(b);\n}\n";
    project.write("src/twice.c", twice);
    let found = run(&project.path(""), &["check", "--no-cache", "--library", "table.toml", "src"]);
    assert!(found.out.contains("double-free") && found.out.contains("src/twice.c:7"), "{found:?}");
}

#[test]
fn functions_with_a_body_are_only_mentioned() {
    let body = "struct box *box_new(int size) { return size ? (struct box *) &size : 0; }\n";
    let project = Project::new(&[("src/calls.c", CALLS), ("src/body.c", body)]);
    let table = run(&project.path(""), &["infer", "src"]).out;
    assert!(!table.contains("names = [\"box_new\"]"), "{table}");
    assert!(
        table.contains("# box_new: 5 of 5 uses test the result for NULL before they access it.\n"),
        "{table}"
    );
}

#[test]
fn files_that_are_not_there_are_an_error() {
    let project = Project::new(&[]);
    assert_eq!(run(&project.path(""), &["infer", "none.c"]).code, Some(3));
}
