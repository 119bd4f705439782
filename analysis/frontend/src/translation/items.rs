//! Cuts the tokens of a unit into external declarations (C11 6.9).

use std::ops::Range;

use super::{old_style, recovery};
use csieve_preprocess::{Name, Token, TokenKind, canonical, known};

/// The kind of an external declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// A function definition.
    Function(Parts),
    /// Any other declaration that ends in `;`.
    Declaration,
    /// Tokens that are no declaration: a stray brace, the end of a broken file.
    Stray,
}

/// The token indices that divide a function definition into its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The index of the function's name.
    pub name: usize,
    /// The index of the opening brace of the body.
    pub body: usize,
    /// The index of the opening parenthesis of the parameters, if these are only names (an old-style
    /// definition).
    pub names: Option<usize>,
}

/// An external declaration (C11 6.9), as a range of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The indices of the declaration's tokens.
    pub tokens: Range<usize>,
    /// The kind of the declaration.
    pub kind: ItemKind,
    /// Whether its brackets do not match, so that it ends where another declaration seems to begin.
    pub is_cut: bool,
}

/// The largest number of tokens of a function of a header whose body is read, too.
const MOST_TOKENS: usize = 600;

impl Item {
    /// Returns the parts of a function that is so short that its body is read although a header defines it. A function
    /// that a macro makes has no place in a header, and calls of an `extern inline` one may reach another definition.
    pub(super) fn inline_function(&self, tokens: &[Token]) -> Option<Parts> {
        match self.kind {
            ItemKind::Function(parts) if self.tokens.len() <= MOST_TOKENS => {
                let mut before = tokens[self.tokens.start..parts.name].iter();
                let is_extern = before.any(|token| token.name == known::EXTERN);
                Some(parts).filter(|parts| !is_extern && tokens[parts.name].expansion.is_none())
            }
            _ => None,
        }
    }
}

/// Cuts tokens into external declarations. `starts_line` says whether a token is in the first column. If
/// brackets do not match, a declaration ends where the first column shows that another one begins.
pub(super) fn items(tokens: &[Token], starts_line: &dyn Fn(&Token) -> bool) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let item = item(tokens, at, starts_line);
        at = item.tokens.end;
        items.push(item);
    }
    items
}

fn item(tokens: &[Token], start: usize, starts_line: &dyn Fn(&Token) -> bool) -> Item {
    let mut header = Header::default();
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        match token.name {
            known::SEMICOLON => {
                return Item { tokens: start..at + 1, kind: ItemKind::Declaration, is_cut: false };
            }
            known::RIGHT_BRACE | known::RIGHT_PAREN | known::RIGHT_BRACKET => {
                return Item { tokens: start..at + 1, kind: ItemKind::Stray, is_cut: false };
            }
            known::LEFT_BRACE => {
                let end = brace_end(tokens, at);
                if header.is_function(tokens, start, at) {
                    let kind = match header.name {
                        Some(name) => ItemKind::Function(Parts { name, body: at, names: header.names }),
                        None => ItemKind::Stray,
                    };
                    return ending(kind, start, end, || recovery::body_end(tokens, at, starts_line));
                }
                let Some(end) = end else { break };
                at = end;
            }
            known::LEFT_PAREN => {
                at = header.group(tokens, start, at);
                if let Some((kind, body)) = header.old_style(tokens, at) {
                    let end = brace_end(tokens, body);
                    return ending(kind, start, end, || recovery::body_end(tokens, body, starts_line));
                }
            }
            known::LEFT_BRACKET => at = group_end(tokens, at),
            known::ASSIGN => {
                header.initialised = true;
                at += 1;
            }
            _ => at += 1,
        }
    }
    ending(ItemKind::Stray, start, None, || recovery::next_declaration(tokens, start, starts_line))
}

/// Returns the declaration from a token to its end, or to where it is cut if it has none.
fn ending(kind: ItemKind, start: usize, end: Option<usize>, cut: impl FnOnce() -> usize) -> Item {
    Item { tokens: start..end.unwrap_or_else(cut), kind, is_cut: end.is_none() }
}

/// The facts about an external declaration that are collected before its body.
#[derive(Debug, Default)]
struct Header {
    /// The token index of the name that the last parameter list belongs to.
    name: Option<usize>,
    /// The token index where the last group in parentheses opens.
    last_group: Option<usize>,
    /// The token index after the last parameter list.
    parameters_end: Option<usize>,
    /// The token index where the last parameter list opens, if the list holds only names.
    names: Option<usize>,
    initialised: bool,
}

impl Header {
    /// Reads the group in parentheses that opens at the token index `open`, at the top level of a
    /// declaration. Returns the index after the group.
    fn group(&mut self, tokens: &[Token], start: usize, open: usize) -> usize {
        let end = group_end(tokens, open);
        let before = (open > start).then(|| &tokens[open - 1]);
        let named = before.is_some_and(|token| token.kind == TokenKind::Identifier);
        if named && takes_arguments(canonical(tokens[open - 1].name)) {
            return end;
        }
        // Behind parameters, a word with arguments is a macro that says something of the function: `f(int n) SECTION(fast)`.
        let first = self.last_group.filter(|first| named && group_end(tokens, *first) == open - 1);
        if first.is_some_and(|first| has_types(&tokens[first..open - 1]) && !has_types(&tokens[open..end])) {
            return end;
        }
        let name = if named && !is_specifier(canonical(tokens[open - 1].name)) {
            Some(open - 1)
        } else if before.is_some_and(|token| token.name == known::RIGHT_PAREN) {
            // In `T (f)(int)`, the declared name is inside the first parentheses, not before them.
            self.last_group.and_then(|first| inner_name(tokens, first, open)).or(self.name)
        } else {
            inner_name(tokens, open, end)
        };
        if name.is_some() {
            self.name = name;
        }
        self.last_group = Some(open);
        self.names = old_style::names(tokens, open).map(|_| open);
        self.parameters_end = Some(end);
        end
    }

    /// Returns an old-style function and the token index of its body, if the declarations of its parameters
    /// follow at the token index `end`, after the list of their names. Otherwise `None`.
    fn old_style(&self, tokens: &[Token], end: usize) -> Option<(ItemKind, usize)> {
        let (name, open) = (self.name?, self.names.filter(|_| !self.initialised)?);
        let next = tokens.get(end).filter(|next| next.kind == TokenKind::Identifier)?;
        if takes_arguments(canonical(next.name)) {
            return None;
        }
        let (_, body) = old_style::parameters(tokens, open)?;
        Some((ItemKind::Function(Parts { name, body, names: Some(open) }), body))
    }

    /// Returns whether the `{` at the token index `brace` opens the body of a function.
    fn is_function(&self, tokens: &[Token], start: usize, brace: usize) -> bool {
        let Some(end) = self.parameters_end.filter(|_| !self.initialised) else { return false };
        if brace == start {
            return false;
        }
        let between = &tokens[end..brace];
        // In `int f(void) struct s { ...`, the brace opens the members of the structure.
        let tail = between.iter().rev().take(2);
        let is_tag = tail
            .map(|token| canonical(token.name))
            .any(|name| matches!(name, known::STRUCT | known::UNION | known::ENUM));
        !is_tag
    }
}

/// Returns whether a group in parentheses has types, as parameters do; it is empty if there are none.
fn has_types(group: &[Token]) -> bool {
    let is_word = |token: &Token| token.kind == TokenKind::Identifier;
    let is_type = |token: &Token| is_word(token) && is_specifier(canonical(token.name));
    group.len() == 2 || group.iter().any(is_type) || group.windows(2).any(|pair| pair.iter().all(is_word))
}

/// Returns the token index of the declared name in `(*f)`, `(f)` or `(*f(int))`; `None` if there is no name.
fn inner_name(tokens: &[Token], open: usize, end: usize) -> Option<usize> {
    (open + 1..end)
        .find(|&at| tokens[at].kind == TokenKind::Identifier && !is_specifier(canonical(tokens[at].name)))
}

/// Returns whether the parentheses after a keyword are no parameter list, as in `__attribute__((unused))`.
pub(super) fn takes_arguments(name: Name) -> bool {
    matches!(
        name,
        known::ATTRIBUTE
            | known::ASM
            | known::TYPEOF
            | known::TYPEOF_UNQUAL
            | known::ALIGNAS
            | known::ATOMIC
            | known::STATIC_ASSERT
    )
}

/// Returns whether a name is a keyword that may stand before a declarator, as in `static int x`.
pub(super) fn is_specifier(name: Name) -> bool {
    matches!(
        name,
        known::CONST
            | known::VOLATILE
            | known::RESTRICT
            | known::STATIC
            | known::EXTERN
            | known::REGISTER
            | known::AUTO
            | known::INLINE
            | known::NORETURN
            | known::THREAD_LOCAL
            | known::EXTENSION
            | known::ATTRIBUTE
            | known::TYPEDEF
            | known::STRUCT
            | known::UNION
            | known::ENUM
    ) || is_basic_type(name)
}

/// Returns whether a name is a keyword that names a basic type or a part of one, such as `unsigned`.
pub(super) fn is_basic_type(name: Name) -> bool {
    matches!(
        name,
        known::VOID
            | known::CHAR
            | known::SHORT
            | known::INT
            | known::LONG
            | known::FLOAT
            | known::DOUBLE
            | known::SIGNED
            | known::UNSIGNED
            | known::BOOL
            | known::COMPLEX
    )
}

/// Returns the token index after the bracket that closes the one at `open`, or the number of tokens if none
/// does. If a closing bracket does not match the bracket opened last, returns the index of that closing
/// bracket.
pub(super) fn group_end(tokens: &[Token], open: usize) -> usize {
    let mut open_brackets: Vec<Name> = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.name {
            known::LEFT_PAREN | known::LEFT_BRACKET | known::LEFT_BRACE => open_brackets.push(token.name),
            known::RIGHT_PAREN | known::RIGHT_BRACKET | known::RIGHT_BRACE => {
                let opening = match token.name {
                    known::RIGHT_PAREN => known::LEFT_PAREN,
                    known::RIGHT_BRACKET => known::LEFT_BRACKET,
                    _ => known::LEFT_BRACE,
                };
                if open_brackets.pop() != Some(opening) {
                    return at;
                }
                if open_brackets.is_empty() {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Returns the token index after the brace that closes the one at `open`; `None` if none does.
fn brace_end(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.name {
            known::LEFT_BRACE => depth += 1,
            known::RIGHT_BRACE => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
