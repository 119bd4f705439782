//! Operands whose order of evaluation C leaves open, and whose order may matter (C11 6.5, paragraphs 2 and 3).
//!
//! Operands that only read are evaluated first; what they read may also be read after each of the others
//! ([`Lowering::settle`]). Of the others, two or three get a path for each order. A run chooses between the paths,
//! and what it finds counts only if it finds it in every order. With more operands, or if calls inside an operand may
//! stand between those of another, everything that they may write is also unknown afterwards.

use super::{Lowered, Lowering, beside::Beside, convert::Value, place::Lvalue, usage::inner};
use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, ExprKind, IntType, VarId, VarKind};

/// The number of operands, one inside the other, up to which all orders become paths.
const MOST_NESTED: u32 = 2;

/// The operand at an index of a list of operands.
type Operand = usize;

impl<'a> Lowering<'a> {
    /// Evaluates operands ahead of their turn, in each order that C allows, if their order may matter. Whoever
    /// evaluates them later by [`Lowering::value`] gets these values.
    pub(super) fn in_any_order(&mut self, operands: &[Node<'a>]) -> Lowered<()> {
        if operands.len() < 2 || self.dead {
            return Ok(());
        }
        let beside: Vec<Beside<'a>> = operands.iter().map(|node| self.beside(*node)).collect();
        let acting: Vec<Operand> = (0..operands.len()).filter(|at| beside[*at].acts()).collect();
        let Some(first_write) = acting.iter().copied().find(|at| beside[*at].writes) else {
            return self.numbered(operands, &beside, acting);
        };
        let met = meeting(&beside, &acting);
        let first_read = if met.is_empty() { first_write } else { 0 };
        let reading = (first_read..operands.len()).filter(|at| !acting.contains(at));
        let reading: Vec<Operand> = reading.filter(|at| self.reads_shared(operands[*at])).collect();
        if met.is_empty() && reading.is_empty() {
            return Ok(());
        }
        let early = self.early();
        let mut values: Vec<(Value, Span)> = Vec::new();
        for &at in &reading {
            let value = self.value(operands[at])?;
            values.push((value, self.span(operands[at])));
        }
        for &at in &acting {
            self.protect_all(&mut values, operands[at]);
        }
        self.evaluate_acting(operands, &beside, &acting, &met, early)?;
        self.settle(early);
        for (at, (value, _)) in reading.into_iter().zip(values) {
            self.foresee(operands[at], value);
        }
        Ok(())
    }

    /// Evaluates operands that write nothing, but take answers from outside one after the other.
    fn numbered(
        &mut self,
        operands: &[Node<'a>],
        beside: &[Beside<'a>],
        acting: Vec<Operand>,
    ) -> Lowered<()> {
        let met = meeting(beside, &acting);
        if met.is_empty() {
            return Ok(());
        }
        let early = self.early();
        self.evaluate_acting(operands, beside, &met, &met, early)
    }

    /// Evaluates the operands that may change what others see: those in `met` in each order.
    fn evaluate_acting(
        &mut self,
        operands: &[Node<'a>],
        beside: &[Beside<'a>],
        acting: &[Operand],
        met: &[Operand],
        early: usize,
    ) -> Lowered<()> {
        let span = self.span(operands[acting[0]]);
        let is_fixed = met.iter().any(|at| beside[*at].is_fixed || self.is_whole(operands[*at]));
        let goes_on = !is_fixed && self.nested_orders < MOST_NESTED;
        let mut temps = Vec::new();
        if met.is_empty() || !goes_on {
            for &at in acting {
                let value = self.value(operands[at])?;
                let value = if value.ty.is_aggregate() {
                    value
                } else {
                    let place = self.kept(&value, operands[at]);
                    self.current(&place)
                };
                temps.extend(self.variable_of(&value));
                self.foresee(operands[at], value);
                self.reread(early);
            }
            if !met.is_empty() {
                self.left_open(temps, span, true);
            }
            return Ok(());
        }
        let others = acting.iter().copied().filter(|at| !met.contains(at));
        let orders: Vec<Vec<Operand>> =
            orders(met).into_iter().map(|o| o.into_iter().chain(others.clone()).collect()).collect();
        let places = self.each_order(operands, &orders, early, span)?;
        let is_nested = met.iter().any(|at| beside[*at].calls > 1);
        if is_nested || met.len() > 3 {
            let vars = places.iter().filter_map(|(_, place)| match place {
                Lvalue::Var { var, .. } => Some(*var),
                _ => None,
            });
            let vars = vars.collect();
            self.left_open(vars, span, false);
        }
        for (at, place) in places {
            let value = self.current(&place);
            self.foresee(operands[at], value);
        }
        Ok(())
    }

    /// Adds a path for each order of operands. Returns the temporaries with their values.
    fn each_order(
        &mut self,
        operands: &[Node<'a>],
        orders: &[Vec<Operand>],
        early: usize,
        span: Span,
    ) -> Lowered<Vec<(Operand, Lvalue)>> {
        self.nested_orders += 1;
        let start = self.here;
        let mut places: Vec<(Operand, Lvalue)> = Vec::new();
        let mut ends = Vec::new();
        for (number, order) in orders.iter().enumerate() {
            (self.here, self.dead) = (start, false);
            self.step(Action::Skip, span);
            let edge = self.graph.last_edge();
            self.graph.concrete().orders.insert(edge, number as u32);
            for &at in order {
                let node = operands[at];
                match places.iter().find(|(of, _)| *of == at).map(|(_, place)| place.clone()) {
                    Some(place) => drop(self.assign_from(&place, node, self.span(node), false)?),
                    None => {
                        let value = self.value(node)?;
                        places.push((at, self.kept(&value, node)));
                    }
                }
                self.reread(early);
            }
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        self.nested_orders -= 1;
        Ok(places)
    }

    /// Returns the temporary that has a value, which is a new one unless the value is a temporary already.
    fn kept(&mut self, value: &Value, node: Node<'a>) -> Lvalue {
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

    /// Returns whether an operand is a structure or a union, which no temporary can hold.
    fn is_whole(&mut self, node: Node<'a>) -> bool {
        self.type_reader().type_of(node).is_aggregate()
    }

    /// Adds a path on which everything that operands may write is unknown, with their values `vars`. Runs never take
    /// it. With `is_one`, the graph has only one of the orders, so that runs know that they miss the others.
    fn left_open(&mut self, vars: Vec<VarId>, span: Span, is_one: bool) {
        if self.dead {
            return;
        }
        let start = self.here;
        let known = self.graph.step(start, Action::Skip, span);
        if is_one {
            let edge = self.graph.last_edge();
            self.graph.concrete().orders.insert(edge, 0);
        }
        let unknown = self.graph.step(start, Action::Opaque { vars }, span);
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

/// Returns those of some operands whose order may matter, in source order.
fn meeting(beside: &[Beside], acting: &[Operand]) -> Vec<Operand> {
    let meets = |at: Operand| acting.iter().any(|other| *other != at && beside[at].meets(&beside[*other]));
    acting.iter().copied().filter(|at| meets(*at)).collect()
}

/// Returns the orders of operands that become paths: all of them if there are at most three operands.
fn orders(operands: &[Operand]) -> Vec<Vec<Operand>> {
    match *operands {
        [a, b, c] => [[a, b, c], [c, b, a], [a, c, b], [b, a, c], [b, c, a], [c, a, b]].map(Vec::from).into(),
        _ => vec![operands.to_vec(), operands.iter().rev().copied().collect()],
    }
}
