//! Obeys the directives of a file, such as `#undef`.

use super::Unit;
use crate::lex::{Directive, DirectiveKind as Kind};
use crate::{NoteKind, known};

impl Unit<'_> {
    /// Obeys the directive at the current position of the current file.
    pub(super) fn directive(&mut self) {
        let Some(file) = self.files.last_mut() else { return };
        let (index, Some(directive)) = (file.directive, file.next_directive()) else { return };
        file.jump(directive.end, index + 1);
        file.name(directive.start, directive.end, &mut self.state.names);
        self.count(u64::from(directive.end - directive.start));
        self.state.macros.stands_at(self.main_position());
        match directive.kind {
            Kind::Empty | Kind::Ignored => {}
            Kind::Define => self.define(&directive),
            Kind::Undef => self.undefine(&directive),
            Kind::Include => self.include(&directive, false),
            Kind::IncludeNext => self.include(&directive, true),
            Kind::If | Kind::Ifdef | Kind::Ifndef => self.open(index, &directive),
            Kind::Elif | Kind::Elifdef | Kind::Elifndef | Kind::Else | Kind::Endif => {
                self.close(index, &directive);
            }
            Kind::Error => self.message(&directive, NoteKind::ErrorDirective),
            Kind::Warning => self.message(&directive, NoteKind::WarningDirective),
            Kind::Line => self.line(&directive, directive.start + 2),
            Kind::Marker => self.line(&directive, directive.start + 1),
            Kind::Pragma => self.pragma(&directive),
            Kind::Embed => self.complain(&directive, NoteKind::Embed, "The contents of #embed are left out"),
            Kind::Unknown => self.complain(&directive, NoteKind::Directive, "Unknown directive"),
        }
    }

    pub(super) fn complain(&mut self, directive: &Directive, kind: NoteKind, message: &str) {
        let place = self.file().place(directive);
        self.note(kind, place, message);
    }

    /// Adds a note with the text of `#error` or `#warning`.
    fn message(&mut self, directive: &Directive, kind: NoteKind) {
        let file = self.file();
        let place = file.place(directive);
        let keyword = file.lexed.tokens()[directive.start as usize + 1].span;
        let text = file.lexed.text().get(keyword.end as usize..directive.line_end as usize);
        let text: Vec<&str> =
            text.unwrap_or_default().split_whitespace().filter(|&word| word != "\\").collect();
        let message = text.join(" ");
        self.note(kind, place, if message.is_empty() { "No message".into() } else { message });
    }

    /// Obeys `#line 12 "name"` or a line marker. `at` is the index of the line number in the tokens of the
    /// file.
    fn line(&mut self, directive: &Directive, at: u32) {
        let tokens = self.expand_line(at, directive.end, false);
        let names = &self.state.names;
        let number = tokens.first().and_then(|token| names.text(token.name).parse::<u32>().ok());
        let Some(number) = number else {
            self.complain(directive, NoteKind::Directive, "#line needs a line number");
            return;
        };
        let name = tokens.get(1).and_then(|token| unquoted(names.text(token.name)));
        self.state.relined |= self.files.len() == 1;
        let file = self.file_mut();
        let next = i64::from(file.lexed.lines().line_number(directive.line_end)) + 1;
        file.line_shift = i64::from(number) - next;
        if let Some(name) = name {
            file.presumed = Some(name.into());
        }
    }

    fn undefine(&mut self, directive: &Directive) {
        match self.file().line(directive).identifier(2) {
            Some(name) if name != known::DEFINED => self.state.macros.undefine(name),
            _ => self.complain(directive, NoteKind::Directive, "A macro's name is expected"),
        }
    }
}

/// Returns the contents of a string literal with `\"` and `\\` unescaped. `None` if the text is not a literal
/// that starts and ends with `"`.
pub(super) fn unquoted(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    Some(inner.replace("\\\"", "\"").replace("\\\\", "\\"))
}
