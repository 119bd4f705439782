//! The C preprocessor: text and headers in, tokens of the whole translation unit out.
//!
//! Nothing here reads a file: [`Headers`] does. A text is cut into tokens once ([`Lexed`]), whatever the number
//! of units that include it.

mod headers;
mod source;
mod token;

pub use headers::{Header, Headers, Include};
pub use source::{Source, SourceId};
pub use token::{Expansion, ExpansionId, Name, Names, Place, Token, TokenKind};
