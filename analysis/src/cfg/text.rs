//! Expressions as C source.

use super::{BinaryOp, Cfg, ExprId, ExprKind, Type, UnaryOp};

/// Longest text of an expression, in bytes; what is longer is shortened where it is built.
const MAX_LEN: usize = 80;

/// An operator as C writes it.
pub fn operator_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}

/// An expression as C source, without the conversions C makes by itself: `x > 0`, `p->next`, `*p`.
pub fn expr_text(cfg: &Cfg, expr: ExprId) -> String {
    text(cfg, expr, 24)
}

/// The memory cell at an address: `p->next` for the address `&p->next`.
pub fn cell_text(cfg: &Cfg, address: ExprId) -> String {
    cell(cfg, address, 24)
}

/// `depth` bounds the recursion; deeper parts are left out.
fn text(cfg: &Cfg, expr: ExprId, depth: u32) -> String {
    if depth == 0 {
        return "…".to_owned();
    }
    let node = cfg.expr(expr);
    let text = match &node.kind {
        ExprKind::Const(0) if node.ty == Type::Pointer => "NULL".to_owned(),
        ExprKind::Const(value) => value.to_string(),
        ExprKind::Var(var) => cfg.var(*var).name.clone(),
        ExprKind::Any(_) => "any value".to_owned(),
        ExprKind::Address(name) => name.clone(),
        ExprKind::AddressOf(var) => format!("&{}", cfg.var(*var).name),
        ExprKind::Inside { base, path, index } => inside(cfg, *base, path, *index, depth),
        ExprKind::Load(address) => cell(cfg, *address, depth),
        ExprKind::Unary(op, operand) => {
            let sign = match op {
                UnaryOp::Neg => "-",
                UnaryOp::BitNot => "~",
                UnaryOp::Not => "!",
            };
            format!("{sign}{}", operand_text(cfg, *operand, depth))
        }
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (operand_text(cfg, *a, depth), operand_text(cfg, *b, depth));
            format!("{a} {} {b}", operator_text(*op))
        }
        ExprKind::Cast(inner) => self::text(cfg, *inner, depth - 1),
    };
    shortened(text)
}

fn operand_text(cfg: &Cfg, expr: ExprId, depth: u32) -> String {
    let text = text(cfg, expr, depth - 1);
    let inner = cfg.exprs.strip_casts(expr);
    if matches!(cfg.expr(inner).kind, ExprKind::Binary(..)) { format!("({text})") } else { text }
}

fn inside(cfg: &Cfg, base: ExprId, path: &str, index: Option<ExprId>, depth: u32) -> String {
    let base_text = text(cfg, base, depth - 1);
    match (path, index) {
        ("", Some(index)) => format!("{base_text} + {}", operand_text(cfg, index, depth)),
        ("", None) => base_text,
        _ => format!("&{}", member(cfg, base, &base_text, path)),
    }
}

fn cell(cfg: &Cfg, address: ExprId, depth: u32) -> String {
    if depth == 0 {
        return "…".to_owned();
    }
    let text = match &cfg.expr(address).kind {
        ExprKind::Inside { base, path, index } => {
            let base_text = text(cfg, *base, depth - 1);
            match (path.as_str(), index) {
                ("", Some(index)) => format!("{base_text}[{}]", text(cfg, *index, depth - 1)),
                ("", None) => format!("*{base_text}"),
                _ => member(cfg, *base, &base_text, path),
            }
        }
        ExprKind::Address(name) => name.clone(),
        _ => format!("*{}", operand_text(cfg, address, depth)),
    };
    shortened(text)
}

/// `p->f`, or `s.f` for an object that is named itself.
fn member(cfg: &Cfg, base: ExprId, base_text: &str, path: &str) -> String {
    match &cfg.expr(base).kind {
        ExprKind::Address(_) => format!("{base_text}.{path}"),
        ExprKind::Inside { path: outer, .. } if !outer.is_empty() => {
            format!("{}.{path}", base_text.trim_start_matches('&'))
        }
        _ if base_text.contains(' ') => format!("({base_text})->{path}"),
        _ => format!("{base_text}->{path}"),
    }
}

fn shortened(text: String) -> String {
    if text.len() <= MAX_LEN {
        return text;
    }
    let kept: String = text.chars().take(MAX_LEN / 2).collect();
    format!("{kept}…")
}
