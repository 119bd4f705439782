//! Obeys the directives of conditional inclusion (C11 6.10.1).

use super::Unit;
use super::frame::Open;
use crate::lex::{Directive, DirectiveKind, NO_BRANCH};
use crate::{NoteKind, SourceId};
use csieve_base::text::Span;

impl Unit<'_> {
    /// Obeys `#if`, `#ifdef` or `#ifndef`. `index` is the index of the directive in the directives of its
    /// file.
    pub(super) fn open(&mut self, index: u32, directive: &Directive) {
        let taken = self.holds(directive);
        self.file_mut().open.push(Open { start: index, taken, last: false });
        if !taken {
            self.skip(index);
        }
    }

    /// Obeys `#elif`, `#else` or `#endif` after a group that was compiled.
    pub(super) fn close(&mut self, index: u32, directive: &Directive) {
        let Some(open) = self.file_mut().open.last_mut() else {
            let place = self.file().place(directive);
            self.note(NoteKind::Conditional, place, "There is no #if for this directive");
            return;
        };
        if directive.kind == DirectiveKind::Endif {
            self.file_mut().open.pop();
            return;
        }
        open.taken = true;
        let wrong = open.last;
        open.last |= directive.kind == DirectiveKind::Else;
        if wrong {
            self.after_else(directive);
        }
        self.skip(index);
    }

    /// Skips the group of the directive with this index, and the groups of the same conditional after it, up
    /// to one that is compiled or to the `#endif`.
    fn skip(&mut self, mut index: u32) {
        loop {
            let lexed = self.file().lexed.clone();
            let directives = lexed.directives();
            let from = directives[index as usize];
            if from.next == NO_BRANCH {
                let end = lexed.text().len();
                self.leave_out(&from, end);
                self.file_mut().jump(lexed.tokens().len() as u32, directives.len() as u32);
                return;
            }
            index = from.next;
            let branch = directives[index as usize];
            self.leave_out(&from, lexed.tokens()[branch.start as usize].span.start as usize);
            let names = &mut self.state.names;
            if let Some(file) = self.files.last_mut() {
                file.jump(branch.end, index + 1);
                file.name(branch.start, branch.end, names);
            }
            if self.compiles(&branch) {
                return;
            }
        }
    }

    /// Returns whether the text after `branch`, a directive that `skip` has reached, is compiled.
    fn compiles(&mut self, branch: &Directive) -> bool {
        let Some(open) = self.file().open.last().copied() else { return true };
        if branch.kind == DirectiveKind::Endif {
            self.file_mut().open.pop();
            return true;
        }
        if open.last {
            self.after_else(branch);
            return false;
        }
        let last = branch.kind == DirectiveKind::Else;
        let taken = !open.taken && (last || self.holds(branch));
        if let Some(open) = self.file_mut().open.last_mut() {
            open.taken |= taken;
            open.last = last;
        }
        taken
    }

    fn after_else(&mut self, directive: &Directive) {
        let place = self.file().place(directive);
        self.note(NoteKind::Conditional, place, "This branch follows the #else of its conditional");
    }

    /// Adds a note for each conditional that the current file does not close.
    pub(super) fn unclosed(&mut self) {
        let open = std::mem::take(&mut self.file_mut().open);
        for open in open {
            let file = self.file();
            let place = file.place(&file.lexed.directives()[open.start as usize]);
            self.note(NoteKind::Conditional, place, "This conditional has no #endif");
        }
    }

    /// Records that the lines of the main file from after the directive `from` up to the line of the byte
    /// offset `end`, exclusive, are not compiled.
    fn leave_out(&mut self, from: &Directive, end: usize) {
        let file = self.file();
        if file.source != SourceId::MAIN {
            return;
        }
        let text = file.lexed.text();
        let start = (from.line_end as usize + 1).min(text.len());
        let end =
            if end == text.len() { end } else { text[..end].rfind('\n').map_or(0, |newline| newline + 1) };
        if start < end {
            self.state.inactive.push(Span::new(start, end));
        }
    }
}
