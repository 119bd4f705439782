//! Which functions of a project get summaries.

use std::sync::Arc;

use csieve_base::{cancel::Never, options::Options, text::SourceText};
use csieve_lowering::{project::ProjectFile, summary::Summaries, unit::Version};
use csieve_preprocess::{Lexed, PreprocessOptions, Source};
use csieve_summaries::{File, Missing, Needed, NoCache, ProjectSummaries, file_summaries};

use super::NoHeaders;

/// `main` and `told` are called by nobody, `down` only by itself, and `helper` only by another file.
const FILES: [(&str, &str); 2] = [
    (
        "a.c",
        "int helper(int n) { return n > 0; } static int one(void) { return 1; } int told(void) { return one(); }",
    ),
    (
        "b.c",
        "int helper(int n); int down(int n) { return n ? down(n - 1) : 0; } int main(void) { return helper(3); }",
    ),
];

fn files() -> Vec<ProjectFile> {
    let file = |(path, text): (&str, &str)| {
        let main = Source::main(path.into(), Arc::new(Lexed::new(text.into())));
        let version = Version::new(main, &NoHeaders, &PreprocessOptions::default(), None);
        ProjectFile::new(path.into(), SourceText::new(text.to_owned()), version.unit)
    };
    FILES.into_iter().map(file).collect()
}

/// Returns the names of the functions that are summarised for other files, and in each file with what it knows of those.
fn summarised(needed: Needed) -> (Vec<&'static str>, Vec<Vec<&'static str>>) {
    let (files, options) = (files(), Options::default());
    let parts: Vec<File> = files
        .iter()
        .map(|file| File { file, options: &options, cache: &NoCache, missing: Missing::IsMade })
        .collect();
    let mut project = ProjectSummaries::new(&parts, needed);
    for level in project.levels() {
        let made: Vec<_> = level.iter().map(|group| project.made(group)).collect();
        for made in made {
            project.take(made);
        }
    }
    let (shared, _) = project.shared();
    let known = |all: &Summaries| {
        let names = ["helper", "one", "told", "down", "main"];
        names.into_iter().filter(|name| all.get(name).is_some()).collect::<Vec<_>>()
    };
    let of_file =
        |file| file_summaries((file, needed), &shared, &options, &NoCache, &Never).expect("nobody cancels");
    (known(&shared), files.iter().map(|file| known(&of_file(file))).collect())
}

#[test]
fn a_function_that_nothing_calls_is_summarised_only_on_demand() {
    let (shared, of_files) = summarised(Needed::Called);
    assert_eq!(shared, ["helper", "down"]);
    assert_eq!(of_files, [vec!["one", "down"], vec!["helper", "down"]]);
    let (shared, of_files) = summarised(Needed::All);
    assert_eq!(shared, ["helper", "told", "down", "main"]);
    assert_eq!(of_files[0], ["helper", "one", "told", "down", "main"]);
    assert_eq!(of_files[1], ["helper", "told", "down", "main"]);
}
