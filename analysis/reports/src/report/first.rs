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
    let sentences: Vec<Option<Sentence>> =
        findings.iter().flat_map(conflicts).map(|conflict| other_sentence(findings, conflict)).collect();
    let all =
        findings.iter_mut().flat_map(|finding| &mut finding.rounds).flat_map(|round| &mut round.conflicts);
    for (conflict, sentence) in all.zip(sentences) {
        if let Some(sentence) = sentence {
            conflict.sentence = sentence;
        }
    }
}

fn conflicts(finding: &Finding) -> impl Iterator<Item = &Conflict> {
    finding.rounds.iter().flat_map(|round| &round.conflicts)
}

/// Returns the sentence for a proof that rests on a misuse that is not reported; `None` for other proofs.
fn other_sentence(findings: &[Finding], conflict: &Conflict) -> Option<Sentence> {
    let (place, rule) = earlier(conflict)?;
    let at_it = || {
        findings.iter().filter(move |finding| {
            finding.rule == rule && (finding.span.contains(place) || place.contains(finding.span))
        })
    };
    if at_it().any(|finding| !finding.is_refuted()) {
        return None;
    }
    let line = Line(place.start);
    let mut reasons = at_it().flat_map(conflicts).filter(|reason| reason.refuter != RefuterId::Misuse);
    Some(match reasons.next() {
        Some(reason) => sentence!("line {} comes first, and no run gets there: {}", line, reason.sentence),
        None => sentence!("line {} comes first, which no run gets to and past like this", line),
    })
}

/// Returns the place and the rule of the misuse on which a proof rests.
fn earlier(conflict: &Conflict) -> Option<(Span, Rule)> {
    let misuse = conflict.equations.last().filter(|_| conflict.refuter == RefuterId::Misuse)?;
    Some((misuse.span, Rule::from_id(&misuse.equation)?))
}
