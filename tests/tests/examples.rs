//! Tests that the examples on the pages of the checks get the verdicts that the pages say: the misuse in the
//! first example is found, and the examples that proofs remove are refuted.

use csieve::project::analyse_text;
use csieve_analysis::{finding::VerdictKind, options::Options, rule::Rule, watch::NoWatch};
use csieve_modelcheck::checks::examples;
use csieve_tests::builds;

/// Returns the verdicts of one check on a program.
fn verdicts(rule: Rule, program: &str) -> Vec<VerdictKind> {
    let options = Options { rules: vec![rule], ..Options::default() };
    let path = format!("{}.c", rule.id());
    let file = analyse_text(path.into(), program.to_owned(), None, &builds(), &options, &NoWatch);
    for (_, report) in &file.reports {
        assert_eq!(report.skipped, None, "{}: {program}", rule.id());
    }
    file.findings().map(|(_, located)| located.finding.verdict.kind()).collect()
}

#[test]
fn every_page_has_an_example_that_is_found() {
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        let programs = examples(*rule, "Example");
        assert!(!programs.is_empty(), "{} has no example", rule.id());
        for program in programs {
            let said = verdicts(*rule, &program);
            if !said.iter().any(|verdict| *verdict != VerdictKind::Refuted) {
                wrong.push(format!("{}: {said:?} in\n{program}", rule.id()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_proofs_remove_is_refuted() {
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        for program in examples(*rule, "How a proof removes it") {
            let said = verdicts(*rule, &program);
            if said.is_empty() || said.iter().any(|verdict| *verdict != VerdictKind::Refuted) {
                wrong.push(format!("{}: {said:?} in\n{program}", rule.id()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
