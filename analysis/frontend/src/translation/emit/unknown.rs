//! Words that nothing declares and that stand where a specifier, a qualifier, an attribute or a calling convention may stand, as macros
//! of headers that are missing do: `EXPORT int f(void)`, `static void INIT f(void)`.
//!
//! In front of a function such a word is left out. An object may be `volatile` because of it, so it counts as that. Beside a basic type the
//! word may be a part of it, as `unsigned` would be, and behind a declared name it may be the length of an array: then nothing is known of
//! the type.
//!
//! In front of a statement, a word may stand for a loop or a condition: `for_each(x) {`. It becomes a loop of which nothing is known, whose
//! body may run any number of times.

use super::{Emitter, types, vendors::sized};
use csieve_preprocess::{Name, Token, TokenKind, canonical, known};

use crate::translation::items::{group_end, is_basic_type, is_specifier, takes_arguments};

/// Words of Microsoft's compiler in front of blocks that are left in the middle where something fails.
const EXCEPTIONS: [&str; 6] = ["__try", "__except", "__finally", "_try", "_except", "_finally"];

/// Specifiers that say nothing of the type.
const QUALIFIERS: [Name; 6] =
    [known::STATIC, known::EXTERN, known::INLINE, known::CONST, known::VOLATILE, known::REGISTER];

/// The most words of a list of specifiers that are looked at.
const MOST: usize = 16;

impl Emitter<'_> {
    /// Leaves out a word in front of a type, or makes both an unknown type. Returns false, and emits nothing, if the current word
    /// is none.
    pub(super) fn unknown_before_type(&mut self, token: &Token) -> bool {
        let begins = QUALIFIERS.contains(&self.previous)
            || matches!(
                self.previous,
                known::SEMICOLON | known::LEFT_BRACE | known::RIGHT_BRACE | known::LEFT_PAREN | known::COMMA
            );
        if !begins || self.scopes.seen_type || !self.is_unknown(self.at) {
            return false;
        }
        let Some(end) = self.specifiers_end(self.at + 1) else { return false };
        let words = self.at + 1..end;
        let is_basic = |at: usize| {
            let word = canonical(self.unit.tokens[at].name);
            is_basic_type(word) && word != known::VOID
        };
        let is_known = !words.clone().any(is_basic);
        self.may_be_volatile(end);
        self.at += 1;
        if is_known {
            return true;
        }
        self.type_name(token);
        while self.at < end {
            let word = self.unit.tokens[self.at];
            let name = canonical(word.name);
            if !is_basic_type(name) && !self.is_unknown(self.at) {
                self.copy(&word);
            }
            self.at += 1;
        }
        self.scopes.seen_type = true;
        true
    }

    /// Makes a basic type and a word behind it, in front of the declared name, an unknown type. Returns false, and emits nothing, if
    /// there is no such word.
    pub(super) fn unknown_behind_type(&mut self) -> bool {
        if canonical(self.unit.tokens[self.at].name) == known::VOID {
            return false;
        }
        let is_word = |at: &usize| types::is_type_word(canonical(self.unit.tokens[*at].name));
        let Some(at) = (self.at..self.end.min(self.at + MOST)).find(|at| !is_word(at)) else { return false };
        let is_behind_type = self.is_unknown(at) && self.is_between(at);
        let is_behind_name = self.is_plain(at) && self.trails(at + 1);
        if !is_behind_type && !is_behind_name {
            return false;
        }
        let token = self.unit.tokens[if is_behind_type { at } else { at + 1 }];
        if is_behind_type {
            self.may_be_volatile(at + 1);
        }
        self.type_name(&token);
        self.scopes.seen_type = true;
        self.has_unknown_type = is_behind_name;
        self.at = if is_behind_type { at } else { at - 1 };
        true
    }

    /// Leaves out a word between a type that it cannot be a part of and the declared name.
    pub(super) fn unknown_behind_name(&mut self) -> bool {
        let next = self.unit.tokens[..self.end].get(self.at + 1);
        let may_be = self.has_unknown_type
            || next.is_some_and(|next| next.kind == TokenKind::Identifier || next.name == known::STAR);
        if !may_be {
            return false;
        }
        let before = self.at.checked_sub(1).map(|before| &self.unit.tokens[before]);
        let is_behind_type = self.scopes.seen_type
            || before.is_some_and(|before| before.name == known::STAR || self.is_plain(self.at - 1));
        if !self.is_unknown(self.at) {
            return false;
        }
        let trails = self.trails(self.at) && std::mem::take(&mut self.has_unknown_type);
        let is_between = is_behind_type && self.is_between(self.at);
        // In `(CALLED *f)(int)`, the word says how the function is called.
        if is_between && self.previous != known::LEFT_PAREN {
            self.may_be_volatile(self.at + 1);
        }
        self.at += usize::from(is_between || trails);
        is_between || trails
    }

    /// Says that what is declared may be `volatile`, unless it is a function. `rest` is the index behind the words of the type that are
    /// looked at: what is declared follows.
    fn may_be_volatile(&mut self, rest: usize) {
        let tokens = &self.unit.tokens[..self.end];
        let mut at = rest;
        while tokens.get(at).is_some_and(|token| {
            let name = canonical(token.name);
            name == known::STAR
                || token.kind == TokenKind::Identifier
                    && tokens
                        .get(at + 1)
                        .is_some_and(|next| next.kind == TokenKind::Identifier || next.name == known::STAR)
        }) {
            at += 1;
        }
        let is_function =
            self.is_plain(at) && tokens.get(at + 1).is_some_and(|next| next.name == known::LEFT_PAREN);
        if !is_function {
            self.insert("volatile");
        }
    }

    /// Leaves out what stands between the parameters of a function and its body. Returns false, and emits nothing, if the current
    /// token is no such thing.
    pub(super) fn behind_parameters(&mut self, token: &Token) -> bool {
        if !self.behind_parameters || self.scopes.depth() > 0 {
            return false;
        }
        let is_left_out = match token.kind {
            TokenKind::Identifier => self.is_unknown(self.at),
            TokenKind::Number | TokenKind::String => true,
            TokenKind::Other => self.unit.names.text(token.name) == "@",
            TokenKind::Character | TokenKind::Punctuator => false,
        };
        if !is_left_out {
            return false;
        }
        if token.kind == TokenKind::Identifier && self.ahead(1) == Some(known::LEFT_PAREN) {
            self.skip_group();
        } else {
            self.at += 1;
        }
        true
    }

    /// Makes a word in front of a statement a loop of which nothing is known. Returns false, and emits nothing, if the current word
    /// is none.
    pub(super) fn unknown_statement(&mut self) -> bool {
        let is_exception = || EXCEPTIONS.contains(&self.unit.names.text(self.unit.tokens[self.at].name));
        if !self.in_body
            || self.loops_at == Some(self.at)
            || !self.starts_statement()
            || !self.is_unknown(self.at)
            || is_exception()
        {
            return false;
        }
        let tokens = &self.unit.tokens[..self.end];
        let has_group = self.ahead(1) == Some(known::LEFT_PAREN);
        let end = if has_group { group_end(tokens, self.at + 1) } else { self.at + 1 };
        let Some(next) = tokens.get(end) else { return false };
        let name = canonical(next.name);
        let is_statement = match next.kind {
            TokenKind::Identifier => {
                matches!(
                    name,
                    known::RETURN | known::IF | known::FOR | known::WHILE | known::DO | known::GOTO
                ) || has_group && self.is_plain(end)
            }
            _ => name == known::LEFT_BRACE,
        };
        if !is_statement || !self.is_free(end) {
            return false;
        }
        self.mark("while(");
        self.loops_at = Some(self.at);
        self.tokens(end);
        if !has_group {
            self.mark("()");
        }
        self.mark(")");
        self.previous = known::RIGHT_PAREN;
        true
    }

    /// Returns whether the statement at a token means the same in a loop: nothing in it leaves what is around, and no `switch` of the
    /// function may lead into it.
    fn is_free(&self, at: usize) -> bool {
        let tokens = &self.unit.tokens[..self.end];
        let end = if tokens[at].name == known::LEFT_BRACE {
            group_end(tokens, at)
        } else {
            tokens[at..]
                .iter()
                .position(|token| token.name == known::SEMICOLON)
                .map_or(self.end, |length| at + length)
        };
        let has =
            |part: &[Token], names: &[Name]| part.iter().any(|token| names.contains(&canonical(token.name)));
        let leaves = has(&tokens[at..end], &[known::BREAK, known::CONTINUE]);
        let around = [known::FOR, known::WHILE, known::DO];
        let is_in_loop = has(&tokens[self.begin..self.at], &around) || has(&tokens[end..], &around);
        let may_be_led_into = has(&tokens[self.begin..], &[known::SWITCH, known::CASE, known::DEFAULT]);
        !(may_be_led_into || leaves && is_in_loop)
    }

    /// Returns whether a token is a word that nothing declares.
    fn is_unknown(&self, at: usize) -> bool {
        let token = &self.unit.tokens[at];
        let name = canonical(token.name);
        token.kind == TokenKind::Identifier
            && !is_language(name)
            && !self.scopes.is_type(token.name)
            && !(self.unit.is_object)(token.name)
            && sized(self.unit.names.text(token.name)).is_none()
    }

    /// Returns whether a token is an identifier, and no word of the language.
    fn is_plain(&self, at: usize) -> bool {
        let token = self.unit.tokens[..self.end].get(at);
        token.is_some_and(|token| token.kind == TokenKind::Identifier && !is_language(canonical(token.name)))
    }

    /// Returns whether a word stands between a type and the declared name. Of two names in a row, the one without small letters is
    /// that word, unless parameters follow the second one.
    fn is_between(&self, at: usize) -> bool {
        let next = self.unit.tokens[..self.end].get(at + 1);
        let is_function = self.is_plain(at + 1)
            && self.unit.tokens[..self.end].get(at + 2).is_some_and(|next| next.name == known::LEFT_PAREN);
        next.is_some_and(|next| next.name == known::STAR) && !self.in_body
            || is_function
            || self.is_like_macro(at) && self.declares_behind(at)
    }

    /// Returns whether a word stands behind a declared name.
    fn trails(&self, at: usize) -> bool {
        let next = self.unit.tokens[..self.end].get(at + 1);
        let is_end = next.is_some_and(|next| {
            matches!(next.name, known::RIGHT_PAREN | known::COMMA | known::ASSIGN | known::SEMICOLON)
        });
        self.is_plain(at) && is_end && self.is_unknown(at) && self.is_like_macro(at)
    }

    /// Returns whether a word looks like a macro: it has no small letters, or begins with two underscores.
    fn is_like_macro(&self, at: usize) -> bool {
        let text = self.unit.names.text(self.unit.tokens[at].name);
        text.starts_with("__") || !text.contains(|letter: char| letter.is_ascii_lowercase())
    }

    /// Returns whether a declared name follows a word: another name, or stars.
    fn declares_behind(&self, at: usize) -> bool {
        let next = self.unit.tokens[..self.end].get(at + 1);
        next.is_some_and(|next| {
            self.is_plain(at + 1) && !self.is_like_macro(at + 1) || next.name == known::STAR
        })
    }

    /// Returns whether a word behind one that looks like a macro is a type that nothing declares, as it is before a star or a name.
    fn is_unknown_type(&self, at: usize) -> bool {
        let next = self.unit.tokens[..self.end].get(at + 1);
        let is_declared = next.is_some_and(|next| next.name == known::STAR) || self.is_plain(at + 1);
        is_declared && self.is_unknown(at) && self.is_like_macro(at - 1) && !self.is_like_macro(at)
    }

    /// Returns the end of the specifiers that begin at a token, if a type is among them and a declared name follows.
    fn specifiers_end(&self, from: usize) -> Option<usize> {
        let mut has_type = false;
        for at in from..self.end.min(from + MOST) {
            let token = &self.unit.tokens[at];
            let name = canonical(token.name);
            let is_tag = matches!(name, known::STRUCT | known::UNION | known::ENUM);
            let is_name = token.kind == TokenKind::Identifier;
            let is_type =
                is_name && self.scopes.is_type(token.name) || at == from && self.is_unknown_type(at);
            if is_basic_type(name) {
                has_type = true;
            } else if is_tag || !has_type && is_type {
                return Some(at);
            } else if !QUALIFIERS.contains(&name) {
                let is_declared = is_name || token.name == known::STAR;
                return (has_type && is_declared).then_some(at);
            }
        }
        None
    }
}

/// Returns whether a word is one of the language.
fn is_language(name: Name) -> bool {
    is_specifier(name) || takes_arguments(name) || types::is_statement_word(name) || types::is_type_word(name)
}
