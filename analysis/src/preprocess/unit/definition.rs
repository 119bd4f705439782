//! `#define`

use super::Unit;
use crate::preprocess::lex::Directive;
use crate::preprocess::macros::{Line, define};
use crate::preprocess::{NoteKind, Place};

impl Unit<'_> {
    pub(super) fn define(&mut self, directive: &Directive) {
        let Some(file) = self.files.last() else { return };
        let line = file.line(directive);
        let line = Line { tokens: line.tokens.get(2..).unwrap_or(&[]), names: line.names };
        let source = file.source;
        match define(line, source) {
            Ok((definition, body)) => self.state.macros.define(definition, &body),
            Err((span, message)) => {
                let place = if span.end == 0 { file.place(directive) } else { Place { source, span } };
                self.note(NoteKind::Definition, place, message);
            }
        }
    }
}
