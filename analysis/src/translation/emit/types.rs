//! Names: types, what declarations declare, and values that could be taken for types.

use super::{Bracket, Emitter};
use crate::{
    preprocess::{Name, Token, words},
    translation::items::is_basic_type,
};

/// Whether a keyword is a type or belongs to one.
pub(super) fn is_type_word(name: Name) -> bool {
    is_basic_type(name)
        || matches!(
            name,
            words::CONST | words::VOLATILE | words::STRUCT | words::UNION | words::ENUM | words::ATOMIC
        )
}

impl Emitter<'_> {
    pub(super) fn word(&mut self, token: &Token, name: Name) {
        match name {
            words::STRUCT | words::UNION => self.pending_tag = Some(Bracket::Members),
            words::ENUM => self.pending_tag = Some(Bracket::Constants),
            words::TYPEDEF => self.typedef = Some(self.scopes.depth()),
            _ if is_basic_type(name) => self.scopes.seen_type = true,
            _ => return self.name(token),
        }
        self.copy(token);
    }

    fn name(&mut self, token: &Token) {
        let next = self.ahead(1);
        match self.previous {
            words::DOT | words::ARROW | words::GOTO => return self.copy(token),
            words::STRUCT | words::UNION | words::ENUM => {
                self.scopes.seen_type = true;
                if next != Some(words::OPEN_BRACE) {
                    self.pending_tag = None;
                }
                return self.copy(token);
            }
            _ => {}
        }
        if next == Some(words::COLON) && self.is_label() {
            return self.copy(token);
        }
        if self.scopes.is_type(token.name) {
            if self.scopes.seen_type {
                // `int size_t;` hides the type.
                self.scopes.declare(token.name, self.typedef.is_some());
                return self.copy(token);
            }
            self.scopes.seen_type = true;
            self.previous = token.name;
            let spelling = format!("struct ${}", self.unit.names.text(token.name));
            return self.out.piece(&spelling, token.first, self.place);
        }
        let declares = self.scopes.seen_type
            && matches!(
                next,
                Some(
                    words::SEMICOLON
                        | words::COMMA
                        | words::OPEN_BRACKET
                        | words::CLOSE_PAREN
                        | words::OPEN_PAREN
                        | words::ATTRIBUTE
                )
            );
        if declares && self.typedef.is_some() {
            self.scopes.declare(token.name, true);
        }
        if next == Some(words::STAR) && self.starts_statement() && (self.unit.is_value)(token.name) {
            self.insert("(");
            self.insert("(");
            self.copy(token);
            self.insert(")");
            self.insert(")");
            return;
        }
        self.copy(token);
    }

    /// Whether a name before a colon is a label or a member, and no type.
    fn is_label(&self) -> bool {
        matches!(self.scopes.bracket(), Some(Bracket::Block))
            && matches!(
                self.previous,
                words::SEMICOLON
                    | words::OPEN_BRACE
                    | words::CLOSE_BRACE
                    | words::CLOSE_PAREN
                    | words::COLON
                    | words::COMMA
                    | words::ELSE
                    | words::DO
            )
    }
}
