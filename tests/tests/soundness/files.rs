//! The same for programs of several files, whose functions are followed into the callers and callees in other files: what a run
//! reaches is neither refuted nor doubtful because no caller leads to it, as all callers are there.

use std::{env, fs, path::Path};

use csieve::project::{AnalysedFile, Selected, run};
use csieve_base::{options::Options, watch::NoWatch};
use csieve_reports::finding::{Finding, VerdictKind};
use csieve_tests::{builds, programs::program_in_files, setting};
use tempfile::TempDir;

use super::{FUNCTIONS, PROGRAMS, RULES, RUNS, misuses};

#[test]
fn what_happens_in_several_files_was_not_refuted() {
    let folder = TempDir::new().expect("a temporary folder");
    let (mut wrong, mut seen, mut excluded) = (Vec::new(), 0, 0);
    let first = setting("CSIEVE_SOUNDNESS_FIRST").unwrap_or(0);
    for seed in first..first + setting("CSIEVE_SOUNDNESS_PROGRAMS").unwrap_or(PROGRAMS) {
        let program = program_in_files(seed, FUNCTIONS, RUNS, 2 + (seed % 2) as usize);
        let mut paths = Vec::new();
        for (name, text) in &program.files {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("written");
            if let Some(kept) = env::var_os("CSIEVE_SOUNDNESS_KEEP") {
                let kept = Path::new(&kept).join(seed.to_string());
                fs::create_dir_all(&kept).expect("made");
                fs::write(kept.join(name), text).expect("written");
            }
            if path.extension().is_some_and(|extension| extension == "c") {
                paths.push(path);
            }
        }
        let files = run(&paths, &builds(), &Options::default(), (None, Selected::All), (&NoWatch, &|_| ()));
        let files: Vec<_> = files.into_iter().map(|file| file.expect("it can be read")).collect();
        for (_, report) in files.iter().flat_map(|file| &file.reports) {
            assert_eq!(report.skipped, None, "seed {seed}: {}", report.function);
        }
        // A line has text in one file only.
        let found: Vec<_> = files
            .iter()
            .flat_map(AnalysedFile::findings)
            .filter(|(file, _)| !file.path.ends_with("main.c"))
            .map(|(_, located)| (located.line(located.finding.span), located.finding))
            .collect();
        // Without proofs for the callers, only the reason to expect the misuse is gone.
        let is_excluded = |finding: &Finding| {
            finding.is_refuted() || finding.doubt().is_some_and(|doubt| !doubt.callers.is_empty())
        };
        excluded += found.iter().filter(|(_, finding)| !finding.is_refuted() && is_excluded(finding)).count();
        for (line, kind) in misuses(folder.path(), &program.checked) {
            seen += 1;
            let here = found.iter().filter(|(at, finding)| *at == line && finding.rule.id() == RULES[kind]);
            let here: Vec<_> = here.map(|(_, finding)| *finding).collect();
            if !here.is_empty() && here.iter().all(|finding| is_excluded(finding)) {
                let is_refuted = here.iter().all(|finding| finding.verdict.kind() == VerdictKind::Refuted);
                let said = if is_refuted { "refuted" } else { "excluded by callers" };
                wrong.push(format!("seed {seed}, line {line}: {} was {said}", RULES[kind]));
            }
        }
    }
    println!("{seen} misuses seen, {excluded} findings excluded by callers");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 100 && excluded > 0, "the programs do too little");
}
