//! The one alarm that is never silent: a run reaches a misuse that a proof refutes.

use std::collections::BTreeSet;

use csieve_analysis::{
    finding::{Finding, FunctionReport, Round},
    text::LineIndex,
};

use super::{Once, Starts};

/// A run of the program and the refuted finding whose misuse the run reaches. Such a pair shows a defect of
/// csieve.
#[derive(Clone, Copy, Debug)]
pub struct Alarm<'a> {
    /// The finding of the run.
    pub run: &'a Finding,
    /// The refuted finding at the same place.
    pub refuted: &'a Finding,
}

impl Alarm<'_> {
    /// The alarm as one sentence that asks the user to report it; `line` is the line of the misuse, from 1.
    pub fn sentence(&self, line: u32) -> String {
        let refuters = self.refuters();
        let (rule, function) = (self.run.rule.id(), &self.run.function);
        format!(
            "a run of the program reaches the {rule} in `{function}` on line {line}, which {} refuted: \
             this is a defect of csieve, please report it with this file",
            if refuters.is_empty() { "a proof".to_owned() } else { refuters.join(" and ") },
        )
    }

    /// The names of the refuters that refuted the finding, in alphabetical order. The proof of at least one
    /// of them is wrong.
    fn refuters(&self) -> Vec<&'static str> {
        let callers = self.refuted.verdict.callers().iter().flat_map(|caller| &caller.rounds);
        let of_round = |round: &Round| -> Vec<&'static str> {
            round.conflicts.iter().map(|conflict| conflict.refuter.as_str()).collect()
        };
        let names: BTreeSet<&str> = self.refuted.rounds.iter().chain(callers).flat_map(of_round).collect();
        names.into_iter().collect()
    }
}

/// The alarms of a file as sentences, in the order of the reports.
pub fn sentences<'a>(
    reports: impl Iterator<Item = &'a FunctionReport> + Clone,
    starts: &dyn Starts,
    lines: &LineIndex,
) -> Vec<String> {
    let alarms = Once::new(reports).alarms().into_iter();
    let told = alarms.filter_map(|alarm| {
        let start = starts.start_of(&alarm.run.function)?;
        Some(alarm.sentence(lines.line_number(start + alarm.run.span.start)))
    });
    told.collect()
}
