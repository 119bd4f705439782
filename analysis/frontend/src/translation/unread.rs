//! What of a file cannot be read at all, because it is no declaration.

use csieve_base::text::Span;
use csieve_preprocess::{TokenKind, canonical, known};

use super::{
    UnitTokens,
    items::{Item, ItemKind, is_specifier, takes_arguments},
    positions::origin,
};

/// Tokens of the file that are no declaration, as an error of syntax leaves them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Where they begin, in the file; of a function, where its name is.
    pub span: Span,
    /// The name of the function that they are, as far as that can be told.
    pub function: Option<String>,
}

impl Unread {
    /// Returns what of a file cannot be read, in order: one for what follows each other without a function.
    pub(super) fn all(unit: UnitTokens<'_>, items: &[Item]) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        let mut is_behind_one = false;
        for item in items {
            let unread = Some(item).filter(|item| item.kind == ItemKind::Stray);
            let unread = unread.and_then(|item| Self::of(unit, item));
            let is_one = unread.is_some();
            found.extend(unread.filter(|unread| !is_behind_one || unread.function.is_some()));
            is_behind_one = is_one;
        }
        found
    }

    fn of(unit: UnitTokens<'_>, item: &Item) -> Option<Self> {
        let tokens = &unit.tokens[item.tokens.clone()];
        let name = tokens.windows(2).position(|pair| {
            let name = canonical(pair[0].name);
            pair[0].kind == TokenKind::Identifier
                && pair[1].name == known::LEFT_PAREN
                && !is_specifier(name)
                && !takes_arguments(name)
        });
        // A macro whose definition is missing may stand for anything, also for a whole declaration.
        let is_call = name == Some(0);
        let has_body = tokens.iter().any(|token| token.name == known::LEFT_BRACE);
        if is_call && !has_body && !unit.complete {
            return None;
        }
        let name = name.filter(|_| has_body);
        let place = origin(&tokens[name.unwrap_or(0)], unit.expansions, unit.file)?;
        let function = name.map(|at| unit.names.text(tokens[at].name).to_owned());
        Some(Self { span: place.span, function })
    }
}
