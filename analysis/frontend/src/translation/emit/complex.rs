//! Complex types and imaginary numbers, which the grammar does not know. Both become values of a type of which
//! nothing is known.

use super::{Emitter, types};
use csieve_preprocess::{Name, Token, TokenKind, canonical, known};

use crate::translation::items::is_basic_type;

/// The type that stands for every complex type.
const TYPE: &str = "struct $_Complex";

impl Emitter<'_> {
    /// Emits a keyword that is a basic type or a part of one. The words of a complex type, as in `double
    /// _Complex`, become one type.
    pub(super) fn basic_type(&mut self, token: &Token) {
        let name = canonical(token.name);
        let is_word = |word: &Name| types::is_type_word(*word);
        self.scopes.seen_type = true;
        if self.unknown_behind_type() {
            return;
        }
        if self.is_before_any_width() {
            self.previous = name;
            return;
        }
        if is_basic_type(self.previous) && self.is_complex {
            self.previous = name;
            return;
        }
        let behind = (1..).map_while(|distance| self.ahead(distance).filter(is_word));
        self.is_complex = name == known::COMPLEX || behind.into_iter().any(|word| word == known::COMPLEX);
        if self.is_complex {
            self.out.piece(TYPE, token.first, self.place);
            self.previous = name;
        } else {
            self.copy(token);
        }
    }

    /// Emits an imaginary number such as `1.0iF`. Returns false, and emits nothing, if the token is none.
    pub(super) fn imaginary(&mut self, token: &Token) -> bool {
        let text = self.unit.names.text(token.name);
        let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let is_imaginary =
            token.kind == TokenKind::Number && !is_hexadecimal && text.contains(['i', 'I', 'j', 'J']);
        if is_imaginary {
            self.out.piece(&format!("(({TYPE}) 1)"), token.first, self.place);
            self.previous = known::RIGHT_PAREN;
        }
        is_imaginary
    }
}
