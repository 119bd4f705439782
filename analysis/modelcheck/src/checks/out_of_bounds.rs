use csieve_graph::MisuseKind;

use super::{Rule, any_reason::AnyMisuse, limits::Followed};

/// ## What it does
/// Finds accesses outside an array, a string or allocated memory, also by library functions: the index or size is a
/// constant, the function compares it with a bound that is too wide, or it comes from outside unchecked. A
/// parameter that is just used as an index is no finding.
///
/// ## Why is this bad
/// Whatever lies there is read or overwritten: other variables, return addresses, the allocator's own data.
///
/// ## Example
/// ```c
/// int a[10];
/// for (int i = 0; i <= 10; i++)
///     a[i] = 0;
/// ```
pub const OUT_OF_BOUNDS: Followed = Followed(&AnyMisuse(Rule::OutOfBounds, MisuseKind::OutOfBounds));
