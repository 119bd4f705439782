//! Operands whose order of evaluation C leaves open, and whose order may matter (C11 6.5, paragraphs 2 and 3).
//!
//! Operands that read an object by its name are evaluated first; what they read may also be read after each of the
//! others ([`Lowering::settle`]). Of the others, each order becomes a path, if there are few orders. A run chooses
//! between the paths, and what it finds counts only if it finds it in every order. Where there are too many orders,
//! the path from left to right stands for all: before each operand, anything may have changed that other code can
//! reach.

mod plan;

use super::{Lowered, Lowering, convert::Value, effects::Early, place::Lvalue, usage::inner};
use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, ExprKind, IntType, VarId, VarKind};
use plan::{Operand, Plan, Step};

/// The number of operands, one inside the other, up to which all orders become paths.
const MOST_NESTED: u32 = 2;

/// The number of steps in paths that a function may have for the sake of orders.
pub(super) const MOST_STEPS: usize = 120;

/// The temporaries that have the values of operands.
type Places = Vec<(Operand, Lvalue)>;

impl<'a> Lowering<'a> {
    /// Evaluates operands ahead of their turn, in each order that C allows, if their order may matter. Whoever
    /// evaluates them later by [`Lowering::value`] gets these values.
    pub(super) fn in_any_order(&mut self, operands: &[Node<'a>]) -> Lowered<()> {
        let operands: Vec<Node<'a>> =
            operands.iter().copied().filter(|node| !self.is_foreseen(*node)).collect();
        // Without a call or statements inside an expression, the order does not matter.
        let acts = |node: &Node<'_>| self.source(*node).contains('(');
        if operands.len() < 2 || self.dead || !operands.iter().any(acts) {
            return Ok(());
        }
        let Some(plan) = self.plan(operands) else { return Ok(()) };
        let early = self.early();
        let mut values: Vec<(Value, Span)> = Vec::new();
        for &at in &plan.plain {
            let node = plan.operands[at];
            let value = self.value(node)?;
            values.push((value, self.span(node)));
        }
        for &at in &plan.acting {
            self.protect_all(&mut values, plan.operands[at]);
        }
        let places = self.evaluated(&plan, early)?;
        if plan.is_mixed {
            self.perhaps_between(early);
        }
        self.settle(early);
        for (&at, (value, _)) in plan.plain.iter().zip(values) {
            self.foresee(plan.operands[at], value);
        }
        for (at, place) in places {
            let value = self.current(&place);
            self.foresee(plan.operands[at], value);
        }
        Ok(())
    }

    /// Evaluates the operands of a plan that are not plain, by a path for each of its orders.
    fn evaluated(&mut self, plan: &Plan<'a>, early: usize) -> Lowered<Places> {
        let span = self.span(plan.operands[plan.orders[0][0].operand()]);
        let own = self.early();
        let steps: usize = plan.orders.iter().map(Vec::len).sum();
        let mut places = Places::new();
        if plan.orders.len() == 1 {
            if plan.is_open || plan.is_mixed {
                self.begin_order(0, span);
            }
            self.in_order(plan, &plan.orders[0], plan.is_open, early, &mut places)?;
            self.early.truncate(own);
            return Ok(places);
        }
        let is_affordable = self.nested_orders < MOST_NESTED && steps <= self.order_steps;
        if !is_affordable {
            self.begin_order(0, span);
            self.in_order(plan, &plan.orders[0], true, early, &mut places)?;
            self.early.truncate(own);
            return Ok(places);
        }
        self.order_steps -= steps;
        self.nested_orders += 1;
        let start = self.here;
        let mut ends = Vec::new();
        for (number, order) in plan.orders.iter().enumerate() {
            (self.here, self.dead) = (start, false);
            self.begin_order(number as u32, span);
            self.in_order(plan, order, plan.is_open && number == 0, early, &mut places)?;
            self.early.truncate(own);
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        self.nested_orders -= 1;
        Ok(places)
    }

    /// Begins the path of an order.
    fn begin_order(&mut self, number: u32, span: Span) {
        self.step(Action::Skip, span);
        let edge = self.graph.last_edge();
        self.graph.concrete().orders.insert(edge, number);
    }

    /// Evaluates operands in an order. With `is_open`, others may be evaluated before each of them.
    fn in_order(
        &mut self,
        plan: &Plan<'a>,
        order: &[Step],
        is_open: bool,
        early: usize,
        places: &mut Places,
    ) -> Lowered<()> {
        let span = self.span(plan.operands[order[0].operand()]);
        let own = self.early();
        for (index, &step) in order.iter().enumerate() {
            if is_open {
                self.perhaps_after_others(span);
            }
            let at = step.operand();
            match step {
                Step::Parts(_) => self.evaluate_parts(plan.parts(at))?,
                Step::Whole(_) => {
                    let place = self.evaluate(plan, at, places)?;
                    for part in plan.parts(at) {
                        self.take_foreseen(*part);
                    }
                    places.retain(|(of, _)| *of != at);
                    places.push((at, place));
                }
            }
            if plan.acting.contains(&at) {
                // Whoever saved what was saved before lets it be read behind the last step.
                self.reread(if index + 1 == order.len() { own } else { early });
            }
        }
        if is_open {
            self.perhaps_after_others(span);
        }
        Ok(())
    }

    /// Evaluates an operand. Returns the place with its value, which is the same one in each order.
    fn evaluate(&mut self, plan: &Plan<'a>, at: Operand, places: &Places) -> Lowered<Lvalue> {
        let node = plan.operands[at];
        let known = places.iter().find(|(of, _)| *of == at).map(|(_, place)| place.clone());
        let reads = plan.reading.contains(&at);
        let place = match known {
            Some(place) if !reads => {
                self.assign_from(&place, node, self.span(node), false)?;
                place
            }
            known => {
                let value = self.value(node)?;
                let place = match known {
                    Some(place) => {
                        self.assign(&place, &value, self.span(node), false);
                        place
                    }
                    None => self.kept(&value, node),
                };
                if reads && plan.reading.len() > 1 {
                    self.read_again_into(&place, &value, node);
                }
                place
            }
        };
        Ok(place)
    }

    /// Evaluates parts of an operand ahead of the rest.
    fn evaluate_parts(&mut self, parts: &[Node<'a>]) -> Lowered<()> {
        for &part in parts {
            let value = self.value(part)?;
            let place = self.kept(&value, part);
            if parts.len() > 1 {
                self.read_again_into(&place, &value, part);
            }
            let value = self.current(&place);
            self.foresee(part, value);
        }
        Ok(())
    }

    /// Lets the value that is in a temporary also be read later.
    fn read_again_into(&mut self, place: &Lvalue, value: &Value, node: Node<'a>) {
        if let Lvalue::Var { var, ty } = place
            && self.variable_of(value) != Some(*var)
        {
            let value = self.converted(value, ty);
            self.early.push(Early { var: *var, value: value.expr, span: self.span(node) });
        }
    }

    /// Returns the temporary that has a value, which is a new one unless the value is a temporary already.
    fn kept(&mut self, value: &Value, node: Node<'a>) -> Lvalue {
        if value.ty.is_aggregate() {
            return Lvalue::Value(value.clone());
        }
        let own = self.variable_of(value).filter(|var| self.graph.var_info(*var).kind == VarKind::Temp);
        if let Some(var) = own {
            return Lvalue::Var { var, ty: value.ty.clone() };
        }
        let span = self.span(node);
        let saved = self.save(value, span);
        match self.variable_of(&saved) {
            Some(var) => Lvalue::Var { var, ty: saved.ty },
            None => Lvalue::Value(saved),
        }
    }

    fn variable_of(&self, value: &Value) -> Option<VarId> {
        match self.graph.exprs_ref().get(value.expr).kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        }
    }

    /// Adds a path on which anything that other code can reach has changed. Runs never take it.
    fn perhaps_after_others(&mut self, span: Span) {
        self.perhaps(Action::Opaque { vars: Vec::new() }, span);
    }

    /// Lets the values that were saved early, from index `since` on, be any values: they may be read in the middle of an
    /// operand.
    fn perhaps_between(&mut self, since: usize) {
        for at in since..self.early.len() {
            let Early { var, span, .. } = self.early[at];
            let ty = self.graph.var_info(var).ty;
            let value = self.graph.exprs().any(ty);
            self.perhaps(Action::Assign { var, value }, span);
        }
    }

    /// Adds an edge that runs never take, beside one that does nothing.
    fn perhaps(&mut self, action: Action, span: Span) {
        if self.dead {
            return;
        }
        let start = self.here;
        let known = self.graph.step(start, Action::Skip, span);
        let unknown = self.graph.step(start, action, span);
        let edge = self.graph.last_edge();
        let never = self.graph.exprs().constant(0, IntType::INT);
        self.graph.concrete().conditions.insert(edge, (never, true));
        self.merge(&[known, unknown], span);
    }

    /// Notes the value of an operand that was evaluated ahead of its turn.
    fn foresee(&mut self, node: Node<'a>, value: Value) {
        self.foreseen.insert(inner(node).byte_range(), value);
    }

    /// Returns the value of an operand that was evaluated ahead of its turn.
    pub(super) fn take_foreseen(&mut self, node: Node<'a>) -> Option<Value> {
        if self.foreseen.is_empty() { None } else { self.foreseen.remove(&inner(node).byte_range()) }
    }

    /// Returns whether an operand was evaluated ahead of its turn.
    pub(super) fn is_foreseen(&self, node: Node<'a>) -> bool {
        !self.foreseen.is_empty() && self.foreseen.contains_key(&inner(node).byte_range())
    }
}
