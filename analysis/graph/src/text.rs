//! Expressions as C source text.

use super::{BinaryOp, Cfg, ExprId, ExprKind, Type, UnaryOp};

/// The greatest depth to which an expression is spelled out. Subexpressions below that depth are shown as
/// `...`.
const MAX_DEPTH: u32 = 40;

/// Returns an expression as C spells it: `x > 0`, `p->next`, `*p`, `a[i]`. Conversions are not shown.
pub fn expr_text(cfg: &Cfg, id: ExprId) -> String {
    operand(cfg, id, 0, 0)
}

/// Returns the text of an operand, in parentheses if it binds less tightly than an operator of precedence
/// `around`.
pub(super) fn operand(cfg: &Cfg, id: ExprId, around: u8, depth: u32) -> String {
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
        ExprKind::Any(_) => ("any value".to_owned(), PRIMARY),
        ExprKind::Address(name) if name.starts_with(['"', 'L', 'u', 'U']) && name.ends_with('"') => {
            (name.clone(), PRIMARY)
        }
        ExprKind::Address(name) => (object_name(name).to_owned(), PRIMARY),
        ExprKind::AddressOf(var) => (format!("&{}", cfg.var(*var).name), UNARY),
        ExprKind::Inside { base, path, index } if path.is_empty() => match index {
            Some(index) => {
                let base = operand(cfg, *base, 12, depth + 1);
                match cfg.expr(*index).kind.as_negation() {
                    Some(inner) => (format!("{base} - {}", operand(cfg, inner, 13, depth + 1)), 12),
                    None => (format!("{base} + {}", operand(cfg, *index, 13, depth + 1)), 12),
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
            let operand = operand(cfg, *inner, UNARY, depth + 1);
            // `--a` would be a decrement.
            let is_glued = sign == "-" && operand.starts_with('-');
            (if is_glued { format!("-({operand})") } else { format!("{sign}{operand}") }, UNARY)
        }
        ExprKind::Binary(op, left, right) => {
            let (sign, own) = binary(*op);
            let left = operand(cfg, *left, own, depth + 1);
            (format!("{left} {sign} {}", operand(cfg, *right, own + 1, depth + 1)), own)
        }
        ExprKind::Cast(inner) | ExprKind::Seen(inner, _) => spelled(cfg, *inner, depth + 1),
    }
}

/// Returns the text of the object at a pointer: `*p`, `p->f`, `s.f`, `a[i]`.
pub(super) fn target_text(cfg: &Cfg, pointer: ExprId, depth: u32) -> String {
    if depth > MAX_DEPTH {
        return "...".to_owned();
    }
    match &cfg.expr(pointer).kind {
        ExprKind::Inside { base, path, index: Some(index) } if path.is_empty() => {
            format!("{}[{}]", array_text(cfg, *base, depth + 1), operand(cfg, *index, 0, depth + 1))
        }
        ExprKind::Inside { base, path, .. } if !path.is_empty() => {
            let outer = &cfg.expr(*base).kind;
            if let ExprKind::Address(name) = outer {
                format!("{}.{path}", object_name(name))
            } else if outer.as_inside().is_some() {
                format!("{}.{path}", target_text(cfg, *base, depth + 1))
            } else {
                format!("{}->{path}", operand(cfg, *base, 15, depth + 1))
            }
        }
        ExprKind::Address(name) => object_name(name).to_owned(),
        ExprKind::AddressOf(var) => cfg.var(*var).name.clone(),
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Any(_)
        | ExprKind::Inside { .. }
        | ExprKind::Load(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Seen(..) => format!("*{}", operand(cfg, pointer, 14, depth + 1)),
    }
}

/// Returns the text of `a` in `a[i]`. A member that is an array is written without `&`.
fn array_text(cfg: &Cfg, base: ExprId, depth: u32) -> String {
    match cfg.expr(base).kind.as_inside() {
        Some(_) => target_text(cfg, base, depth),
        None => operand(cfg, base, 15, depth),
    }
}

/// Returns the name of an object without the `#` and number that distinguish objects of the same name.
fn object_name(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((plain, number)) if number.parse::<u32>().is_ok() => plain,
        _ => name,
    }
}

/// Returns the text of the memory cell at an address: `p->next` for the address `&p->next`.
pub fn cell_text(cfg: &Cfg, address: ExprId) -> String {
    target_text(cfg, address, 0)
}

/// Returns an operator as C writes it.
pub fn operator_text(op: BinaryOp) -> &'static str {
    binary(op).0
}

/// Returns an operator as C writes it, with its precedence. A higher number binds more tightly.
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
