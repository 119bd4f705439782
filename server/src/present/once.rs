//! Shows every misuse once, though both a run of the program and the check of a function may report it.

use csieve_analysis::finding::{Finding, FunctionReport};

use super::alarm::Alarm;

/// The findings of runs of a whole program, to decide which of several findings of one misuse is shown.
///
/// Of two findings of one rule at one place, the one that a run of the program reached is shown, unless the
/// other one is itself confirmed. A run that reaches a refuted misuse is shown too: then csieve is wrong, and
/// an [`Alarm`] says so. Of several runs that reach one misuse, one is shown: one from the function with the
/// misuse itself, or else the one with the fewest steps. The finding of a run is not shown as long as the
/// function around its misuse has no report.
#[derive(Clone, Debug, Default)]
pub struct Once<'a> {
    of_runs: Vec<&'a Finding>,
    /// The reports of the functions that contain the misuses of the findings in `of_runs`.
    around: Vec<&'a FunctionReport>,
}

impl<'a> Once<'a> {
    /// Collects the findings of runs from the reports of a file.
    pub fn new(reports: impl Iterator<Item = &'a FunctionReport> + Clone) -> Self {
        let findings = reports.clone().flat_map(|report| &report.findings);
        let mut of_runs: Vec<&Finding> = findings.filter(|finding| finding.program().is_some()).collect();
        // Of several runs to one misuse, the shortest way is shown.
        of_runs.sort_by_key(|finding| (finding.program() != Some(&finding.function), finding.witness.len()));
        if of_runs.is_empty() {
            return Self::default();
        }
        let is_needed =
            |report: &&FunctionReport| of_runs.iter().any(|finding| finding.function == report.function);
        let around = reports.filter(is_needed).collect();
        Self { of_runs, around }
    }

    /// Returns whether a finding is shown.
    pub fn shows(&self, finding: &Finding) -> bool {
        if finding.program().is_none() {
            return finding.is_confirmed() || !self.of_runs.iter().any(|run| run.is_same_place(finding));
        }
        let is_first = self.of_runs.iter().find(|run| run.is_same_place(finding));
        if is_first.is_some_and(|first| first.program() != finding.program()) {
            return false;
        }
        let own = self.around.iter().find(|report| report.function == finding.function);
        own.is_some_and(|report| {
            let own = report.findings.iter().filter(|own| own.program().is_none());
            own.filter(|own| own.is_same_place(finding)).all(|own| !own.is_confirmed())
        })
    }

    /// Returns the runs of the program that reach a misuse which a proof refuted.
    pub fn alarms(&self) -> Vec<Alarm<'a>> {
        let all = self.around.iter().flat_map(|report| &report.findings);
        let refuted: Vec<&Finding> = all.filter(|finding| finding.is_refuted()).collect();
        let pairs = self.of_runs.iter().filter_map(|run| {
            let refuted = refuted.iter().find(|own| own.is_same_place(run))?;
            Some(Alarm { run, refuted })
        });
        pairs.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use super::Once;
    use crate::{
        build::{BuildSettings, Builds, files::Files},
        project::analyse_text,
    };
    use csieve_analysis::{
        finding::{Confirmation, FunctionReport, Refuted, Verdict},
        options::Options,
        watch::NoWatch,
    };

    /// A program whose run reaches one misuse.
    const PROGRAM: &str =
        "int zero(void)\n{\n    return 0;\n}\nint main(void)\n{\n    return 1 / zero();\n}\n";

    /// Returns the reports of `PROGRAM`, in which its finding is changed into one that a run of `main`
    /// reached.
    fn reports() -> Vec<FunctionReport> {
        let builds =
            Builds::new(BuildSettings::default(), Path::new("."), &Arc::<Files>::default(), |_| None);
        let options = Options::default();
        let file = analyse_text("zero.c".into(), PROGRAM.to_owned(), None, &builds, &options, &NoWatch);
        let mut reports: Vec<FunctionReport> =
            file.reports.iter().map(|(_, report)| (**report).clone()).collect();
        for finding in reports.iter_mut().flat_map(|report| &mut report.findings) {
            finding.verdict = Verdict::Confirmed(Confirmation {
                program: Some("main".to_owned()),
                ..Confirmation::default()
            });
        }
        reports
    }

    #[test]
    fn a_run_that_comes_to_what_was_refuted_is_shown_and_said() {
        let mut reports = reports();
        let main = reports.iter_mut().find(|report| report.function == "main").expect("there is main");
        let run = main.findings.first().cloned().expect("a run comes to the division");
        assert!(Once::new([&*main].into_iter()).alarms().is_empty(), "nothing is refuted yet");
        let mut forged = run.clone();
        forged.verdict = Verdict::Refuted(Refuted::default());
        main.findings.push(forged.clone());
        let once = Once::new([&*main].into_iter());
        assert!(once.shows(&run), "what happens is shown");
        assert!(!once.shows(&forged), "the proof that is wrong is not");
        let [alarm] = once.alarms().try_into().expect("one alarm");
        assert_eq!(
            alarm.sentence(7),
            "a run of the program reaches the division-by-zero in `main` on line 7, which a proof refuted: \
             this is a defect of csieve, please report it with this file"
        );
    }
}
