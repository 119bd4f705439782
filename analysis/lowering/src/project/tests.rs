//! Tests of names in runs through several files.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use csieve_base::text::SourceText;
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};

use super::{Contents, Meaning, Project, ProjectFile, Reader, Surroundings, plain};
use crate::{summary::Summaries, unit::Version};

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
    let files = Surroundings::new(&project, "a.c", project.files[0].unit());
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
    let files = Surroundings::new(&project, "a.c", project.files[0].unit());
    assert_eq!(files.renamed(1, "own").as_deref(), Some("own@1"));
    assert_eq!(files.renamed(3, "own").as_deref(), Some("own@"), "the first file has its own");
    assert_eq!(files.renamed(1, "f"), None);
    assert_eq!(plain("own@1"), "own");
    assert_eq!(plain("own@1.n"), "own.n");
}

#[test]
fn an_object_is_found_with_the_name_in_its_file() {
    let project = project();
    let files = Surroundings::new(&project, "a.c", project.files[0].unit());
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
    let files = Surroundings::new(&project, "b.c", newer.unit());
    assert_eq!(files.function("f").file, None);
}

#[test]
fn a_test_makes_no_program_of_a_library() {
    let has_all_calls = |paths: [&str; 2]| {
        let uses = "int level(void); int main(void) { return level(); }";
        let files = vec![file(paths[0], "int level(void) { return 1; }"), file(paths[1], uses)];
        let project = Project::new(files);
        Surroundings::new(&project, paths[0], project.files[0].unit()).has_all_calls("level")
    };
    assert!(has_all_calls(["lib/level.c", "src/main.c"]));
    assert!(has_all_calls(["tests/lib/level.c", "tests/lib/main.c"]), "tests is the folder of all files");
    assert!(!has_all_calls(["lib/level.c", "tests/main.c"]));
    assert!(!has_all_calls(["level.c", "testlevel.c"]));
    assert!(!has_all_calls(["level.c", "examples/one.c"]));
}

#[test]
fn a_file_with_main_is_in_its_own_program_only() {
    let defining = |files: &[(&str, &str)], from: &str| {
        let project = Project::new(files.iter().map(|(path, text)| file(path, text)).collect());
        let from = &project.files[project.numbers[from] as usize];
        let meant = Surroundings::of_file(&project, from).defining("f");
        meant.map(|number| project.files[number as usize].path.to_string())
    };
    let product = ("f.c", "int f(void) { return 1; }");
    let caller = ("g.c", "int f(void); int g(void) { return f(); }");
    let main = ("main.c", "int g(void); int main(void) { return g(); }");
    let tool = ("tool.c", "int f(void) { return 2; } int main(void) { return f(); }");
    let test = ("test.c", "int g(void); int f(void) { return 2; } int main(void) { return g(); }");
    let through = ("h.c", "int g(void); int (*held)(void) = g; int h(void) { return held(); }");
    let distant = ("test.c", "int h(void); int f(void) { return 2; } int main(void) { return h(); }");
    assert_eq!(defining(&[product, caller, main, tool], "g.c").as_deref(), Some("f.c"));
    assert_eq!(defining(&[product, caller, main, tool], "main.c").as_deref(), Some("f.c"), "another `main`");
    assert_eq!(defining(&[product, caller, main, test], "g.c"), None, "the test calls it, with its stub");
    assert_eq!(defining(&[product, caller, main, through, distant], "g.c"), None, "through another file");
    assert_eq!(defining(&[product, caller, tool], "g.c"), None, "who calls it is not there");
    let other = ("other.c", "int f(void) { return 3; }");
    assert_eq!(defining(&[product, other, caller, main, tool], "g.c"), None);
}

/// Reads a file and counts how often.
#[derive(Debug)]
struct Counting {
    file: ProjectFile,
    count: Arc<AtomicU32>,
}

impl Reader for Counting {
    fn contents(&self) -> Contents {
        self.count.fetch_add(1, Ordering::Relaxed);
        Contents { source: self.file.source().clone(), unit: Arc::clone(self.file.unit()) }
    }
}

#[test]
fn a_file_is_read_once_and_only_if_its_functions_are_needed() {
    let count = Arc::<AtomicU32>::default();
    let files = project().files.into_iter().map(|file| {
        let outline = Arc::clone(&file.outline);
        let path = Arc::clone(&file.path);
        ProjectFile::later(path, outline, Box::new(Counting { file, count: Arc::clone(&count) }))
    });
    let project = Project::new(files.collect());
    let files = Surroundings::of_file(&project, &project.files[0]);
    assert_eq!(files.defining("f"), Some(1));
    assert!(!files.has_constructors() && !files.has_all_calls("f"));
    assert!(files.may_mention(Some(1), "own") && !files.may_mention(Some(1), "only"));
    assert_ne!(files.naming_hash(Some(1), "own"), files.naming_hash(Some(3), "own"));
    assert_eq!(files.assigning_shared(Some(3), "only"), Some(Vec::new()));
    assert_eq!(count.load(Ordering::Relaxed), 0);
    assert_eq!(files.declaring("nowhere"), None, "no file declares it");
    assert_eq!(count.load(Ordering::Relaxed), 1, "the file in which runs begin");
    for _ in 0..2 {
        assert_eq!(files.file(1).function("f").map(|function| function.start), Some(35));
    }
    assert_eq!(count.load(Ordering::Relaxed), 2);
}

#[test]
fn answers_are_the_same_whether_a_file_is_read_or_not() {
    let project = project();
    for (number, file) in project.files.iter().enumerate() {
        let (read, unread) =
            (Surroundings::new(&project, &file.path, file.unit()), Surroundings::of_file(&project, file));
        for name in ["f", "own", "both", "output", "only", "nowhere"] {
            assert_eq!(read.naming_hash(None, name), unread.naming_hash(None, name), "{number} {name}");
            assert_eq!(read.may_mention(None, name), unread.may_mention(None, name), "{number} {name}");
            let hashes = |files: Surroundings| files.hashes(None, name, &Summaries::default());
            assert_eq!(hashes(read), hashes(unread), "{number} {name}");
            let assigning = |files: Surroundings| files.assigning_shared(None, name);
            assert_eq!(assigning(read), assigning(unread), "{number} {name}");
            assert_eq!(read.declaring(name), unread.declaring(name), "{number} {name}");
        }
        assert_eq!(read.context_hash(None), unread.context_hash(None));
    }
}
