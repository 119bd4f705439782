//! The C preprocessor: text and headers in, tokens of the whole translation unit out.
//!
//! Nothing here reads a file: [`Headers`] does. A text is cut into tokens once ([`Lexed`]), whatever the number
//! of units that include it. [`preprocess_with`] keeps the state behind a main file's headers, so that after an
//! edit only the main file is read again.

mod condition;
mod excerpt;
mod headers;
mod keywords;
pub mod known;
mod layered;
mod lex;
mod macros;
mod names;
mod note;
mod options;
mod output;
mod predefined;
mod prefix;
mod print;
mod requests;
mod source;
mod token;
mod unit;

pub use excerpt::{NotAlone, Trail};
pub use headers::{Header, Headers, Include};
pub use keywords::canonical;
pub use layered::Layered;
pub use lex::Lexed;
pub use macros::Macros;
pub use names::Names;
pub use note::{Note, NoteKind};
pub use options::{PreprocessLimits, PreprocessOptions, Standard, Target};
pub use output::Preprocessed;
pub use prefix::Prefix;
pub use requests::Request;
pub use source::{Source, SourceId};
pub use token::{Expansion, ExpansionId, Name, Place, Token, TokenKind};

/// Preprocesses a unit. Every text can be: what is wrong becomes a [`Note`].
pub fn preprocess(main: Source, headers: &dyn Headers, options: &PreprocessOptions) -> Preprocessed {
    preprocess_with(None, main, headers, options).0
}

/// Preprocesses a unit with the prefix of an earlier run, if it still fits; gives the prefix for the next run.
/// The result is the same with and without.
pub fn preprocess_with(
    prefix: Option<&Prefix>,
    main: Source,
    headers: &dyn Headers,
    options: &PreprocessOptions,
) -> (Preprocessed, Prefix) {
    let prefix = prefix.filter(|prefix| prefix.fits(&main.path, main.lexed.text(), options));
    unit::run(prefix, main, headers, options)
}
