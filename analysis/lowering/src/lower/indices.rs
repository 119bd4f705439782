//! Which index leads to which value, in tables that nothing writes: behind `names[i] == NULL`, `i` is the place of the NULL.

use csieve_graph::{Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, Type, UnaryOp, way};

use super::{Lowering, types::Element};

/// The largest lower bound of an index that is stated. Behind a loop that counts up to a sentinel far away, each path would have to
/// go round as often: searches would not get there.
const MOST_LEAST: i128 = 1;

/// What a condition says of the index of an element.
struct Known {
    /// The edge on which the condition decides.
    edge: EdgeId,
    index: ExprId,
    /// The bounds of the index there, both inclusive.
    low: i128,
    high: i128,
}

/// A test of a value in memory: `read op with`.
struct Test {
    read: ExprId,
    op: BinaryOp,
    with: i128,
    /// Whether the comparison is true or false.
    holds: bool,
}

impl Lowering<'_> {
    /// States what indices are behind conditions that test an element of an array whose elements are known. An index outside of
    /// the array is a misuse of its own.
    pub(super) fn learn_indices(&mut self) {
        if self.tables.is_empty() {
            return;
        }
        let cfg = self.graph.so_far();
        let known: Vec<Known> = cfg.edge_ids().filter_map(|edge| self.index_behind(cfg, edge)).collect();
        for Known { edge, index, low, high } in known {
            self.graph.insert_steps(edge, vec![Action::Learn { value: index, low, high }]);
            self.graph.always(self.graph.last_edge());
        }
    }

    fn index_behind(&self, cfg: &Cfg, edge: EdgeId) -> Option<Known> {
        let Action::Assume { cond, holds } = cfg.edge(edge).action else { return None };
        let test = test(cfg, cond, holds)?;
        let read = cfg.expr(test.read);
        let ExprKind::Load(address) = read.kind else { return None };
        let (object, way) = way(&cfg.exprs, address);
        let (low, high) =
            self.tables.get(&object)?.indices(&way, read.ty, |element| test.may_hold(element))?;
        Some(Known { edge, index: index(cfg, address)?, low: low.min(MOST_LEAST), high })
    }
}

impl Test {
    /// Returns whether the test may come out as it does if this is what is read.
    fn may_hold(&self, element: Element) -> bool {
        let is_true = match (element, self.op) {
            (Element::Value(value), BinaryOp::Eq) => value == self.with,
            (Element::Value(value), BinaryOp::Ne) => value != self.with,
            (Element::Value(value), BinaryOp::Lt) => value < self.with,
            (Element::Value(value), BinaryOp::Le) => value <= self.with,
            (Element::Value(value), BinaryOp::Gt) => value > self.with,
            (Element::Value(value), BinaryOp::Ge) => value >= self.with,
            (Element::NotNull, BinaryOp::Eq) if self.with == 0 => false,
            (Element::NotNull, BinaryOp::Ne) if self.with == 0 => true,
            _ => return true,
        };
        is_true == self.holds
    }
}

/// Returns what a condition tests, if that is one value in memory.
fn test(cfg: &Cfg, cond: ExprId, holds: bool) -> Option<Test> {
    match cfg.expr(cond).kind {
        ExprKind::Unary(UnaryOp::Not, inner) => test(cfg, inner, !holds),
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let is_turned = cfg.exprs.as_constant(a).is_some() && matches!(op, BinaryOp::Eq | BinaryOp::Ne);
            let (value, with) = if is_turned { (b, a) } else { (a, b) };
            let with =
                cfg.expr(with).kind.as_const().or(cfg.exprs.as_constant(with).filter(|with| *with == 0))?;
            Some(Test { read: read(cfg, value)?, op, with, holds })
        }
        _ => Some(Test { read: read(cfg, cond)?, op: BinaryOp::Ne, with: 0, holds }),
    }
}

/// Returns what is read from memory to get a value, if no conversion changed it since.
fn read(cfg: &Cfg, value: ExprId) -> Option<ExprId> {
    match cfg.expr(value).kind {
        ExprKind::Load(_) => Some(value),
        ExprKind::Cast(inner) | ExprKind::Seen(inner, _) if keeps(cfg.expr(inner).ty, cfg.expr(value).ty) => {
            read(cfg, inner)
        }
        _ => None,
    }
}

/// Returns the only index on the way to an address, which is no constant. Conversions that keep its value are left out.
fn index(cfg: &Cfg, mut address: ExprId) -> Option<ExprId> {
    while let ExprKind::Inside { base, index, .. } = cfg.expr(address).kind {
        if let Some(mut index) = index {
            while let Some(inner) = cfg.expr(index).kind.as_conversion()
                && keeps(cfg.expr(inner).ty, cfg.expr(index).ty)
            {
                index = inner;
            }
            let is_number = matches!(cfg.expr(index).ty, Type::Int(_));
            return (is_number && cfg.exprs.as_constant(index).is_none()).then_some(index);
        }
        address = base;
    }
    None
}

/// Returns whether a conversion from a type to another one changes no value.
fn keeps(from: Type, to: Type) -> bool {
    match (from, to) {
        (Type::Int(from), Type::Int(to)) => to.min() <= from.min() && from.max() <= to.max(),
        (from, to) => from == to,
    }
}
