//! Corrects what a check has found.

use std::path::PathBuf;

use csieve_analysis::watch::NoWatch;

use super::{
    super::{
        Failure,
        fix::{Fixer, Found, MOST_ROUNDS},
        outcome::Outcome,
        output::{counted, tell},
    },
    Check, Settled,
};
use crate::steps::is_summary_file;

impl Check {
    /// Corrects what was found. Returns what is found then, and the diff if the files stay as they are.
    pub(super) fn corrected(
        &self,
        outcome: Outcome,
        settled: &Settled,
    ) -> Result<(Outcome, String), Failure> {
        let keys = settled.config.as_ref().map(|config| &config.cache);
        let (mut left, paths, cache) = (outcome, self.files_to_fix(settled)?, self.cache.open(keys));
        for round in 0..MOST_ROUNDS {
            let (builds, rules) = (self.analysis.build.builds()?, self.fix.rules()?);
            let takes_unsafe = self.fix.takes_unsafe();
            let fixer = Fixer { builds: &builds, options: &settled.options, rules, takes_unsafe };
            let made = self.analysis.on_threads(|| fixer.fix(&left, &paths, self.fix.is_dry()))?;
            let lines = made.fixed.iter().chain(made.left.iter().filter(|_| round == 0));
            for line in lines {
                eprintln!("{line}");
            }
            if self.fix.is_dry() || made.fixed.is_empty() {
                if made.unsafe_left > 0 {
                    let (findings, have) = (counted(made.unsafe_left, "finding"), have(made.unsafe_left));
                    tell(&format!(
                        "note: {findings} {have} only fixes that are unsafe: --unsafe-fixes makes them"
                    ));
                }
                return Ok((left, made.diff));
            }
            // The files are others now, so nothing that was read before counts.
            left = self.analyse(&self.settle()?, cache.as_ref(), &NoWatch)?;
        }
        Ok((left, String::new()))
    }

    /// Returns the fixes of the findings that are shown, if they are asked for.
    pub(super) fn fixes<'o>(
        &self,
        outcome: &'o Outcome,
        settled: &Settled,
    ) -> Result<Vec<Found<'o>>, Failure> {
        if !self.fix.is_told() {
            return Ok(Vec::new());
        }
        let (builds, paths, rules) =
            (self.analysis.build.builds()?, self.files_to_fix(settled)?, self.fix.rules()?);
        let fixer = Fixer { builds: &builds, options: &settled.options, rules, takes_unsafe: true };
        self.analysis.on_threads(|| fixer.fixes(outcome, &paths))
    }

    /// Returns the files that may be fixed.
    fn files_to_fix(&self, settled: &Settled) -> Result<Vec<PathBuf>, Failure> {
        let files = settled.found.files.clone();
        if self.paths.iter().any(|path| path.as_os_str() == "-")
            || files.iter().any(|path| is_summary_file(path))
        {
            return Err(Failure::usage("fixes need C files, not standard input or summary files"));
        }
        Ok(files)
    }
}

fn have(count: usize) -> &'static str {
    if count == 1 { "has" } else { "have" }
}
