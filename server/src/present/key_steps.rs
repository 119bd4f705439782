//! The steps of a path that matter, with the numbers that all views show.
//!
//! A path has dozens of steps, and most of them only lead on. The *key steps* are those that the finding depends on, at
//! most [`MOST`] of them, where the steps of one statement count as one. They are numbered from 1 without gaps, so that a
//! number means the same step in a hover, along the path in the text, and in a table.

use csieve_analysis::finding::{Step, StepKind};

/// The most key steps of a path.
pub const MOST: usize = 7;

/// Returns for each step of a path its number, if it is a key step.
pub fn numbers(path: &[Step]) -> Vec<Option<usize>> {
    let mut groups = groups(path);
    while groups.len() > MOST {
        let Some(least) = (0..groups.len()).min_by_key(|at| weight(path, &groups, *at)) else { break };
        groups.remove(least);
    }
    let mut numbers = vec![None; path.len()];
    for (number, group) in groups.iter().enumerate() {
        numbers[group.shown] = Some(number + 1);
    }
    numbers
}

/// Returns the key steps of a path with their numbers, in the order of the path.
pub fn key_steps(path: &[Step]) -> impl Iterator<Item = (usize, &Step)> {
    numbers(path).into_iter().zip(path).filter_map(|(number, step)| Some((number?, step)))
}

/// Returns whether a step tells readers nothing: a variable that has no value yet, an access that succeeds.
pub fn is_minor(step: &Step) -> bool {
    !step.decisive && matches!(step.kind, StepKind::Declare | StepKind::Access)
}

/// Decisive steps of one statement.
struct Group {
    /// The index of the step that stands for all of them.
    shown: usize,
    /// The index of the last of them.
    last: usize,
}

/// Returns the decisive steps of a path; those of one statement that follow each other are one group.
fn groups(path: &[Step]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, step) in path.iter().enumerate().filter(|(_, step)| step.decisive) {
        match groups.last_mut().filter(|group| is_same_statement(&path[group.last], step)) {
            Some(group) => {
                if importance(step.kind) >= importance(path[group.shown].kind) {
                    group.shown = at;
                }
                group.last = at;
            }
            None => groups.push(Group { shown: at, last: at }),
        }
    }
    groups
}

/// Returns whether two steps are parts of one statement: neither decides anything, and one place contains the other.
fn is_same_statement(one: &Step, other: &Step) -> bool {
    let is_part =
        |step: &Step| !matches!(step.kind, StepKind::Branch | StepKind::Misuse | StepKind::Inferred);
    is_part(one)
        && is_part(other)
        && one.callee == other.callee
        && (one.span.contains(other.span) || other.span.contains(one.span))
}

/// Returns how much a step of this kind tells about its statement.
fn importance(kind: StepKind) -> u8 {
    match kind {
        StepKind::Misuse => 8,
        StepKind::Inferred => 7,
        StepKind::Free => 6,
        StepKind::Alloc => 5,
        StepKind::Assign => 4,
        StepKind::Branch => 3,
        StepKind::Return => 2,
        StepKind::Call | StepKind::Declare | StepKind::Access | StepKind::Rounds => 1,
    }
}

/// Returns how much a group is needed. The last one is the misuse, and the first that is no condition begins the story;
/// then come steps of the function itself that do something, then real decisions, the nearest to the misuse first.
fn weight(path: &[Step], groups: &[Group], at: usize) -> (u8, usize) {
    let step = &path[groups[at].shown];
    let does_something = |group: &Group| path[group.shown].kind != StepKind::Branch;
    let class = if at + 1 == groups.len() || groups.iter().position(does_something) == Some(at) {
        5
    } else if step.kind != StepKind::Branch {
        if step.callee.is_none() { 4 } else { 3 }
    } else {
        match step.way.as_deref() {
            Some(way) if way.starts_with("impossible") => 3,
            Some(way) if way.starts_with("the only way") => 1,
            _ => 2,
        }
    };
    (class, at)
}

#[cfg(test)]
mod tests {
    use csieve_analysis::{
        finding::{Step, StepKind},
        text::Span,
    };

    use super::numbers;

    fn step(kind: StepKind, start: u32, decisive: bool) -> Step {
        Step {
            kind,
            span: Span { start, end: start + 10 },
            text: String::new(),
            invocation: None,
            values: Vec::new(),
            way: None,
            decisive,
            callee: None,
        }
    }

    #[test]
    fn decisive_steps_are_numbered_without_gaps() {
        let path = [
            step(StepKind::Declare, 0, false),
            step(StepKind::Assign, 20, true),
            step(StepKind::Access, 40, false),
            step(StepKind::Branch, 60, true),
            step(StepKind::Misuse, 80, true),
        ];
        assert_eq!(numbers(&path), [None, Some(1), None, Some(2), Some(3)]);
    }

    #[test]
    fn parts_of_one_statement_are_one_step() {
        // In `p = find(x)`: the call, what it returns, the assignment.
        let path = [
            step(StepKind::Call, 24, true),
            step(StepKind::Alloc, 24, true),
            Step { span: Span { start: 20, end: 34 }, ..step(StepKind::Call, 0, true) },
            step(StepKind::Misuse, 80, true),
        ];
        assert_eq!(numbers(&path), [None, Some(1), None, Some(2)]);
    }

    #[test]
    fn of_many_steps_the_far_decisions_go_first() {
        let mut path = vec![step(StepKind::Assign, 0, true)];
        path.extend((1..12).map(|at| step(StepKind::Branch, at * 20, true)));
        path.push(step(StepKind::Misuse, 900, true));
        let numbers = numbers(&path);
        assert_eq!(numbers[0], Some(1));
        assert_eq!(numbers[1..7], [None; 6]);
        assert_eq!(numbers[7..], [Some(2), Some(3), Some(4), Some(5), Some(6), Some(7)]);
    }
}
