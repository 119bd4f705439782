//! Conditions: `&&`, `||`, `!` and `?:` as control flow.

use super::super::{
    Lowered, Lowering,
    constant::Constant,
    convert::Value,
    ctype::{CType, Shape},
    flow::Branches,
    usage::inner,
};
use super::chain::is_logical;
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, Loc};

impl<'a> Lowering<'a> {
    /// Lowers a condition to branches. Returns the paths on which the condition is true and those on which it
    /// is false.
    pub(in crate::lower) fn branch(&mut self, node: Node<'a>) -> Lowered<Branches> {
        let (mut node, mut negated) = (inner(node), false);
        loop {
            if node.kind() == Kind::UnaryExpression && node.operator() == Kind::Bang {
                negated = !negated;
                node = inner(self.field(node, Field::Argument)?);
            } else if let Some(expected) = self.expected(node) {
                node = inner(expected);
            } else {
                break;
            }
        }
        self.enter(node)?;
        let branches = match node.kind() {
            Kind::BinaryExpression if is_logical(node) => self.logical(node)?,
            Kind::ConditionalExpression if node.field(Field::Consequence).is_some() => self.nested(node)?,
            Kind::CommaExpression => {
                let (left, right) = self.sides(node)?;
                self.discard(left)?;
                self.branch(right)?
            }
            _ => {
                let value = self.value(node)?;
                let span = self.span(node);
                let from = self.graph.edge_count();
                let branches = self.split(&value, span);
                if value.ty.is_pointer()
                    && let Some(question) = question(node)
                {
                    let by = self.span(question);
                    self.graph.asked(from.., by);
                }
                branches
            }
        };
        self.leave();
        Ok(if negated { Branches { holds: branches.fails, fails: branches.holds } } else { branches })
    }

    /// Returns `e` for a call `__builtin_expect(e, c)`.
    fn expected(&self, node: Node<'a>) -> Option<Node<'a>> {
        let name = node.field(Field::Function).filter(|_| node.kind() == Kind::CallExpression)?;
        let known = matches!(self.source(name), "__builtin_expect" | "__builtin_expect_with_probability");
        known.then(|| node.field(Field::Arguments)?.named_child(0)).flatten()
    }

    /// Splits control flow by the truth of a value.
    pub(in crate::lower) fn split(&mut self, value: &Value, span: Span) -> Branches {
        let here: Vec<Loc> = self.end().into_iter().collect();
        match self.as_truth(value) {
            Some(true) => Branches { holds: here, fails: Vec::new() },
            Some(false) => Branches { holds: Vec::new(), fails: here },
            None => {
                let mut side = |holds| {
                    let action = Action::Assume { cond: value.expr, holds };
                    self.graph.step(self.here, action, span)
                };
                let (holds, fails) = (side(true), side(false));
                if self.dead {
                    return Branches::default();
                }
                Branches { holds: vec![holds], fails: vec![fails] }
            }
        }
    }

    /// Lowers a chain of `&&` or of `||`, without recursion over its length.
    fn logical(&mut self, node: Node<'a>) -> Lowered<Branches> {
        let operator = node.operator();
        let mut operands = Vec::new();
        let mut node = node;
        while is_logical(node) && node.operator() == operator {
            operands.push(self.field(node, Field::Right)?);
            node = inner(self.field(node, Field::Left)?);
        }
        operands.push(node);
        let is_and = operator == Kind::AmpersandAmpersand;
        let mut done = Vec::new();
        let mut open = Vec::new();
        while let Some(operand) = operands.pop() {
            let branches = self.part(operand)?;
            let (decided, undecided) =
                if is_and { (branches.fails, branches.holds) } else { (branches.holds, branches.fails) };
            done.extend(decided);
            if operands.is_empty() {
                open = undecided;
            } else {
                let span = self.span(operand);
                self.merge(&undecided, span);
            }
        }
        Ok(if is_and { Branches { holds: open, fails: done } } else { Branches { holds: done, fails: open } })
    }

    /// Lowers a condition that is one operand of a larger condition, and marks its edges as such.
    fn part(&mut self, node: Node<'a>) -> Lowered<Branches> {
        let from = self.graph.edge_count();
        let branches = self.branch(node)?;
        self.graph.parts(from..);
        Ok(branches)
    }

    /// Lowers a condition of the form `c ? a : b` to branches.
    fn nested(&mut self, node: Node<'a>) -> Lowered<Branches> {
        let span = self.span(node);
        let condition = self.field(node, Field::Condition)?;
        let outer = self.part(condition)?;
        self.merge(&outer.holds, span);
        let mut branches = self.branch(self.field(node, Field::Consequence)?)?;
        self.merge(&outer.fails, span);
        let other = self.branch(self.field(node, Field::Alternative)?)?;
        branches.holds.extend(other.holds);
        branches.fails.extend(other.fails);
        Ok(branches)
    }

    /// Lowers `a && b` or `a || b` as a value, which is 1 or 0.
    pub(super) fn truth(&mut self, node: Node<'a>) -> Lowered<Value> {
        let span = self.span(node);
        let branches = self.branch(node)?;
        let place = self.temporary(&self.int(), self.source(node).to_owned());
        let mut ends = Vec::new();
        for (side, truth) in [(branches.holds, 1), (branches.fails, 0)] {
            if side.is_empty() {
                continue;
            }
            self.merge(&side, span);
            let value = self.constant(Constant::int(truth, self.context.model));
            self.store(&place, &value, span);
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        Ok(self.current(&place))
    }

    /// Lowers `c ? a : b` as a value. In `c ?: b`, `c` is evaluated only once.
    pub(super) fn choice(&mut self, node: Node<'a>) -> Lowered<Value> {
        let span = self.span(node);
        let condition = self.field(node, Field::Condition)?;
        let (first, fails) = match node.field(Field::Consequence) {
            Some(consequence) => {
                let branches = self.branch(condition)?;
                self.merge(&branches.holds, span);
                (self.value(consequence)?, branches.fails)
            }
            None => {
                let value = self.value(condition)?;
                let value = self.save(&value, span);
                let branches = self.split(&value, span);
                self.merge(&branches.holds, span);
                (value, branches.fails)
            }
        };
        let after_first = (self.here, self.dead);
        self.merge(&fails, span);
        let second = self.value(self.field(node, Field::Alternative)?)?;
        let after_second = (self.here, self.dead);
        let ty = self.choice_type(&first, &second);
        if ty.shape == Shape::Void {
            let ends: Vec<Loc> =
                [after_first, after_second].iter().filter(|end| !end.1).map(|end| end.0).collect();
            self.merge(&ends, span);
            return Ok(self.any(&CType::VOID));
        }
        let place = self.temporary(&ty, self.source(node).to_owned());
        let mut ends = Vec::new();
        for ((here, dead), value) in [(after_first, first), (after_second, second)] {
            (self.here, self.dead) = (here, dead);
            let value = self.converted(&value, &ty);
            self.store(&place, &value, span);
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        Ok(self.current(&place))
    }

    fn choice_type(&self, first: &Value, second: &Value) -> CType {
        match (&first.ty.shape, &second.ty.shape) {
            (Shape::Void, _) | (_, Shape::Void) => CType::VOID,
            (Shape::Pointer(to), Shape::Pointer(_)) if to.shape == Shape::Void => second.ty.clone(),
            (Shape::Pointer(_), _) => first.ty.clone(),
            (_, Shape::Pointer(_)) => second.ty.clone(),
            (a, b) if a == b && first.ty.as_int().is_none() => first.ty.clone(),
            _ => self.common_type(first, second),
        }
    }

    /// Lowers a choice between expressions of which it is not known which one is evaluated, as in `_Generic`.
    /// The result is any value, unless there is only one expression.
    pub(in crate::lower) fn one_of(&mut self, choices: &[Node<'a>], span: Span) -> Lowered<Value> {
        if let [only] = choices {
            return self.value(*only);
        }
        let (start, dead) = (self.here, self.dead);
        let mut ends = Vec::new();
        for &choice in choices {
            (self.here, self.dead) = (start, dead);
            self.step(Action::Skip, span);
            self.discard(choice)?;
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        Ok(self.any(&CType::UNKNOWN))
    }

    /// Lowers a statement such as `c ? f() : g();`, whose value is not used.
    pub(super) fn discarded_choice(&mut self, node: Node<'a>) -> Lowered<()> {
        let span = self.span(node);
        let branches = self.branch(self.field(node, Field::Condition)?)?;
        let mut ends = Vec::new();
        for (side, field) in [(branches.holds, Field::Consequence), (branches.fails, Field::Alternative)] {
            self.merge(&side, span);
            if let Some(expression) = node.field(field) {
                self.discard(expression)?;
            }
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        Ok(())
    }
}

/// Returns the token that makes an expression a condition: the `&&`, `?`, `if` and so on next to it.
fn question(operand: Node<'_>) -> Option<Node<'_>> {
    let mut node = operand;
    loop {
        let parent = node.parent()?;
        match parent.kind() {
            Kind::ParenthesizedExpression => node = parent,
            Kind::UnaryExpression => return parent.field(Field::Operator),
            Kind::BinaryExpression => return parent.field(Field::Operator),
            Kind::ConditionalExpression => return parent.child(1),
            _ => return parent.child(0),
        }
    }
}
