//! Doubts about losses that a comment of the program mentions: "on errors we exit, no need to free it".

use csieve_base::{
    rule::Rule,
    text::{Comments, Line, Span, sentence},
};
use csieve_graph::VarId;
use csieve_modelcheck::{
    checks::declaration,
    model::{Counterexample, Function},
};

use super::{Doubt, observers::Without};

/// Most lines between a comment and the code it speaks of: before the allocation, or behind the loss.
const LINES_AROUND: usize = 4;

/// Phrases in a comment that say that something is not released.
const SAYS_SO: [&str; 11] = [
    "need to free",
    "not free",
    "n't free",
    "never free",
    "not be free",
    "without free",
    "need to close",
    "not close",
    "n't close",
    "never close",
    "not be close",
];

/// Phrases in a comment that say that a leak is avoided.
const SAYS_NOT: [&str; 6] = ["avoid", "prevent", "fix", "plug", "n't leak", "not leak"];

/// Returns the doubt about a loss near a comment that mentions it, or that is a release put into a comment.
/// The author of such a comment knows of the loss. `text` is the text of the function.
pub(super) fn is_intended<'a>(
    function: &'a Function<'a>,
    text: &str,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let (origin, last) = (cfg.edge(found.origin()?), cfg.edge(found.misuse()));
    let var = origin.assigned().filter(|var| cfg.var(*var).is_named());
    let name = var.map(|var: VarId| cfg.var(var).name.as_str());
    let comment = comment_on_loss(text, [origin.span, last.span], name)?;
    Some(Doubt {
        sentence: sentence!("this may be intended: the comment on line {} mentions it", Line(comment.start)),
        observers: vec![Box::new(Without(found.misuse()))],
    })
}

/// Returns the comment that mentions a loss, in the text of a function around two places. `name` is the
/// variable that held the lost object, if it is known.
pub fn comment_on_loss(text: &str, [one, two]: [Span; 2], name: Option<&str>) -> Option<Span> {
    let near = near(text, one, two);
    let comments = Comments::of(text).comments.into_iter();
    let is_near = |comment: &Span| comment.start < near.end && near.start < comment.end;
    comments.filter(is_near).find(|comment| {
        let words = plain_words(&text[comment.range()]);
        says_so(&words) || name.is_some_and(|name| was_a_release(&text[comment.range()], name))
    })
}

/// Returns the span from [`LINES_AROUND`] lines before the first of two places to as many behind the second.
fn near(text: &str, one: Span, two: Span) -> Span {
    let (start, end) = (one.start.min(two.start) as usize, one.end.max(two.end) as usize);
    let before = text[..start].rmatch_indices('\n').nth(LINES_AROUND).map_or(0, |(at, _)| at);
    let behind = text[end..].match_indices('\n').nth(LINES_AROUND).map_or(text.len(), |(at, _)| end + at);
    Span::new(before, behind)
}

/// Returns the words of a comment on one line, in lower case. Names of rules are left out, because a comment
/// such as `NOLINT(memory-leak)` is for a tool.
fn plain_words(comment: &str) -> String {
    let losses = Rule::ALL.iter().filter(|rule| declaration(**rule).is_loss());
    let comment = losses.fold(comment.to_ascii_lowercase(), |rest, rule| rest.replace(rule.id(), ""));
    let words = comment.split(|char: char| char.is_whitespace() || char == '*');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn says_so(comment: &str) -> bool {
    let says = |words: &[&str]| words.iter().any(|words| comment.contains(words));
    says(&SAYS_SO) || comment.contains("leak") && !says(&SAYS_NOT)
}

/// Returns whether a comment contains a release of the variable, as in `/* else free(p); */`.
fn was_a_release(comment: &str, name: &str) -> bool {
    ["free", "close"].iter().any(|release| {
        comment.match_indices(release).any(|(at, _)| {
            let argument = comment[at + release.len()..].trim_start().strip_prefix('(').map(str::trim_start);
            let rest = argument.and_then(|argument| argument.strip_prefix(name));
            rest.is_some_and(|rest| rest.trim_start().starts_with(')'))
        })
    })
}
