//! Macros: their definitions, the table of those in force, and what an invocation turns into.

mod arguments;
mod builtin;
mod define;
mod line;
mod operand;
mod parameters;
mod paste;
mod spacing;
mod stringify;
mod substitute;
mod table;

use std::ops::Range;
use std::sync::Arc;

use super::{Name, SourceId, TokenKind};
use csieve_base::text::Span;

pub(crate) use arguments::Arguments;
pub(crate) use builtin::Builtin;
pub(crate) use define::define;
pub(crate) use line::Line;
pub(crate) use paste::paste;
pub(crate) use spacing::{Spacing, is_padding, padding};
pub(crate) use stringify::{quoted, stringify};
pub(crate) use substitute::Substitution;
pub(crate) use table::Change;
pub use table::Macros;

/// A definition.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub name: Name,
    /// The file of the definition; its tokens are all there.
    pub source: SourceId,
    pub kind: MacroKind,
    /// Its tokens in the table's pool.
    pub body: Range<u32>,
    /// The body has `##` or other operators, so it cannot be replayed as it is.
    pub operators: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum MacroKind {
    Object,
    Function(Arc<Parameters>),
    Builtin(Builtin),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parameters {
    pub names: Vec<Name>,
    /// The last one takes all further arguments.
    pub variadic: bool,
    /// The parameters whose arguments are expanded before they are put in, in order of first use.
    pub expanded: Vec<u16>,
}

/// A token of a definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyToken {
    pub kind: TokenKind,
    pub space: bool,
    /// `##` follows.
    pub paste: bool,
    /// `##` stands before it.
    pub pasted: bool,
    pub role: Role,
    pub name: Name,
    pub span: Span,
}

/// What a token of a body stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Itself.
    Plain,
    /// The argument of a parameter.
    Parameter(u16),
    /// `#parameter`
    Stringified(u16),
    /// `__VA_OPT__(`, with the index in the body of its closing parenthesis.
    OptionStart { end: u32, stringify: bool },
    /// The closing parenthesis.
    OptionEnd,
}

impl Macro {
    pub(crate) fn parameters(&self) -> Option<&Parameters> {
        match &self.kind {
            MacroKind::Function(parameters) => Some(parameters),
            MacroKind::Object | MacroKind::Builtin(_) => None,
        }
    }
}
