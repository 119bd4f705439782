//! Refutations that rest on an earlier misuse say so only if that misuse is reported itself.

use csieve_base::{
    refuter_id::RefuterId,
    rule::Rule,
    text::{Line, Sentence, Span, sentence},
};

use crate::finding::{Conflict, Finding};

/// Gives proofs of the refuter `misuse` another sentence where the misuse that they name is refuted as well, or is no
/// finding at all: then it ends no run that readers can see.
pub fn name_what_comes_first(findings: &mut [Finding]) {
    let reason = |finding: &Finding| {
        let conflicts = finding.rounds.iter().flat_map(|round| &round.conflicts);
        conflicts
            .filter(|conflict| conflict.refuter != RefuterId::Misuse)
            .map(|conflict| conflict.sentence.clone())
            .next()
    };
    // The place and rule of each misuse, whether it is reported, and why it is refuted.
    let known: Vec<(Span, Rule, bool, Option<Sentence>)> = findings
        .iter()
        .map(|finding| (finding.span, finding.rule, !finding.is_refuted(), reason(finding)))
        .collect();
    for conflict in
        findings.iter_mut().flat_map(|finding| &mut finding.rounds).flat_map(|round| &mut round.conflicts)
    {
        let Some((place, rule)) = earlier(conflict) else { continue };
        let at_it = |(span, of, ..): &&(Span, Rule, bool, Option<Sentence>)| {
            *of == rule && (span.contains(place) || place.contains(*span))
        };
        if known.iter().filter(at_it).any(|(_, _, is_reported, _)| *is_reported) {
            continue;
        }
        let line = Line(place.start);
        conflict.sentence = match known.iter().filter(at_it).find_map(|(.., reason)| reason.clone()) {
            Some(reason) => sentence!("line {} comes first, and no run gets there: {}", line, reason),
            None => sentence!("line {} comes first, which no run gets to and past like this", line),
        };
    }
}

/// Returns the place and the rule of the misuse on which a proof rests.
fn earlier(conflict: &Conflict) -> Option<(Span, Rule)> {
    let misuse = conflict.equations.last().filter(|_| conflict.refuter == RefuterId::Misuse)?;
    Some((misuse.span, Rule::from_id(&misuse.equation)?))
}
