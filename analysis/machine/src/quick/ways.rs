//! Quick forms of the choice between the edges that leave a location.

use super::{compile::expression, edge::QuickEdge, expression::Expression};
use crate::{code::Code, guard::is_unconditional};
use csieve_graph::{Action, EdgeId, ExprId, Frees, Loc, Tests};

/// The edges that leave a location, with what decides between them.
#[allow(clippy::large_enum_variant, reason = "each is in a box of its own")]
pub(crate) enum Ways<'g> {
    /// Only the general form can choose.
    General,
    /// The only edge is always taken.
    Only(QuickEdge<'g>),
    /// Two edges assume one condition and its opposite.
    Fork {
        condition: Expression,
        /// The edge at which the host is told of the condition.
        first: EdgeId,
        if_true: QuickEdge<'g>,
        if_false: QuickEdge<'g>,
    },
    /// A misuse happens if the truth of a value is `misuse`; otherwise an edge is taken.
    Guard {
        value: Expression,
        misuse: bool,
        /// The edge of the misuse, at which the host is told of the value.
        first: EdgeId,
        way: QuickEdge<'g>,
    },
    /// Each edge has a test.
    Tests {
        /// The values that are tested.
        values: Box<[Expression]>,
        tests: Box<[Test<'g>]>,
    },
}

/// The test of an edge.
pub(crate) struct Test<'g> {
    pub edge: QuickEdge<'g>,
    /// The tested value, as an index.
    pub value: usize,
    pub kind: TestKind,
    /// Whether the host is told of the value at this edge.
    pub is_told: bool,
}

/// What a test asks of its value.
#[derive(Clone, Debug)]
pub(crate) enum TestKind {
    /// A misuse happens if the truth of the value is this one.
    Misuse(bool),
    /// The edge is taken if the truth of the value is this one.
    Truth(bool),
    /// The edge is taken if the value is a number and none of these, which ascend.
    NoneOf(Box<[i128]>),
    /// The only edge is taken if the value is a pointer, or a number from the first one to the second one.
    Within(i128, i128),
}

impl<'g> Ways<'g> {
    /// Makes the quick form of the choice at a location.
    pub(crate) fn new(code: &Code<'g>, at: Loc) -> Self {
        let open = code.cfg.successors[at.index()].as_slice();
        let concrete = &code.cfg.concrete;
        let is_special =
            |edge: &EdgeId| concrete.conditions.contains_key(edge) || concrete.orders.contains_key(edge);
        if open.iter().any(is_special) {
            return Self::General;
        }
        if let [edge] = open
            && is_unconditional(&code.cfg.edge(*edge).action)
        {
            return Self::Only(QuickEdge::new(code, *edge));
        }
        Self::tests(code, open).map_or(Self::General, Self::simplified)
    }

    fn tests(code: &Code<'g>, open: &[EdgeId]) -> Option<Self> {
        let is_misuse = |edge: &EdgeId| matches!(code.cfg.edge(*edge).action, Action::Misuse { .. });
        if open.len() == 1 && open.iter().any(is_misuse) {
            return None;
        }
        let (mut exprs, mut values, mut tests) = (Vec::new(), Vec::new(), Vec::new());
        // Misuses are looked for first.
        let order = open.iter().filter(|edge| is_misuse(edge));
        let order = order.chain(open.iter().filter(|edge| !is_misuse(edge)));
        for &edge in order {
            let (expr, kind) = test(&code.cfg.edge(edge).action)?;
            let is_within = matches!(kind, TestKind::Within(..));
            if is_within && open.len() > 1 {
                return None;
            }
            let known = exprs.iter().position(|known| *known == expr);
            let is_told = (known.is_none() || matches!(kind, TestKind::Misuse(_))) && !is_within;
            let value = match known {
                Some(value) => value,
                None => {
                    exprs.push(expr);
                    values.push(expression(code, expr)?);
                    values.len() - 1
                }
            };
            tests.push(Test { edge: QuickEdge::new(code, edge), value, kind, is_told });
        }
        (!tests.is_empty()).then(|| Self::Tests { values: values.into(), tests: tests.into() })
    }

    /// Returns the special form of two edges that depend on one value.
    fn simplified(self) -> Self {
        let Self::Tests { values, tests } = self else { return self };
        let kinds: Vec<_> = tests.iter().map(|test| test.kind.clone()).collect();
        let is_simple = match kinds.as_slice() {
            [TestKind::Truth(one) | TestKind::Misuse(one), TestKind::Truth(other)] => one != other,
            _ => false,
        };
        if !is_simple || values.len() != 1 {
            return Self::Tests { values, tests };
        }
        let (mut values, mut edges) = (values.into_iter(), tests.into_iter().map(|test| test.edge));
        let (Some(value), Some(a), Some(b)) = (values.next(), edges.next(), edges.next()) else {
            return Self::General;
        };
        let first = a.id;
        match kinds[0] {
            TestKind::Misuse(misuse) => Self::Guard { value, misuse, first, way: b },
            TestKind::Truth(true) => Self::Fork { condition: value, first, if_true: a, if_false: b },
            TestKind::Truth(false) | TestKind::NoneOf(_) | TestKind::Within(..) => {
                Self::Fork { condition: value, first, if_true: b, if_false: a }
            }
        }
    }
}

/// Returns the expression on which it depends whether an edge is taken, and the test; `None` if the edge has
/// no quick form.
fn test(action: &Action) -> Option<(ExprId, TestKind)> {
    let effects = action.effects();
    Some(match effects.tests {
        Tests::Misuse { kind, operand } => (operand, TestKind::Misuse(kind.is_condition())),
        Tests::Condition { cond, holds } => (cond, TestKind::Truth(holds)),
        Tests::NoneOf { value, cases } => (value, TestKind::NoneOf(cases.into())),
        Tests::Pointer { pointer, is_null: false } if effects.frees == Frees::Nothing => {
            (pointer, TestKind::Truth(true))
        }
        Tests::Within { value, low, high } => (value, TestKind::Within(low, high)),
        Tests::Nothing | Tests::Pointer { .. } | Tests::Handle { .. } => return None,
    })
}
