//! Emits the attributes of C code that matter to the analysis, and leaves out all others.

use std::ops::Range;

use super::{Bracket, Emitter};
use csieve_preprocess::{Token, TokenKind, canonical, known};

use crate::translation::items::{group_end, takes_arguments};

/// The names of the attributes that change what the analysis may assume.
const MEANINGFUL: &[&str] = &[
    "noreturn",
    "nonnull",
    "returns_nonnull",
    "malloc",
    "alloc_size",
    "access",
    "ownership_returns",
    "ownership_takes",
    "cleanup",
    "packed",
    "aligned",
    "align",
    "warn_if_not_aligned",
    "mode",
    "vector_size",
    "ext_vector_type",
    "scalar_storage_order",
    "transparent_union",
    "returns_twice",
    "constructor",
    "destructor",
    "weak",
    "weakref",
    "alias",
    "ifunc",
    "gnu_inline",
];

impl Emitter<'_> {
    /// Emits `__attribute__((...))` if it matters to the analysis, otherwise leaves it out.
    pub(super) fn attribute(&mut self) {
        let end = group_end(&self.unit.tokens[..self.end], self.at + 1);
        let previous = self.previous;
        if self.is_meaningful(end) {
            if self.follows_object(end) {
                // After an object's name the grammar accepts only the spelling `[[...]]`.
                self.insert("[[");
                self.copies(self.at + 3..end.saturating_sub(2));
                self.insert("]]");
                self.previous = previous;
            } else if self.typedef.is_some() && self.is_about_functions(end)
                || previous == known::STAR && self.precedes_function(end)
            {
                // Behind a star, and in front of what a typedef declares, the grammar accepts no attribute.
                self.deferred.push(self.at..end);
            } else {
                self.copies(self.at..end);
            }
        }
        self.at = end;
    }

    /// Emits the attribute `[[...]]` if it matters to the analysis, with `[[` and `]]` as one token each, as
    /// the grammar wants. Stops at the attribute's last bracket, which the caller then skips.
    pub(super) fn standard_attribute(&mut self) {
        let end = group_end(&self.unit.tokens[..self.end], self.at);
        if self.is_meaningful(end) {
            self.insert("[[");
            self.copies(self.at + 2..end.saturating_sub(2));
            self.insert("]]");
        }
        self.at = end - 1;
    }

    /// Copies a range of tokens as they are.
    fn copies(&mut self, range: Range<usize>) {
        for at in range {
            let token = self.unit.tokens[at];
            self.copy(&token);
        }
    }

    /// Returns whether the attribute from the current token to the token index `end`, exclusive, matters to
    /// the analysis.
    fn is_meaningful(&self, end: usize) -> bool {
        self.unit.tokens[self.at + 1..end].iter().any(|token| {
            token.kind == TokenKind::Identifier
                && MEANINGFUL.contains(&self.unit.names.text(token.name).trim_matches('_'))
        })
    }

    /// Returns whether the attribute from the current token to the token index `end`, exclusive, follows the
    /// name of an object: `int x[2] __attribute__((a)) = {`.
    fn follows_object(&self, end: usize) -> bool {
        let objects = match self.scopes.bracket() {
            None | Some(Bracket::Block) => true,
            Some(Bracket::Paren { is_for }) => is_for,
            Some(Bracket::Members | Bracket::Constants | Bracket::Square) => false,
        };
        let before = self.unit.names.text(self.previous);
        let named = before.starts_with(|first: char| first == ']' || first == '_' || first.is_alphabetic());
        let next = self.unit.tokens[..self.end].get(self.behind_attributes(end));
        objects
            && named
            && self.typedef.is_none()
            && self.is_double(end)
            && next.is_some_and(|next| matches!(next.name, known::ASSIGN | known::COMMA | known::SEMICOLON))
    }

    /// Returns whether the attribute from the current token to the token index `end`, exclusive, says that functions
    /// never return. It belongs to the functions wherever it stands in a declaration.
    fn is_about_functions(&self, end: usize) -> bool {
        let is_it = |token: &Token| self.unit.names.text(token.name).trim_matches('_') == "noreturn";
        !matches!(self.scopes.bracket(), Some(Bracket::Members))
            && self.unit.tokens[self.at..end].iter().any(is_it)
    }

    /// Returns whether the attribute from the current token to the token index `end`, exclusive, stands before the
    /// name of a function: `void *__attribute__((a)) f(`.
    fn precedes_function(&self, end: usize) -> bool {
        let name = self.behind_attributes(end);
        let tokens = &self.unit.tokens[..self.end];
        tokens.get(name).is_some_and(|token| token.kind == TokenKind::Identifier)
            && tokens.get(name + 1).is_some_and(|token| token.name == known::LEFT_PAREN)
    }

    /// Emits the attributes that stood before the name of the function whose declarator ends here.
    pub(super) fn deferred_attributes(&mut self) {
        let previous = self.previous;
        for range in std::mem::take(&mut self.deferred) {
            self.copies(range);
        }
        self.previous = previous;
    }

    /// Returns whether the parentheses of the attribute at the current token are doubled and not empty:
    /// `((...))`.
    fn is_double(&self, end: usize) -> bool {
        self.ahead(2) == Some(known::LEFT_PAREN)
            && group_end(&self.unit.tokens[..self.end], self.at + 2) + 1 == end
            && end > self.at + 5
    }

    /// Returns the token index after all attributes and assembler names (`asm("name")`) that follow each
    /// other from the index `from` on.
    fn behind_attributes(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(token) = self.unit.tokens[..self.end].get(at)
            && takes_arguments(canonical(token.name))
        {
            at = group_end(&self.unit.tokens[..self.end], at + 1);
        }
        at
    }
}
