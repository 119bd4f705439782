use crate::{
    cfg::{Action, EdgeId, ExprKind, expr_text, is_failure},
    model::{Counterexample, Function, Move, Property, Tracked},
    text::{Sentence, sentence},
};

use super::{Check, Rule};

/// ## What it does
/// Finds assertions whose condition can be false, as far as the function can tell. It is off by default: what
/// callers promise is not known.
///
/// ## Why is this bad
/// An assertion says what its author takes for granted. Where it fails, the program is wrong; where assertions
/// are compiled away, it goes on with a state nobody thought of.
///
/// ## Example
/// ```c
/// int n = 0;
/// while (more())
///     n++;
/// assert(n > 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AssertionFailure;

impl Property for AssertionFailure {
    fn rule(&self) -> Rule {
        Rule::AssertionFailure
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        is_failure(function.cfg, edge).then_some(Move::Misuse { definite: true })
    }

    fn step(&self, _function: &Function, _tracked: &Tracked, _edge: EdgeId) -> Move {
        Move::Gone
    }
}

impl Check for AssertionFailure {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AssertionFailure
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        let cfg = function.cfg;
        let args = match &cfg.edge(found.misuse()).action {
            Action::LibraryCall { args, .. } | Action::Call { args, .. } => args.as_slice(),
            _ => &[],
        };
        // The texts are the condition, the file and the function, in an order of the library's choice.
        let is_condition = |text: &String| {
            !text.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "c" | "h"))
        };
        let texts = args.iter().filter_map(|arg| match &cfg.expr(cfg.exprs.strip_casts(*arg)).kind {
            ExprKind::Address(_) => Some(expr_text(cfg, *arg).trim_matches('"').to_owned()),
            _ => None,
        });
        texts
            .filter(is_condition)
            .find(|text| *text != cfg.function)
            .unwrap_or_else(|| "the condition".to_owned())
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        sentence!("this assertion can fail: `{}` is not true on every path", self.subject(function, found))
    }
}
