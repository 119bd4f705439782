//! What a run of the graph reaches was not refuted: functions of random programs are lowered and run on random
//! inputs by a machine that knows nothing of intervals, observers and properties. Needs no compiler.

mod machine;

use std::collections::BTreeSet;

use csieve_analysis::{
    bounds::guard,
    cancel::Never,
    cfg::{Cfg, dump},
    checks::Rule,
    finding::Verdict,
    findings,
    lower::{UnitContext, lower_function},
    options::Options,
    syntax::Unit,
    text::Span,
};
use csieve_tests::programs::{Random, program};
use machine::Machine;

/// Programs per run of the test, unless `CSIEVE_REACHED_PROGRAMS` says another number;
/// `CSIEVE_REACHED_FIRST` says with which to start.
const PROGRAMS: u64 = 6;
/// Functions in each, and runs of each function.
const FUNCTIONS: u32 = 4;
const RUNS: u64 = 600;

fn reached(cfg: &Cfg) -> BTreeSet<(Span, Rule)> {
    let runs = (0..RUNS).flat_map(|seed| Machine::new(cfg, Random::new(seed)).run(600));
    runs.map(|(edge, rule)| (cfg.edge(edge).span, rule)).collect()
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

#[test]
fn what_runs_reach_was_not_refuted() {
    let (mut seen, mut silent, mut refuted) = (0, 0, 0);
    let first = number("CSIEVE_REACHED_FIRST").unwrap_or(0);
    for seed in first..first + number("CSIEVE_REACHED_PROGRAMS").unwrap_or(PROGRAMS) {
        let unit = Unit::parse(program(seed, FUNCTIONS, 0).plain);
        let context = UnitContext::new(&unit);
        for item in unit.functions() {
            let cfg =
                lower_function(&unit, &context, &item).expect("the generator writes what is understood");
            let cfg = guard(cfg, false);
            let text = &unit.text()[item.span.range()];
            let found = findings(&cfg, text, &Options::default(), &Never).expect("nothing cancels").findings;
            refuted += found.iter().filter(|finding| finding.verdict == Verdict::Refuted).count();
            for (span, rule) in reached(&cfg) {
                seen += 1;
                let here = found.iter().find(|finding| finding.span == span && finding.rule == rule);
                silent += usize::from(here.is_none());
                let is_wrong = here.is_some_and(|finding| finding.verdict == Verdict::Refuted);
                assert!(
                    !is_wrong,
                    "seed {seed}: {} was refuted at `{}`\n{text}\n{}",
                    rule.id(),
                    &text[span.range()],
                    dump(&cfg)
                );
            }
        }
    }
    println!("{seen} misuses reached, {silent} of them without a finding; {refuted} refuted");
    assert!(seen > 50 && refuted > 20, "the programs do too little: {seen} misuses, {refuted} refuted");
}
