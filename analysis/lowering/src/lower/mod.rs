//! From the tree of a function to its graph: every side effect becomes an edge, every misuse an edge
//! of its own, and what is not understood becomes "any value".
//!
//! Evaluation order: where C leaves it open, operands are taken left to right. A value that a later
//! side effect of the same expression may change is saved in a temporary first.
//!
//! Text may be as written or expanded. What the grammar cannot read, or would misread, expanded text
//! spells in another way; `$` begins no name of a program:
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

mod calls;
mod constant;
mod context;
mod convert;
mod ctype;
mod effects;
mod expressions;
mod flow;
mod function;
mod literal;
mod place;
mod scope;
mod signature;
mod sizes;
mod skipped;
mod statements;
mod twice;
mod types;
mod usage;

#[cfg(test)]
mod tests;

pub(crate) use context::may_write;
pub use context::{Definitions, Passing, UnitContext};
pub use function::{lower_function, lower_with};
pub use skipped::Skipped;

use function::Lowering;
use skipped::Lowered;
