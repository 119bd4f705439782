//! Tells in one sentence why the statements of a proof contradict each other.

use csieve_base::text::{Line, Sentence, Span, sentence};
use csieve_graph::{Action, Cfg, EdgeId};

use crate::finding::Equation;

use super::arguments::excluded;

/// A statement of a contradiction.
#[derive(Clone)]
pub(super) struct Statement<'e> {
    edge: EdgeId,
    gives: Option<String>,
    text: &'e str,
    span: Span,
    assumed: bool,
    always: bool,
}

impl<'e> Statement<'e> {
    /// Creates the statement of a row of a proof.
    pub(super) fn of(row: &'e Equation, edge: EdgeId) -> Self {
        let Equation { text, span, assumed, always, .. } = row;
        Self { edge, gives: None, text, span: *span, assumed: *assumed, always: *always }
    }

    /// Returns the statement of a call that gives this: "3", "`n` = 3".
    pub(super) fn giving(self, gives: Option<String>) -> Self {
        Self { gives, ..self }
    }

    fn is_same(&self, other: &Self) -> bool {
        let at = |one: &Self| if one.always { None } else { Some((one.span.start, one.assumed)) };
        self.text == other.text && at(self) == at(other)
    }

    fn line(&self) -> Line {
        Line(self.span.start)
    }

    /// Returns what the statement leaves: "line 5 leaves `x = 10`", "`find(x)` on line 5 gives 0".
    fn leaves(&self) -> Sentence {
        match (&self.gives, self) {
            (_, Self { text, always: true, .. }) => sentence!("`{}` in every run", text),
            (Some(gives), Self { text, .. }) => {
                sentence!("`{}` on line {} gives {}", text, self.line(), gives)
            }
            (None, Self { text, assumed, .. }) => {
                sentence!("line {} {} `{}`", self.line(), if *assumed { "assumes" } else { "leaves" }, text)
            }
        }
    }
}

/// Returns the contradiction of statements as a sentence: "line 5 leaves `x = 10`, line 8 then needs `x == 1`
/// after `x > 0`".
pub(super) fn clash(cfg: &Cfg, function_text: &str, all: &[Statement]) -> Sentence {
    let last_edge = all.last().map(|statement| statement.edge);
    let mut parts: Vec<Statement> = Vec::new();
    for statement in all {
        match parts.iter_mut().find(|part| part.is_same(statement)) {
            Some(part) => part.gives = part.gives.take().or_else(|| statement.gives.clone()),
            None => parts.push(statement.clone()),
        }
    }
    // What two calls say alike is told by the tests of what they say.
    let is_plain_call = |part: &Statement| {
        part.gives.is_none() && matches!(cfg.edge(part.edge).action, Action::LibraryCall { .. })
    };
    if parts.iter().filter(|part| !is_plain_call(part)).count() > 1 {
        parts.retain(|part| !is_plain_call(part));
    }
    // What holds in every run may contradict an earlier statement; that one is then what cannot be.
    if parts.last().is_some_and(|last| last.always) && parts.iter().any(|part| !part.always) {
        parts.sort_by_key(|part| !part.always);
    }
    let Some((last, before)) = parts.split_last() else { return Sentence::default() };
    match before {
        [] => last_edge
            .and_then(|edge| excluded(cfg, edge))
            .unwrap_or_else(|| sentence!("`{}` on line {} never holds", last.text, last.line())),
        [one] => {
            sentence!("{}, {} `{}`", one.leaves(), needs(cfg, function_text, (one, one), last), last.text)
        }
        [first, .., second] => {
            let assumed = if second.assumed { ", assumed" } else { "" };
            let needs = needs(cfg, function_text, (first, second), last);
            sentence!("{}, {} `{}` after `{}`{}", first.leaves(), needs, last.text, second.text, assumed)
        }
    }
}

/// Returns the words that say when the path gets to the last statement of a contradiction: "line 8 then needs", or in
/// which round of a loop or at which place of a line, where a line alone does not tell. `told` is the statement that the
/// sentence names first.
fn needs(
    cfg: &Cfg,
    function_text: &str,
    (told, before): (&Statement, &Statement),
    last: &Statement,
) -> Sentence {
    if before.always || last.always {
        return sentence!("line {} then needs", last.line());
    }
    let is_test = |one: &Statement| matches!(cfg.edge(one.edge).action, Action::Assume { .. });
    let is_again = before.span == last.span && is_test(before) && is_test(last);
    let is_inside = before.span.contains(last.span) || last.span.contains(before.span);
    if is_again {
        return sentence!("the next time line {} needs", last.line());
    }
    if !is_inside && last.span.start < before.span.start {
        return sentence!("back on line {} it needs", last.line());
    }
    // "The same line" is that of the statement which the sentence names first.
    let (from, to) = (told.span.start.min(last.span.start), told.span.start.max(last.span.start));
    let between = function_text.get(Span { start: from, end: to }.range());
    if between.is_some_and(|text| !text.contains('\n')) {
        return sentence!("the same line then needs");
    }
    sentence!("line {} then needs", last.line())
}
