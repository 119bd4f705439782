//! Conditions that may have another result in another build, because conditional compilation or macros decide
//! the values of their variables. Code that no run of this build reaches may be there for another build.

use fixedbitset::FixedBitSet;

use csieve_base::text::{Conditionals, is_word, words};
use csieve_dataflow::ranges::Ranges;
use csieve_graph::{Action, BinaryOp, Cfg, Edge, EdgeId, ExprId, ExprKind, VarId};
use csieve_modelcheck::model::Function;

/// Returns whether a condition may have another result in another build. `side` is an edge of the condition
/// that no run of this build takes; `text` is the text of the function.
pub(super) fn varies(function: &Function, ranges: &Ranges, text: &str, side: EdgeId) -> bool {
    let cfg = function.cfg;
    let Action::Assume { cond, .. } = cfg.edge(side).action else { return false };
    let (vars, edges) = decided_by(function, cond);
    let own = cfg.reached_from(cfg.edge(side).to);
    let is_left_out = |edge: &Edge| {
        !ranges.reaches(edge.from) && !own.contains(edge.from.index()) && edge.expanded.is_none()
    };
    edges.iter().map(|id| cfg.edge(*id)).any(|edge| {
        let is_told = edge.inside.as_ref().is_some_and(|inside| inside.varies);
        is_told || is_left_out(edge) || is_nothing_but_a_name(cfg, edge, text)
    }) || masks_everything(cfg, cond)
        || compares_a_copy(cfg, cond, &edges)
        || is_mentioned_elsewhere(cfg, &vars, text, side)
}

/// Returns the variables on whose values a condition depends, directly or through others, and the edges that
/// assign them.
fn decided_by(function: &Function, cond: ExprId) -> (FixedBitSet, Vec<EdgeId>) {
    let cfg = function.cfg;
    let mut vars = FixedBitSet::with_capacity(cfg.vars.len());
    let mut edges = Vec::new();
    let mut pending: Vec<VarId> = function.dependencies(cond).vars.clone();
    while let Some(var) = pending.pop() {
        if vars.put(var.index()) {
            continue;
        }
        for id in cfg.edge_ids().filter(|id| cfg.edge(*id).assigned() == Some(var)) {
            edges.push(id);
            if let Action::Assign { value, .. } = cfg.edge(id).action {
                pending.extend(&function.dependencies(value).vars);
            }
        }
    }
    (vars, edges)
}

/// Returns whether an edge is an assignment such as `p = gettext(q)` that makes no call in this build,
/// because `gettext` is a macro that expands to its argument or to a constant.
fn is_nothing_but_a_name(cfg: &Cfg, edge: &Edge, text: &str) -> bool {
    let Action::Assign { value, .. } = edge.action else { return false };
    let is_plain =
        matches!(cfg.expr(cfg.exprs.strip_casts(value)).kind, ExprKind::Var(_) | ExprKind::Const(_));
    let source = text.get(edge.span.range()).unwrap_or_default();
    let is_call = |edge: &Edge| {
        let calls =
            matches!(edge.action, Action::Call { .. } | Action::LibraryCall { .. } | Action::Opaque { .. });
        calls || edge.inside.is_some()
    };
    is_plain
        && looks_like_a_call(source)
        && !cfg.edges.iter().any(|other| edge.span.contains(other.span) && is_call(other))
}

/// Returns whether a text contains a name right before a parenthesis, keywords not counted.
fn looks_like_a_call(source: &str) -> bool {
    source.match_indices('(').any(|(at, _)| {
        let before = source[..at].trim_end();
        let name = before.rsplit(|char: char| !is_word(char)).next();
        name.is_some_and(|name| {
            name.starts_with(|char: char| char.is_ascii_alphabetic())
                && !matches!(name, "sizeof" | "if" | "while" | "return")
        })
    })
}

/// Returns whether a condition contains `flags & OPTION` with an option that is 0 in this build.
fn masks_everything(cfg: &Cfg, cond: ExprId) -> bool {
    let mut found = false;
    cfg.exprs.walk(cond, |_, expr| {
        if let ExprKind::Binary(BinaryOp::BitAnd, a, b) = expr.kind {
            found |= [a, b]
                .into_iter()
                .any(|operand| cfg.expr(cfg.exprs.strip_casts(operand)).kind == ExprKind::Const(0));
        }
    });
    found
}

/// Returns whether a condition compares a copy with its original: `size = n; if (size == n)`. This tests
/// whether the type of the copy can hold the value, which depends on the machine.
fn compares_a_copy(cfg: &Cfg, cond: ExprId, edges: &[EdgeId]) -> bool {
    let plain = |expr: ExprId| cfg.exprs.strip_casts(expr);
    let ExprKind::Binary(_, a, b) = cfg.expr(plain(cond)).kind else { return false };
    let sides = [(plain(a), plain(b)), (plain(b), plain(a))];
    edges.iter().any(|id| match cfg.edge(*id).action {
        Action::Assign { var, value } => {
            let is_copy = |expr: ExprId| cfg.expr(expr).kind == ExprKind::Var(var);
            let is_var = |expr: ExprId| matches!(cfg.expr(expr).kind, ExprKind::Var(_));
            sides
                .iter()
                .any(|(copy, original)| is_copy(*copy) && is_var(*original) && plain(value) == *original)
        }
        _ => false,
    })
}

/// Returns whether code under conditional compilation, elsewhere in the function, mentions one of the
/// variables.
fn is_mentioned_elsewhere(cfg: &Cfg, vars: &FixedBitSet, text: &str, side: EdgeId) -> bool {
    if !cfg.varies {
        return false;
    }
    let names: Vec<&str> = vars
        .ones()
        .map(|var| cfg.var(VarId(var as u32)))
        .filter(|var| var.is_named())
        .map(|var| var.name.as_str())
        .collect();
    let place = cfg.edge(side).span;
    let mut branches = Conditionals::of(text).branches.into_iter();
    branches.any(|branch| {
        !branch.contains(place) && words(&text[branch.range()]).any(|word| names.contains(&word))
    })
}
