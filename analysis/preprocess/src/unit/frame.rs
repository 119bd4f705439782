//! A file that is being read.

use std::sync::Arc;

use crate::lex::{Directive, Lexed, Lexeme};
use crate::macros::Line;
use crate::{Name, Names, SourceId, SourceRange, Token, known};
use csieve_base::text::Span;

/// A file with the position up to which it has been read, and its open conditionals.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub source: SourceId,
    pub lexed: Arc<Lexed>,
    /// The names of the file's spellings, indexed by local number. `NONE` for a spelling that has not been
    /// read yet.
    names: Vec<Name>,
    named_to: u32,
    /// The index, in the tokens of the file, of the next token to read.
    pub at: u32,
    /// The index, in the directives of the file, of the next directive.
    pub directive: u32,
    /// The index of the token at which the next directive starts, or the number of tokens if no directive
    /// follows.
    pub stop: u32,
    pub open: Vec<Open>,
    /// The number that the latest `#line` adds to line numbers of the file.
    pub line_shift: i64,
    /// The file name that `#line` has set for `__FILE__`. `None` if it set none.
    pub presumed: Option<Arc<str>>,
}

/// A conditional whose `#endif` has not been reached yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    /// The index, in the directives of the file, of the conditional's first directive (`#if`).
    pub start: u32,
    /// Whether a group of the conditional has been compiled.
    pub taken: bool,
    /// Whether the `#else` of the conditional has been seen.
    pub last: bool,
}

impl Frame {
    pub(crate) fn new(source: SourceId, lexed: Arc<Lexed>) -> Self {
        let names = initial(&lexed);
        let mut frame = Self {
            source,
            lexed,
            names,
            named_to: 0,
            at: 0,
            directive: 0,
            stop: 0,
            open: Vec::new(),
            line_shift: 0,
            presumed: None,
        };
        frame.jump(0, 0);
        frame
    }

    /// Returns a copy of the frame with another text of the file, which must be the same up to the current
    /// position.
    pub(crate) fn with_text(&self, lexed: Arc<Lexed>) -> Self {
        let mut frame = Self { lexed, ..self.clone() };
        // Both texts are the same as far as they have been read, so the spellings read have the same local
        // numbers.
        frame.names.truncate(frame.lexed.locals().len() as usize);
        frame.names.resize(frame.lexed.locals().len() as usize, known::NONE);
        frame.jump(frame.at, frame.directive);
        frame
    }

    /// Moves the position to the token with the index `at`. `directive` is the index of the first directive
    /// at or after that token.
    pub(crate) fn jump(&mut self, at: u32, directive: u32) {
        self.at = at;
        self.directive = directive;
        let next = self.lexed.directives().get(directive as usize);
        self.stop = next.map_or(self.lexed.tokens().len() as u32, |next| next.start);
    }

    /// Returns the next directive, or `None` if the file has no more directives.
    pub(crate) fn next_directive(&self) -> Option<Directive> {
        self.lexed.directives().get(self.directive as usize).copied()
    }

    /// Interns the spellings of the tokens from index `start` to `end`, exclusive, that have no names yet.
    /// Only tokens that are read get names, in the order of reading, so names do not depend on whether a
    /// prefix is used.
    pub(crate) fn name(&mut self, start: u32, end: u32, names: &mut Names) {
        let start = start.max(self.named_to);
        if end <= start {
            return;
        }
        let locals = self.lexed.locals();
        for token in &self.lexed.tokens()[start as usize..end as usize] {
            let name = &mut self.names[token.local as usize];
            if *name == known::NONE {
                *name = names.intern_hashed(locals.hash(token.local), locals.text(token.local));
            }
        }
        self.named_to = end;
    }

    /// Returns the tokens of a directive, starting with `#`.
    pub(crate) fn line(&self, directive: &Directive) -> Line<'_> {
        let tokens = &self.lexed.tokens()[directive.start as usize..directive.end as usize];
        Line { tokens, names: &self.names }
    }

    #[inline]
    pub(crate) fn token(&self, lexeme: &Lexeme) -> Token {
        Token {
            kind: lexeme.kind,
            space: lexeme.space,
            first: lexeme.first,
            painted: false,
            name: self.names[lexeme.local as usize],
            spelling: SourceRange { source: self.source, span: lexeme.span },
            expansion: None,
        }
    }

    /// Returns the line number that `__LINE__` has at a byte offset.
    pub(crate) fn line_number(&self, offset: u32) -> i64 {
        i64::from(self.lexed.lines().line_number(offset)) + self.line_shift
    }

    /// Returns the place of a directive, without its newline.
    pub(crate) fn place(&self, directive: &Directive) -> SourceRange {
        let start = self.lexed.tokens()[directive.start as usize].span.start;
        SourceRange { source: self.source, span: Span { start, end: directive.line_end } }
    }
}

/// Returns the initial names of a file's spellings: only the known spellings have names.
fn initial(lexed: &Lexed) -> Vec<Name> {
    let mut names: Vec<Name> = (0..known::COUNT).map(Name).collect();
    names.resize(lexed.locals().len() as usize, known::NONE);
    names
}
