//! The C preprocessor: text and headers in, tokens of the whole translation unit out.
//!
//! Nothing here reads a file: [`Headers`] does. A text is cut into tokens once ([`Lexed`]), whatever the number
//! of units that include it.

mod headers;
pub(crate) mod known;
mod lex;
mod names;
mod source;
mod token;

pub use headers::{Header, Headers, Include};
pub use known::canonical;
pub use lex::Lexed;
pub use names::Names;
pub use source::{Source, SourceId};
pub use token::{Expansion, ExpansionId, Name, Place, Token, TokenKind};

/// Temporary.
pub fn plain(lexed: &Lexed) -> (Vec<Token>, Names) {
    let mut names = Names::default();
    let tokens = lexed
        .tokens()
        .iter()
        .map(|t| Token {
            kind: t.kind,
            space: t.space,
            first: t.first,
            painted: false,
            name: names.intern(lexed.locals().text(t.local)),
            spelling: Place { source: SourceId::MAIN, span: t.span },
            expansion: None,
        })
        .collect();
    (tokens, names)
}
