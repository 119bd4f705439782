//! Findings of one cause: each branch of a `switch` uses what an allocation gave that nobody checks.

use std::path::Path;

use indexmap::{IndexMap, map::Entry};

use csieve_analysis::{checks::declaration, finding::VerdictKind, text::Span};

use crate::{present::Located, project::AnalysedFile};

/// Findings that say the same of several places of a function, so that one change mends them all.
pub(super) struct Cause<'a> {
    /// The file.
    pub file: &'a AnalysedFile,
    /// The finding at the first of the places.
    pub first: Located<'a>,
    /// The other lines with such a place, in order.
    pub others: Vec<u32>,
}

impl Cause<'_> {
    fn add(&mut self, line: u32) {
        if line != self.first.line(self.first.finding.span) && !self.others.contains(&line) {
            self.others.push(line);
        }
    }
}

/// What findings of one cause have in common: file, function, sentence, verdict and doubt. A finding that has a place
/// here is alone.
type Common<'a> = (&'a Path, &'a str, String, VerdictKind, Option<String>, Option<Span>);

/// Puts the findings of one cause together, in the order of the first ones. Those that are proofs, refuted, or losses stay
/// alone: each has a reason or a way out of its own.
pub(super) fn causes<'a>(findings: impl Iterator<Item = (&'a AnalysedFile, Located<'a>)>) -> Vec<Cause<'a>> {
    let mut causes: IndexMap<Common, Cause> = IndexMap::new();
    for (file, located) in findings {
        let line = located.line(located.finding.span);
        match causes.entry(common(file, &located)) {
            Entry::Occupied(mut cause) => cause.get_mut().add(line),
            Entry::Vacant(place) => {
                place.insert(Cause { file, first: located, others: Vec::new() });
            }
        }
    }
    causes.into_values().collect()
}

fn common<'a>(file: &'a AnalysedFile, located: &Located<'a>) -> Common<'a> {
    let finding = located.finding;
    let is_alone = finding.is_refuted() || finding.is_proved() || declaration(finding.rule).is_loss();
    let doubt = finding.doubt().map(|doubt| located.sentence(&doubt.sentence));
    let alone = is_alone.then_some(finding.span);
    (&file.path, &finding.function, located.message(), finding.verdict.kind(), doubt, alone)
}
