//! Reports of other tools, and witnesses of answers.

use std::{fs, path::Path};

use csieve::{
    judge::{Files, judge, read},
    verify::{DataModel, Mismatch, Task, Told},
};
use csieve_analysis::verify::{Limits, Property, Query};
use csieve_base::options::Options;
use csieve_tests::{builds, panics, record_panics};

use super::{damage::mutant, seeds};

/// A program whose only violation needs two numbers.
const TWO: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
    int main(void)\n{\n    int x = __VERIFIER_nondet_int();\n    int y = __VERIFIER_nondet_int();\n    \
    if (x == 7 && y == -x)\n        reach_error();\n    return 0;\n}\n";

#[test]
fn damaged_reports_are_judged_or_refused() {
    record_panics();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("judge/programs");
    let names = ["other.sarif", "other.gcc.json", "other.plist", "pointers.cppcheck.xml", "values.sarif"];
    let texts = names.map(|name| fs::read_to_string(root.join(name)).expect("it is read"));
    let mut judged = 0;
    for (seed, mut random) in seeds(200) {
        let damaged = mutant(&random.choose(&texts), &random.choose(&texts), &mut random);
        match read(&damaged) {
            Ok(report) if seed % 20 == 0 => {
                let files = Files { root: &root, with: &[], builds: &builds() };
                let verdicts = judge(&report, files, &Options::default());
                assert_eq!(verdicts.of.len(), report.results.len(), "seed {seed}");
                judged += 1;
            }
            Ok(_) => {}
            Err(problem) => assert!(!problem.is_empty(), "seed {seed}"),
        }
        assert_eq!(panics(), [""; 0], "seed {seed}:\n{damaged}");
    }
    assert!(judged > 0, "some of them are right");
}

#[test]
fn damaged_witnesses_are_followed_or_refused() {
    record_panics();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.c");
    fs::write(&path, TWO).expect("it is written");
    let Ok(task) = Task::read(&path, &builds()) else { panic!("it is read") };
    let (property, options) = (Property::UnreachCall, Options::default());
    let query = Query { property, errors: vec!["reach_error".to_owned()], limits: Limits::default() };
    let told = Told { property, data_model: DataModel::Lp64, creation_time: "1970-01-01T00:00:00Z" };
    let witness = task.witness(&task.answer(&query, &options), told).expect("an answer");
    let whole = serde_saphyr::to_string(&witness).expect("YAML");
    let mut followed = 0;
    for (seed, mut random) in seeds(200) {
        let damaged = mutant(&whole, &whole, &mut random);
        match task.given(&damaged, property) {
            Ok(given) => {
                task.is_violated(&query, &given, &options);
                followed += 1;
            }
            Err(Mismatch::Form(why)) => assert!(!why.is_empty(), "seed {seed}"),
            Err(_) => {}
        }
        assert_eq!(panics(), [""; 0], "seed {seed}:\n{damaged}");
    }
    assert!(followed > 0, "some of them are right");
}
