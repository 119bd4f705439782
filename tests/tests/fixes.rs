//! Tests of quick fixes.
//!
//! `fixtures/fixes/NAME.c` becomes `NAME.fixed.c` if all its findings are fixed. Of all other fixtures, every
//! fix that is offered is applied for itself, and the text is analysed anew: the finding is gone, nothing new
//! is found, and a compiler still takes the file.

use std::{
    collections::BTreeMap,
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use csieve::{
    fix::{self, Fix, Given},
    present::Located,
    project::{AnalysedFile, KnownSummaries, Others, analyse_text},
};
use csieve_analysis::fixes::{Edit, applied, moved};
use csieve_base::{options::Options, watch::NoWatch};
use csieve_reports::finding::Finding;
use csieve_tests::builds;

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let all = fs::read_dir(folder).expect("there are fixtures").flatten().map(|entry| entry.path());
    let mut all: Vec<PathBuf> = all.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    all.sort();
    all
}

fn analysed(path: &Path, text: &str) -> AnalysedFile {
    analyse_text(path.to_owned(), text.to_owned(), None, &builds(), &Options::default(), &NoWatch)
}

fn with_means<T>(path: &Path, work: impl FnOnce(Given) -> T) -> T {
    let (builds, options) = (builds(), Options::default());
    let build = builds.for_file(path);
    let (others, known) = (Others::default(), KnownSummaries::default());
    work(Given { build: &build, others: &others, known: &known, options: &options, takes_unsafe: true })
}

fn is_shown(_: &AnalysedFile, located: &Located) -> bool {
    let finding = located.finding;
    located.suppressed.is_none() && !finding.is_refuted() && finding.doubt().is_none()
}

/// Findings of a file that are not refuted, by rule, function, subject and place, with whether they are
/// shown.
type Found = BTreeMap<(String, String, String, u32), bool>;

fn found(file: &AnalysedFile, edits: &[Edit]) -> Found {
    let kept = file.findings().filter(|(_, located)| !located.finding.is_refuted());
    let of =
        |(_, located): (_, Located)| (key(located.finding, located.base, edits), is_shown(file, &located));
    kept.map(of).collect()
}

fn key(finding: &Finding, base: u32, edits: &[Edit]) -> (String, String, String, u32) {
    let place = moved(base + finding.span.start, edits);
    (finding.rule.id().to_owned(), finding.function.clone(), finding.subject.clone(), place)
}

/// Returns whether a compiler takes a text that stands in the folder of a fixture. `None` if there is no
/// compiler.
fn compiles(path: &Path, text: &str) -> Option<bool> {
    let file = tempfile::Builder::new().suffix(".c").tempfile().ok()?;
    fs::write(file.path(), text).ok()?;
    let folder = path.parent()?;
    let gcc = Command::new("gcc")
        .args(["-std=gnu17", "-fsyntax-only", "-w", "-I"])
        .arg(folder)
        .arg(file.path())
        .output();
    Some(gcc.ok()?.status.success())
}

fn check(
    path: &Path,
    text: &str,
    before: &AnalysedFile,
    (finding, fix): &(&Finding, Fix),
    did_compile: bool,
) {
    let what = format!("{}: {} of `{}`: {}", path.display(), finding.rule.id(), finding.subject, fix.title);
    let after = applied(text, &fix.edits).expect("the edits fit the text");
    let all = before.findings().find(|(_, located)| std::ptr::eq(located.finding, *finding));
    let base = all.expect("the finding is in the file").1.base;
    let (old, new) = (found(before, &fix.edits), found(&analysed(path, &after), &[]));
    assert!(!new.contains_key(&key(finding, base, &fix.edits)), "{what}: it is still there\n{after}");
    for (known, is_shown) in &new {
        let before = old.get(known).is_some_and(|was_shown| was_shown >= is_shown);
        assert!(before, "{what}: {known:?} is new\n{after}");
    }
    if did_compile {
        assert_ne!(compiles(path, &after), Some(false), "{what}: a compiler does not take it\n{after}");
    }
}

/// Applies every fix of a file for itself, and returns how many there are.
fn try_all(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a fixture can be read");
    let before = analysed(path, &text);
    let fixes = with_means(path, |given| fix::fixes(&before, path, given, &is_shown));
    let did_compile = !fixes.is_empty() && compiles(path, &text) == Some(true);
    for fix in &fixes {
        check(path, &text, &before, fix, did_compile);
    }
    fixes.len()
}

#[test]
fn every_fix_of_all_fixtures_corrects_its_finding_and_nothing_else() {
    let (all, next, count) = (fixtures("fixtures"), AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(path) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            count.fetch_add(try_all(path), Ordering::Relaxed);
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let count = count.into_inner();
    assert!(count > 150, "only {count} fixes are offered");
}

/// In `fixtures/fixes/safety.c`, the line of each finding says whether its fix is safe.
#[test]
fn safe_is_what_changes_no_correct_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fixes/safety.c");
    let text = fs::read_to_string(&path).expect("a fixture can be read");
    let file = analysed(&path, &text);
    let fixes = with_means(&path, |given| fix::fixes(&file, &path, given, &is_shown));
    let line = |finding: &Finding| {
        let all = file.findings().find(|(_, located)| std::ptr::eq(located.finding, finding));
        all.expect("the finding is in the file").1.line(finding.span) as usize
    };
    let found: BTreeMap<usize, bool> =
        fixes.iter().map(|(finding, fix)| (line(finding), fix.is_safe)).collect();
    let said = text.lines().enumerate().filter_map(|(at, line)| {
        let (_, said) = line.split_once("// fix: ")?;
        Some((at + 1, said == "safe"))
    });
    assert_eq!(found, said.collect());
}

#[test]
fn files_become_what_stands_beside_them() {
    let pairs = fixtures("fixtures/fixes").into_iter().map(|path| (path.with_extension("fixed.c"), path));
    let pairs: Vec<(PathBuf, PathBuf)> = pairs.filter(|(fixed, _)| fixed.exists()).collect();
    assert!(pairs.len() >= 4, "{pairs:?}");
    for (expected, path) in pairs {
        let text = fs::read_to_string(&path).expect("a fixture can be read");
        let file = analysed(&path, &text);
        let fixed = with_means(&path, |given| fix::fixed(&file, &path, given, &is_shown));
        let expected = fs::read_to_string(&expected).expect("a fixture can be read");
        assert_eq!(**fixed.after.text(), expected, "{}", path.display());
        assert_ne!(compiles(&path, &expected), Some(false), "{}", path.display());
    }
}
