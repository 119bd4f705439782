//! Graphs and expressions as text, for people and for tests.

use std::fmt::Write;

use super::{Action, BinaryOp, CallTarget, Cfg, Edge, ExprId, ExprKind, MisuseKind, Type, UnaryOp};

/// How deep an expression is spelled out; what lies deeper is `...`.
const MAX_DEPTH: u32 = 40;

/// One line per edge, in order of creation: `0 -> 2: x = 10`.
pub fn dump(cfg: &Cfg) -> String {
    let mut out = String::new();
    for edge in &cfg.edges {
        let name = |location: super::Loc| {
            if location == cfg.exit { "exit".to_owned() } else { location.0.to_string() }
        };
        let _ = writeln!(out, "{} -> {}: {}", name(edge.from), name(edge.to), action_text(cfg, edge));
    }
    out
}

/// What an edge does, in one line that looks like C.
pub fn action_text(cfg: &Cfg, edge: &Edge) -> String {
    let text = |id: ExprId| expr_text(cfg, id);
    let var = |id: super::VarId| cfg.var(id).name.clone();
    let list = |args: &[ExprId]| args.iter().map(|arg| text(*arg)).collect::<Vec<_>>().join(", ");
    let assigned =
        |result: &Option<super::VarId>| result.map_or(String::new(), |result| format!("{} = ", var(result)));
    match &edge.action {
        Action::Skip => "skip".to_owned(),
        Action::Declare(declared) => format!("declare {}", var(*declared)),
        Action::Assign { var: target, value } => format!("{} = {}", var(*target), text(*value)),
        Action::Assume { cond, holds: true } => format!("assume {}", text(*cond)),
        Action::Assume { cond, holds: false } => format!("assume not {}", text(*cond)),
        Action::AssumeNone { value, cases } => format!("assume {} not in {cases:?}", text(*value)),
        Action::Deref { pointer, access } => {
            format!("{} *{}", format!("{access:?}").to_lowercase(), operand(cfg, *pointer, 14, 0))
        }
        Action::Store { pointer, value } => format!("{} = {}", target_text(cfg, *pointer, 0), text(*value)),
        Action::Alloc { var: target, callee } => format!("{} = {callee}()", var(*target)),
        Action::AllocFail { var: target, callee } => format!("{} = NULL from {callee}()", var(*target)),
        Action::Free { pointer, callee } => format!("{callee}({})", text(*pointer)),
        Action::Call { target, args, result } => {
            let callee = match target {
                CallTarget::Named(name) => format!("call {name}"),
                CallTarget::MaybeMacro(name) => format!("call unknown {name}"),
                CallTarget::Pointer(pointer) => format!("call *{}", operand(cfg, *pointer, 14, 0)),
            };
            format!("{}{callee}({})", assigned(result), list(args))
        }
        Action::LibraryCall { callee, args, result, writes_memory } => {
            let kind = if *writes_memory { "writing" } else { "library" };
            format!("{}{kind} {callee}({})", assigned(result), list(args))
        }
        Action::Opaque { vars } => {
            format!("opaque [{}]", vars.iter().map(|id| var(*id)).collect::<Vec<_>>().join(", "))
        }
        Action::Misuse { kind: MisuseKind::NullDereference, operand } => {
            format!("misuse null {}", text(*operand))
        }
        Action::Misuse { kind: MisuseKind::DivisionByZero, operand } => {
            format!("misuse zero {}", text(*operand))
        }
        Action::Return(None) => "return".to_owned(),
        Action::Return(Some(value)) => format!("return {}", text(*value)),
    }
}

/// An expression as C spells it: `x > 0`, `p->next`, `*p`, `a[i]`. Conversions that C makes by itself
/// are not shown.
pub fn expr_text(cfg: &Cfg, id: ExprId) -> String {
    operand(cfg, id, 0, 0)
}

/// An expression inside an operator of a precedence, in parentheses if it binds less tightly.
fn operand(cfg: &Cfg, id: ExprId, around: u8, depth: u32) -> String {
    let (text, own) = spelled(cfg, id, depth);
    if own < around { format!("({text})") } else { text }
}

fn spelled(cfg: &Cfg, id: ExprId, depth: u32) -> (String, u8) {
    const PRIMARY: u8 = 15;
    const UNARY: u8 = 14;
    if depth > MAX_DEPTH {
        return ("...".to_owned(), PRIMARY);
    }
    let expr = cfg.expr(id);
    match &expr.kind {
        ExprKind::Const(0) if expr.ty == Type::Pointer => ("NULL".to_owned(), PRIMARY),
        ExprKind::Const(value) if *value < 0 => (value.to_string(), UNARY),
        ExprKind::Const(value) => (value.to_string(), PRIMARY),
        ExprKind::Var(var) => (cfg.var(*var).name.clone(), PRIMARY),
        ExprKind::Any(_) => ("any".to_owned(), PRIMARY),
        ExprKind::Address(name) if name.starts_with(['"', 'L', 'u', 'U']) && name.ends_with('"') => {
            (name.clone(), PRIMARY)
        }
        ExprKind::Address(name) => (object_name(name).to_owned(), PRIMARY),
        ExprKind::AddressOf(var) => (format!("&{}", cfg.var(*var).name), UNARY),
        ExprKind::Inside { base, path, index } if path.is_empty() => match index {
            Some(index) => {
                let base = operand(cfg, *base, 12, depth + 1);
                match &cfg.expr(*index).kind {
                    ExprKind::Unary(UnaryOp::Neg, inner) => {
                        (format!("{base} - {}", operand(cfg, *inner, 13, depth + 1)), 12)
                    }
                    _ => (format!("{base} + {}", operand(cfg, *index, 13, depth + 1)), 12),
                }
            }
            None => spelled(cfg, *base, depth + 1),
        },
        ExprKind::Inside { .. } => (format!("&{}", target_text(cfg, id, depth)), UNARY),
        ExprKind::Load(pointer) => {
            let text = target_text(cfg, *pointer, depth + 1);
            let precedence = if text.starts_with('*') { UNARY } else { PRIMARY };
            (text, precedence)
        }
        ExprKind::Unary(op, inner) => {
            let sign = match op {
                UnaryOp::Neg => "-",
                UnaryOp::BitNot => "~",
                UnaryOp::Not => "!",
            };
            (format!("{sign}{}", operand(cfg, *inner, UNARY, depth + 1)), UNARY)
        }
        ExprKind::Binary(op, left, right) => {
            let (sign, own) = binary(*op);
            let left = operand(cfg, *left, own, depth + 1);
            (format!("{left} {sign} {}", operand(cfg, *right, own + 1, depth + 1)), own)
        }
        ExprKind::Cast(inner) => spelled(cfg, *inner, depth + 1),
    }
}

/// The object at a pointer: `*p`, `p->f`, `s.f`, `a[i]`.
fn target_text(cfg: &Cfg, pointer: ExprId, depth: u32) -> String {
    if depth > MAX_DEPTH {
        return "...".to_owned();
    }
    match &cfg.expr(pointer).kind {
        ExprKind::Inside { base, path, index: Some(index) } if path.is_empty() => {
            format!("{}[{}]", array_text(cfg, *base, depth + 1), operand(cfg, *index, 0, depth + 1))
        }
        ExprKind::Inside { base, path, .. } if !path.is_empty() => match &cfg.expr(*base).kind {
            ExprKind::Address(name) => format!("{}.{path}", object_name(name)),
            ExprKind::Inside { .. } => format!("{}.{path}", target_text(cfg, *base, depth + 1)),
            _ => format!("{}->{path}", operand(cfg, *base, 15, depth + 1)),
        },
        ExprKind::Address(name) => object_name(name).to_owned(),
        ExprKind::AddressOf(var) => cfg.var(*var).name.clone(),
        _ => format!("*{}", operand(cfg, pointer, 14, depth + 1)),
    }
}

/// An array or pointer before `[i]`; a member that is an array stands for itself.
fn array_text(cfg: &Cfg, base: ExprId, depth: u32) -> String {
    match &cfg.expr(base).kind {
        ExprKind::Inside { .. } => target_text(cfg, base, depth),
        _ => operand(cfg, base, 15, depth),
    }
}

/// The name of an object without what tells it apart from others of that name.
fn object_name(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((plain, number)) if number.parse::<u32>().is_ok() => plain,
        _ => name,
    }
}

fn binary(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Mul => ("*", 13),
        BinaryOp::Div => ("/", 13),
        BinaryOp::Rem => ("%", 13),
        BinaryOp::Add => ("+", 12),
        BinaryOp::Sub => ("-", 12),
        BinaryOp::Shl => ("<<", 11),
        BinaryOp::Shr => (">>", 11),
        BinaryOp::Lt => ("<", 10),
        BinaryOp::Le => ("<=", 10),
        BinaryOp::Gt => (">", 10),
        BinaryOp::Ge => (">=", 10),
        BinaryOp::Eq => ("==", 9),
        BinaryOp::Ne => ("!=", 9),
        BinaryOp::BitAnd => ("&", 8),
        BinaryOp::BitXor => ("^", 7),
        BinaryOp::BitOr => ("|", 6),
    }
}
