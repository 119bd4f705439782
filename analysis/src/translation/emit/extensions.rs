//! Extensions: left out where they say nothing about what a run does, rewritten where the grammar lacks them.

use super::{Bracket, Emitter, MAX_DEPTH};
use crate::{
    preprocess::{Name, TokenKind, words},
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
            words::EXTENSION | words::RESTRICT => self.at += 1,
            words::ATTRIBUTE if self.ahead(1) == Some(words::OPEN_PAREN) => self.attribute(),
            words::ASM if self.is_asm_label() => self.skip_group(),
            words::STATIC_ASSERT if self.ahead(1) == Some(words::OPEN_PAREN) => {
                self.skip_group();
                // No statement is left, and members have no empty one.
                if self.ahead(0) == Some(words::SEMICOLON) {
                    self.at += 1;
                }
            }
            words::LABEL => {
                while self.at < self.end && self.ahead(0) != Some(words::SEMICOLON) {
                    self.at += 1;
                }
                self.at = (self.at + 1).min(self.end);
            }
            words::TYPEOF | words::TYPEOF_UNQUAL if self.ahead(1) == Some(words::OPEN_PAREN) => self.type_of(),
            words::OFFSETOF => {
                self.out.piece("offsetof", false, self.place);
                self.previous = words::OFFSETOF;
                self.at += 1;
            }
            words::VA_ARG if self.ahead(1) == Some(words::OPEN_PAREN) => return self.next_argument(),
            words::TYPES_COMPATIBLE if self.ahead(1) == Some(words::OPEN_PAREN) => {
                self.out.piece("__builtin_types_compatible_p()", false, self.place);
                self.skip_group();
                self.previous = words::CLOSE_PAREN;
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
        let keeps = self.unit.tokens[self.at + 1..end].iter().any(|token| {
            token.kind == TokenKind::Identifier
                && MEANINGFUL.contains(&self.unit.names.text(token.name).trim_matches('_'))
        });
        if keeps {
            for at in self.at..end {
                let token = self.unit.tokens[at];
                self.copy(&token);
            }
        }
        self.at = end;
    }

    /// `int x asm("name")`, and not a statement.
    fn is_asm_label(&self) -> bool {
        if self.ahead(1) != Some(words::OPEN_PAREN) || self.at == 0 {
            return false;
        }
        let before = &self.unit.tokens[self.at - 1];
        match self.previous {
            words::ELSE | words::DO => false,
            words::CLOSE_PAREN => self.scopes.depth() == 0,
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
            self.previous = words::TYPEOF;
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
        self.previous = words::OPEN_PAREN;
        self.tokens(end.saturating_sub(1).max(comma + 1));
        self.scopes.close();
        self.insert(") __builtin_va_arg(");
        self.scopes.open(Bracket::Paren { is_for: false });
        self.at = open + 1;
        self.previous = words::VA_ARG;
        self.tokens(comma);
        self.scopes.close();
        self.insert("))");
        self.depth -= 1;
        self.at = end;
        self.previous = words::CLOSE_PAREN;
        true
    }

    /// The last comma directly inside the group at `open`.
    fn top_comma(&self, open: usize, end: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut found = None;
        for at in open..end {
            match self.unit.tokens[at].name {
                words::OPEN_PAREN | words::OPEN_BRACE | words::OPEN_BRACKET => depth += 1,
                words::CLOSE_PAREN | words::CLOSE_BRACE | words::CLOSE_BRACKET => {
                    depth = depth.saturating_sub(1);
                }
                words::COMMA if depth == 1 => found = Some(at),
                _ => {}
            }
        }
        found
    }
}
