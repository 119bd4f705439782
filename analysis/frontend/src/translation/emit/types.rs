//! Emits identifiers: type names, declared names, and values that the parser could take for types.

use super::{Bracket, Emitter};
use csieve_preprocess::{Name, Token, known};

use crate::translation::items::is_basic_type;

/// Returns whether a keyword is a type or a part of one.
pub(super) fn is_type_word(name: Name) -> bool {
    is_basic_type(name)
        || matches!(
            name,
            known::CONST | known::VOLATILE | known::STRUCT | known::UNION | known::ENUM | known::ATOMIC
        )
}

/// Returns whether a keyword begins a statement or is an operator.
pub(super) fn is_statement_word(name: Name) -> bool {
    matches!(
        name,
        known::RETURN
            | known::GOTO
            | known::IF
            | known::ELSE
            | known::DO
            | known::WHILE
            | known::FOR
            | known::SWITCH
            | known::CASE
            | known::DEFAULT
            | known::BREAK
            | known::CONTINUE
            | known::SIZEOF
            | known::ALIGNOF
            | known::GENERIC
    )
}

impl Emitter<'_> {
    pub(super) fn word(&mut self, token: &Token, name: Name) {
        match name {
            known::STRUCT | known::UNION => {
                self.pending_tag = Some(Bracket::Members);
                self.copy(token);
                return self.packing();
            }
            known::ENUM => self.pending_tag = Some(Bracket::Constants),
            known::TYPEDEF => self.typedef = Some(self.scopes.level()),
            _ if is_basic_type(name) => return self.basic_type(token),
            _ if is_statement_word(name) || is_type_word(name) => {}
            _ => return self.name(token),
        }
        self.copy(token);
    }

    /// Says that the layout of the structure or union whose keyword was just copied is another one, if
    /// `#pragma pack` changes it.
    fn packing(&mut self) {
        let (ranges, before) = self.unit.packed;
        let index = (self.at + before) as u32;
        let is_packed = ranges.iter().any(|range| range.contains(&index));
        let has_members = [1, 2].into_iter().any(|ahead| self.ahead(ahead) == Some(known::LEFT_BRACE));
        if is_packed && (has_members || self.ahead(1) == Some(known::ATTRIBUTE)) {
            self.mark("__attribute__((aligned))");
        }
    }

    /// Emits a word as the name of a type.
    pub(super) fn type_name(&mut self, token: &Token) {
        self.previous = token.name;
        let spelling = format!("struct ${}", self.unit.names.text(token.name));
        self.out.piece(&spelling, token.first, self.place);
    }

    fn name(&mut self, token: &Token) {
        let next = self.ahead(1);
        match self.previous {
            known::DOT | known::ARROW | known::GOTO => return self.copy(token),
            known::STRUCT | known::UNION | known::ENUM => {
                self.scopes.seen_type = true;
                if next != Some(known::LEFT_BRACE) {
                    self.pending_tag = None;
                }
                return self.copy(token);
            }
            _ => {}
        }
        if next == Some(known::COLON) && self.is_label() {
            return self.copy(token);
        }
        if self.scopes.is_type(token.name) {
            // Behind a star stands no type: this is the name that `typedef void (*name)(int);` declares.
            if self.scopes.seen_type || self.typedef.is_some() && self.previous == known::STAR {
                // A declaration such as `int size_t;` hides the type name.
                self.scopes.declare(token.name, self.typedef.is_some());
                return self.copy(token);
            }
            self.scopes.seen_type = true;
            return self.type_name(token);
        }
        let declares = self.scopes.seen_type
            && matches!(
                next,
                Some(
                    known::SEMICOLON
                        | known::COMMA
                        | known::LEFT_BRACKET
                        | known::RIGHT_PAREN
                        | known::LEFT_PAREN
                        | known::ATTRIBUTE
                )
            );
        if declares && self.typedef.is_some() {
            self.scopes.declare(token.name, true);
        }
        // What nothing declares is the type of a declaration here, from a header that is missing: nobody multiplies in vain.
        if next == Some(known::STAR) && self.starts_statement() && (self.unit.is_object)(token.name) {
            self.mark("(");
            self.mark("(");
            self.copy(token);
            self.mark(")");
            self.mark(")");
            return;
        }
        self.copy(token);
    }

    /// Returns whether the current name, before a colon, is a label, or a member in an initialiser as in
    /// `{ x: 1 }`.
    fn is_label(&self) -> bool {
        let is_listed =
            self.previous == known::COMMA && matches!(self.scopes.bracket(), Some(Bracket::Block));
        is_listed || self.starts_statement()
    }
}
