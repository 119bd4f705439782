//! Tests of what is known of a finding with each verdict.

use csieve_base::{rule::Rule, text::Span};

use super::{confirmed, conflict, doubt, finding, input, refuted, trail, unrefuted};
use crate::finding::{Candidate, Finding, Round, Verdict, VerdictKind};

#[test]
fn each_verdict_has_its_kind_and_its_word() {
    let kinds = [confirmed(), unrefuted(), refuted()].map(|verdict| (verdict.kind(), verdict.as_str()));
    let expected = [
        (VerdictKind::Confirmed, "confirmed"),
        (VerdictKind::Unrefuted, "unrefuted"),
        (VerdictKind::Refuted, "refuted"),
    ];
    assert_eq!(kinds, expected);
    assert!(VerdictKind::Confirmed < VerdictKind::Unrefuted && VerdictKind::Unrefuted < VerdictKind::Refuted);
}

#[test]
fn the_data_of_a_verdict_is_found_in_no_other_verdict() {
    let all = [confirmed(), unrefuted(), refuted()];
    assert_eq!(all.each_ref().map(|verdict| verdict.confirmation().is_some()), [true, false, false]);
    assert_eq!(all.each_ref().map(|verdict| verdict.candidate().is_some()), [false, true, false]);
    assert_eq!(all.each_ref().map(|verdict| verdict.callers().len()), [0, 0, 1]);
}

#[test]
fn a_confirmed_finding_has_inputs_and_no_limit() {
    let finding = finding(confirmed());
    assert!(finding.is_confirmed() && !finding.is_refuted());
    assert_eq!(finding.inputs(), [input()]);
    assert_eq!(finding.program(), Some("main"));
    assert_eq!(finding.limit(), None);
    assert_eq!((finding.doubt(), finding.trail()), (Some(&doubt()), Some(&trail())));
}

#[test]
fn a_candidate_has_a_limit_and_no_inputs() {
    let finding = finding(unrefuted());
    assert!(!finding.is_confirmed() && !finding.is_refuted());
    assert_eq!(finding.limit(), Some("too many paths"));
    assert_eq!((finding.inputs(), finding.program()), (&[][..], None));
    assert_eq!((finding.doubt(), finding.trail()), (Some(&doubt()), Some(&trail())));
}

#[test]
fn a_refuted_finding_has_neither_doubt_nor_trail() {
    let finding = finding(refuted());
    assert!(finding.is_refuted() && !finding.is_confirmed());
    assert_eq!((finding.limit(), finding.program(), finding.inputs()), (None, None, &[][..]));
    assert_eq!((finding.doubt(), finding.trail()), (None, None));
}

#[test]
fn a_finding_is_proved_if_its_last_round_has_a_conflict_and_no_budget_ended_the_search() {
    let round = |conflicts| Round { path: Vec::new(), conflicts, opinions: Vec::new() };
    let with = |verdict, rounds| Finding { rounds, ..finding(verdict) }.is_proved();
    let proved = || round(vec![conflict(Vec::new())]);
    let open = || Verdict::Unrefuted(Candidate::default());
    assert!(with(open(), vec![round(Vec::new()), proved()]));
    assert!(!with(open(), vec![proved(), round(Vec::new())]));
    assert!(!with(open(), Vec::new()));
    assert!(!with(unrefuted(), vec![proved()]));
    assert!(!with(refuted(), vec![proved()]));
}

#[test]
fn findings_of_one_rule_are_at_the_same_place_if_one_place_contains_the_other() {
    let at = |start, end| Finding { span: Span::new(start, end), ..finding(refuted()) };
    let whole = at(10, 20);
    // The verdict does not matter.
    assert!(whole.is_same_place(&Finding { verdict: confirmed(), ..at(12, 15) }));
    assert!(at(12, 15).is_same_place(&whole));
    assert!(!whole.is_same_place(&at(15, 25)));
    assert!(!whole.is_same_place(&Finding { rule: Rule::MemoryLeak, ..at(10, 20) }));
    assert!(!whole.is_same_place(&Finding { function: "g".to_owned(), ..at(10, 20) }));
}
