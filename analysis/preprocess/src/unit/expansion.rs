//! Records macro invocations.

use super::Unit;
use crate::{Expansion, ExpansionId, SourceRange, Token};
use csieve_base::text::Span;

impl Unit<'_> {
    /// Records the invocation of the macro that `token` names. `close` is its closing parenthesis, if it has
    /// one. Returns the id of the invocation.
    pub(super) fn begin(&mut self, token: &Token, close: Option<&Token>) -> ExpansionId {
        let id = ExpansionId(self.state.expansions.len() as u32);
        let parent = token.expansion;
        let above = parent.and_then(|parent| self.state.expansions.get(parent.0 as usize)).copied();
        let close = close.unwrap_or(token);
        let outermost = above.map_or(id, |above| above.outermost);
        if close.expansion.is_none() && above.is_some() {
            self.stretch_call(outermost, close);
        }
        let call = match self.state.expansions.get(outermost.0 as usize) {
            Some(outer) => inner_call(outer.call, token.spelling, close.spelling),
            None if close.expansion.is_none() => join(token.spelling, close.spelling),
            None => token.spelling,
        };
        self.state.expansions.push(Expansion { name: token.name, call, parent, outermost });
        id
    }

    /// Extends the place of an outermost invocation up to `close`. This is needed if a macro's result ends in
    /// the name of a function-like macro, and the arguments of that macro follow in the file.
    fn stretch_call(&mut self, outermost: ExpansionId, close: &Token) {
        if let Some(outer) = self.state.expansions.get_mut(outermost.0 as usize)
            && outer.call.source == close.spelling.source
        {
            outer.call.span.end = outer.call.span.end.max(close.spelling.span.end);
        }
    }
}

/// Returns the place of a macro invocation inside another one at `outer`: from `name` to `close` if `outer`
/// contains both, otherwise `outer`.
fn inner_call(outer: SourceRange, name: SourceRange, close: SourceRange) -> SourceRange {
    if contains(outer, name) && contains(outer, close) { join(name, close) } else { outer }
}

/// Returns whether the place `inner` lies within the place `outer`.
pub(super) fn contains(outer: SourceRange, inner: SourceRange) -> bool {
    inner.source == outer.source && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}

fn join(first: SourceRange, last: SourceRange) -> SourceRange {
    if first.source != last.source || last.span.end < first.span.end {
        return first;
    }
    SourceRange { source: first.source, span: Span { start: first.span.start, end: last.span.end } }
}
