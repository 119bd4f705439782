//! The result of `csieve cover` as text and JSON.

use std::fmt::Write;

use csieve_analysis::{
    cover::{Cover, Reason},
    finding::Input,
    text::{LineIndex, Sentence},
};
use serde::Serialize;

use super::What;
use crate::present::inputs;

/// The tests and goals of a cover. Lines are those of the file and count from 1.
#[derive(Serialize)]
pub(super) struct View {
    function: String,
    /// The kind of goals that are counted: "edge" or "node".
    criterion: &'static str,
    goals: usize,
    passed: usize,
    tests: Vec<TestView>,
    unreachable: Vec<GoalView>,
    missed: Vec<GoalView>,
    /// Known reasons why tests do not reach goals, each once.
    stops: Vec<String>,
}

#[derive(Serialize)]
struct TestView {
    inputs: Vec<InputView>,
    lines: Vec<u32>,
    end: String,
}

#[derive(Serialize)]
struct InputView {
    what: String,
    value: String,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct GoalView {
    line: u32,
    text: String,
    /// The reason why the goal is unreachable.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Whether the goal is unreached only because other listed goals are unreached. The text shows only the
    /// line number of such a goal.
    #[serde(skip)]
    follows: bool,
}

impl View {
    /// Creates the view of the cover of a function that starts at offset `base` of the file.
    pub(super) fn new(found: &Cover, function: &str, criterion: What, base: u32, lines: &LineIndex) -> Self {
        let sentence = |sentence: &Sentence| sentence.resolved(base, lines);
        let line = |goal: usize| lines.line_number(base + found.goals[goal].span.start);
        let view = |goal: usize, reason: Option<String>, follows: bool| GoalView {
            line: line(goal),
            text: found.goals[goal].text.trim_end_matches(';').to_owned(),
            reason,
            follows,
        };
        let tests = found.tests.iter().map(|test| {
            let inputs = test.inputs.iter().filter(|input| inputs::is_worth_saying(input));
            let input = |input: &Input| InputView {
                what: sentence(&input.what),
                value: input.value.clone(),
                text: inputs::text(input, &sentence),
            };
            TestView {
                inputs: inputs.map(input).collect(),
                lines: distinct(test.passes.iter().map(|goal| line(*goal))),
                end: test.end.clone(),
            }
        });
        let unreachable = found.unreachable.iter().map(|one| match &one.reason {
            Reason::Proof(proof) => view(one.goal, Some(sentence(proof)), false),
            Reason::NoWay => view(one.goal, Some("no way leads there".to_owned()), false),
            Reason::Behind => {
                view(one.goal, Some("every path to this place is unreachable".to_owned()), true)
            }
        });
        let missed = found.missed.iter().map(|goal| view(*goal, None, !found.goals[*goal].is_next));
        let mut stops: Vec<String> = Vec::new();
        for stop in found.stops.iter().map(sentence) {
            if !stops.contains(&stop) {
                stops.push(stop);
            }
        }
        Self {
            function: function.to_owned(),
            criterion: match criterion {
                What::Edges => "edge",
                What::Nodes => "node",
            },
            goals: found.goals.len(),
            passed: found.goals.len() - found.unreachable.len() - found.missed.len(),
            tests: tests.collect(),
            unreachable: unreachable.collect(),
            missed: missed.collect(),
            stops,
        }
    }

    /// Returns the text: the tests, then the unreachable and missed goals with reasons, then a line with the
    /// counts.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for (index, test) in self.tests.iter().enumerate() {
            let inputs = test.inputs.iter().map(|input| input.text.replace('`', "")).collect();
            let inputs = inputs::shortened(inputs).join(", ");
            let inputs = if inputs.is_empty() { "any call" } else { &inputs };
            let _ = writeln!(out, "test {}: {inputs}", index + 1);
            let _ = writeln!(out, "  passes {} and {}", lines_text(&test.lines), test.end);
        }
        list(&mut out, "unreachable", &self.unreachable);
        list(&mut out, "no input found", &self.missed);
        for stop in inputs::shortened(self.stops.clone()) {
            let _ = writeln!(out, "  {stop}");
        }
        let _ = writeln!(
            out,
            "`{}`: {}, {} covered by {}, {} proved unreachable, {} left",
            self.function,
            counted(self.goals, self.criterion),
            self.passed,
            counted(self.tests.len(), "test"),
            self.unreachable.len(),
            self.missed.len()
        );
        out
    }
}

/// Appends the unreached goals with the reasons, then the line numbers of goals that are unreached only
/// because those are.
fn list(out: &mut String, what: &str, goals: &[GoalView]) {
    for GoalView { line, text, reason, .. } in goals.iter().filter(|goal| !goal.follows) {
        let because = reason.as_ref().map(|reason| format!(", since {reason}")).unwrap_or_default();
        let _ = writeln!(out, "{what}: line {line}: {text}{because}");
    }
    let following: Vec<u32> = goals.iter().filter(|goal| goal.follows).map(|goal| goal.line).collect();
    if !following.is_empty() {
        let lines = lines_text(&distinct(following.iter().copied()));
        let _ = writeln!(out, "  and so {} more on {lines}", following.len());
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Returns line numbers in ascending order, each once.
fn distinct(lines: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut lines: Vec<u32> = lines.collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Returns line numbers as text, with ranges: "line 3", "lines 3-6, 10".
fn lines_text(lines: &[u32]) -> String {
    let ranges: Vec<String> = lines
        .chunk_by(|one, next| one + 1 == *next)
        .map(|run| match run {
            [first, .., last] => format!("{first}-{last}"),
            _ => run[0].to_string(),
        })
        .collect();
    format!("{} {}", if lines.len() == 1 { "line" } else { "lines" }, ranges.join(", "))
}
