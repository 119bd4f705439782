//! Chooses which of the edges that leave a location is taken.

use super::{
    inputs::Host,
    outcome::{Followed, Stop, Subject, unknown},
    state::Machine,
    value::{Known, Value},
};
use csieve_base::rule::Rule;
use csieve_graph::{Action, Assigns, Cfg, EdgeId, ExprId, MisuseKind, Tests, expr_text};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The operands whose values the host was told of at a location, and the values.
struct Told<S> {
    /// The first ones: most locations have one or two.
    few: SmallVec<[(ExprId, Value<S>); 4]>,
    /// The others, as those of a `switch` with many cases.
    many: FxHashMap<ExprId, Value<S>>,
}

impl<S: Copy> Told<S> {
    fn new() -> Self {
        Self { few: SmallVec::new(), many: FxHashMap::default() }
    }

    fn get(&self, operand: ExprId) -> Option<Value<S>> {
        let few = self.few.iter().find(|(known, _)| *known == operand).map(|(_, value)| *value);
        few.or_else(|| self.many.get(&operand).copied())
    }

    fn push(&mut self, operand: ExprId, value: Value<S>) {
        if self.few.len() < self.few.inline_size() {
            self.few.push((operand, value));
        } else {
            self.many.insert(operand, value);
        }
    }
}

/// The edges that a run can take from a location.
type Ways = SmallVec<[EdgeId; 4]>;

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the edge that the run takes from its current location. Ends the run if a misuse happens there,
    /// or if it is not known which edge is taken.
    pub(crate) fn next(&mut self) -> Followed<EdgeId> {
        let cfg = self.cfg();
        let open = cfg.successors[self.frame().at.index()].as_slice();
        if let Some(&first) = open.first() {
            self.frame_mut().edge = first;
        } else {
            return Err(Stop::NeverReturns);
        }
        if let [edge] = open
            && is_always_open(cfg, *edge)
        {
            return Ok(*edge);
        }
        if let Some(edge) = self.ordered(open) {
            return Ok(edge);
        }
        let mut told = Told::new();
        self.misused(open, &mut told)?;
        if let Some(edge) = self.decided_by_host(open)? {
            return Ok(edge);
        }
        let mut ways = Ways::new();
        for &edge in open {
            self.frame_mut().edge = edge;
            if self.is_open(edge, open, &mut told)? {
                ways.push(edge);
            }
        }
        if ways.is_empty() {
            let fails = |edge: &&EdgeId| matches!(cfg.edge(**edge).action, Action::AllocFail { .. });
            ways.extend(open.iter().find(fails).copied());
        }
        if ways.len() > 1 {
            self.narrow(&mut ways);
        }
        match ways.as_slice() {
            [edge] => Ok(*edge),
            [] => Err(Stop::Undefined("what is assumed does not hold")),
            _ => unknown("which way is taken is not known"),
        }
    }

    /// Returns the edge that begins the order of evaluation that the host chooses; `None` if no order is open here.
    fn ordered(&mut self, open: &[EdgeId]) -> Option<EdgeId> {
        let cfg = self.cfg();
        let orders = &cfg.concrete.orders;
        let first = *open.iter().find(|edge| orders.contains_key(edge))?;
        let ways = open.iter().filter(|edge| orders.contains_key(edge)).count() as u32;
        let chosen = self.host.order(cfg, first, ways);
        let is_it = |edge: &&EdgeId| orders.get(edge) == Some(&chosen);
        Some(open.iter().find(is_it).copied().unwrap_or(first))
    }

    /// Ends the run if the misuse of one of the misuse edges among `open` happens. Adds the operands whose
    /// values decided this to `told`: the host was told of them.
    fn misused(&mut self, open: &[EdgeId], told: &mut Told<H::Shadow>) -> Followed<()> {
        let cfg = self.cfg();
        for &edge in open {
            let Action::Misuse { kind, operand } = cfg.edge(edge).action else { continue };
            // A misuse in computing the operand belongs to the edge without misuse, which computes the
            // operand too.
            let other = open.iter().find(|edge| !matches!(cfg.edge(**edge).action, Action::Misuse { .. }));
            self.frame_mut().edge = other.copied().unwrap_or(edge);
            let value = match self.value(operand) {
                Ok(value) => value,
                Err(_) if kind.is_condition() => continue,
                Err(stop) => return Err(stop),
            };
            let truth = value.known.truth();
            self.frame_mut().edge = edge;
            let Some(truth) = truth else {
                if kind.is_condition() {
                    continue;
                }
                return unknown(format!("`{}` is not known", expr_text(cfg, operand)));
            };
            told.push(operand, value);
            self.decided(edge, &value, truth);
            if truth == kind.is_condition() {
                return match kind {
                    MisuseKind::NullDereference => Err(Stop::Misuse(Rule::NullDereference, Subject::Nothing)),
                    MisuseKind::DivisionByZero => Err(Stop::Misuse(Rule::DivisionByZero, Subject::Nothing)),
                    MisuseKind::IntegerOverflow => Err(Stop::Misuse(Rule::IntegerOverflow, Subject::Nothing)),
                    // `within_objects` has checked this access before and could not tell that it leaves its
                    // object.
                    MisuseKind::OutOfBounds => unknown("an access may leave its object"),
                };
            }
        }
        Ok(())
    }

    /// Returns whether the run can take an edge, one of the edges `open` that leave its current location.
    fn is_open(&mut self, edge: EdgeId, open: &[EdgeId], told: &mut Told<H::Shadow>) -> Followed<bool> {
        let cfg = self.cfg();
        if let Some((condition, holds)) = cfg.concrete.conditions.get(&edge).copied() {
            let truth = self.value(condition)?.known.truth();
            return Ok(truth.is_none_or(|truth| truth == holds));
        }
        let effects = cfg.edge(edge).effects();
        if let Assigns::Null { .. } = effects.assigns {
            return Ok(open.len() == 1);
        }
        let value = match effects.tests {
            Tests::Misuse { .. } => return Ok(open.len() == 1),
            Tests::Within { value, .. } => {
                let known = self.quietly(value);
                return self.has_learnt(edge, known, open);
            }
            Tests::Condition { cond: value, .. }
            | Tests::NoneOf { value, .. }
            | Tests::Pointer { pointer: value, .. } => value,
            Tests::Nothing | Tests::Handle { .. } => return Ok(true),
        };
        let known = told.get(value);
        let result = match known {
            Some(known) => known,
            None => self.value(value)?,
        };
        let Some(truth) = result.known.truth() else {
            if self.is_implied(edge, open) {
                return Ok(true);
            }
            return unknown(format!("`{}` is not known", expr_text(cfg, value)));
        };
        let (is_open, holds) = match effects.tests {
            Tests::Condition { holds, .. } => (truth == holds, truth),
            Tests::NoneOf { cases, .. } => {
                let Known::Number(number) = result.known else {
                    return unknown("a pointer is switched over");
                };
                let is_none = !cases.contains(&number);
                (is_none, is_none)
            }
            Tests::Pointer { is_null, .. } => (truth != is_null, truth),
            Tests::Nothing | Tests::Misuse { .. } | Tests::Handle { .. } | Tests::Within { .. } => {
                (truth, truth)
            }
        };
        if known.is_none() {
            told.push(value, result);
            self.decided(edge, &result, holds);
        }
        Ok(is_open)
    }

    /// Returns whether an edge can be taken although its condition is unknown: the edge is the passing side
    /// of a size check, or the only edge and no assumption of the author.
    fn is_implied(&self, edge: EdgeId, open: &[EdgeId]) -> bool {
        let cfg = self.cfg();
        let Action::Assume { .. } = cfg.edge(edge).action else { return false };
        let asks_for_size = |edge: &EdgeId| {
            let Action::Misuse { kind, .. } = cfg.edge(*edge).action else { return false };
            kind.is_condition()
        };
        open.iter().any(asks_for_size) || open.len() == 1 && !cfg.is_assumed(cfg.edge(edge).span)
    }

    fn has_learnt(&mut self, edge: EdgeId, known: Known, open: &[EdgeId]) -> Followed<bool> {
        let Action::Learn { low, high, .. } = self.cfg().edge(edge).action else { return Ok(true) };
        match known {
            Known::Number(number) => Ok((low..=high).contains(&number)),
            Known::Pointer(_) if low <= 1 && high > 1 << 40 => Ok(true),
            Known::Pointer(_) | Known::Real(_) | Known::NotZero { .. } | Known::Nothing => {
                if open.len() == 1 { Ok(true) } else { unknown("what a call leaves behind is not known") }
            }
        }
    }

    /// Drops those edges of `ways` after which the next condition certainly fails. Of two edges that change
    /// nothing, keeps one.
    fn narrow(&mut self, ways: &mut Ways) {
        let cfg = self.cfg();
        let all = std::mem::take(ways);
        for edge in all {
            let changes_nothing = matches!(
                cfg.edge(edge).action,
                Action::Skip | Action::Assume { .. } | Action::AssumeNone { .. } | Action::Learn { .. }
            );
            let behind = &cfg.successors[cfg.edge(edge).to.index()];
            let asks = |edge: &EdgeId| matches!(cfg.edge(*edge).action, Action::Assume { .. });
            let is_asked = changes_nothing && !behind.is_empty() && behind.iter().all(asks);
            if !is_asked || behind.iter().any(|edge| self.may_hold(*edge)) {
                ways.push(edge);
            }
        }
        if let [one, other] = ways.as_slice()
            && self.assigns_nothing_new(*one, *other)
        {
            ways.truncate(1);
        }
    }

    fn may_hold(&mut self, edge: EdgeId) -> bool {
        let Tests::Condition { cond, holds } = self.cfg().edge(edge).effects().tests else { return true };
        self.quietly(cond).truth().is_none_or(|truth| truth == holds)
    }

    /// Returns whether two edges differ only in giving a variable the value that it already has. Then it does
    /// not matter which one is taken, although C leaves that open.
    fn assigns_nothing_new(&mut self, one: EdgeId, other: EdgeId) -> bool {
        let cfg = self.cfg();
        let (Action::Skip, Action::Assign { var, value }) = (&cfg.edge(one).action, &cfg.edge(other).action)
        else {
            return false;
        };
        let (old, new) = (self.variable(*var), self.quietly(*value));
        let ty = cfg.var(*var).ty;
        let old = self.read(old, 0, ty).map_or(Known::Nothing, |value| value.known);
        old == new && old.is_exact()
    }
}

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the edge to take where the host decides whether an operation succeeds; `None` if the edges
    /// `open` that leave the current location are no such operation.
    fn decided_by_host(&mut self, open: &[EdgeId]) -> Followed<Option<EdgeId>> {
        if let Some(edge) = self.allocation(open)? {
            return Ok(Some(edge));
        }
        if let Some(edge) = self.resource(open)? {
            return Ok(Some(edge));
        }
        self.locking(open)
    }
}

/// Returns whether the run takes an edge whenever it comes there, if no other edge leaves the location.
fn is_always_open(cfg: &Cfg, edge: EdgeId) -> bool {
    is_unconditional(&cfg.edge(edge).action) && !cfg.concrete.conditions.contains_key(&edge)
}

/// Returns whether an action is carried out whenever the run comes to it.
pub(crate) fn is_unconditional(action: &Action) -> bool {
    matches!(
        action,
        Action::Skip
            | Action::Declare(_)
            | Action::Assign { .. }
            | Action::Store { .. }
            | Action::Call { .. }
            | Action::LibraryCall { .. }
            | Action::Return(_)
    )
}
