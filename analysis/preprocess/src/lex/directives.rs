//! Finds the directives of a file and the nesting of its conditionals. The nesting does not depend on which
//! groups are compiled, so the preprocessor skips a group by one jump.

use super::Lexeme;
use super::scan::Scanned;
use crate::known as k;
use crate::{Name, TokenKind};

/// The value of [`Directive::next`] if no further directive of the same conditional follows: for `#endif`,
/// and if the `#endif` is missing.
pub(crate) const NO_BRANCH: u32 = u32::MAX;

/// A directive: a line that starts with `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directive {
    pub kind: DirectiveKind,
    /// The index, in the tokens of the file, of the directive's `#`.
    pub start: u32,
    /// The index, in the tokens of the file, of the first token after the directive's line.
    pub end: u32,
    /// The byte offset at which the directive's line ends, before the newline.
    pub line_end: u32,
    /// The index, in the directives of the file, of the next directive of the same conditional: from `#if` to
    /// `#else`, and so on. [`NO_BRANCH`] if there is none.
    pub next: u32,
}

/// The kind of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DirectiveKind {
    /// The null directive: a line with `#` only.
    Empty,
    Define,
    Undef,
    Include,
    IncludeNext,
    Embed,
    If,
    Ifdef,
    Ifndef,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    Endif,
    Error,
    Warning,
    Line,
    /// A line marker, such as `# 12 "name"`.
    Marker,
    Pragma,
    /// A directive that has no effect on the tokens of the unit: `#ident`, `#sccs`, `#assert`, `#unassert`.
    Ignored,
    Unknown,
}

impl DirectiveKind {
    fn of(token: Option<&Lexeme>) -> Self {
        let Some(token) = token else { return Self::Empty };
        match (token.kind, Name(token.local)) {
            (TokenKind::Number, _) => Self::Marker,
            (_, k::DEFINE) => Self::Define,
            (_, k::UNDEF) => Self::Undef,
            (_, k::INCLUDE | k::IMPORT) => Self::Include,
            (_, k::INCLUDE_NEXT) => Self::IncludeNext,
            (_, k::EMBED) => Self::Embed,
            (_, k::IF) => Self::If,
            (_, k::IFDEF) => Self::Ifdef,
            (_, k::IFNDEF) => Self::Ifndef,
            (_, k::ELIF) => Self::Elif,
            (_, k::ELIFDEF) => Self::Elifdef,
            (_, k::ELIFNDEF) => Self::Elifndef,
            (_, k::ELSE) => Self::Else,
            (_, k::ENDIF) => Self::Endif,
            (_, k::ERROR) => Self::Error,
            (_, k::WARNING) => Self::Warning,
            (_, k::LINE) => Self::Line,
            (_, k::PRAGMA) => Self::Pragma,
            (_, k::IDENT | k::SCCS | k::ASSERT | k::UNASSERT) => Self::Ignored,
            _ => Self::Unknown,
        }
    }

    fn opens(self) -> bool {
        matches!(self, Self::If | Self::Ifdef | Self::Ifndef)
    }

    fn continues(self) -> bool {
        matches!(self, Self::Elif | Self::Elifdef | Self::Elifndef | Self::Else)
    }
}

/// Classifies the directives of a file, and links each directive of a conditional to the next one of that
/// conditional.
pub(super) fn find(scanned: &Scanned) -> Vec<Directive> {
    let mut directives = Vec::with_capacity(scanned.lines.len());
    let mut open: Vec<usize> = Vec::new();
    for (index, &(start, end, line_end)) in scanned.lines.iter().enumerate() {
        let keyword = scanned.tokens[start as usize..end as usize].get(1);
        let kind = DirectiveKind::of(keyword);
        if kind.opens() {
            open.push(index);
        } else if (kind.continues() || kind == DirectiveKind::Endif)
            && let Some(last) = open.pop()
        {
            link(&mut directives, last, index as u32);
            if kind.continues() {
                open.push(index);
            }
        }
        directives.push(Directive { kind, start, end, line_end, next: NO_BRANCH });
    }
    directives
}

fn link(directives: &mut [Directive], from: usize, to: u32) {
    directives[from].next = to;
}

/// Returns the local number, in `Locals`, of the name of the include guard's macro, or `None` if the file has
/// no guard. With a guard, the whole file stands between `#ifndef NAME` or `#if !defined NAME` and its
/// `#endif`.
pub(super) fn guard(tokens: &[Lexeme], directives: &[Directive]) -> Option<u32> {
    let first = directives.first().filter(|first| first.start == 0)?;
    let last = directives.get(first.next as usize)?;
    let whole = last.kind == DirectiveKind::Endif && last.end as usize == tokens.len();
    let line = &tokens[..first.end as usize];
    let shape: Vec<Name> = line.iter().map(|token| Name(token.local)).collect();
    let name = match (first.kind, shape.as_slice()) {
        (DirectiveKind::Ifndef, [_, _, name]) => name,
        (DirectiveKind::If, [_, _, k::NOT, k::DEFINED, name]) => name,
        (DirectiveKind::If, [_, _, k::NOT, k::DEFINED, k::LEFT_PAREN, name, k::RIGHT_PAREN]) => name,
        _ => return None,
    };
    let is_name = line.iter().any(|token| token.local == name.0 && token.kind == TokenKind::Identifier);
    (whole && is_name).then_some(name.0)
}
