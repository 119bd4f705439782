//! Tests of guessed flags.

use super::Project;
use crate::build::flags::Macro;

#[test]
fn folders_that_hold_what_a_file_asks_for_are_assumed() {
    let project = Project::new(&[
        (
            "src/core/a.c",
            "#include \"own.h\"\n#include <pub.h>\n#include \"deep/inner.h\"\n#include <sys/gone.h>\n",
        ),
        ("src/core/own.h", ""),
        ("include/pub.h", "#include \"second.h\"\n"),
        ("third/party/deep/inner.h", ""),
        ("third/other/second.h", ""),
    ]);
    let build = project.build("src/core/a.c");
    let note = "no compile_commands.json: -Iinclude -Ithird/party -Ithird/other assumed";
    let mut sorted = build.notes.clone();
    sorted.sort();
    assert_eq!(sorted, [note.to_owned()]);
    let find = |from, name| project.find(&build, from, name);
    assert_eq!(find("src/core/a.c", "<pub.h>").as_deref(), Some("include/pub.h"));
    assert_eq!(find("src/core/a.c", "\"deep/inner.h\"").as_deref(), Some("third/party/deep/inner.h"));
    assert_eq!(find("include/pub.h", "\"second.h\"").as_deref(), Some("third/other/second.h"));
    assert_eq!(find("src/core/a.c", "<sys/gone.h>"), None);
}

#[test]
fn of_several_headers_the_nearest_is_meant() {
    let project = Project::new(&[
        ("lib/one/a.c", "#include \"api/x.h\"\n"),
        ("lib/one/impl/api/x.h", ""),
        ("lib/two/impl/api/x.h", ""),
        ("aaa/api/x.h", ""),
    ]);
    let found = project.find(&project.build("lib/one/a.c"), "lib/one/a.c", "\"api/x.h\"");
    assert_eq!(found.as_deref(), Some("lib/one/impl/api/x.h"));
}

#[test]
fn a_config_h_that_is_asked_for_is_assumed_to_be_used() {
    let text = "#ifdef HAVE_CONFIG_H\n# include <config.h>\n#endif\n";
    let configured = Project::new(&[("src/a.c", text), ("config.h", "")]).build("src/a.c");
    assert_eq!(configured.flags.macros, [Macro::Define("HAVE_CONFIG_H".into())]);
    assert_eq!(configured.notes, ["no compile_commands.json: -I. -DHAVE_CONFIG_H assumed"]);
    let bare = Project::new(&[("src/a.c", text)]).build("src/a.c");
    assert_eq!(bare.flags.macros, []);
    assert!(bare.notes[0].starts_with("no config.h: "), "{:?}", bare.notes);
    let elsewhere =
        Project::new(&[("src/a.c", "#include \"config.h\"\n"), ("config.h", "")]).build("src/a.c");
    assert_eq!(elsewhere.flags.macros, []);
}

#[test]
fn a_header_of_the_project_does_not_hide_one_of_the_system() {
    let project = Project::new(&[
        ("src/a.c", "#include <string.h>\n#include \"string.h\"\n#include <lib.h>\n"),
        ("lib/string.h", ""),
        ("lib/lib.h", ""),
    ]);
    let build = project.build("src/a.c");
    if let Some(system) = project.find(&build, "src/a.c", "<string.h>") {
        assert!(system.starts_with('/') || system == "lib/string.h", "{system}");
    }
    assert_eq!(project.find(&build, "src/a.c", "\"string.h\"").as_deref(), Some("lib/string.h"));
    assert_eq!(project.find(&build, "src/a.c", "<lib.h>").as_deref(), Some("lib/lib.h"));
}

#[test]
fn a_folder_that_stands_before_the_system_may_hide_it() {
    let project =
        Project::new(&[("src/a.c", "#include <string.h>\n"), ("lib/string.h", "#include_next <string.h>\n")]);
    assert_eq!(
        project.find(&project.build("src/a.c"), "src/a.c", "<string.h>").as_deref(),
        Some("lib/string.h")
    );
}

#[test]
fn configure_defines_its_macro_for_all_files() {
    let project = Project::new(&[("src/a.c", "#include <config.h>\n"), ("configure", ""), ("config.h", "")]);
    assert_eq!(project.build("src/a.c").notes, ["no compile_commands.json: -I. -DHAVE_CONFIG_H assumed"]);
}

#[test]
fn a_file_that_needs_nothing_has_no_notes() {
    let project = Project::new(&[("a.c", "#include \"a.h\"\nint a;\n"), ("a.h", "")]);
    let build = project.build("a.c");
    assert_eq!((build.notes, build.problems), (Vec::new(), Vec::new()));
}

#[test]
fn headers_of_other_systems_are_not_taken() {
    let project = Project::new(&[
        ("src/a.c", "#include \"config.h\"\n"),
        ("win32/b.c", "#include \"config.h\"\n#include \"port.h\"\n"),
        ("win32/config.h", ""),
        ("win32/deep/port.h", ""),
    ]);
    assert_eq!(project.find(&project.build("src/a.c"), "src/a.c", "\"config.h\""), None);
    let build = project.build("win32/b.c");
    assert_eq!(project.find(&build, "win32/b.c", "\"port.h\"").as_deref(), Some("win32/deep/port.h"));
}

#[test]
fn the_project_begins_where_its_tools_are() {
    let project = Project::new(&[
        ("top/Makefile", ""),
        ("top/src/sub/a.c", "#include \"far.h\"\n#include \"outside.h\"\n"),
        ("top/other/far.h", ""),
        ("outside.h", ""),
    ]);
    std::fs::remove_dir(project.path(".git")).expect("it is empty");
    let build = project.build("top/src/sub/a.c");
    assert_eq!(project.find(&build, "top/src/sub/a.c", "\"far.h\"").as_deref(), Some("top/other/far.h"));
    assert_eq!(project.find(&build, "top/src/sub/a.c", "\"outside.h\""), None);
}

#[cfg(unix)]
#[test]
fn links_are_no_traps() {
    use std::os::unix::fs::symlink;
    let project = Project::new(&[("src/a.c", "#include \"x.h\"\n#include \"loop.h\"\n"), ("real/x.h", "")]);
    symlink(project.path("src"), project.path("src/again")).expect("a link");
    symlink(project.path("src/loop.h"), project.path("src/loop.h")).expect("a link");
    let build = project.build("src/a.c");
    assert_eq!(project.find(&build, "src/a.c", "\"x.h\"").as_deref(), Some("real/x.h"));
    assert_eq!(project.find(&build, "src/a.c", "\"loop.h\""), None);
}
