//! A file that is being read.

use std::sync::Arc;

use crate::lex::{Directive, Lexed, Lexeme};
use crate::macros::Line;
use crate::{Name, Names, Place, SourceId, Token, known};
use csieve_base::text::Span;

/// A file, how far it has been read, and its open conditionals.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub source: SourceId,
    pub lexed: Arc<Lexed>,
    /// The names of the file's spellings; empty for those that have not been read.
    names: Vec<Name>,
    named_to: u32,
    /// The next token.
    pub at: u32,
    /// The next directive.
    pub directive: u32,
    /// The token at which that directive or the end of the file stands.
    pub stop: u32,
    pub open: Vec<Open>,
    /// What `#line` adds to line numbers.
    pub line_shift: i64,
    /// The name that `#line` gave the file.
    pub presumed: Option<Arc<str>>,
}

/// A conditional of which `#endif` has not been reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    /// Its first directive.
    pub start: u32,
    /// A group of it has been compiled.
    pub taken: bool,
    /// `#else` has been seen.
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

    /// The same state in another text that is the same up to here.
    pub(crate) fn with_text(&self, lexed: Arc<Lexed>) -> Self {
        let mut frame = Self { lexed, ..self.clone() };
        // The text is the same where spellings have been read, so they have the same numbers.
        frame.names.truncate(frame.lexed.locals().len() as usize);
        frame.names.resize(frame.lexed.locals().len() as usize, known::NONE);
        frame.jump(frame.at, frame.directive);
        frame
    }

    /// Goes on at a token; `directive` is the first directive not before it.
    pub(crate) fn jump(&mut self, at: u32, directive: u32) {
        self.at = at;
        self.directive = directive;
        let next = self.lexed.directives().get(directive as usize);
        self.stop = next.map_or(self.lexed.tokens().len() as u32, |next| next.start);
    }

    /// The directive at which the text stops, if it is not the end of the file.
    pub(crate) fn next_directive(&self) -> Option<Directive> {
        self.lexed.directives().get(self.directive as usize).copied()
    }

    /// Names the spellings of the tokens from `start` to `end`, as far as that has not been done. Only what is
    /// read gets names, in the order of reading, so that they do not depend on whether a prefix was used.
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

    /// The tokens of a directive, from `#` on.
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
            spelling: Place { source: self.source, span: lexeme.span },
            expansion: None,
        }
    }

    /// The line that `__LINE__` stands for at an offset.
    pub(crate) fn line_number(&self, offset: u32) -> i64 {
        i64::from(self.lexed.lines().line_number(offset)) + self.line_shift
    }

    /// The place of a directive, without the newline.
    pub(crate) fn place(&self, directive: &Directive) -> Place {
        let start = self.lexed.tokens()[directive.start as usize].span.start;
        Place { source: self.source, span: Span { start, end: directive.line_end } }
    }
}

/// The names that spellings have anyway.
fn initial(lexed: &Lexed) -> Vec<Name> {
    let mut names: Vec<Name> = (0..known::COUNT).map(Name).collect();
    names.resize(lexed.locals().len() as usize, known::NONE);
    names
}
