//! Finds the names that an external declaration introduces, without parsing the declaration.

use super::items::{Item, ItemKind, group_end, is_specifier, takes_arguments};
use csieve_preprocess::{Name, Token, TokenKind, canonical, known};

/// A declared name with its kind (C11 6.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Declares {
    /// A typedef name.
    Type(Name),
    /// The tag of a structure, union or enumeration that is declared with its body.
    Tag(Name),
    /// The name of an object, a function or an enumeration constant.
    Value(Name),
}

impl Declares {
    /// Returns the declared name.
    pub(super) fn name(self) -> Name {
        let (Self::Type(name) | Self::Tag(name) | Self::Value(name)) = self;
        name
    }
}

/// Returns all names that an external declaration introduces, in order, except those of parameters and
/// members.
pub(super) fn declares(tokens: &[Token], item: &Item) -> Vec<Declares> {
    let mut found = Vec::new();
    let end = match item.kind {
        ItemKind::Function(parts) => {
            found.push(Declares::Value(tokens[parts.name].name));
            parts.body
        }
        ItemKind::Declaration => item.tokens.end,
        ItemKind::Stray => return found,
    };
    let is_function = end != item.tokens.end;
    let mut reader =
        Reader { tokens: &tokens[..end], at: item.tokens.start, typedef: false, initialiser: false, found };
    reader.item(is_function);
    reader.found
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    typedef: bool,
    /// Whether the current token is in an initialiser, between `=` and the next declarator.
    initialiser: bool,
    found: Vec<Declares>,
}

impl Reader<'_> {
    fn item(&mut self, is_function: bool) {
        while let Some(token) = self.tokens.get(self.at) {
            let name = canonical(token.name);
            match name {
                known::TYPEDEF => self.typedef = true,
                known::STRUCT | known::UNION | known::ENUM => {
                    self.tag(name == known::ENUM);
                    continue;
                }
                known::ASSIGN => self.initialiser = true,
                known::COMMA => self.initialiser = false,
                known::LEFT_PAREN => {
                    if !self.initialiser && !is_function {
                        self.inner_declarator();
                    }
                    self.at = group_end(self.tokens, self.at);
                    continue;
                }
                known::LEFT_BRACE | known::LEFT_BRACKET => {
                    self.at = group_end(self.tokens, self.at);
                    continue;
                }
                _ if takes_arguments(name) => {
                    self.at += 1;
                    if self.next_is(known::LEFT_PAREN) {
                        self.at = group_end(self.tokens, self.at);
                    }
                    continue;
                }
                _ if token.kind == TokenKind::Identifier
                    && !self.initialiser
                    && !is_function
                    && !is_specifier(name)
                    && self.ends_declarator(self.at + 1) =>
                {
                    self.declare(token.name);
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn next_is(&self, name: Name) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.name == name)
    }

    fn declare(&mut self, name: Name) {
        self.found.push(if self.typedef { Declares::Type(name) } else { Declares::Value(name) });
    }

    /// Returns whether the token at index `at` may follow the declared name in a declarator: `;`, `=`, `[`
    /// and so on.
    fn ends_declarator(&self, at: usize) -> bool {
        let Some(next) = self.tokens.get(at) else { return true };
        if next.name == known::LEFT_PAREN {
            // In `size_t (f)(int)`, `size_t` is not the declared name: that is inside the first parentheses.
            let behind = self.tokens.get(group_end(self.tokens, at));
            return !behind
                .is_some_and(|behind| matches!(behind.name, known::LEFT_PAREN | known::LEFT_BRACKET));
        }
        matches!(
            canonical(next.name),
            known::SEMICOLON
                | known::COMMA
                | known::ASSIGN
                | known::LEFT_BRACKET
                | known::RIGHT_PAREN
                | known::ATTRIBUTE
                | known::ASM
        )
    }

    /// Reads `struct s { ... }`, `enum { A, B = 2 }` or `struct s`, and adds the tag and the constants that
    /// it declares.
    fn tag(&mut self, is_enum: bool) {
        self.at += 1;
        let mut tag = None;
        while let Some(token) = self.tokens.get(self.at) {
            if takes_arguments(canonical(token.name)) {
                self.at += 1;
                if self.next_is(known::LEFT_PAREN) {
                    self.at = group_end(self.tokens, self.at);
                }
            } else if token.kind == TokenKind::Identifier && tag.is_none() {
                tag = Some(token.name);
                self.at += 1;
            } else {
                break;
            }
        }
        if !self.next_is(known::LEFT_BRACE) {
            return;
        }
        self.found.extend(tag.map(Declares::Tag));
        let end = group_end(self.tokens, self.at);
        if is_enum {
            self.enumerators(self.at, end);
        } else {
            self.members(self.at + 1, end);
        }
        self.at = end;
    }

    fn enumerators(&mut self, open: usize, end: usize) {
        let mut at = open;
        while at < end {
            match self.tokens[at].name {
                known::LEFT_PAREN => {
                    at = group_end(self.tokens, at);
                    continue;
                }
                known::LEFT_BRACE | known::COMMA => {
                    let next = self.tokens.get(at + 1);
                    let named = next.filter(|token| token.kind == TokenKind::Identifier);
                    self.found.extend(named.map(|token| Declares::Value(token.name)));
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Adds the tags and enumeration constants that are declared among the members of a structure or union.
    fn members(&mut self, from: usize, end: usize) {
        let mut at = from;
        while at < end {
            let name = canonical(self.tokens[at].name);
            if matches!(name, known::STRUCT | known::UNION | known::ENUM) {
                let named = self.tokens.get(at + 1).filter(|token| token.kind == TokenKind::Identifier);
                let open = at + 1 + usize::from(named.is_some());
                if self.tokens.get(open).is_some_and(|token| token.name == known::LEFT_BRACE) {
                    self.found.extend(named.map(|token| Declares::Tag(token.name)));
                    if name == known::ENUM {
                        self.enumerators(open, group_end(self.tokens, open));
                    }
                }
            }
            at += 1;
        }
    }

    /// Adds the declared name in `(*name)(int)`, `(*name[3])` or `(name)`.
    fn inner_declarator(&mut self) {
        let end = group_end(self.tokens, self.at);
        let first = self.tokens.get(self.at + 1);
        let is_declarator = first.is_some_and(|token| token.name == known::STAR)
            || self.tokens.get(end).is_some_and(|token| token.name == known::LEFT_PAREN);
        if !is_declarator || self.at > 0 && self.is_call_like() {
            return;
        }
        let name = self.tokens[self.at + 1..end]
            .iter()
            .find(|token| token.kind == TokenKind::Identifier && !is_specifier(canonical(token.name)));
        if let Some(name) = name.map(|token| token.name) {
            self.declare(name);
        }
    }

    /// Returns whether the `(` at index `at` opens a parameter list: the declared name or `)` is before it.
    fn is_call_like(&self) -> bool {
        let before = self.tokens[self.at - 1].name;
        let declared = match self.found.last() {
            Some(Declares::Value(name) | Declares::Type(name)) => *name == before,
            _ => false,
        };
        declared || before == known::RIGHT_PAREN
    }
}
