//! Tests of names in runs through several files.

use std::sync::Arc;

use csieve_base::text::SourceText;
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};

use super::{Meaning, Project, ProjectFile, Surroundings, plain};
use crate::unit::Version;

/// A source of headers that has none.
struct NoHeaders;

impl Headers for NoHeaders {
    fn find(&self, _: &Include<'_>) -> Option<Header> {
        None
    }
}

fn file(path: &str, text: &str) -> ProjectFile {
    let main = Source::main(path.into(), Arc::new(Lexed::new(text.into())));
    let unit = Version::new(main, &NoHeaders, &PreprocessOptions::default(), None).unit;
    ProjectFile::new(path.into(), SourceText::new(text), unit)
}

/// The file in which runs begin, another one, and a third that defines some of the same names.
fn project() -> Project {
    Project::new(vec![
        file("a.c", "int f(void); int both(void); static int own(void) { return 1; } int output;"),
        file("b.c", "static int own(void) { return 2; } int f(void) { static int n; return own() + n; }"),
        file("c.c", "int both(void) { return 1; } void output(void) {} int only;"),
        file("d.c", "int both(void) { return 2; } int own(void); extern int only;"),
    ])
}

fn functions(names: &[&str]) -> Vec<Option<u32>> {
    let project = project();
    let files = Surroundings::new(&project, "a.c", &project.files[0].unit);
    names.iter().map(|name| files.function(name).file).collect()
}

#[test]
fn a_function_of_one_other_file_is_found() {
    assert_eq!(functions(&["f", "nowhere"]), [Some(1), None]);
}

#[test]
fn a_function_that_several_files_define_is_not_known() {
    assert_eq!(functions(&["both"]), [None]);
}

#[test]
fn names_of_the_first_file_stay_its_own() {
    assert_eq!(functions(&["own", "output"]), [None, None]);
    assert_eq!(functions(&["own@1", "output@"]), [Some(1), Some(2)]);
}

#[test]
fn another_file_gets_other_names_for_what_only_one_file_knows() {
    let project = project();
    let files = Surroundings::new(&project, "a.c", &project.files[0].unit);
    assert_eq!(files.renamed(1, "own").as_deref(), Some("own@1"));
    assert_eq!(files.renamed(3, "own").as_deref(), Some("own@"), "the first file has its own");
    assert_eq!(files.renamed(1, "f"), None);
    assert_eq!(plain("own@1"), "own");
    assert_eq!(plain("own@1.n"), "own.n");
}

#[test]
fn an_object_is_found_with_the_name_in_its_file() {
    let project = project();
    let files = Surroundings::new(&project, "a.c", &project.files[0].unit);
    let meaning = |file, name: &'static str| Meaning { file, name: name.into() };
    assert_eq!(files.object("output"), meaning(None, "output"));
    assert_eq!(files.object("only"), meaning(Some(2), "only"));
    assert_eq!(files.object("f.n"), meaning(Some(1), "f.n"));
    assert_eq!(files.object("own@1.n"), meaning(Some(1), "own.n"));
}

#[test]
fn a_file_finds_nothing_in_older_versions_of_itself() {
    let project = project();
    let newer = file("b.c", "int g(void) { return 1; }");
    let files = Surroundings::new(&project, "b.c", &newer.unit);
    assert_eq!(files.function("f").file, None);
}

#[test]
fn a_test_makes_no_program_of_a_library() {
    let has_all_calls = |paths: [&str; 2]| {
        let uses = "int level(void); int main(void) { return level(); }";
        let files = vec![file(paths[0], "int level(void) { return 1; }"), file(paths[1], uses)];
        let project = Project::new(files);
        Surroundings::new(&project, paths[0], &project.files[0].unit).has_all_calls("level")
    };
    assert!(has_all_calls(["lib/level.c", "src/main.c"]));
    assert!(has_all_calls(["tests/lib/level.c", "tests/lib/main.c"]), "tests is the folder of all files");
    assert!(!has_all_calls(["lib/level.c", "tests/main.c"]));
    assert!(!has_all_calls(["level.c", "testlevel.c"]));
    assert!(!has_all_calls(["level.c", "examples/one.c"]));
}
