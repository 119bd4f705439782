//! What all rules of users have in common; `own` has their checks.

use csieve_base::rule::Rule;

use super::{
    AfterCall, ConditionalCallee, Declaration, Detection, Driver, Instrument, MisuseEdges, MisuseSort, Names,
    Severity,
};

/// The declaration of a rule of a user. Its title and its message are in the rule.
pub(super) static DECLARATION: Declaration = Declaration {
    rule: Rule::Own(0),
    title: "A rule of the project is broken",
    finds: "what rules of the project forbid",
    cwe: 0,
    cert: &[],
    misra: &[],
    severity: Severity::Warning,
    names: Names { cppcheck: &[], gcc: &[], clang: &[] },
    page: "",
    detection: Detection::OfUsers,
    edges: MisuseEdges::Nowhere,
    ends_runs: false,
    sort: MisuseSort::Other,
    conditional_callee: ConditionalCallee::Frees,
    callees_decide: false,
    in_runs: None,
    driver: Driver {
        reports: &[],
        names_line: false,
        instrument: Instrument::Nothing,
        after_call: AfterCall::Nothing,
    },
};
