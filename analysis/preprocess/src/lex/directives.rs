//! The directives of a file and how its conditionals nest. Nesting does not depend on which groups are
//! compiled, so skipping a group is a jump.

use super::Lexeme;
use super::scan::Scanned;
use crate::known as k;
use crate::{Name, TokenKind};

/// The conditional has no further branch: `#endif` is missing.
pub(crate) const NO_BRANCH: u32 = u32::MAX;

/// A line that starts with `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directive {
    pub kind: DirectiveKind,
    /// The index of `#` in the file's tokens.
    pub start: u32,
    /// The index of the first token behind the line.
    pub end: u32,
    /// The offset of the end of the line, before the newline.
    pub line_end: u32,
    /// For all conditionals but `#endif`: the index of the next directive of the same conditional.
    pub next: u32,
}

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DirectiveKind {
    /// `#` alone.
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
    /// `# 12 "name"`
    Marker,
    Pragma,
    /// Directives without a meaning here: `#ident`, `#assert`.
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

/// Classifies the directives and connects the branches of each conditional.
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

/// The macro of an include guard: the whole file stands in one `#ifndef NAME` without other branches.
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
