//! Tests of `compile_commands.json` and `compile_flags.txt`.

use super::Project;
use crate::build::flags::Macro;

const MAIN: (&str, &str) = ("src/a.c", "int a;\n");

fn macros(project: &Project, file: &str) -> Vec<String> {
    let build = project.build(file);
    assert_eq!(build.problems, []);
    let name = |found: &Macro| match found {
        Macro::Define(text) | Macro::Undefine(text) => text.clone(),
    };
    build.flags.macros.iter().map(name).collect()
}

fn entry(file: &str, flags: &str) -> String {
    format!(r#"{{"directory": "$ROOT", "file": "{file}", "command": "cc {flags} -c {file}"}}"#)
}

#[test]
fn the_first_entry_of_a_file_counts() {
    let database = format!("[{}, {}]", entry("src/a.c", "-DONE"), entry("src/a.c", "-DTWO"));
    let project = Project::new(&[MAIN, ("compile_commands.json", &database)]);
    assert_eq!(macros(&project, "src/a.c"), ["ONE"]);
}

#[test]
fn commands_are_split_as_a_shell_does_and_arguments_are_not() {
    let database = r#"[
        {"directory": "src", "file": "a.c", "command": "cc -D'A=\"x y\"' -DB=\\\"q\\\" a.c"},
        {"directory": "$ROOT/src", "file": "./b.c", "arguments": ["cc", "-DC='c d'", "b.c"]}
    ]"#;
    let project = Project::new(&[MAIN, ("src/b.c", ""), ("compile_commands.json", database)]);
    assert_eq!(macros(&project, "src/a.c"), ["A=\"x y\"", "B=\"q\""]);
    assert_eq!(macros(&project, "src/b.c"), ["C='c d'"]);
}

#[test]
fn folders_where_builds_usually_are_are_searched_upwards() {
    for folder in ["", "build/", "src/build/", "build-debug/", "out/", "cmake-build-release/"] {
        let path = format!("{folder}compile_commands.json");
        let project = Project::new(&[MAIN, (&path, &format!("[{}]", entry("src/a.c", "-DX")))]);
        assert_eq!(macros(&project, "src/a.c"), ["X"], "{folder}");
    }
    let (near, far) = (entry("src/a.c", "-DNEAR"), entry("src/a.c", "-DFAR"));
    let project = Project::new(&[
        MAIN,
        ("src/build/compile_commands.json", &format!("[{near}]")),
        ("compile_commands.json", &format!("[{far}]")),
    ]);
    assert_eq!(macros(&project, "src/a.c"), ["NEAR"]);
}

#[test]
fn a_database_that_knows_the_file_counts_before_a_nearer_one() {
    let project = Project::new(&[
        MAIN,
        ("src/compile_commands.json", &format!("[{}]", entry("src/other.c", "-DOTHER"))),
        ("compile_commands.json", &format!("[{}]", entry("src/a.c", "-DMINE"))),
    ]);
    assert_eq!(macros(&project, "src/a.c"), ["MINE"]);
}

#[test]
fn a_file_without_an_entry_takes_the_flags_of_its_neighbour() {
    let entries = [
        entry("src/x.cpp", "-DCPP"),
        entry("lib/z.c", "-DLIB"),
        entry("src/deep/y.c", "-DDEEP"),
        entry("src/z.c", "-DSRC"),
        entry("lib/new.c", "-DSAME_NAME"),
    ];
    let database = format!("[{}]", entries.join(","));
    let project = Project::new(&[MAIN, ("build/compile_commands.json", &database)]);
    assert_eq!(macros(&project, "src/a.c"), ["SRC"]);
    assert_eq!(macros(&project, "src/new.c"), ["SAME_NAME"]);
    let notes = project.build("src/a.c").notes;
    assert_eq!(notes, ["not in build/compile_commands.json: the flags of src/z.c are taken"]);
}

#[test]
fn a_neighbours_flags_are_completed_with_what_a_file_needs() {
    let database = format!("[{}]", entry("src/b.c", "-DN -Iinclude"));
    let project = Project::new(&[
        ("tests/a.c", "#include <pub.h>\n#include \"helper.h\"\n"),
        ("include/pub.h", ""),
        ("tests/lib/helper.h", ""),
        ("src/b.c", ""),
        ("build/compile_commands.json", &database),
    ]);
    let build = project.build("tests/a.c");
    assert_eq!(build.notes[1], "besides, -Itests/lib assumed");
    assert_eq!(project.all_short(&build.flags.angled), ["include", "tests/lib"]);
}

#[test]
fn a_named_database_is_the_only_one() {
    let files = [
        MAIN,
        ("compile_commands.json", &*format!("[{}]", entry("src/a.c", "-DFOUND"))),
        ("elsewhere/compile_commands.json", &format!("[{}]", entry("src/a.c", "-DNAMED"))),
    ];
    assert_eq!(macros(&Project::new(&files).with_database("elsewhere"), "src/a.c"), ["NAMED"]);
    let by_file = Project::new(&files).with_database("elsewhere/compile_commands.json");
    assert_eq!(macros(&by_file, "src/a.c"), ["NAMED"]);
    let gone = Project::new(&files).with_database("gone").build("src/a.c");
    assert!(gone.problems[0].to_string().contains("gone/compile_commands.json: "), "{:?}", gone.problems);
}

#[test]
fn what_is_wrong_with_a_database_is_said_with_its_place() {
    let problem = |database: &str| {
        let project = Project::new(&[MAIN, ("compile_commands.json", database)]);
        let problem = project.build("src/a.c").problems.remove(0).to_string();
        problem.split_once("compile_commands.json").expect("it names the file").1.to_owned()
    };
    assert_eq!(problem("[\n{]"), ":2:2: key must be a string");
    assert_eq!(problem("{}"), ":1:1: invalid type: map, expected a sequence");
    assert_eq!(problem("[{\"file\": 1}]"), ":1:11: invalid type: integer `1`, expected a string");
    assert_eq!(problem("[{\"file\": \"a\",\n\"command\": \"cc\"}]"), ":2:16: missing field `directory`");
    let neither = "[{\"file\": \"a\", \"directory\": \"/\"}]";
    assert_eq!(problem(neither), ":1:33: an entry has neither `command` nor `arguments`");
    let quote = entry("src/a.c", "-D'A");
    assert!(problem(&format!("[{quote}]")).ends_with("has a quote without an end"));
    assert_eq!(problem(""), ":1:1: EOF while parsing a value");
}

#[test]
fn compile_flags_have_one_argument_per_line() {
    let project =
        Project::new(&[MAIN, ("compile_flags.txt", "-DA=b c\n\n  -Iinclude\n@more\n"), ("more", "-DM")]);
    assert_eq!(macros(&project, "src/a.c"), ["A=b c", "M"]);
    assert_eq!(project.all_short(&project.build("src/a.c").flags.angled), ["include"]);
    project.write("compile_commands.json", &format!("[{}]", entry("src/a.c", "-DDATABASE")));
    assert_eq!(macros(&project, "src/a.c"), ["DATABASE"]);
}

#[cfg(unix)]
#[test]
fn a_file_behind_a_link_is_known() {
    let project =
        Project::new(&[MAIN, ("compile_commands.json", &format!("[{}]", entry("link/a.c", "-DX")))]);
    std::os::unix::fs::symlink(project.path("src"), project.path("link")).expect("a link");
    assert_eq!(macros(&project, "src/a.c"), ["X"]);
}
