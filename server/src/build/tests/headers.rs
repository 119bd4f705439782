//! Tests that headers are read through a C file that includes them.

use super::Project;

fn unit(files: &[(&str, &str)], header: &str) -> String {
    let project = Project::new(files);
    project.short(project.build(header).main)
}

#[test]
fn the_unit_of_a_header_is_one_that_includes_it() {
    let files = [
        ("include/net/a.h", ""),
        ("src/zebra.c", "#include <net/a.h>\n"),
        ("src/a.c", "#include \"../include/net/a.h\"\n"),
        ("src/b.c", "#include \"other/a.h\"\n"),
        ("src/other/a.h", ""),
    ];
    assert_eq!(unit(&files, "include/net/a.h"), "src/a.c");
    assert_eq!(unit(&files[..2], "include/net/a.h"), "src/zebra.c");
    assert_eq!(unit(&files, "src/other/a.h"), "src/b.c", "the namesake includes another a.h");
}

#[test]
fn a_header_of_a_header_is_found_through_both() {
    let files = [
        ("a.h", "#include \"b.h\"\n"),
        ("b.h", "#include \"a.h\"\n"),
        ("deep/main.c", "#include \"../a.h\"\n"),
    ];
    assert_eq!(unit(&files, "b.h"), "deep/main.c");
}

#[test]
fn a_header_that_nobody_includes_is_read_by_itself() {
    let project = Project::new(&[("lonely.h", ""), ("a.c", "")]);
    let build = project.build("lonely.h");
    assert_eq!(project.short(&build.main), "lonely.h");
    assert_eq!(build.notes, ["no C file of the project includes this header: it is read by itself"]);
}

#[test]
fn a_unit_that_is_built_is_taken_before_one_that_is_not() {
    let database = r#"[{"directory": "$ROOT", "file": "src/zoo.c", "command": "cc -c src/zoo.c"}]"#;
    let files = [
        ("src/h.h", ""),
        ("src/h.c", "#include \"h.h\"\n"),
        ("src/zoo.c", "#include \"all.h\"\n"),
        ("src/all.h", "#include \"h.h\"\n"),
        ("compile_commands.json", database),
    ];
    assert_eq!(unit(&files[..4], "src/h.h"), "src/h.c");
    assert_eq!(unit(&files, "src/h.h"), "src/zoo.c");
}

#[test]
fn a_namesake_next_to_a_file_is_what_it_means() {
    let files =
        [("a/h.h", ""), ("a/z.c", "#include \"h.h\"\n"), ("b/h.h", ""), ("b/h.c", "#include \"h.h\"\n")];
    assert_eq!(unit(&files, "a/h.h"), "a/z.c");
}

#[test]
fn flags_are_those_of_the_unit() {
    let database = r#"[{"directory": "$ROOT", "file": "src/a.c", "command": "cc -DUNIT -c src/a.c"}]"#;
    let files = [("h.h", ""), ("src/a.c", "#include \"../h.h\"\n"), ("compile_commands.json", database)];
    let build = Project::new(&files).build("h.h");
    assert_eq!(format!("{:?}", build.flags.macros), r#"[Define("UNIT")]"#);
    assert_eq!(build.notes, ["read as a part of src/a.c"]);
}
