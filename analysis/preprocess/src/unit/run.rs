//! The main loop of the preprocessor.

use std::sync::Arc;

use super::{Forced, Frame, Unit};
use crate::{Header, Lexed, NoteKind, Source, SourceId, SourceRange, Token, TokenKind};

/// The end of a stretch of tokens that are neither macros nor directives.
pub(super) enum Stretch {
    /// The stretch ends at the name of a macro.
    Macro(Token),
    /// The stretch ends at a directive, which has been obeyed, or at the end of a header.
    Boundary,
    /// The stretch ends at the end of the unit.
    End,
}

impl Unit<'_> {
    /// Preprocesses the unit to its end. Calls `begun` once, before the first token of the main file.
    pub(crate) fn run(&mut self, mut begun: impl FnMut(&mut Self)) {
        let mut prefix = true;
        while !self.expander.stopped {
            if prefix && self.is_at_main() {
                self.keep_beginning();
                if self.prefix_ends() {
                    prefix = false;
                    begun(self);
                } else {
                    self.leave_beginning();
                }
            }
            if self.work() {
                continue;
            }
            match self.stretch() {
                Stretch::Macro(token) => self.enter(token),
                Stretch::Boundary => {}
                Stretch::End => break,
            }
        }
    }

    /// Returns whether the prefix is complete where the main file is being read: everything before its first token has
    /// been read.
    fn prefix_ends(&self) -> bool {
        self.file().at < self.file().stop || self.file().next_directive().is_none()
    }

    /// Returns whether the main file is being read, and no header.
    fn is_at_main(&self) -> bool {
        self.files.len() == 1 && self.forced.is_empty()
    }

    /// Puts out the tokens of the current file up to the next macro or directive.
    fn stretch(&mut self) -> Stretch {
        if self.files.len() == 1
            && let Some(forced) = self.forced.pop_front()
        {
            self.force(forced);
            return Stretch::Boundary;
        }
        let Some(file) = self.files.last_mut() else { return Stretch::End };
        file.name(file.at, file.stop, &mut self.state.names);
        let lexed = Arc::clone(&file.lexed);
        let text = &lexed.tokens()[file.at as usize..file.stop as usize];
        let output = self.state.tokens.own();
        for (index, lexeme) in text.iter().enumerate() {
            let token = file.token(lexeme);
            if token.kind == TokenKind::Identifier && self.state.macros.is_defined(token.name) {
                file.at += index as u32 + 1;
                self.count(index as u64 + 1);
                return Stretch::Macro(token);
            }
            let space = self.expander.spacing.apply(token.space);
            let first = std::mem::take(&mut self.expander.first) || token.first;
            output.push(Token { space, first, ..token });
        }
        file.at = file.stop;
        self.count(text.len() as u64);
        self.boundary()
    }

    /// Obeys the next directive of the current file, or ends the file if it has no more directives.
    fn boundary(&mut self) -> Stretch {
        if self.file().next_directive().is_some() {
            self.directive();
            return Stretch::Boundary;
        }
        self.unclosed();
        if self.files.len() == 1 {
            return Stretch::End;
        }
        self.files.pop();
        Stretch::Boundary
    }

    fn force(&mut self, forced: Forced) {
        match forced {
            Forced::Text(name, text) => {
                let lexed = Arc::new(Lexed::new(text));
                self.enter_file(
                    Header { path: name.into(), written: None, lexed, system: true, folder: None },
                    None,
                );
            }
            Forced::Header(name) => self.include_forced(&name),
        }
    }

    /// Starts to read a file. `included_at` is the place of the directive that includes the file, if any.
    pub(super) fn enter_file(&mut self, header: Header, included_at: Option<SourceRange>) {
        let Header { path, written, lexed, system, folder } = header;
        let source = SourceId(self.state.sources.len() as u32);
        self.files.push(Frame::new(source, Arc::clone(&lexed)));
        self.state.sources.push(Source { path, written, lexed, system, folder, included_at });
    }

    /// Adds to the number of handled tokens, and stops preprocessing if a limit is exceeded.
    pub(super) fn count(&mut self, tokens: u64) {
        self.state.steps += tokens;
        let limits = &self.options.limits;
        let message = if self.state.steps > limits.steps {
            "Preprocessing takes too many steps; the rest is left out"
        } else if self.state.tokens.len() as u64 > limits.tokens {
            "The unit has too many tokens; the rest is left out"
        } else {
            return;
        };
        if !self.expander.stopped {
            self.expander.stopped = true;
            let place = self.here();
            self.note(NoteKind::Limit, place, message);
        }
    }
}
