//! The directive `#pragma` and the operator `_Pragma`. Only pragmas that change macros, inclusion or
//! layout have an effect; those that link names otherwise are kept.

use std::sync::Arc;

use super::Unit;
use super::directive::unquoted;
use crate::lex::{Directive, Lexed};

/// The largest number of words of a pragma that are read.
const MOST_WORDS: usize = 9;

impl Unit<'_> {
    pub(super) fn pragma(&mut self, directive: &Directive) {
        let file = self.file();
        let line = file.line(directive);
        let words: Vec<String> = (2..line.tokens.len().min(2 + MOST_WORDS))
            .filter_map(|index| line.name(index))
            .map(|name| self.state.names.text(name).to_owned())
            .collect();
        self.obey(&words);
    }

    /// Obeys `_Pragma("text")`. `literal` includes the quotes.
    pub(super) fn pragma_operator(&mut self, literal: &str) {
        let literal = literal.strip_prefix('L').unwrap_or(literal);
        let Some(text) = unquoted(literal) else { return };
        let lexed = Lexed::new(text.into());
        let words: Vec<String> = lexed
            .tokens()
            .iter()
            .take(MOST_WORDS)
            .map(|token| lexed.locals().text(token.local).to_owned())
            .collect();
        self.obey(&words);
    }

    fn obey(&mut self, words: &[String]) {
        self.state.macros.stands_at(self.main_position());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["once"] if self.files.len() > 1 => {
                if let Some(source) = self.state.sources.get(self.file().source.0 as usize) {
                    let path = source.path.clone();
                    Arc::make_mut(&mut self.state.once).insert(path);
                }
            }
            [operation @ ("push_macro" | "pop_macro"), "(", literal, ")", ..] => {
                let Some(name) = unquoted(literal) else { return };
                let name = self.state.names.intern(&name);
                self.state.saves_macros |= self.files.len() == 1;
                if *operation == "push_macro" {
                    self.state.macros.push(name);
                } else {
                    self.state.macros.pop(name);
                }
            }
            ["pack", rest @ ..] => {
                let at = self.state.tokens.len() as u32;
                self.state.packing.obey(rest, at);
            }
            ["weak" | "redefine_extname", ..] => self.state.linked.push(words.join(" ")),
            _ => {}
        }
    }
}
