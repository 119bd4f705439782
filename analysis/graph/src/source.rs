//! Text of edges for the user: statements, and the conditions that hold after edges.

use super::{
    Action, Cfg, Edge, EdgeId, ExprId, ExprKind, Tests, Type, UnaryOp, comparison, expr_text, operator_text,
};
use csieve_base::text::Span;

/// The greatest length of a source text in a step, in characters.
const MAX_CHARS: usize = 60;

/// Returns the source text at a span on one line, shortened to 60 characters if it is longer.
pub fn source(function_text: &str, span: Span) -> String {
    shortened(function_text.get(span.range()).unwrap_or_default())
}

fn shortened(text: &str) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    if words.chars().count() > MAX_CHARS {
        let kept: String = words.chars().take(MAX_CHARS - 1).collect();
        return format!("{kept}…");
    }
    words
}

/// Returns the statement of an edge, after macro expansion.
fn statement(function_text: &str, edge: &Edge) -> String {
    match &edge.expanded {
        Some(expanded) => shortened(&expanded.text()),
        None => source(function_text, edge.span),
    }
}

/// Returns the text of an edge: its statement, or the condition that holds after it.
pub fn edge_text(cfg: &Cfg, function_text: &str, edge: EdgeId) -> String {
    let edge = cfg.edge(edge);
    match &edge.action {
        Action::Assume { cond, holds } => {
            // A call that tests one of its arguments is no condition of the program.
            let is_written = edge.expanded.is_none() && edge.asked_by != Some(edge.span);
            let written = is_written.then(|| function_text.get(edge.span.range())).flatten();
            written
                .and_then(|written| written_condition(cfg, written, *cond, *holds))
                .map_or_else(|| condition_text(cfg, *cond, *holds), |text| shortened(&text))
        }
        Action::Learn { value, low, high } => learnt_text(cfg, *value, *low, *high),
        Action::AssumeNone { value, .. } => format!("{} matches no case", expr_text(cfg, *value)),
        Action::Misuse { kind, operand } => condition_text(cfg, *operand, kind.is_condition()),
        Action::FreeNull { pointer } => condition_text(cfg, *pointer, false),
        Action::Deref { pointer, .. } => condition_text(cfg, *pointer, true),
        Action::Alloc { var, .. } | Action::Open { var, .. } if cfg.var(*var).is_named() => {
            allocation(&cfg.var(*var).name, &statement(function_text, edge))
        }
        Action::OpenFail { callee, .. } => format!("{callee} fails"),
        Action::Return(_) => {
            let text = statement(function_text, edge);
            if text == "}" { "end of the function".to_owned() } else { text }
        }
        // What a macro expands to may be cut anywhere, so the assignment is told as it was understood.
        Action::Assign { var, value } if edge.expanded.is_some() && cfg.var(*var).is_named() => {
            shortened(&format!("{} = {}", cfg.var(*var).name, expr_text(cfg, *value)))
        }
        // In `int *p = q;` the span of the assignment starts at the star, which belongs to the type.
        Action::Assign { .. } => {
            statement(function_text, edge).trim_start_matches(['*', ' ']).trim_end_matches(';').to_owned()
        }
        Action::Skip
        | Action::Declare(_)
        | Action::Store { .. }
        | Action::Alloc { .. }
        | Action::AllocFail { .. }
        | Action::Free { .. }
        | Action::Open { .. }
        | Action::Close { .. }
        | Action::CloseFail { .. }
        | Action::Lock { .. }
        | Action::LockFail { .. }
        | Action::Unlock { .. }
        | Action::Call { .. }
        | Action::LibraryCall { .. }
        | Action::Opaque { .. } => statement(function_text, edge).trim_end_matches(';').to_owned(),
    }
}

/// Returns the text of an assignment such as `p = malloc(4)`. `statement` may be only the call, a
/// declaration, or the whole assignment.
fn allocation(name: &str, statement: &str) -> String {
    let statement = statement.trim_start_matches(['*', ' ']).trim_end_matches(';');
    let is_assignment = statement.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
    if is_assignment { statement.to_owned() } else { format!("{name} = {statement}") }
}

/// Returns a condition such as `0 <= x <= 9` for the bounds that a summary states for a value.
fn learnt_text(cfg: &Cfg, value: ExprId, low: i128, high: i128) -> String {
    let text = expr_text(cfg, value);
    let is_pointer = cfg.expr(value).ty == Type::Pointer;
    let is_comparison = matches!(cfg.expr(value).kind, ExprKind::Binary(op, ..) if op.is_comparison());
    let (least, most) = cfg.expr(value).ty.bounds();
    match () {
        () if is_pointer => condition_text(cfg, value, low > 0),
        () if is_comparison && low == 1 => condition_text(cfg, value, true),
        () if low == high => format!("{text} == {low}"),
        () if high >= most => format!("{text} >= {low}"),
        () if low <= least => format!("{text} <= {high}"),
        () => format!("{low} <= {text} <= {high}"),
    }
}

/// Returns the condition that holds after an edge, or the words "the condition" if the edge assumes none.
pub fn condition_of(cfg: &Cfg, edge: EdgeId) -> String {
    if let Tests::Condition { cond, holds } = cfg.edge(edge).effects().tests {
        condition_text(cfg, cond, holds)
    } else {
        "the condition".to_owned()
    }
}

/// Returns a condition as [`condition_text`] does, but in the words of its source `written`: `c != '-'` for the values
/// that are not 45. `None` if the source is not like the condition, says more than it, or assigns: `(n = f()) < 0` is about `n`.
fn written_condition(cfg: &Cfg, written: &str, mut cond: ExprId, mut holds: bool) -> Option<String> {
    if comparison::assigns(written) {
        return None;
    }
    let mut negated = false;
    while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
        (cond, holds, negated) = (inner, !holds, !negated);
    }
    if let ExprKind::Binary(op, ..) = cfg.expr(cond).kind
        && op.is_comparison()
    {
        let (left, symbol, right) = comparison::split(written)?;
        let op_text = operator_text(if holds { op } else { op.negated() });
        return (symbol == operator_text(op)).then(|| format!("{left} {op_text} {right}"));
    }
    let operand = written.trim().trim_start_matches(['!', ' ']);
    let bangs = written.bytes().take(written.len() - operand.len()).filter(|byte| *byte == b'!').count();
    let is_it = negated == (bangs % 2 == 1) && comparison::is_operand(operand);
    is_it.then(|| compared_with_zero(cfg, operand, cond, holds))
}

/// Returns the condition that an expression with this text is not 0 (`holds`), or is 0.
fn compared_with_zero(cfg: &Cfg, text: &str, expr: ExprId, holds: bool) -> String {
    let zero = if cfg.expr(expr).ty == Type::Pointer { "NULL" } else { "0" };
    format!("{text} {} {zero}", if holds { "!=" } else { "==" })
}

/// Returns `cond` as a condition that is true, given its truth value: `x <= 0` if `x > 0` is false.
pub fn condition_text(cfg: &Cfg, mut cond: ExprId, mut holds: bool) -> String {
    while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
        (cond, holds) = (inner, !holds);
    }
    if let Some((op, a, b)) = cfg.expr(cond).kind.as_comparison() {
        let op = if holds { op } else { op.negated() };
        format!("{} {} {}", expr_text(cfg, a), operator_text(op), expr_text(cfg, b))
    } else {
        compared_with_zero(cfg, &expr_text(cfg, cond), cond, holds)
    }
}
