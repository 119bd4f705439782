use csieve_graph::MisuseKind;

use super::{Rule, any_reason::AnyMisuse, limits::Followed};

/// ## What it does
/// Finds sizes for an allocation that are computed with an overflow: an operand comes from outside unchecked, or the
/// function compares it with a bound that is too wide.
///
/// ## Why is this bad
/// The memory is smaller than the program believes, and what it writes there goes past the end.
///
/// ## Example
/// ```c
/// unsigned n = strtoul(text, NULL, 10);
/// struct item *items = malloc(n * sizeof *items);
/// ```
pub const INTEGER_OVERFLOW: Followed =
    Followed(&AnyMisuse(Rule::IntegerOverflow, MisuseKind::IntegerOverflow));
