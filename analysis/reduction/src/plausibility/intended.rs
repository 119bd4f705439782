//! Losses that a comment speaks of: "on errors we exit, no need to free it".

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

/// How many lines a comment may stand before what is lost is allocated, or behind the loss.
const LINES_AROUND: usize = 4;

/// Words that say that nothing is released.
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

/// Words that say that a comment on leaks is about the opposite.
const SAYS_NOT: [&str; 6] = ["avoid", "prevent", "fix", "plug", "n't leak", "not leak"];

/// The doubt about a loss near a comment that speaks of it, or that once was the release: whoever wrote that knows of it.
/// `text` is the function's.
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
        sentence: sentence!("perhaps it is meant: the comment on line {} speaks of it", Line(comment.start)),
        observers: vec![Box::new(Without(found.misuse()))],
    })
}

/// The comment that speaks of a loss between two places of a function's text, of what a variable held.
pub fn comment_on_loss(text: &str, [one, two]: [Span; 2], name: Option<&str>) -> Option<Span> {
    let near = near(text, one, two);
    let comments = Comments::of(text).comments.into_iter();
    let is_near = |comment: &Span| comment.start < near.end && near.start < comment.end;
    comments.filter(is_near).find(|comment| {
        let words = plain_words(&text[comment.range()]);
        says_so(&words) || name.is_some_and(|name| was_a_release(&text[comment.range()], name))
    })
}

/// The lines from some before one place to some behind another.
fn near(text: &str, one: Span, two: Span) -> Span {
    let (start, end) = (one.start.min(two.start) as usize, one.end.max(two.end) as usize);
    let before = text[..start].rmatch_indices('\n').nth(LINES_AROUND).map_or(0, |(at, _)| at);
    let behind = text[end..].match_indices('\n').nth(LINES_AROUND).map_or(text.len(), |(at, _)| end + at);
    Span::new(before, behind)
}

/// The words of a comment on one line, without names of rules: who writes `NOLINT(memory-leak)` speaks to a program.
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

/// `/* else free(p); */`
fn was_a_release(comment: &str, name: &str) -> bool {
    ["free", "close"].iter().any(|release| {
        comment.match_indices(release).any(|(at, _)| {
            let argument = comment[at + release.len()..].trim_start().strip_prefix('(').map(str::trim_start);
            let rest = argument.and_then(|argument| argument.strip_prefix(name));
            rest.is_some_and(|rest| rest.trim_start().starts_with(')'))
        })
    })
}
