//! What users write about their projects: tables of library functions, rules, descriptions of builds, settings.

use std::{fs, path::Path, sync::Arc};

use csieve::{
    build::{BuildSettings, Builds},
    config::Config,
    library::told,
    project::analyse_text,
};
use csieve_analysis::own::{Mistake, OwnRules, Reader, label_places};
use csieve_base::{library::Library, options::Options, watch::NoWatch};
use csieve_tests::{lsp::Project, panics, random::Random, record_panics, run};

use super::{damage::mutant, seeds};

/// A table of library functions.
pub(crate) const TABLE: &str = include_str!("../../../analysis/base/src/library/c.toml");

/// Adds a damaged part of a table to the functions that are known.
pub(crate) fn damaged_table(table: &str, random: &mut Random) -> Result<Library, String> {
    let tables: Vec<&str> = table.split("\n\n").collect();
    let from = random.below(tables.len() as u64) as usize;
    let part = tables[from..(from + 5).min(tables.len())].join("\n\n");
    let damaged = mutant(&part, table, random);
    Library::built_in().with(&damaged).map_err(|error| error.problem.clone())
}

/// Returns the files with rules of the fixtures.
pub(crate) fn rules() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/own");
    let paths = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("it is read")).collect()
}

/// Damages a file with rules.
pub(crate) fn damaged_rules(rules: &[String], random: &mut Random) -> Result<OwnRules, (String, Mistake)> {
    let (text, other) = (random.choose(rules), random.choose(rules));
    let damaged = mutant(&text, &other, random);
    let _ = label_places(&damaged);
    let mut reader = Reader::default();
    match reader.add(&damaged) {
        Ok(()) => Ok(reader.finish()),
        Err(mistake) => Err((damaged, mistake)),
    }
}

#[test]
fn damaged_tables_are_read_or_refused() {
    record_panics();
    let mut read = 0;
    for (seed, mut random) in seeds(200) {
        match damaged_table(TABLE, &mut random) {
            Ok(_) => read += 1,
            Err(problem) => assert!(!problem.is_empty() && !problem.contains('\n'), "seed {seed}: {problem}"),
        }
        assert_eq!(panics(), [""; 0], "seed {seed}");
    }
    assert!(read > 0, "some of them are right");
}

#[test]
fn damaged_rules_are_read_or_refused() {
    record_panics();
    let rules = rules();
    let mut read = 0;
    for (seed, mut random) in seeds(200) {
        match damaged_rules(&rules, &mut random) {
            Ok(_) => read += 1,
            Err((text, mistake)) => {
                let said = told(&text, &mistake);
                let is_there = mistake.at.start <= text.len() && text.is_char_boundary(mistake.at.start);
                assert!(is_there && !said.is_empty() && !said.contains('\n'), "seed {seed}: {said}\n{text}");
            }
        }
        assert_eq!(panics(), [""; 0], "seed {seed}");
    }
    assert!(read > 0, "some of them are right");
}

#[test]
fn damaged_descriptions_of_builds_are_used_or_refused() {
    let descriptions = [
        (
            "compile_commands.json",
            "[{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"-DX=1\", \"-Iinclude\", \"a.c\"]},\n \
          {\"directory\": \".\", \"file\": \"b.c\", \"command\": \"cc -std=c11 '-DY=\\\"z\\\"' -o b.o -c b.c\"}]\n",
        ),
        ("compile_flags.txt", "-DX=1\n-Iinclude\n-include\nb.h\n@more\n"),
        (
            ".clangd",
            "CompileFlags:\n  Add: [-DX=1, -Iinclude]\n  Remove: [-W*]\n---\nIf:\n  PathMatch: .*\\.c\n",
        ),
    ];
    record_panics();
    let bug = "int bug(int *p)\n{\n    p = 0;\n    return *p;\n}\n";
    for (seed, mut random) in seeds(24) {
        let (name, text) = random.choose(&descriptions);
        let damaged = mutant(text, descriptions[0].1, &mut random);
        let project = Project::new(&[("a.c", bug), (name, &damaged)]);
        let builds = Builds::new(BuildSettings::default(), &project.path(""), &Arc::default(), |_| None);
        let (path, options) = (project.path("a.c"), Options::default());
        let file = analyse_text(path, bug.to_owned(), None, &builds, &options, &NoWatch);
        for said in file.reading.problems {
            assert!(!said.contains('\n'), "seed {seed}, {name}: {said}\n{damaged}");
        }
        assert_eq!(panics(), [""; 0], "seed {seed}, {name}:\n{damaged}");
        // A process of its own says the same, but takes long to start.
        if seed % 24 == 0 {
            let ran = run(&project.path(""), &["check", "a.c", "--color", "never"]);
            assert!(matches!(ran.code, Some(0..=3)), "seed {seed}, {name}: {ran:?}\n{damaged}");
            assert!(!ran.err.contains("panicked"), "seed {seed}, {name}: {ran:?}\n{damaged}");
        }
    }
}

#[test]
fn damaged_settings_are_read_or_refused() {
    record_panics();
    let settings = "checks = [\"+assertion-failure\"]\nlibrary = [\"ci/library.toml\"]\nexclude = [\"/third_party/\", \"*.gen.c\"]\n\
        fail-on = \"confirmed,rank=40\"\nbaseline = \"csieve.baseline\"\ninclude-paths = [\"include\"]\ndefines = [\"A=1\"]\n\
        cache = { folder = \"cache\", size = 100 }\nno-minor = true\nrefuters = [\"-bits\"]\n\n\
        [[override]]\nfiles = [\"/tests/\"]\nchecks = [\"-memory-leak\"]\nshow-doubtful = true\n";
    let (path, root) = (Path::new("/p/csieve.toml"), Path::new("/p"));
    assert!(Config::parse(settings, path, root).is_ok());
    let lines = |text: &str| text.lines().count().max(1) + 1;
    for (seed, mut random) in seeds(200) {
        let damaged = mutant(settings, settings, &mut random);
        match Config::parse(&damaged, path, root) {
            Ok(config) => drop(config.checked(Path::new("/p/tests/a.c"), Vec::new())),
            Err(wrong) => {
                let said = wrong.to_string();
                let line: usize = said.split(':').next().and_then(|line| line.parse().ok()).expect("a line");
                assert!(line <= lines(&damaged) && !said.contains('\n'), "seed {seed}: {said}");
            }
        }
        assert_eq!(panics(), [""; 0], "seed {seed}:\n{damaged}");
    }
}
