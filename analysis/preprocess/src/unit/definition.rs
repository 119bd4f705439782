//! The directive `#define`.

use super::Unit;
use crate::lex::Directive;
use crate::macros::{BodyToken, Line, Macro, define};
use crate::{NoteKind, SourceRange};

impl Unit<'_> {
    pub(super) fn define(&mut self, directive: &Directive) {
        let Some(file) = self.files.last() else { return };
        let line = file.line(directive);
        let line = Line { tokens: line.tokens.get(2..).unwrap_or(&[]), names: line.names };
        let source = file.source;
        match define(line, source) {
            Ok((definition, body)) => {
                self.compare(directive, &definition, &body);
                self.state.macros.define(definition, &body);
            }
            Err((span, message)) => {
                let place = if span.end == 0 { file.place(directive) } else { SourceRange { source, span } };
                self.note(NoteKind::Definition, place, message);
            }
        }
    }

    /// Adds a note if `new` redefines a macro differently (C11 6.10.3, paragraph 2), except in a system
    /// header.
    fn compare(&mut self, directive: &Directive, new: &Macro, body: &[BodyToken]) {
        let system = self.state.sources.get(new.source.0 as usize).is_some_and(|source| source.system);
        let Some(old) = self.state.macros.find(new.name).filter(|_| !system) else { return };
        if !self.state.macros.is_same(old, new, body) {
            let name = self.state.names.text(new.name);
            let message = format!("Macro '{name}' is redefined differently");
            self.complain(directive, NoteKind::Definition, &message);
        }
    }
}
