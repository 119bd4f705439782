//! Lowering of one function: from its syntax tree to its control-flow graph.
//!
//! Every side effect becomes an edge, every possible misuse becomes an edge of its own, and every construct
//! that is not understood becomes any value.
//!
//! Evaluation order: where C leaves the order open, operands are evaluated from left to right. A value that a
//! later side effect of the same expression may change is saved in a temporary first. Where the order may
//! matter, the others become paths too (`order`).
//!
//! The text may be the text of the file or *expanded text*, which the translation writes after preprocessing.
//! Expanded text spells constructs that the grammar of tree-sitter cannot parse, or would misread, in another
//! way. It uses names that begin with `$`, which C programs do not:
//!
//! | C | expanded text |
//! |---|---|
//! | a typedef name `T` as a type | `struct $T` |
//! | `typeof (x)`, `typeof (T)` | `enum $typeof { $ = sizeof (x) }`; `$typeof_unqual` likewise |
//! | `__auto_type x = e`, `auto x = e` | `struct $__auto_type x = e` |
//! | `__builtin_va_arg (ap, T)` | `__builtin_va_arg (ap, sizeof (T))` |
//! | `__builtin_offsetof (T, m.n[1])` | `__builtin_offsetof (sizeof (T), $.m.n[1])` |
//! | `__builtin_types_compatible_p (T, U)` | `__builtin_types_compatible_p (sizeof (T), sizeof (U))` |
//! | `_Alignof (x)` of an expression | `_Alignof (enum $typeof { $ = sizeof (x) })` |
//! | `goto *e;` | `$goto (e);` |
//! | `// csieve: assume e` | `$assume (e);` |
//! | `assert (e);` with `NDEBUG` | `$asserted (e);` |
//! | `case a ... b:` | `case $range (a, b):` |
//! | `_BitInt (N)`, `_Complex T`, signed or not | `struct $_BitInt`, `struct $_Complex` |
//! | `T x __attribute__ ((a)) = e` | `T x [[a]] = e` |
//! | `int : 0;` | `int $ : 0;` |

mod beside;
mod calls;
mod constant;
mod contents;
mod context;
mod convert;
mod ctype;
mod effects;
mod expressions;
mod extremes;
mod first;
mod flow;
mod function;
mod indices;
mod literal;
mod marks;
mod meant;
mod order;
mod place;
mod scope;
mod signature;
mod sizes;
mod skipped;
mod statements;
mod tables;
mod twice;
mod types;
mod usage;

#[cfg(test)]
mod tests;

pub(crate) use calls::library_name;
pub use context::{Definitions, Passing, UnitContext};
pub(crate) use context::{Touch, Writes, touched};
pub use first::{Initialiser, begins_with_zeros, lower_initialiser};
pub(crate) use function::{Start, lower_half_typed};
pub use function::{lower_function, lower_with};
pub use skipped::{SYNTAX_ERROR, Skipped};
pub(crate) use types::SharedRecords;

use function::Lowering;
use skipped::Lowered;
