//! The outermost macro invocation. If its expansion is too long, the expansion is given up.

use std::sync::Arc;

use super::Unit;
use crate::macros::Spacing;
use crate::{NoteKind, Token, known};

/// The macro invocation in a file with which an expansion started, and the state before the expansion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outermost {
    /// The name of the macro.
    token: Token,
    /// The number of tokens put out for the unit before the invocation.
    tokens: usize,
    /// The number of steps that the unit took before the invocation.
    steps: u64,
    /// The number of open files at the macro's name. With `at` and `directive`, the position in the last of
    /// these files after that name, to go back to.
    file: usize,
    at: u32,
    directive: u32,
}

impl Unit<'_> {
    pub(super) fn start_outermost(&mut self, token: Token) {
        let file = self.file();
        self.expander.outermost = Some(Outermost {
            token,
            tokens: self.state.tokens.len(),
            steps: self.state.steps,
            file: self.files.len(),
            at: file.at,
            directive: file.directive,
        });
    }

    /// Returns whether the outermost invocation has used up its limit of steps.
    pub(super) fn too_long(&self) -> bool {
        let before = self.expander.outermost.map_or(0, |outermost| outermost.steps);
        self.state.steps - before > self.options.limits.expansion
    }

    /// Ends an expansion that is too long. The outermost invocation is put out unexpanded.
    pub(super) fn give_up(&mut self) {
        while let Some(context) = self.expander.contexts.pop() {
            if let Some(name) = context.disabled {
                self.state.macros.enable(name);
            }
        }
        self.expander.jobs.clear();
        self.expander.spacing = Spacing::default();
        let Some(outermost) = self.expander.outermost.take() else { return };
        let name = self.state.names.text(outermost.token.name);
        let message = format!("The expansion of '{name}' is too long; the macro is not expanded");
        self.note(NoteKind::Limit, outermost.token.spelling, message);
        if let Some(line) = &mut self.expander.line {
            line.at = line.end;
            return;
        }
        self.state.tokens.truncate(outermost.tokens);
        self.put(Token { painted: true, ..outermost.token });
        let files = self.files.len();
        let file = self.file_mut();
        if files == outermost.file && file.directive == outermost.directive {
            file.at = outermost.at;
            self.put_arguments();
        }
    }

    /// Puts out the tokens in parentheses that come next in the file, unexpanded, at most up to the next
    /// directive.
    fn put_arguments(&mut self) {
        let Some(file) = self.files.last_mut() else { return };
        file.name(file.at, file.stop, &mut self.state.names);
        let lexed = Arc::clone(&file.lexed);
        let mut depth = 0_u32;
        for lexeme in &lexed.tokens()[file.at as usize..file.stop as usize] {
            let token = file.token(lexeme);
            match token.name {
                known::LEFT_PAREN => depth += 1,
                known::RIGHT_PAREN => depth = depth.saturating_sub(1),
                _ if depth == 0 => return,
                _ => {}
            }
            file.at += 1;
            self.state.tokens.push(token);
            if depth == 0 {
                return;
            }
        }
    }
}
