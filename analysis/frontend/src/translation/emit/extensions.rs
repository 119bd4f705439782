//! Extensions of C. Those that do not affect the execution of the program are left out; those that the
//! grammar lacks are rewritten.

use super::Emitter;
use csieve_preprocess::{Name, TokenKind, known};

use crate::translation::items::group_end;

impl Emitter<'_> {
    /// Emits or skips an extension of C at the current keyword. Returns false if the keyword is to be copied
    /// as it is.
    pub(super) fn extension(&mut self, name: Name) -> bool {
        match name {
            known::EXTENSION | known::RESTRICT => self.at += 1,
            known::ATTRIBUTE if self.ahead(1) == Some(known::LEFT_PAREN) => self.attribute(),
            known::ASM if self.is_assembly && !self.in_body => self.at += 1,
            known::ASM if self.ahead(1) == Some(known::LEFT_BRACE) => return self.assembly_block(),
            known::ASM if self.is_asm_label() => self.skip_group(),
            known::STATIC_ASSERT if self.ahead(1) == Some(known::LEFT_PAREN) => {
                self.skip_group();
                // The semicolon goes, too: otherwise an empty statement or an empty member of a structure
                // would be left.
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
            known::THREAD_LOCAL if self.is_storage_class() => self.at += 1,
            known::TYPEOF
            | known::TYPEOF_UNQUAL
            | known::ATOMIC
            | known::ALIGNOF
            | known::VA_ARG
            | known::OFFSETOF
            | known::TYPES_COMPATIBLE
                if self.ahead(1) == Some(known::LEFT_PAREN) =>
            {
                return self.operator(name);
            }
            known::GOTO if self.ahead(1) == Some(known::STAR) => return self.computed_goto(),
            known::CASE => return self.case_range(),
            _ => return false,
        }
        true
    }

    /// Skips a keyword and the parentheses after it, as in `_Static_assert(...)`.
    pub(super) fn skip_group(&mut self) {
        self.at = group_end(&self.unit.tokens[..self.end], self.at + 1);
    }

    /// Returns whether the current `asm` gives an assembler name, as in `int x asm("name")`, and is no
    /// statement.
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

    /// Returns whether the current `thread_local` is a storage class. Before C23 it may also be a name.
    fn is_storage_class(&self) -> bool {
        let next = self.unit.tokens[..self.end].get(self.at + 1);
        !matches!(self.previous, known::STRUCT | known::UNION | known::ENUM | known::DOT | known::ARROW)
            && next.is_some_and(|next| next.kind == TokenKind::Identifier)
    }
}
