//! Doubts about losses that a comment of the program mentions: "on errors we exit, no need to free it", "leaves p locked".

use csieve_base::{
    hints::{leaves_locked, mentions_loss, repeats_release},
    rule::Rule,
    text::{Comments, Line, Span, sentence},
};
use csieve_graph::VarId;
use csieve_modelcheck::{
    checks::declaration,
    model::{Counterexample, Function},
};

use super::{Doubt, observers::Without};

/// The largest number of lines between a comment and the code that it speaks of: before the allocation, or
/// after the leak.
const LINES_AROUND: usize = 4;

/// Returns the doubt about a leak or a held lock near a comment that mentions it, or that is a commented-out release.
/// The author of such a comment knows of it. `text` is the text of the function.
pub(super) fn is_intended<'a>(
    function: &'a Function<'a>,
    text: &str,
    rule: Rule,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let (origin, last) = (cfg.edge(found.origin()?), cfg.edge(found.misuse()));
    let var = origin.assigned().filter(|var| cfg.var(*var).is_named());
    let name = var.map(|var: VarId| cfg.var(var).name.as_str());
    let comment = if rule == Rule::MissingUnlock {
        comment_near(text, [last.span, last.span], leaves_locked)
    } else {
        comment_on_loss(text, [origin.span, last.span], name)
    };
    let comment = comment?;
    Some(Doubt {
        sentence: sentence!("this may be intended: the comment on line {} mentions it", Line(comment.start)),
        observers: vec![Box::new(Without(found.misuse()))],
    })
}

/// Returns the comment that mentions a leak, in the text of a function around the allocation and the leak.
/// `name` is the variable that held the lost object, if it is known.
pub fn comment_on_loss(text: &str, places: [Span; 2], name: Option<&str>) -> Option<Span> {
    comment_near(text, places, |comment| {
        let losses = Rule::ALL.iter().filter(|rule| declaration(**rule).is_loss());
        mentions_loss(comment, losses.map(|rule| rule.id()))
            || name.is_some_and(|name| repeats_release(comment, name))
    })
}

/// Returns the first comment around two places that says something.
fn comment_near(text: &str, [one, two]: [Span; 2], says: impl Fn(&str) -> bool) -> Option<Span> {
    let near = near(text, one, two);
    let comments = Comments::of(text).comments.into_iter();
    let is_near = |comment: &Span| comment.start < near.end && near.start < comment.end;
    comments.filter(is_near).find(|comment| says(&text[comment.range()]))
}

/// Returns the span from [`LINES_AROUND`] lines before the first of two places to as many after the second.
fn near(text: &str, one: Span, two: Span) -> Span {
    let (start, end) = (one.start.min(two.start) as usize, one.end.max(two.end) as usize);
    let before = text[..start].rmatch_indices('\n').nth(LINES_AROUND).map_or(0, |(at, _)| at);
    let behind = text[end..].match_indices('\n').nth(LINES_AROUND).map_or(text.len(), |(at, _)| end + at);
    Span::new(before, behind)
}
