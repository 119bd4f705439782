//! Assertions that are switched off. `NDEBUG` turns `assert (n > 0)` into `((void) (0))`, but the author
//! still expects the condition to hold. So `$asserted (n > 0);` is written before it.

use super::{Emitter, assume::problem};
use csieve_preprocess::{Token, canonical, known};

use crate::translation::positions::Origin;

/// The expansions of `assert` when `NDEBUG` switches it off.
const NOTHING: [&[&str]; 2] =
    [&["(", "(", "void", ")", "(", "0", ")", ")"], &["(", "(", "void", ")", "0", ")"]];

impl Emitter<'_> {
    /// Emits the condition of a switched-off assertion as `$asserted (n > 0);`, if the assertion begins at
    /// the current token.
    pub(super) fn assertion(&mut self, token: &Token) {
        let Some(expansion) = token.expansion.and_then(|id| self.unit.expansions.get(id.0 as usize)) else {
            return;
        };
        if expansion.name != known::ASSERT
            || expansion.parent.is_some()
            || expansion.call.source != self.unit.file
            || !self.is_nothing()
            || !self.starts_statement()
        {
            return;
        }
        let span = expansion.call.span;
        let Some(condition) = self.unit.text.get(span.range()).and_then(condition) else { return };
        let origin = Origin { span, is_expanded: true };
        self.out.piece("$asserted (", true, origin);
        self.out.piece(condition, false, origin);
        self.out.piece(") ;", false, origin);
    }

    fn is_nothing(&self) -> bool {
        let tokens = &self.unit.tokens[self.at..self.end];
        NOTHING.iter().any(|nothing| {
            tokens.len() > nothing.len()
                && tokens
                    .iter()
                    .zip(*nothing)
                    .all(|(token, text)| self.unit.names.text(canonical(token.name)) == *text)
        })
    }
}

/// Returns the condition in the text `assert(...)`; `None` if the condition accesses memory or is no plain
/// expression. A switched-off assertion accesses no memory, so a misuse in its condition would be a false
/// finding.
fn condition(invocation: &str) -> Option<&str> {
    let (start, end) = (invocation.find('(')? + 1, invocation.rfind(')')?);
    let condition = invocation.get(start..end)?.trim();
    let looks_at_memory = ["*", "->", ".", "["].iter().any(|access| condition.contains(access));
    (!looks_at_memory && problem(condition).is_none()).then_some(condition)
}
