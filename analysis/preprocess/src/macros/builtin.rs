//! Macros without a definition, such as `__LINE__`, whose expansion the preprocessor computes itself.

use crate::Name;
use crate::known as k;

/// A macro whose expansion the preprocessor computes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    File,
    Line,
    Counter,
    Date,
    Time,
    Timestamp,
    IncludeLevel,
    BaseFile,
    HasInclude,
    HasIncludeNext,
    HasAttribute,
    HasCAttribute,
    HasFunction,
    Pragma,
}

impl Builtin {
    /// All built-in macros with their names.
    pub(crate) const ALL: &[(Name, Self)] = &[
        (k::FILE, Self::File),
        (k::LINE_NUMBER, Self::Line),
        (k::COUNTER, Self::Counter),
        (k::DATE, Self::Date),
        (k::TIME, Self::Time),
        (k::TIMESTAMP, Self::Timestamp),
        (k::INCLUDE_LEVEL, Self::IncludeLevel),
        (k::BASE_FILE, Self::BaseFile),
        (k::HAS_INCLUDE, Self::HasInclude),
        (k::HAS_INCLUDE_NEXT, Self::HasIncludeNext),
        (k::HAS_ATTRIBUTE, Self::HasAttribute),
        (k::HAS_CPP_ATTRIBUTE, Self::HasAttribute),
        (k::HAS_C_ATTRIBUTE, Self::HasCAttribute),
        (k::HAS_BUILTIN, Self::HasFunction),
        (k::PRAGMA_OPERATOR, Self::Pragma),
    ];

    /// Returns whether an operand in parentheses follows the name of the macro.
    pub(crate) fn takes_operand(self) -> bool {
        use Builtin::{HasAttribute, HasCAttribute, HasFunction, HasInclude, HasIncludeNext, Pragma};
        matches!(self, HasInclude | HasIncludeNext | HasAttribute | HasCAttribute | HasFunction | Pragma)
    }
}
