//! The C preprocessor. It takes the text of a main file and its headers, and returns the tokens of the whole
//! translation unit.
//!
//! Main types:
//! - [`Lexed`]: a file cut into tokens, with its directives. It depends on neither options nor macros, so a
//!   header is cut once for all units that include it.
//! - [`Headers`]: the trait through which `#include` finds files. The caller implements it.
//! - [`PreprocessOptions`]: macro definitions, target machine, version of C and limits.
//! - [`Preprocessed`]: the result: the tokens of the unit, its macro invocations, macros, notes, and the
//!   headers that it asked for.
//! - [`Prefix`]: the state after the headers of a main file. Preprocessing starts from it after an edit, so
//!   that only the main file is read again.
//! - [`Beginnings`]: the states behind the headers that several main files of a project begin with.
//! - [`Trail`]: the macros in force at every place of the main file, with which a part of that file is
//!   preprocessed alone.
//!
//! Data flow: `lex` cuts a file into tokens. `unit` reads the tokens of the main file and its headers, obeys
//! directives (`condition` evaluates `#if`) and expands macros (`macros`). Every token of the result has the
//! place of its spelling and the macro invocation that it comes from.
//!
//! The crate must never read a file. Every text can be preprocessed, and an error becomes a [`Note`].
//! Preprocessing always ends, since steps, tokens, files and the depth of headers are limited. The result
//! does not depend on whether a prefix is used.

mod beginnings;
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

pub use beginnings::{BeginningId, Beginnings};
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
pub use token::{Expansion, ExpansionId, Name, SourceRange, Token, TokenKind};

/// Preprocesses a unit. This never fails: errors in the text become [`Note`]s in the result.
pub fn preprocess(main: Source, headers: &dyn Headers, options: &PreprocessOptions) -> Preprocessed {
    preprocess_with(None, None, main, headers, options).0
}

/// Preprocesses a unit. Starts from `prefix`, the state after the headers when the unit was last
/// preprocessed, if that prefix still fits, or from one of `beginnings`, which other main files with the same
/// `headers` left there. Returns the result and the prefix for the next time. The result does not depend on whether a
/// prefix or beginnings are given.
pub fn preprocess_with(
    prefix: Option<&Prefix>,
    beginnings: Option<&Beginnings>,
    main: Source,
    headers: &dyn Headers,
    options: &PreprocessOptions,
) -> (Preprocessed, Prefix) {
    let prefix = prefix.filter(|prefix| prefix.fits(&main.path, main.lexed.text(), options));
    unit::run(prefix, beginnings, main, headers, options)
}
