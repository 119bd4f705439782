//! Tests of C files with expectations as comments on their lines.
//!
//! - `// expect: RULE VERDICT`: a finding is kept on this line.
//! - `// refuted: RULE by REFUTER`: a finding is refuted, and this refuter found the first proof.
//! - `// refuted: RULE by REFUTER, REFUTER, ...`: the same with the refuter of every round, in order. A round
//!   with several proofs is named after its first proof. `REFUTER x8` are eight rounds in a row.
//! - `// doubtful: RULE`: a finding is kept but doubtful.
//!
//! The first line of a file may name flags for the compiler: `// flags: --target=avr`.
//!
//! A finding without an expectation fails the test. The files of a folder in `fixtures/projects` are checked
//! together.

#[path = "fixtures/library.rs"]
mod library;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use csieve::{
    library::{Added, load},
    project::{AnalysedFile, Selected, analyse_text, run},
};
use csieve_base::{options::Options, refuter_id::RefuterId, rule::Rule, watch::NoWatch};
use csieve_proof as proof;
use csieve_reports::finding::{Finding, VerdictKind};
use csieve_tests::{builds, builds_for};

/// A set of expectations: the line, and the text of the comment.
type Expectations = BTreeSet<(u32, String)>;

fn expected(text: &str) -> Expectations {
    said(text, "")
}

/// Returns the expectations in the comments of a text, as far as they start with `before`.
fn said(text: &str, before: &str) -> Expectations {
    let mut all = Expectations::new();
    for (index, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("// ") else { continue };
        for part in comment.split("; ").filter_map(|part| part.strip_prefix(before)) {
            if ["expect: ", "refuted: ", "doubtful: "].iter().any(|word| part.starts_with(word)) {
                all.insert((index as u32 + 1, part.trim().to_owned()));
            }
        }
    }
    all
}

fn found(path: &Path, text: &str) -> Expectations {
    found_with(path, text, &Options::default())
}

/// Returns the findings of all checks in the form of expectations, with other options than the default ones.
fn found_with(path: &Path, text: &str, options: &Options) -> Expectations {
    let options = Options { rules: Rule::ALL.to_vec(), ..options.clone() };
    let file = analyse_text(path.to_owned(), text.to_owned(), None, &builds_for(text), &options, &NoWatch);
    told(&file)
}

/// Returns the findings of a file in the form of expectations.
fn told(file: &AnalysedFile) -> Expectations {
    let path = &file.path;
    for (_, report) in &file.reports {
        assert_eq!(report.skipped, None, "{}: {}", path.display(), report.function);
    }
    let all = || file.reports.iter().flat_map(|(_, report)| &report.findings);
    for run in all().filter(|finding| finding.program().is_some()) {
        // A run that comes to a refuted misuse would show a defect, though the findings shown to users hide
        // the refuted one.
        let is_refuted = |own: &&Finding| own.is_refuted() && own.is_same_place(run);
        assert_eq!(all().find(is_refuted), None, "{}: a run comes to what is refuted", path.display());
    }
    let found = file.findings().map(|(_, located)| {
        let finding = located.finding;
        let said = match finding.verdict.kind() {
            VerdictKind::Refuted => {
                let rounds = located.rounds();
                let proofs = rounds.iter().filter_map(|(_, round)| round.conflicts.first());
                let refuters: Vec<&str> = proofs.map(|proof| proof.refuter.as_str()).collect();
                let in_turn = |same: &[&str]| match same.len() {
                    many @ 5.. => format!("{} x{many}", same[0]),
                    _ => same.join(", "),
                };
                let refuters: Vec<String> = refuters.chunk_by(|a, b| a == b).map(in_turn).collect();
                let refuters = if refuters.is_empty() { "nothing".to_owned() } else { refuters.join(", ") };
                format!("refuted: {} by {refuters}", finding.id())
            }
            _ if finding.doubt().is_some() => format!("doubtful: {}", finding.id()),
            kept => format!("expect: {} {}", finding.id(), kept.as_str()),
        };
        (located.line(finding.span), said)
    });
    found.collect()
}

/// Returns the C files of a folder, sorted.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("its entries too").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    names.sort();
    names
}

/// Shortens findings to the form of the expectations: where an expectation names only the refuter of the
/// first round of path reduction, so does the finding.
fn as_written(found: &Expectations, expected: &Expectations) -> Expectations {
    let as_written = |(line, all): &(u32, String)| {
        let first = all.split_once(", ").map_or(all.as_str(), |(first, _)| first);
        let first = (*line, first.to_owned());
        if expected.contains(&first) { first } else { (*line, all.clone()) }
    };
    found.iter().map(as_written).collect()
}

/// Adds a problem for each difference between findings and expectations.
fn compare(name: &str, expected: &Expectations, found: &Expectations, problems: &mut Vec<String>) {
    let found = &as_written(found, expected);
    problems.extend(expected.difference(found).map(|(line, said)| format!("{name}:{line}: missing {said}")));
    problems.extend(
        found.difference(expected).map(|(line, said)| format!("{name}:{line}: not expected: {said}")),
    );
}

#[test]
fn findings_are_as_the_comments_say() {
    let names = files("fixtures");
    let mut problems = Vec::new();
    for path in &names {
        let text = fs::read_to_string(path).expect("a fixture is a text");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        compare(&name, &expected(&text), &found(path, &text), &mut problems);
    }
    assert!(!names.is_empty());
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// Each file of `fixtures/own` is checked by the rules of the file of the same name.
#[test]
fn rules_of_users_find_what_the_comments_say() {
    let names = files("fixtures/own");
    let mut problems = Vec::new();
    for path in &names {
        let text = fs::read_to_string(path).expect("a fixture is a text");
        let added = Added { tables: Vec::new(), rules: vec![path.with_extension("toml")] };
        let library = load(&added, &Path::to_path_buf).expect("the rules are right");
        let options = Options { rules: Vec::new(), library, ..Options::default() };
        let builds = builds_for(&text);
        let file = analyse_text(path.clone(), text.clone(), None, &builds, &options, &NoWatch);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        compare(&name, &expected(&text), &told(&file), &mut problems);
    }
    assert_eq!(names.len(), 10);
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// The files of a folder in `fixtures/projects` are checked together.
#[test]
fn findings_in_projects_are_as_the_comments_say() {
    let options = Options { rules: Rule::ALL.to_vec(), ..Options::default() };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/projects");
    let projects = fs::read_dir(folder).expect("the folder can be read");
    let mut problems = Vec::new();
    for project in projects {
        let project = project.expect("its entries too").path();
        let paths = files(&project.to_string_lossy());
        assert!(paths.len() > 1, "{} has several files", project.display());
        for file in run(&paths, &builds(), &options, (None, Selected::All), (&NoWatch, &|_| ())) {
            let file = file.expect("a fixture can be read");
            compare(&file.path.to_string_lossy(), &expected(file.source.text()), &told(&file), &mut problems);
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// The proof checker accepts the printed form of every proof that a refuter finds, as users see it.
#[test]
fn proofs_check() {
    let options = Options { rules: Rule::ALL.to_vec(), checks_proofs: false, ..Options::default() };
    let mut counts: BTreeMap<RefuterId, usize> = BTreeMap::new();
    for path in files("fixtures").into_iter().chain(files("../demo")) {
        let text = fs::read_to_string(&path).expect("a file is a text");
        let builds = builds_for(&text);
        let file = analyse_text(path.clone(), text, None, &builds, &options, &NoWatch);
        for (_, located) in file.findings() {
            for (located, conflict) in located.proofs() {
                *counts.entry(conflict.refuter).or_default() += 1;
                let Some(certificate) = &conflict.certificate else {
                    assert_eq!(
                        conflict.refuter,
                        RefuterId::Misuse,
                        "{}: {}",
                        path.display(),
                        conflict.sentence.text()
                    );
                    continue;
                };
                let certificate = located.sentence(certificate);
                assert_eq!(proof::check(&certificate), Ok(()), "{}:\n{certificate}", path.display());
            }
        }
    }
    println!("proofs by refuter: {counts:?}");
    for refuter in [RefuterId::Atoms, RefuterId::Intervals, RefuterId::Bits] {
        assert!(counts.contains_key(&refuter), "none of {refuter}");
    }
}
