//! Words of compilers and of newer versions of C that the grammar does not know. Those that say nothing of what a function does are
//! left out; the others become words that the grammar knows.

use super::Emitter;
use csieve_preprocess::{Name, Token, TokenKind, known};

use crate::translation::items::group_end;

/// Words that compilers for small machines, and Microsoft's, reserve: where an object lies, how wide a pointer to it is, how a function
/// is called, and that an interrupt calls it. C reserves names with two underscores at the start.
const LEFT_OUT: [&str; 45] = [
    "__banked",
    "__bdata",
    "__callt",
    "__code",
    "__critical",
    "__data",
    "__eds__",
    "__far",
    "__fiq",
    "__flash",
    "__flash1",
    "__flash2",
    "__flash3",
    "__flash4",
    "__flash5",
    "__huge",
    "__idata",
    "__interrupt",
    "__irq",
    "__memx",
    "__monitor",
    "__naked",
    "__near",
    "__nested",
    "__nmi",
    "__nonbanked",
    "__nounwind",
    "__pdata",
    "__psv__",
    "__ptr32",
    "__ptr64",
    "__ramfunc",
    "__reentrant",
    "__ro_placement",
    "__root",
    "__saddr",
    "__sdata",
    "__softfp",
    "__sptr",
    "__tiny",
    "__unaligned",
    "__uptr",
    "__using",
    "__w64",
    "__xdata",
];

/// Microsoft's words for integers, with those of C: `unsigned __int64`.
const SIZED: [(&str, &str); 4] =
    [("__int8", "char"), ("__int16", "short"), ("__int32", "int"), ("__int64", "long long")];

/// The type that stands for integers of any width.
const ANY_WIDTH: &str = "struct $_BitInt";

/// Returns the words of C for one of Microsoft's for integers.
pub(super) fn sized(word: &str) -> Option<&'static str> {
    let is_reserved = word.starts_with("__");
    SIZED.iter().find(|(known, _)| is_reserved && *known == word).map(|(_, other)| *other)
}

impl Emitter<'_> {
    /// Emits or skips a word of a compiler, or of a newer version of C, at the current identifier. Returns false if it is none.
    pub(super) fn vendor_word(&mut self, token: &Token, name: Name) -> bool {
        match name {
            known::AUTO if self.is_inferred() => {
                self.scopes.seen_type = true;
                self.out.piece("__auto_type", token.first, self.place);
                self.previous = token.name;
                self.at += 1;
                return true;
            }
            // The storage class of a compound literal: `(static int[]){1, 2}`.
            known::STATIC if self.previous == known::LEFT_PAREN => {
                self.at += 1;
                return true;
            }
            _ => {}
        }
        let text = self.unit.names.text(token.name);
        if !text.starts_with('_') {
            let is_storage = text == "constexpr" && self.previous == known::LEFT_PAREN;
            self.at += usize::from(is_storage);
            return is_storage;
        }
        if let Some(other) = sized(text) {
            self.scopes.seen_type = true;
            self.out.piece(other, token.first, self.place);
            self.previous = known::INT;
            self.at += 1;
            return true;
        }
        match text {
            "_BitInt" if self.ahead(1) == Some(known::LEFT_PAREN) => {
                self.scopes.seen_type = true;
                self.out.piece(ANY_WIDTH, token.first, self.place);
                self.previous = token.name;
                self.skip_group();
            }
            "__pragma" if self.ahead(1) == Some(known::LEFT_PAREN) && !self.packs() => self.skip_group(),
            _ if LEFT_OUT.binary_search(&text).is_ok() && !(self.unit.is_object)(token.name) => {
                let takes_number = matches!(text, "__interrupt" | "__using");
                if takes_number && self.ahead(1) == Some(known::LEFT_PAREN) {
                    self.skip_group();
                } else {
                    self.at += 1;
                }
            }
            _ => return false,
        }
        true
    }

    /// Returns whether the word behind the current one is `_BitInt`, which makes its own type.
    pub(super) fn is_before_any_width(&self) -> bool {
        let next = self.unit.tokens[..self.end].get(self.at + 1);
        next.is_some_and(|next| {
            next.kind == TokenKind::Identifier && self.unit.names.text(next.name) == "_BitInt"
        })
    }

    /// Emits a number as the grammar knows it. Returns false, and emits nothing, if the token is no number of another form: with
    /// separators between its digits, or with the suffix of a compiler.
    pub(super) fn vendor_number(&mut self, token: &Token) -> bool {
        let text = self.unit.names.text(token.name);
        // All other forms have one of these; most numbers have none.
        if token.kind != TokenKind::Number || !text.contains(['\'', 'i', 'I', 'q', 'Q', 'w', 'W']) {
            return false;
        }
        let plain = text.replace('\'', "");
        let lower = plain.to_ascii_lowercase();
        let with = |suffix: &str, other: &str| {
            lower.strip_suffix(suffix).map(|digits| format!("{}{other}", &plain[..digits.len()]))
        };
        let is_hexadecimal = lower.starts_with("0x");
        let suffixes = [("ui64", "ULL"), ("i64", "LL"), ("ui32", "U"), ("i32", "")];
        let small = [("ui16", ""), ("i16", ""), ("ui8", ""), ("i8", "")];
        let spelled = suffixes.iter().chain(&small).find_map(|(suffix, other)| with(suffix, other));
        let quadruple = || with("q", "L").filter(|_| !is_hexadecimal);
        let emitted = if lower.ends_with("wb") || lower.ends_with("wbu") {
            format!("(({ANY_WIDTH}) 1)")
        } else if let Some(spelled) = spelled.or_else(quadruple) {
            spelled
        } else if plain.len() < text.len() {
            plain
        } else {
            return false;
        };
        self.out.piece(&emitted, token.first, self.place);
        self.previous = token.name;
        true
    }

    /// Ends a block whose last statement is a label, as C23 allows it.
    pub(super) fn end_labels(&mut self) {
        if self.previous == known::COLON {
            self.mark(";");
        }
    }

    /// Returns whether the current `auto` stands for the type of the value behind it: `auto x = 5;`.
    fn is_inferred(&self) -> bool {
        let next = self.unit.tokens[..self.end].get(self.at + 1);
        let is_name = next.is_some_and(|next| next.kind == TokenKind::Identifier);
        is_name && self.ahead(2) == Some(known::ASSIGN)
    }

    /// Returns whether the pragma in the current `__pragma(...)` may change the layout of structures.
    fn packs(&self) -> bool {
        let end = group_end(&self.unit.tokens[..self.end], self.at + 1);
        self.unit.tokens[self.at + 1..end].iter().any(|token| self.unit.names.text(token.name) == "pack")
    }
}

#[cfg(test)]
mod tests {
    use super::LEFT_OUT;

    #[test]
    fn the_words_are_in_order() {
        assert!(LEFT_OUT.is_sorted());
    }
}
