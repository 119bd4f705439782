//! The record of invocations.

use super::Unit;
use crate::{Expansion, ExpansionId, Place, Token};
use csieve_base::text::Span;

impl Unit<'_> {
    /// Records an invocation that ends with `close`.
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

    /// The arguments of a macro in another's result stand in the file: the outermost invocation goes on to there.
    fn stretch_call(&mut self, outermost: ExpansionId, close: &Token) {
        if let Some(outer) = self.state.expansions.get_mut(outermost.0 as usize)
            && outer.call.source == close.spelling.source
        {
            outer.call.span.end = outer.call.span.end.max(close.spelling.span.end);
        }
    }
}

/// The range of an invocation inside another one.
fn inner_call(outer: Place, name: Place, close: Place) -> Place {
    if contains(outer, name) && contains(outer, close) { join(name, close) } else { outer }
}

/// Whether a place is part of another.
pub(super) fn contains(outer: Place, inner: Place) -> bool {
    inner.source == outer.source && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}

fn join(first: Place, last: Place) -> Place {
    if first.source != last.source || last.span.end < first.span.end {
        return first;
    }
    Place { source: first.source, span: Span { start: first.span.start, end: last.span.end } }
}
