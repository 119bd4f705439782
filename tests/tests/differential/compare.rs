//! Compares the verdicts of the analysis with runs of the compiled functions.

use std::{
    collections::BTreeMap,
    fmt::{self, Display, Write as _},
};

use csieve::project::AnalysedFile;
use csieve_reports::finding::VerdictKind;
use csieve_tests::functions::{Batch, Member};

use crate::run::{Place, RULES, Runs};

/// The numbers of places of one rule by verdict; `silent` counts places without a finding.
#[derive(Clone, Copy, Default)]
pub(crate) struct Said {
    confirmed: usize,
    unrefuted: usize,
    refuted: usize,
    silent: usize,
}

/// The results of comparing all batches together.
#[derive(Default)]
pub(crate) struct Tally {
    /// Verdicts by rule on lines where runs reached the misuse (`reached`), and on lines where no run can
    /// reach it (`unreached`).
    reached: [Said; RULES.len()],
    unreached: [Said; RULES.len()],
    /// The number of runs in total.
    pub runs: u64,
    /// The number of functions that can do more than their runs show.
    pub inexact: usize,
    /// Reports of wrong verdicts.
    pub wrong: Vec<String>,
    /// Reports of kept findings that no run reaches. Such findings are not wrong, but a better proof would
    /// remove them.
    pub unproved: Vec<String>,
}

/// Returns the strongest verdict for every place, that is, for every line and rule.
fn verdicts(file: &AnalysedFile) -> BTreeMap<Place, VerdictKind> {
    let mut all = BTreeMap::new();
    for (_, located) in file.findings() {
        let Some(kind) = RULES.iter().position(|rule| *rule == located.finding.rule.id()) else { continue };
        let verdict = located.finding.verdict.kind();
        let said = all.entry((located.line(located.finding.span), kind)).or_insert(verdict);
        *said = verdict.min(*said);
    }
    all
}

impl Said {
    fn count(&mut self, verdict: Option<VerdictKind>) {
        match verdict {
            Some(VerdictKind::Confirmed) => self.confirmed += 1,
            Some(VerdictKind::Unrefuted) => self.unrefuted += 1,
            Some(VerdictKind::Refuted) => self.refuted += 1,
            None => self.silent += 1,
        }
    }
}

impl Tally {
    /// Counts the verdicts on a batch and adds reports of the wrong verdicts.
    pub(crate) fn compare(&mut self, batch: &Batch, file: &AnalysedFile, runs: &Runs) {
        self.runs += runs.count;
        self.inexact += runs.inexact.len();
        let verdicts = verdicts(file);
        for (place, inputs) in &runs.reached {
            let verdict = verdicts.get(place).copied();
            if batch.member_at(place.0).is_some() {
                self.reached[place.1].count(verdict);
            }
            if verdict == Some(VerdictKind::Refuted) {
                self.wrong.push(report(batch, *place, &format!("refuted, but reached with {inputs}")));
            }
        }
        for (place, verdict) in verdicts {
            let is_exact = batch.member_at(place.0).is_some_and(|member| !runs.inexact.contains(&member));
            if is_exact && !runs.reached.contains_key(&place) && !runs.possible.contains(&place) {
                self.unreached(batch, place, verdict);
            }
        }
    }

    fn unreached(&mut self, batch: &Batch, place: Place, verdict: VerdictKind) {
        self.unreached[place.1].count(Some(verdict));
        match verdict {
            VerdictKind::Confirmed => {
                self.wrong.push(report(batch, place, "confirmed, but no run gets there"));
            }
            VerdictKind::Unrefuted => self.unproved.push(report(batch, place, "kept, but no run gets there")),
            VerdictKind::Refuted => {}
        }
    }

    /// Returns the number of misuses that runs reached, and the number of refuted findings that no run
    /// reaches.
    pub(crate) fn extent(&self) -> (usize, usize) {
        let reached = |said: &Said| said.confirmed + said.unrefuted + said.refuted + said.silent;
        (self.reached.iter().map(reached).sum(), self.unreached.iter().map(|said| said.refuted).sum())
    }
}

/// Returns a report with everything that is needed to examine one place again.
fn report(batch: &Batch, (line, kind): Place, problem: &str) -> String {
    let Some(Member { seed, lines }) = batch.member_at(line).map(|at| &batch.members[at]) else {
        return format!("line {line} of the helpers: {} {problem}\n{}", RULES[kind], batch.plain);
    };
    let mut text = format!("seed {seed}, line {line}: {} {problem}\n", RULES[kind]);
    let all = batch.plain.lines().enumerate().skip(lines.start as usize - 1).take(lines.len());
    for (at, code) in all {
        let mark = if at + 1 == line as usize { ">" } else { " " };
        let _ = writeln!(text, "{mark}{:5} {code}", at + 1);
    }
    text
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{:20}{:>40}{:>32}", "", "reached", "not reached")?;
        write!(f, "{:20}{:>10}{:>10}{:>10}{:>10}", "", "confirmed", "unrefuted", "refuted", "silent")?;
        writeln!(f, "{:>12}{:>10}{:>10}", "confirmed", "unrefuted", "refuted")?;
        for (kind, rule) in RULES.iter().enumerate().skip(1) {
            let (yes, no) = (self.reached[kind], self.unreached[kind]);
            write!(
                f,
                "{rule:20}{:>10}{:>10}{:>10}{:>10}",
                yes.confirmed, yes.unrefuted, yes.refuted, yes.silent
            )?;
            writeln!(f, "{:>12}{:>10}{:>10}", no.confirmed, no.unrefuted, no.refuted)?;
        }
        Ok(())
    }
}
