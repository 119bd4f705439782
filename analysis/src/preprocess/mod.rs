//! The C preprocessor: text and headers in, tokens of the whole translation unit out.
//!
//! Nothing here reads a file: [`Headers`] does. A text is cut into tokens once ([`Lexed`]), whatever the number
//! of units that include it.

mod headers;
mod source;
mod token;
pub mod words;

pub use headers::{Header, Headers, Include};
pub use source::{Source, SourceId};
pub use words::canonical;
pub use token::{Expansion, ExpansionId, Name, Names, Place, Token, TokenKind};
pub struct Lexed; impl std::fmt::Debug for Lexed { fn fmt(&self, _:&mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) } }
