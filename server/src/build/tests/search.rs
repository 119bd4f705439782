//! Tests of the order in which header folders are searched.

use super::Project;
use crate::build::search::{FoundHeader, Wanted};

/// Creates a project with a header of the same name in every folder, so that the order of the search shows.
fn project(flags: &[&str]) -> Project {
    let folders = ["src", "src/sub", "quote", "one", "two", "system", "after"];
    let files: Vec<(String, String)> =
        folders.iter().map(|folder| (format!("{folder}/h.h"), format!("/* {folder} */"))).collect();
    let mut files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.extend([("src/a.c", ""), ("compile_flags.txt", "-DX")]);
    Project::new(&files).with(flags)
}

const ALL: [&str; 8] = ["-idirafter", "after", "-isystem", "system", "-Ione", "-Itwo", "-iquote", "quote"];

/// Returns the header that a name finds, and then, again and again, the header that `#include_next` finds
/// from the last one.
fn chain(project: &Project, name: &str) -> Vec<String> {
    let build = project.build("src/a.c");
    let wanted = Wanted {
        name: name.trim_matches(['<', '>', '"']),
        angled: name.starts_with('<'),
        next: false,
        from: &project.path("src/a.c"),
        from_folder: None,
        from_system: false,
    };
    let mut found: Option<FoundHeader> = build.headers.locate(&wanted);
    let mut chain = Vec::new();
    while let Some(header) = found {
        let mark = if header.system { " (system)" } else { "" };
        chain.push(format!("{}{mark}", project.short(&*header.file.path)));
        found = Project::next(&build, &header, "h.h");
    }
    chain
}

#[test]
fn quoted_names_are_looked_for_everywhere_and_angled_ones_from_i_on() {
    let project = project(&ALL);
    let angled = ["one/h.h", "two/h.h", "system/h.h (system)", "after/h.h (system)"];
    assert_eq!(chain(&project, "<h.h>"), angled);
    assert_eq!(chain(&project, "\"h.h\""), [&["src/h.h", "quote/h.h"], &angled[..]].concat());
}

#[test]
fn a_folder_of_the_system_stays_one() {
    let project = project(&["-Isystem", "-Ione", "-isystem", "system", "-I./one", "-Itwo/../two", "-Igone"]);
    assert_eq!(chain(&project, "<h.h>"), ["one/h.h", "two/h.h", "system/h.h (system)"]);
}

#[test]
fn names_climb_and_descend() {
    let project = project(&["-Ione"]);
    let build = project.build("src/a.c");
    assert_eq!(project.find(&build, "src/a.c", "\"sub/h.h\"").as_deref(), Some("src/sub/h.h"));
    assert_eq!(project.find(&build, "src/sub/h.h", "\"../h.h\"").as_deref(), Some("src/h.h"));
    assert_eq!(project.find(&build, "src/a.c", "<../two/./h.h>").as_deref(), Some("two/h.h"));
    assert_eq!(project.find(&build, "src/a.c", "\"gone/../h.h\""), None);
    let absolute = format!("\"{}\"", project.path("two/h.h").display());
    assert_eq!(project.find(&build, "src/a.c", &absolute).as_deref(), Some("two/h.h"));
    assert_eq!(project.find(&build, "src/a.c", "<sub>"), None);
}

#[test]
fn a_machine_without_headers_has_ours() {
    let project = project(&["-nostdinc"]);
    assert_eq!(project.find(&project.build("src/a.c"), "src/a.c", "<stddef.h>"), None);
    let project = self::project(&["--sysroot=gone"]);
    let build = project.build("src/a.c");
    for name in
        ["stddef", "stdarg", "stdbool", "stdint", "limits", "float", "iso646", "stdalign", "stdnoreturn"]
    {
        let found = project.find(&build, "src/a.c", &format!("<{name}.h>"));
        assert!(found.is_some_and(|path| path.ends_with(&format!("{name}.h"))), "{name}");
    }
    assert_eq!(project.find(&build, "src/a.c", "<stdio.h>"), None);
}

#[test]
fn texts_of_open_editors_lie_above_the_disk() {
    let project = project(&["-Ione"]);
    let text = |builds: &crate::build::Builds| {
        let build = builds.for_file("src/a.c".as_ref());
        let wanted = Wanted {
            name: "h.h",
            angled: true,
            next: false,
            from: &project.path("src/a.c"),
            from_folder: None,
            from_system: false,
        };
        build.headers.locate(&wanted).map(|found| found.file.text.to_string())
    };
    let before = project.builds();
    assert_eq!(text(&before).as_deref(), Some("/* one */"));
    project.files.open(&project.path("one/h.h"), "/* edited */");
    assert_eq!(text(&before).as_deref(), Some("/* one */"), "a run sees no change");
    assert_eq!(text(&project.builds()).as_deref(), Some("/* edited */"));
    project.files.close(&project.path("one/h.h"));
    project.write("one/h.h", "/* written anew */");
    assert_eq!(text(&project.builds()).as_deref(), Some("/* written anew */"));
}

#[test]
fn bytes_that_are_no_utf_8_are_read_all_the_same() {
    let project = project(&["-Ione"]);
    std::fs::write(project.path("one/latin.h"), b"/* \xe9 */").expect("it is written");
    let build = project.build("src/a.c");
    assert!(project.find(&build, "src/a.c", "<latin.h>").is_some());
}
