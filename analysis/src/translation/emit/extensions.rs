//! Extensions: left out where they say nothing about what a run does, rewritten where the grammar lacks them.

use super::{Bracket, Emitter, MAX_DEPTH};
use crate::{
    preprocess::{Name, TokenKind, known},
    translation::items::group_end,
};

/// Attributes that change what the analysis may assume.
const MEANINGFUL: &[&str] = &[
    "noreturn",
    "nonnull",
    "returns_nonnull",
    "malloc",
    "cleanup",
    "packed",
    "aligned",
    "mode",
    "vector_size",
    "transparent_union",
    "returns_twice",
];

impl Emitter<'_> {
    /// Handles the keyword of an extension; says whether it did.
    pub(super) fn extension(&mut self, name: Name) -> bool {
        match name {
            known::EXTENSION | known::RESTRICT => self.at += 1,
            known::ATTRIBUTE if self.ahead(1) == Some(known::LEFT_PAREN) => self.attribute(),
            known::ASM if self.is_asm_label() => self.skip_group(),
            known::STATIC_ASSERT if self.ahead(1) == Some(known::LEFT_PAREN) => {
                self.skip_group();
                // No statement is left, and members have no empty one.
                if self.ahead(0) == Some(known::SEMICOLON) {
                    self.at += 1;
                }
            }
            known::LABEL => {
                while self.at < self.end && self.ahead(0) != Some(known::SEMICOLON) {
                    self.at += 1;
                }
                self.at = (self.at + 1).min(self.end);
            }
            known::TYPEOF | known::TYPEOF_UNQUAL if self.ahead(1) == Some(known::LEFT_PAREN) => {
                self.type_of();
            }
            known::OFFSETOF => {
                self.out.piece("offsetof", false, self.place);
                self.previous = known::OFFSETOF;
                self.at += 1;
            }
            known::VA_ARG if self.ahead(1) == Some(known::LEFT_PAREN) => return self.next_argument(),
            known::TYPES_COMPATIBLE if self.ahead(1) == Some(known::LEFT_PAREN) => {
                self.out.piece("__builtin_types_compatible_p()", false, self.place);
                self.skip_group();
                self.previous = known::RIGHT_PAREN;
            }
            _ => return false,
        }
        true
    }

    /// Leaves out a keyword with its group.
    fn skip_group(&mut self) {
        self.at = group_end(&self.unit.tokens[..self.end], self.at + 1);
    }

    /// `__attribute__((...))` stays where it means something.
    fn attribute(&mut self) {
        let end = group_end(&self.unit.tokens[..self.end], self.at + 1);
        if self.is_meaningful(end) {
            for at in self.at..end {
                let token = self.unit.tokens[at];
                self.copy(&token);
            }
        }
        self.at = end;
    }

    /// Whether an attribute that ends at an index says anything that matters.
    fn is_meaningful(&self, end: usize) -> bool {
        self.unit.tokens[self.at + 1..end].iter().any(|token| {
            token.kind == TokenKind::Identifier
                && MEANINGFUL.contains(&self.unit.names.text(token.name).trim_matches('_'))
        })
    }

    /// `[[...]]`: the grammar wants its brackets in one piece. Leaves the last bracket to be passed over.
    pub(super) fn standard_attribute(&mut self) {
        let end = group_end(&self.unit.tokens[..self.end], self.at);
        if self.is_meaningful(end) {
            self.insert("[[");
            for at in self.at + 2..end.saturating_sub(2) {
                let token = self.unit.tokens[at];
                self.copy(&token);
            }
            self.insert("]]");
        }
        self.at = end - 1;
    }

    /// `int x asm("name")`, and not a statement.
    fn is_asm_label(&self) -> bool {
        if self.ahead(1) != Some(known::LEFT_PAREN) || self.at == 0 {
            return false;
        }
        let before = &self.unit.tokens[self.at - 1];
        match self.previous {
            known::ELSE | known::DO => false,
            known::RIGHT_PAREN => self.scopes.depth() == 0,
            _ => before.kind == TokenKind::Identifier,
        }
    }

    /// `typeof(int)` is `int`; of an expression, it is a type that nothing is known of.
    fn type_of(&mut self) {
        let open = self.at + 1;
        let end = group_end(&self.unit.tokens[..self.end], open);
        let inside = open + 1..end.saturating_sub(1).max(open + 1);
        let tokens = &self.unit.tokens[inside.clone()];
        let names_type = tokens.iter().all(|token| token.kind == TokenKind::Identifier)
            && tokens.first().is_some_and(|first| {
                super::types::is_type_word(first.name) || self.scopes.is_type(first.name)
            });
        if names_type && self.depth < MAX_DEPTH {
            self.depth += 1;
            self.at = inside.start;
            self.tokens(inside.end);
            self.depth -= 1;
        } else {
            self.out.piece("struct $typeof", false, self.place);
            self.previous = known::TYPEOF;
        }
        self.scopes.seen_type = true;
        self.at = end;
    }

    /// `va_arg(list, T)` becomes `((T) va_arg(list))`: some value of the type.
    fn next_argument(&mut self) -> bool {
        let open = self.at + 1;
        let end = group_end(&self.unit.tokens[..self.end], open);
        let Some(comma) = self.top_comma(open, end).filter(|_| self.depth < MAX_DEPTH) else { return false };
        self.depth += 1;
        self.insert("((");
        self.scopes.open(Bracket::Paren { is_for: false });
        self.at = comma + 1;
        self.previous = known::LEFT_PAREN;
        self.tokens(end.saturating_sub(1).max(comma + 1));
        self.scopes.close();
        self.insert(") __builtin_va_arg(");
        self.scopes.open(Bracket::Paren { is_for: false });
        self.at = open + 1;
        self.previous = known::VA_ARG;
        self.tokens(comma);
        self.scopes.close();
        self.insert("))");
        self.depth -= 1;
        self.at = end;
        self.previous = known::RIGHT_PAREN;
        true
    }

    /// The last comma directly inside the group at `open`.
    fn top_comma(&self, open: usize, end: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut found = None;
        for at in open..end {
            match self.unit.tokens[at].name {
                known::LEFT_PAREN | known::LEFT_BRACE | known::LEFT_BRACKET => depth += 1,
                known::RIGHT_PAREN | known::RIGHT_BRACE | known::RIGHT_BRACKET => {
                    depth = depth.saturating_sub(1);
                }
                known::COMMA if depth == 1 => found = Some(at),
                _ => {}
            }
        }
        found
    }
}
