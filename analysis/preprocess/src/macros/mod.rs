//! Macros: their definitions, the table of the macros in force, and the substitution of arguments.

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
pub(crate) use table::MacroChange;
pub use table::Macros;

/// A macro definition.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub name: Name,
    /// The file that contains the definition, with all tokens of the macro's body.
    pub source: SourceId,
    pub kind: MacroKind,
    /// The range of the macro's body, as indices into the list of all body tokens in the macro table.
    pub body: Range<u32>,
    /// Whether the body contains parameters, `#`, `##` or `__VA_OPT__`. Otherwise the body is its own
    /// expansion.
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
    /// Whether the last parameter takes all remaining arguments (`...`).
    pub variadic: bool,
    /// The indices of the parameters whose arguments are expanded before they are substituted, in the order
    /// of their first use in the body.
    pub expanded: Vec<u16>,
}

/// A token of a macro body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyToken {
    pub kind: TokenKind,
    pub space: bool,
    /// Whether the operator `##` follows the token in the macro body.
    pub paste: bool,
    /// Whether the operator `##` stands before the token in the macro body.
    pub pasted: bool,
    pub role: Role,
    pub name: Name,
    pub span: Span,
}

/// The meaning of a token of a macro body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The token stands for itself: it is neither a parameter nor part of an operator.
    Plain,
    /// The token stands for the argument of the parameter with this index.
    Parameter(u16),
    /// The token stands for the argument of the parameter with this index as a string literal (`#x`).
    Stringified(u16),
    /// The start of `__VA_OPT__(...)`. `end` is the index in the body of the closing parenthesis. `stringify`
    /// states whether the operator `#` stands before `__VA_OPT__`.
    OptionStart { end: u32, stringify: bool },
    /// The closing parenthesis of `__VA_OPT__`.
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
