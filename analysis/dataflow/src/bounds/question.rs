//! The conditions under which uses of sizes go wrong.

use rustc_hash::FxHashMap;

use super::{
    facts::{Facts, object},
    wide,
};
use csieve_graph::{
    BinaryOp, Bytes, Cfg, EdgeId, ExprId, ExprKind, Limit, MisuseKind, Type, UseKind, cell_text, expr_text,
    reaches,
};

/// A condition under which a use of a size goes wrong.
#[derive(Clone, Debug)]
pub(super) struct SizeQuestion {
    /// The edge after which the condition is asked.
    pub edge: EdgeId,
    /// The kind of misuse.
    pub kind: MisuseKind,
    /// The condition, an expression that is true where the misuse happens.
    pub cond: ExprId,
    /// The description of the misuse for messages.
    pub limit: Limit,
    /// The edge after which the size of the object has certainly not overflowed. None if the size needs no
    /// check.
    pub needs: Option<EdgeId>,
    /// Whether a run may go on although the condition holds, as a call need not touch all bytes that it may
    /// touch.
    pub is_survived: bool,
    /// If the condition is that signed arithmetic overflows: the largest number that its other operands are
    /// taken for where a value from outside is to decide it.
    pub others: Option<i128>,
}

/// The bytes that an access touches, relative to the start of an object.
struct Touched {
    size: ExprId,
    constant: i128,
    parts: Vec<(ExprId, i128)>,
    width: ExprId,
}

/// A library function that touches a buffer.
#[derive(Clone, Copy)]
struct Callee<'c> {
    name: &'c str,
    /// Whether the function touches a text with the zero at its end, and not a block of bytes.
    is_text: bool,
    /// Whether an attribute of the function tells of the buffer.
    is_told: bool,
}

/// Returns the questions about all uses of sizes, in the order of the uses. With `wrapv`, signed arithmetic
/// cannot go wrong.
pub(super) fn questions(cfg: &mut Cfg, known: &FxHashMap<EdgeId, Facts>, wrapv: bool) -> Vec<SizeQuestion> {
    let mut found = Vec::new();
    for used in cfg.sizes.uses.clone() {
        let nothing = Facts::default();
        let facts = known.get(&used.edge).unwrap_or(&nothing);
        match used.kind {
            UseKind::Access { pointer, bytes } => {
                touch(cfg, facts, used.edge, pointer, Bytes::Known(bytes), None, &mut found);
            }
            UseKind::Buffer { pointer, bytes, ref callee, surely, is_text, is_told } => {
                let first = found.len();
                let callee = Callee { name: callee, is_text, is_told };
                touch(cfg, facts, used.edge, pointer, bytes, Some(callee), &mut found);
                for question in found[first..].iter_mut().filter(|_| !surely) {
                    question.is_survived = true;
                    question.limit.certain.clone_from(&question.limit.possible);
                }
            }
            UseKind::Shift { shift, count } => {
                super::shift::questions(cfg, used.edge, shift, count, &mut found);
            }
            UseKind::Arithmetic { result } if !wrapv => {
                super::arithmetic::questions(cfg, used.edge, result, &mut found);
            }
            UseKind::Arithmetic { .. } => {}
            UseKind::Allocation { bytes, ref callee } => {
                super::overflow::questions(cfg, used.edge, bytes, callee, &mut found);
            }
        }
    }
    found
}

/// The object that an access is checked against.
struct Extent {
    /// The size of the object in bytes.
    size: ExprId,
    /// The offset of the pointer in the object, in bytes, if it is not 0.
    offset: Option<ExprId>,
    /// The edge that allocates the object, if its size is that of an allocation.
    made: Option<EdgeId>,
    /// The object in words, with its size.
    text: String,
}

/// Returns the object that an access is checked against. `None` if its size is not known.
fn extent(cfg: &mut Cfg, facts: &Facts, reach: &csieve_graph::Reach) -> Option<Extent> {
    if let Some(extent) = reach.extent {
        let size = wide::constant(&mut cfg.exprs, i128::from(extent));
        return Some(Extent { size, offset: None, made: None, text: extent_text(cfg, reach, extent) });
    }
    let fact = object(cfg, reach.base, facts)?;
    let bytes = match cfg.exprs.as_constant(fact.size) {
        Some(bytes) => count(bytes, reach.parts.first().map_or(1, |part| part.1)),
        None => format!("`{}` bytes", expr_text(cfg, fact.size)),
    };
    let base = expr_text(cfg, reach.base);
    let text = if matches!(cfg.expr(reach.base).kind, ExprKind::Address(_)) {
        format!("`{base}`, which has {bytes}")
    } else {
        format!("the object of `{base}`, which has {bytes}")
    };
    let is_told =
        fact.made.and_then(|made| cfg.sizes.allocations.get(&made)).is_some_and(|made| made.is_told);
    let text = if is_told { format!("{text} by the attribute `alloc_size`") } else { text };
    Some(Extent { size: fact.size, offset: Some(fact.offset), made: fact.made, text })
}

/// Returns the edge after which the size of an allocation has certainly not overflowed. None if the size
/// needs no check.
fn checked_size(cfg: &Cfg, made: EdgeId) -> Option<EdgeId> {
    let allocated = cfg.sizes.allocations.get(&made);
    allocated.or_else(|| cfg.sizes.computed.get(&made).map(|computed| &computed.1))?.checked
}

fn touch(
    cfg: &mut Cfg,
    facts: &Facts,
    edge: EdgeId,
    pointer: ExprId,
    bytes: Bytes,
    callee: Option<Callee<'_>>,
    found: &mut Vec<SizeQuestion>,
) {
    let (width, known) = match bytes {
        Bytes::Known(bytes) => (Some(wide::constant(&mut cfg.exprs, i128::from(bytes))), bytes),
        Bytes::Computed(expr) => (wide::index(&mut cfg.exprs, expr), 0),
    };
    let Some(width) = width else { return };
    // An access of a computed size is checked against the innermost object only.
    let most = if matches!(bytes, Bytes::Known(_)) { usize::MAX } else { 1 };
    for reach in reaches(&cfg.exprs, &cfg.sizes, pointer, known).into_iter().take(most) {
        if reach.extent.is_some() && matches!(bytes, Bytes::Known(_)) && reach.is_inside() {
            continue;
        }
        // A constant number of bytes that is too large for a member is meant to reach the members after it. A
        // text must end within its member.
        let is_member =
            matches!(&cfg.expr(reach.base).kind, ExprKind::Inside { path, .. } if !path.is_empty());
        let is_block = callee.is_some_and(|callee| !callee.is_text);
        if is_member && reach.parts.is_empty() && is_block && known > 0 {
            continue;
        }
        let Some(Extent { size, offset, made, text: of }) = extent(cfg, facts, &reach) else { continue };
        let Some(mut touched) = touched(cfg, size, &reach, width) else { continue };
        if reach.extent.is_none() || reach.width != known {
            touched.width = if reach.width == known {
                width
            } else {
                wide::constant(&mut cfg.exprs, i128::from(reach.width))
            };
        }
        match offset.map(|offset| (offset, cfg.exprs.as_constant(offset))) {
            None => {}
            Some((_, Some(constant))) => touched.constant += constant,
            Some((offset, None)) => touched.parts.push((offset, 1)),
        }
        let needs = made.and_then(|made| checked_size(cfg, made));
        let kind = MisuseKind::OutOfBounds;
        let ask =
            |cond, limit| SizeQuestion { edge, kind, cond, limit, needs, is_survived: false, others: None };
        for is_above in [false, true] {
            let Some(cond) = (if is_above { above(cfg, &touched) } else { below(cfg, &touched) }) else {
                continue;
            };
            let limit = limit(cfg, pointer, callee, &of, is_above);
            found.push(ask(cond, limit));
        }
        if let Some(cond) = negative(cfg, bytes, width, size) {
            let limit = Limit { is_above: false, ..limit(cfg, pointer, callee, &of, true) };
            found.push(ask(cond, limit));
        }
    }
}

/// Returns the condition that a computed number of bytes is negative. Converted to `size_t`, such a number is
/// very large. `None` for a constant number, and for an object of a computed size, which is not made with a
/// negative size.
fn negative(cfg: &mut Cfg, bytes: Bytes, width: ExprId, size: ExprId) -> Option<ExprId> {
    let is_computed = matches!(bytes, Bytes::Computed(_)) && cfg.exprs.as_constant(width).is_none();
    let is_asked = is_computed && cfg.exprs.as_constant(size).is_some();
    is_asked.then(|| {
        let zero = wide::constant(&mut cfg.exprs, 0);
        wide::compare(&mut cfg.exprs, BinaryOp::Lt, width, zero)
    })
}

fn touched(cfg: &mut Cfg, size: ExprId, reach: &csieve_graph::Reach, width: ExprId) -> Option<Touched> {
    let mut parts = Vec::new();
    for &(index, stride) in &reach.parts {
        if !matches!(cfg.expr(index).ty, Type::Int(_)) {
            return None;
        }
        parts.push((wide::index(&mut cfg.exprs, index)?, stride));
    }
    Some(Touched { size, constant: reach.constant, parts, width })
}

/// Returns the condition that a byte before the object is touched. None if that is impossible.
fn below(cfg: &mut Cfg, touched: &Touched) -> Option<ExprId> {
    let unit = unit(touched);
    let exprs = &mut cfg.exprs;
    if touched.parts.is_empty() && touched.constant >= 0 {
        return None;
    }
    let index = scaled(exprs, &touched.parts, unit);
    let bound = wide::constant(exprs, ceiling(-touched.constant, unit));
    Some(wide::compare(exprs, BinaryOp::Lt, index, bound))
}

/// Returns the condition that a byte past the end of the object is touched. None if that is impossible.
fn above(cfg: &mut Cfg, touched: &Touched) -> Option<ExprId> {
    let exprs = &mut cfg.exprs;
    let unit = unit(touched);
    let width = exprs.as_constant(touched.width);
    if let (Some(size), Some(width)) = (exprs.as_constant(touched.size), width) {
        let room = size - width - touched.constant;
        if touched.parts.is_empty() && room >= 0 {
            return None;
        }
        let index = scaled(exprs, &touched.parts, unit);
        let bound = wide::constant(exprs, room.div_euclid(unit) + 1);
        return Some(wide::compare(exprs, BinaryOp::Ge, index, bound));
    }
    // A reader understands `i >= n` better than `i * 4 + 4 > n * 4`.
    if let (ExprKind::Binary(BinaryOp::Mul, a, b), Some(width)) =
        (exprs.get(touched.size).kind.clone(), width)
    {
        let scaled_by = |expr: ExprId| exprs.as_constant(expr).filter(|factor| *factor > 0);
        let count = scaled_by(b).map(|factor| (a, factor)).or_else(|| scaled_by(a).map(|factor| (b, factor)));
        if let Some((count, factor)) = count
            && (touched.constant + width) % factor == 0
            && touched.parts.iter().all(|part| part.1 % factor == 0)
        {
            let further = (touched.constant + width) / factor - 1;
            let index = scaled(exprs, &touched.parts, factor);
            let further = wide::constant(exprs, further);
            let index = wide::binary(exprs, BinaryOp::Add, index, further);
            return Some(wide::compare(exprs, BinaryOp::Ge, index, count));
        }
    }
    let start = scaled(exprs, &touched.parts, 1);
    match width {
        Some(width) => {
            let last = wide::constant(exprs, touched.constant + width - 1);
            let last = wide::binary(exprs, BinaryOp::Add, start, last);
            Some(wide::compare(exprs, BinaryOp::Ge, last, touched.size))
        }
        None => {
            let constant = wide::constant(exprs, touched.constant);
            let start = wide::binary(exprs, BinaryOp::Add, start, constant);
            let end = wide::binary(exprs, BinaryOp::Add, start, touched.width);
            Some(wide::compare(exprs, BinaryOp::Gt, end, touched.size))
        }
    }
}

/// Returns the largest number of bytes of which the strides of all parts are multiples, at least 1.
fn unit(touched: &Touched) -> i128 {
    let gcd = |mut a: i128, mut b: i128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    };
    touched.parts.iter().fold(0, |unit, part| gcd(unit, part.1)).max(1)
}

/// Returns the sum of the parts of an offset, in multiples of `unit` bytes.
fn scaled(exprs: &mut csieve_graph::ExprArena, parts: &[(ExprId, i128)], unit: i128) -> ExprId {
    let mut sum = wide::constant(exprs, 0);
    for &(index, stride) in parts {
        let factor = wide::constant(exprs, stride / unit);
        let part = wide::binary(exprs, BinaryOp::Mul, index, factor);
        sum = wide::binary(exprs, BinaryOp::Add, sum, part);
    }
    sum
}

fn ceiling(value: i128, unit: i128) -> i128 {
    -((-value).div_euclid(unit))
}

fn limit(cfg: &Cfg, pointer: ExprId, callee: Option<Callee<'_>>, of: &str, is_above: bool) -> Limit {
    let side = if is_above { "past the end of" } else { "before the start of" };
    let (subject, certain, possible) = match callee {
        None => {
            let subject = cell_text(cfg, pointer);
            let said = |verb: &str| format!("`{subject}` {verb} {side} {of}");
            let (certain, possible) = (said("lies"), said("can lie"));
            (subject, certain, possible)
        }
        Some(callee) => {
            let told = if callee.is_told { ", says its attribute `access`" } else { "" };
            let said = |verb: &str| format!("`{}` {verb} {side} {of}{told}", callee.name);
            (expr_text(cfg, pointer), said("goes"), said("can go"))
        }
    };
    Limit { subject, certain, possible, is_certain: false, is_evident: false, vars: Vec::new(), is_above }
}

/// Returns the name of an object with its size: "`a`, which has 10 elements".
fn extent_text(cfg: &Cfg, reach: &csieve_graph::Reach, extent: u64) -> String {
    let name = match cfg.expr(reach.base).kind.as_inside() {
        Some(_) => cell_text(cfg, reach.base),
        None => expr_text(cfg, reach.base),
    };
    let stride = reach.parts.first().map_or(1, |part| part.1);
    format!("`{name}`, which has {}", count(i128::from(extent), stride))
}

fn count(bytes: i128, stride: i128) -> String {
    let (number, unit) =
        if stride > 1 && bytes % stride == 0 { (bytes / stride, "element") } else { (bytes, "byte") };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}
