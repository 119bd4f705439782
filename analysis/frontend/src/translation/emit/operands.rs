//! Operators such as `typeof`, with an operand that is a type or is never evaluated. They are rewritten so
//! that the grammar reads this operand as the operand of a `sizeof`.

use std::ops::Range;

use super::{Bracket, Emitter, MAX_DEPTH, types::is_type_word};
use csieve_preprocess::{Name, TokenKind, canonical, known};

use crate::translation::items::group_end;

impl Emitter<'_> {
    /// Emits an operator such as `typeof (x)`, rewritten with `sizeof`. Returns false, and emits nothing, if
    /// the operator is to be copied as it is.
    pub(super) fn operator(&mut self, name: Name) -> bool {
        let end = group_end(&self.unit.tokens[..self.end], self.at + 1);
        let inside = self.at + 2..end.saturating_sub(1).max(self.at + 2);
        let comma = self.top_comma(inside.clone());
        let too_deep = self.depth >= MAX_DEPTH;
        match (name, comma) {
            (known::TYPEOF | known::TYPEOF_UNQUAL, _) if too_deep => {
                self.out.piece("struct $typeof", false, self.place);
                self.scopes.seen_type = true;
            }
            (known::TYPEOF | known::TYPEOF_UNQUAL, _) => {
                let tag = if name == known::TYPEOF { "$typeof" } else { "$typeof_unqual" };
                self.enclosed(&format!("enum {tag} {{ $ = sizeof ("), inside, ") }");
                self.scopes.seen_type = true;
            }
            // `_Atomic (T)` is `_Atomic T`, whatever `T` is.
            (known::ATOMIC, _) if !too_deep => {
                self.enclosed("_Atomic enum $typeof { $ = sizeof (", inside, ") }");
                self.scopes.seen_type = true;
            }
            (known::ALIGNOF, _) if !too_deep && !self.begins_type(inside.start) && !self.goes_on(end) => {
                self.enclosed("_Alignof (enum $typeof { $ = sizeof (", inside, ") })");
            }
            (known::VA_ARG, Some(comma)) if !too_deep => {
                self.enclosed("__builtin_va_arg (", inside.start..comma, ", ");
                self.enclosed("sizeof (", comma + 1..inside.end, "))");
            }
            (known::OFFSETOF, Some(comma)) if !too_deep => {
                self.enclosed("__builtin_offsetof (sizeof (", inside.start..comma, "), $.");
                self.previous = known::DOT;
                self.at = comma + 1;
                self.tokens(inside.end);
                self.insert(")");
            }
            (known::TYPES_COMPATIBLE, Some(comma)) if !too_deep => {
                self.enclosed("__builtin_types_compatible_p (sizeof (", inside.start..comma, "), ");
                self.enclosed("sizeof (", comma + 1..inside.end, "))");
            }
            _ => return false,
        }
        self.at = end;
        self.previous = known::RIGHT_PAREN;
        true
    }

    /// Emits a range of tokens between the texts `before` and `after`, as if the tokens stood in parentheses.
    fn enclosed(&mut self, before: &str, tokens: Range<usize>, after: &str) {
        self.insert(before);
        self.depth += 1;
        self.scopes.open(Bracket::Paren { is_for: false });
        self.previous = known::LEFT_PAREN;
        self.at = tokens.start;
        self.tokens(tokens.end);
        self.scopes.close();
        self.depth -= 1;
        self.insert(after);
    }

    /// Returns whether a type begins at the token index `at`.
    pub(super) fn begins_type(&self, at: usize) -> bool {
        let first = self.unit.tokens[..self.end].get(at);
        first.is_some_and(|first| {
            let name = canonical(first.name);
            first.kind == TokenKind::Identifier
                && (is_type_word(name)
                    || matches!(name, known::TYPEOF | known::TYPEOF_UNQUAL | known::EXTENSION)
                    || self.scopes.is_type(first.name))
        })
    }

    /// Returns whether a postfix operator stands at the token index `at`, so that an operand goes on there,
    /// as in `_Alignof (x).y`.
    fn goes_on(&self, at: usize) -> bool {
        let next = self.unit.tokens[..self.end].get(at);
        next.is_some_and(|next| {
            matches!(next.name, known::LEFT_BRACKET | known::LEFT_PAREN | known::DOT | known::ARROW)
        })
    }

    /// Returns the token index of the first comma in a range that is outside all brackets inside the range.
    fn top_comma(&self, range: Range<usize>) -> Option<usize> {
        let mut depth = 0usize;
        for at in range {
            match self.unit.tokens[at].name {
                known::LEFT_PAREN | known::LEFT_BRACE | known::LEFT_BRACKET => depth += 1,
                known::RIGHT_PAREN | known::RIGHT_BRACE | known::RIGHT_BRACKET => {
                    depth = depth.saturating_sub(1);
                }
                known::COMMA if depth == 0 => return Some(at),
                _ => {}
            }
        }
        None
    }
}
