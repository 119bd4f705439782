//! Expands built-in macros such as `__LINE__`, which have no definition.

use super::{Unit, expansion::contains};
use crate::macros::{Builtin, quoted};
use crate::output::Positional;
use crate::predefined;
use crate::{ExpansionId, NoteKind, Token, TokenKind};

impl Unit<'_> {
    pub(super) fn builtin(&mut self, token: Token, builtin: Builtin) {
        if builtin.takes_operand() {
            self.builtin_operator(token, builtin);
            return;
        }
        if matches!(builtin, Builtin::Line | Builtin::Counter) {
            let position = self.main_position();
            self.state.positional.push(Positional { position, counts: builtin == Builtin::Counter });
        }
        self.shared.names_main |= builtin == Builtin::BaseFile;
        let string = |text: &str| (TokenKind::String, quoted(text));
        let number = |value: i64| (TokenKind::Number, value.to_string());
        let (kind, spelling) = match builtin {
            Builtin::File => string(&self.file_name()),
            Builtin::BaseFile => string(self.state.sources.first().map_or("", |source| &source.path)),
            Builtin::Line => number(self.line_of(&token)),
            Builtin::IncludeLevel => number(self.files.len() as i64 - 1),
            Builtin::Counter => {
                self.state.counter += 1;
                number(i64::from(self.state.counter) - 1)
            }
            // The date and time are fixed, so that the same text always gives the same tokens.
            Builtin::Date => string("Jan  1 1970"),
            Builtin::Time => string("00:00:00"),
            _ => string("Thu Jan  1 00:00:00 1970"),
        };
        self.replace(token, token, kind, &spelling);
    }

    /// Replaces the invocation of a built-in macro by one token. `token` and `close` are the first and the
    /// last token of the invocation.
    fn replace(&mut self, token: Token, close: Token, kind: TokenKind, spelling: &str) {
        let expansion = Some(self.begin(&token, Some(&close)));
        let name = self.state.names.intern(spelling);
        self.pad(Some(&token));
        self.put(Token { kind, name, space: false, first: false, expansion, ..token });
        self.pad(None);
    }

    fn file_name(&self) -> String {
        let file = self.file();
        let source = self.state.sources.get(file.source.0 as usize);
        let written = source.map(|source| source.written.as_ref().unwrap_or(&source.path));
        let path = file.presumed.as_ref().or(written);
        path.map_or_else(String::new, ToString::to_string)
    }

    /// Returns the value of a `__LINE__` token: its own line if the token stands in the text of a file,
    /// otherwise the line of the innermost macro invocation around it that does.
    fn line_of(&self, token: &Token) -> i64 {
        let expansion = |id: ExpansionId| self.state.expansions.get(id.0 as usize).copied();
        let mut inner = token.expansion.and_then(expansion);
        let place = match inner.and_then(|inner| expansion(inner.outermost)) {
            Some(outer) if contains(outer.call, token.spelling) => token.spelling,
            Some(outer) => loop {
                match inner {
                    // An invocation inside a macro's body has the place of the outermost invocation, so its
                    // parent is tried.
                    Some(found) if found.call == outer.call => inner = found.parent.and_then(expansion),
                    Some(found) => break found.call,
                    None => break outer.call,
                }
            },
            None => token.spelling,
        };
        let frame = self.files.iter().rfind(|file| file.source == place.source);
        frame.map_or(1, |frame| frame.line_number(place.span.start))
    }

    /// Expands a built-in macro that takes an operand in parentheses.
    fn builtin_operator(&mut self, token: Token, builtin: Builtin) {
        if let Err(passed) = self.open_parenthesis() {
            self.put(token);
            if let Some(padding) = passed {
                self.put(padding);
            }
            return;
        }
        let collected = self.collect(None);
        if let Some((operand, close)) = collected.operand() {
            self.operate(token, builtin, &operand, close);
        } else {
            self.note(NoteKind::Invocation, token.spelling, "The invocation has no closing parenthesis");
            self.put(token);
            self.replay_unchanged(collected);
        }
    }

    fn operate(&mut self, token: Token, builtin: Builtin, operand: &[Token], close: Token) {
        let target = self.options.target;
        let value = match builtin {
            Builtin::Pragma => {
                if let Some(literal) = operand.first() {
                    let literal = self.state.names.text(literal.name).to_owned();
                    self.pragma_operator(&literal);
                }
                self.pad(Some(&token));
                self.pad(None);
                return;
            }
            Builtin::HasInclude => i64::from(self.has_include(operand, false)),
            Builtin::HasIncludeNext => i64::from(self.has_include(operand, true)),
            Builtin::HasFunction => i64::from(predefined::builtin(&self.spelled(operand), target)),
            Builtin::HasCAttribute => predefined::c_attribute(&self.spelled(operand), target),
            _ => predefined::attribute(&self.spelled(operand), target),
        };
        self.replace(token, close, TokenKind::Number, &value.to_string());
    }

    fn spelled(&self, tokens: &[Token]) -> String {
        tokens.iter().map(|token| self.state.names.text(token.name)).collect()
    }

    fn has_include(&mut self, operand: &[Token], next: bool) -> bool {
        let spelt = operand.first().is_some_and(|first| first.kind != TokenKind::Identifier);
        let expanded = if spelt { Vec::new() } else { self.expand_list(operand) };
        let header = self.spelled_header(if spelt { operand } else { &expanded });
        let from = self.file().source;
        header.is_some_and(|header| self.find_header(&header, next, from).is_some())
    }
}
