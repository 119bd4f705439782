//! Termination of loops: suspects, which are loops whose shape does not show that they end, and ranking
//! functions that prove that a loop ends.

mod concern;
mod effect;
mod exits;
mod ranking;
mod rounds;
mod slice;
mod spurious;
mod suspect;
#[cfg(test)]
mod tests;

pub use concern::{LoopCone, asked, asks, closed, is_call, is_given, is_own};
pub use exits::{first_condition, ways_out};
pub use ranking::{Ranking, Unwinding};
pub use spurious::{refuted, turns_round};
pub use suspect::{Suspect, is_suspect};

use csieve_graph::{BinaryOp, Cfg, ExprId, ExprKind};

/// Returns whether a condition is an order (`<`, `<=`, `>`, `>=`), which compares a size or a counter. A loop
/// with another condition may be meant to run for ever: `while (running)`.
pub fn is_bound(cfg: &Cfg, cond: ExprId) -> bool {
    matches!(
        cfg.expr(cond).kind,
        ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..)
    )
}
