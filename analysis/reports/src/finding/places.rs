//! The places that a finding names, and how they move when the text of its function is edited.

use csieve_base::text::Span;

use super::{Conflict, Finding, Round, Step, Verdict};

impl Finding {
    /// Returns the places of the function on which the finding rests: the misuse and the decisive steps. Without one of
    /// them the finding is about another text.
    pub fn grounds(&self) -> impl Iterator<Item = Span> + '_ {
        let steps = self.witness.iter().filter(|step| step.decisive && step.callee.is_none());
        steps.map(|step| step.span).chain([self.span])
    }

    /// Moves every place of the function that the finding names: `to` returns the new offset of a byte. Places in other
    /// functions stay.
    pub fn move_places(&mut self, to: &dyn Fn(u32) -> u32) {
        move_span(&mut self.span, to);
        self.message.move_lines(to);
        self.witness.iter_mut().for_each(|step| move_step(step, to));
        self.rounds.iter_mut().for_each(|round| move_round(round, to));
        match &mut self.verdict {
            Verdict::Confirmed(confirmation) => {
                for sentence in confirmation.inputs.iter_mut().map(|input| &mut input.what) {
                    sentence.move_lines(to);
                }
                if let Some(doubt) = &mut confirmation.doubt {
                    doubt.sentence.move_lines(to);
                }
            }
            Verdict::Unrefuted(candidate) => {
                if let Some(doubt) = &mut candidate.doubt {
                    doubt.sentence.move_lines(to);
                }
            }
            Verdict::Refuted(_) => {}
        }
    }
}

/// What is inserted right behind a place does not belong to it.
fn move_span(span: &mut Span, to: &dyn Fn(u32) -> u32) {
    let start = to(span.start);
    let end = if span.end > span.start { to(span.end - 1) + 1 } else { start };
    *span = Span { start, end: end.max(start) };
}

fn move_step(step: &mut Step, to: &dyn Fn(u32) -> u32) {
    if step.callee.is_none() {
        move_span(&mut step.span, to);
    }
}

fn move_round(round: &mut Round, to: &dyn Fn(u32) -> u32) {
    round.path.iter_mut().for_each(|step| move_step(step, to));
    round.conflicts.iter_mut().for_each(|conflict| move_conflict(conflict, to));
}

/// The certificate stays as it is: it is about the text that was proved.
fn move_conflict(conflict: &mut Conflict, to: &dyn Fn(u32) -> u32) {
    for equation in conflict.equations.iter_mut().filter(|equation| !equation.always) {
        move_span(&mut equation.span, to);
    }
    conflict.sentence.move_lines(to);
    for sentence in conflict.nearby.iter_mut().chain(&mut conflict.refinements) {
        sentence.move_lines(to);
    }
    for span in conflict.observer.edges.iter_mut().filter_map(|edge| edge.span.as_mut()) {
        move_span(span, to);
    }
}
