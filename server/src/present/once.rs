//! Every misuse once: a run of a program may come to what the function that it is in has a finding of.

use csieve_analysis::finding::{Finding, FunctionReport, Verdict};

/// The findings that others stand for.
///
/// Of two findings of one rule at one place, that of a run of the program is seen unless the other is confirmed itself,
/// or refuted: nobody sees that a run comes to what is refuted, as it would be a defect of csieve. That of the run is not seen
/// either as long as the function that it is in has no report.
#[derive(Clone, Debug, Default)]
pub struct Once<'a> {
    of_runs: Vec<&'a Finding>,
    /// The reports of the functions that these are in.
    around: Vec<&'a FunctionReport>,
}

impl<'a> Once<'a> {
    /// What stands for what among the reports of a file.
    pub fn new(reports: impl Iterator<Item = &'a FunctionReport> + Clone) -> Self {
        let findings = reports.clone().flat_map(|report| &report.findings);
        let of_runs: Vec<&Finding> = findings.filter(|finding| finding.program.is_some()).collect();
        if of_runs.is_empty() {
            return Self::default();
        }
        let is_needed =
            |report: &&FunctionReport| of_runs.iter().any(|finding| finding.function == report.function);
        let around = reports.filter(is_needed).collect();
        Self { of_runs, around }
    }

    /// Whether a finding is seen.
    pub fn shows(&self, finding: &Finding) -> bool {
        if finding.program.is_none() {
            return finding.verdict != Verdict::Unrefuted
                || !self.of_runs.iter().any(|run| run.is_same_place(finding));
        }
        let own = self.around.iter().find(|report| report.function == finding.function);
        own.is_some_and(|report| {
            let own = report.findings.iter().filter(|own| own.program.is_none());
            own.filter(|own| own.is_same_place(finding)).all(|own| own.verdict == Verdict::Unrefuted)
        })
    }
}
