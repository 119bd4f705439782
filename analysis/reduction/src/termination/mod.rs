//! Termination of loops: which may go on for ever as far as their graph says, and rankings that prove that a loop ends.

mod concern;
mod exits;
mod ranking;
mod rounds;
mod slice;
mod spurious;
mod suspect;

pub use concern::{Concern, asked, asks, closed, is_call, is_given, is_own};
pub use exits::{first_condition, ways_out};
pub use ranking::{Ranking, Unwinding};
pub use spurious::{refuted, turns_round};
pub use suspect::{Suspect, is_suspect};

use csieve_graph::{BinaryOp, Cfg, ExprId, ExprKind};

/// Whether a condition compares a size or a counter. Others may be meant as "for ever": `while (running)`.
pub fn is_bound(cfg: &Cfg, cond: ExprId) -> bool {
    matches!(
        cfg.expr(cond).kind,
        ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..)
    )
}
