//! What a report prints can be repeated: commands about a line of a file know the files, flags and tables of the last check.

use csieve_tests::{Ran, lsp::Project, run};

const USE: &str = "int *make(int n);\nint use(void)\n{\n    int *p = make(LEVEL);\n    return *p;\n}\n";
const MAKE: &str = "static int cell;\nint *make(int n)\n{\n    return n ? &cell : 0;\n}\n";

fn csieve(project: &Project, args: &[&str]) -> Ran {
    run(&project.path(""), &[args, &["--cache-dir", "cache"]].concat())
}

#[test]
fn explain_and_driver_know_the_files_and_flags_of_the_last_check() {
    let project = Project::new(&[("src/use.c", USE), ("src/make.c", MAKE)]);
    let alone = csieve(&project, &["explain", "src/use.c:5", "-DLEVEL=0"]);
    assert!(alone.code == Some(2) && alone.err.contains("line 5 of src/use.c has no finding"), "{alone:?}");

    let checked = csieve(&project, &["check", "src", "-DLEVEL=0"]);
    let name = checked.out.split("csieve explain ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    let explained = csieve(&project, &["explain", "src/use.c:5"]);
    assert_eq!(explained.err, "note: as in the last check here, of 2 files\n");
    assert!(explained.code == Some(0) && explained.out.contains("null-dereference"), "{explained:?}");
    assert_eq!(csieve(&project, &["explain", "./src/../src/use.c:5"]).out, explained.out);
    assert_eq!(csieve(&project, &["explain", name]), explained, "{name}");
    let driver = csieve(&project, &["driver", "src/use.c:5"]);
    assert_eq!(csieve(&project, &["driver", name]), driver, "{name}");
    assert!(driver.err.contains("its run goes through src/make.c"), "{driver:?}");

    // What the command line says counts.
    let otherwise = csieve(&project, &["explain", "src/use.c:5", "--with", "src", "-DLEVEL=1"]);
    assert!(
        otherwise.err.contains("has no finding") && !otherwise.err.contains("last check"),
        "{otherwise:?}"
    );
}

#[test]
fn a_later_check_of_other_files_leaves_the_earlier_one() {
    let project = Project::new(&[("use.c", USE), ("make.c", MAKE), ("other.c", "int other;\n")]);
    csieve(&project, &["check", "use.c", "make.c", "-DLEVEL=0"]);
    csieve(&project, &["check", "other.c"]);
    assert_eq!(csieve(&project, &["explain", "use.c:5"]).code, Some(0));
    // The last check of the file counts.
    csieve(&project, &["check", "use.c", "make.c", "-DLEVEL=1"]);
    assert_eq!(csieve(&project, &["explain", "use.c:5"]).code, Some(2));
}

#[test]
fn a_file_that_has_changed_since_is_named() {
    let project = Project::new(&[("use.c", USE), ("make.c", MAKE)]);
    csieve(&project, &["check", ".", "-DLEVEL=0"]);
    project.write("use.c", &USE.replace("    return *p;", "    return p ? *p : 0;"));
    let gone = csieve(&project, &["explain", "use.c:5"]);
    assert!(gone.err.ends_with("the file has none; the file has changed since it was checked\n"), "{gone:?}");
}
