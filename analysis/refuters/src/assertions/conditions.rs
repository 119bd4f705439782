//! Guesses from the program's own conditions: cartesian predicate abstraction over {0, 1, *} ([IA159]).

use csieve_base::budget::Steps;
use csieve_base::refuter_id::RefuterId;
use csieve_graph::{BinaryOp, Cfg, ExprId, ExprKind, Tests, UnaryOp};

use crate::{
    Budget, CounterexamplePath, Declaration, ProofForm, Refutation, Refuter, Turn, declare_refuter,
    fold::PathProgram,
};

use super::{Predicate, any, hold::Guesses, refuted};

/// The largest number of conditions that become guesses.
const MOST: usize = 8;

declare_refuter! {
    /// Guesses that conditions of the path, or their opposites, hold at the locations of the path program.
    /// This is cartesian predicate abstraction with the program's own conditions as predicates.
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # int ask(void);
    /// # void example(void)
    /// # {
    ///     unsigned odd = 1;
    ///     char *buffer = malloc(16);
    ///     if (!buffer)
    ///         return;
    ///     while (ask())
    ///         odd = odd + 2;
    ///     if ((odd & 1) == 0)
    ///         free(buffer);
    ///     buffer[0] = 1;
    ///     free(buffer);
    /// # }
    /// ```
    ///
    /// `(odd & 1) == 0` is false before the loop, and every round keeps it false.
    Conditions {
        id: RefuterId::Conditions,
        title: "Conditions of the program that hold in every round",
        turn: Turn::Rounds,
        budget: Budget::Steps(1_500),
        proves: "Conditions of the program that every statement keeps exclude the end of the path.",
        proof: ProofForm::Rules,
        papers: &["[IA159]", "[Houdini]"],
    }
}

impl Refuter for Conditions {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        any(PathProgram::all(path), |folded| {
            refuted(self.id(), path, &folded, guesses(path, &folded), budget)
        })
    }
}

fn guesses(path: &CounterexamplePath, folded: &PathProgram) -> Guesses {
    let mut guesses = Guesses::none(folded);
    for expr in conditions(path) {
        for node in 1..folded.nodes.len() {
            // At a node that no run reaches, the condition and its opposite both hold. Where runs join from
            // elsewhere, at most one of the two is left.
            guesses.add(node, Predicate::Condition { expr, holds: true });
            guesses.add(node, Predicate::Condition { expr, holds: false });
        }
    }
    guesses
}

/// Returns the conditions on a path, the last first: those whose value stays the same until something that
/// they read is written. Orders of two values (`<`, `<=`, `>`, `>=`) are left to the refuter `relations`.
fn conditions(path: &CounterexamplePath) -> Vec<ExprId> {
    let cfg = path.function.cfg;
    let mut found = Vec::new();
    for edge in path.word.iter().rev() {
        let asked = match cfg.edge(*edge).effects().tests {
            Tests::Condition { cond, .. } => plain(cfg, cond),
            Tests::Misuse { kind, operand } if kind.is_condition() => plain(cfg, operand),
            Tests::Nothing
            | Tests::Misuse { .. }
            | Tests::Pointer { .. }
            | Tests::Handle { .. }
            | Tests::Within { .. }
            | Tests::NoneOf { .. } => continue,
        };
        let is_order = matches!(
            cfg.expr(asked).kind,
            ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..)
        );
        if !is_order && !path.function.dependencies(asked).unstable && !found.contains(&asked) {
            found.push(asked);
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// Returns a condition without all `!` in front of it.
fn plain(cfg: &Cfg, mut cond: ExprId) -> ExprId {
    while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
        cond = inner;
    }
    cond
}
