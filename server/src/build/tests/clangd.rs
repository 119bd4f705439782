//! Tests of `.clangd` files.

use super::Project;
use crate::build::FileBuild;

const ENTRY: &str = r#"[{"directory": "$ROOT", "file": "src/a.c", "command": "cc -DA -DB=1 -Ix src/a.c"}]"#;

fn project(clangd: &str, more: &[(&str, &str)]) -> Project {
    let mut files = vec![("src/a.c", ""), (".clangd", clangd)];
    files.extend(more);
    Project::new(&files)
}

fn macros(build: &FileBuild) -> String {
    assert_eq!(build.problems, []);
    format!("{:?}", build.flags.macros).replace("Define", "")
}

#[test]
fn flags_are_removed_then_added() {
    let clangd = "CompileFlags:\n  Remove: [-DB=*, -I]\n  Add: -DC\n";
    let build = project(clangd, &[("compile_commands.json", ENTRY)]).build("src/a.c");
    assert_eq!(macros(&build), r#"[("A"), ("C")]"#);
    assert!(build.flags.angled.is_empty());
}

#[test]
fn without_a_command_the_added_flags_are_all_there_is() {
    let project = project("CompileFlags:\n  Add: [-Iinclude, -DX=1]\n", &[("include/x.h", "")]);
    let build = project.build("src/a.c");
    assert_eq!(macros(&build), r#"[("X=1")]"#);
    assert_eq!(project.all_short(&build.flags.angled), ["include"]);
}

#[test]
fn conditions_choose_files() {
    let clangd = "If:\n  PathMatch: src/.*\\.c\n  PathExclude: [.*/b\\.c]\nCompileFlags:\n  Add: -DYES\n---\n\
                  If: {PathMatch: lib/.*}\nCompileFlags: {Add: -DLIB}\n---\nIf: {Moon: full}\nCompileFlags: {Add: -DM}\n";
    let project = project(clangd, &[("compile_flags.txt", "-DF"), ("src/b.c", ""), ("lib/c.c", "")]);
    assert_eq!(macros(&project.build("src/a.c")), r#"[("F"), ("YES")]"#);
    assert_eq!(macros(&project.build("src/b.c")), r#"[("F")]"#);
    assert_eq!(macros(&project.build("lib/c.c")), r#"[("F"), ("LIB")]"#);
}

#[test]
fn inner_files_change_what_outer_ones_leave() {
    let outer = "CompileFlags:\n  Add: [-DOUTER, -DBOTH]\n";
    let inner = "CompileFlags:\n  Remove: -DOUTER\n  Add: -DINNER\n";
    let project = project(outer, &[("src/.clangd", inner)]);
    assert_eq!(macros(&project.build("src/a.c")), r#"[("BOTH"), ("INNER")]"#);
}

#[test]
fn it_says_where_databases_are() {
    let database = [("compile_commands.json", "nonsense"), ("deep/db/compile_commands.json", ENTRY)];
    let build = project("CompileFlags: {CompilationDatabase: deep/db}", &database).build("src/a.c");
    assert_eq!(macros(&build), r#"[("A"), ("B=1")]"#);
    let none = project("CompileFlags: {CompilationDatabase: None}", &database).build("src/a.c");
    assert_eq!(macros(&none), "[]");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let problem = |clangd: &str| {
        let problem = project(clangd, &[]).build("src/a.c").problems.remove(0).to_string();
        problem.split_once(".clangd:").expect("it names the file").1.to_owned()
    };
    let map = problem("CompileFlags:\n  Add: {a: b}\n");
    assert!(map.starts_with("2:8: "), "{map}");
    assert_eq!(problem("a: [\n"), "1:4: unclosed bracket '['");
    assert_eq!(problem("If: {PathMatch: '('}"), " `(` is no regular expression");
}

#[test]
fn other_settings_of_clangd_are_none_of_our_business() {
    let clangd =
        "# yes\nDiagnostics:\n  ClangTidy: {Add: [x]}\nIndex: {Background: Skip}\nCompileFlags:\n  Add:\n";
    assert_eq!(macros(&project(clangd, &[]).build("src/a.c")), "[]");
    assert_eq!(macros(&project("", &[]).build("src/a.c")), "[]");
}
