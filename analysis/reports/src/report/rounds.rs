//! Folds the rounds of loops in a path: of many that are alike, the first and the last are told.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use csieve_base::text::Span;

use crate::finding::{Step, StepKind};

/// The least number of rounds of which some are folded.
const LEAST: usize = 4;

/// The longest round, in steps.
const LONGEST: usize = 64;

/// What makes two steps the same, whatever the values.
type Likeness<'a> = (Span, StepKind, Option<(&'a Arc<str>, u32)>, &'a str);

/// Returns a path in which one step stands for the rounds between the first and the last of a loop that do the same.
/// Rounds with a step on which the finding depends, other than a condition, stay.
pub fn folded(mut steps: Vec<Step>) -> Vec<Step> {
    for period in 1..=LONGEST {
        if steps.len() < LEAST * period {
            break;
        }
        steps = folded_by(steps, period);
    }
    steps
}

/// Folds rounds of a number of steps.
fn folded_by(steps: Vec<Step>, period: usize) -> Vec<Step> {
    let ids = ids(&steps);
    let is_same = |at: usize| ids.get(at).is_some() && ids.get(at) == ids.get(at + period);
    let mut kept: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    let mut at = 0;
    while at + LEAST * period <= ids.len() {
        let alike = (at..ids.len()).take_while(|at| is_same(*at)).count();
        let rounds = alike / period + 1;
        if rounds < LEAST {
            at += alike + 1;
            continue;
        }
        let between = at + period..at + (rounds - 1) * period;
        let place = between
            .clone()
            .take(period)
            .find(|at| kept[*at].as_ref().is_some_and(|step| step.kind == StepKind::Branch));
        let told = kept[place.unwrap_or(between.start)].as_ref().map(|step| stands_for(step, rounds - 2));
        at = between.end;
        kept[between.clone()].fill(None);
        kept[between.start] = told;
    }
    kept.into_iter().flatten().collect()
}

/// Returns a number for each step, equal for steps that are alike.
fn ids(steps: &[Step]) -> Vec<usize> {
    let mut known: FxHashMap<Likeness, usize> = FxHashMap::default();
    let mut ids = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        // The finding depends on this one.
        if step.decisive && step.kind != StepKind::Branch {
            ids.push(steps.len() + at);
            continue;
        }
        let callee = step.callee.as_ref().map(|callee| (&callee.function, callee.depth));
        let text = if step.kind == StepKind::Rounds { "" } else { step.text.as_str() };
        let next = known.len();
        ids.push(*known.entry((step.span, step.kind, callee, text)).or_insert(next));
    }
    ids
}

/// Returns the step that stands for rounds of a loop, at one of its steps.
fn stands_for(step: &Step, rounds: usize) -> Step {
    Step {
        kind: StepKind::Rounds,
        span: step.span,
        text: format!("{rounds} more rounds"),
        invocation: None,
        values: Vec::new(),
        way: None,
        decisive: false,
        callee: step.callee.clone(),
    }
}

#[cfg(test)]
mod tests {
    use csieve_base::text::Span;

    use crate::finding::{Step, StepKind};

    use super::folded;

    fn step(text: char) -> Step {
        let kind = if text == '!' { StepKind::Free } else { StepKind::Branch };
        Step {
            kind,
            span: Span { start: text as u32, end: text as u32 + 1 },
            text: text.to_string(),
            invocation: None,
            values: Vec::new(),
            way: None,
            decisive: text == '!',
            callee: None,
        }
    }

    fn told(path: &str) -> String {
        folded(path.chars().map(step).collect())
            .into_iter()
            .map(|step| step.text)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_first_and_the_last_of_many_rounds_are_told() {
        assert_eq!(told("abababc"), "a b a b a b c");
        assert_eq!(told("xababababababy"), "x a b 4 more rounds a b y");
        assert_eq!(told("aaaaa"), "a 3 more rounds a");
        // Rounds of a loop with rounds of another in it.
        assert_eq!(
            told("caaaadcaaaaadcaaaadcaaaadz"),
            "c a 2 more rounds a d 2 more rounds c a 2 more rounds a d z"
        );
    }

    #[test]
    fn what_the_finding_depends_on_is_told() {
        assert_eq!(told("ababa!babab"), "a b a b a ! b a b a b");
    }
}
