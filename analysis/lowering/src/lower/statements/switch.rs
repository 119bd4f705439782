//! Lowering of `switch`. Its cases may be anywhere in the body, even inside loops.

use super::jump::Frame;
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, BinaryOp, Loc};

use crate::lower::{Lowered, Lowering, constant::Constant, convert::Value};

/// A `switch` whose body is being lowered.
#[derive(Debug)]
pub(super) struct Switch {
    pub after: Loc,
    /// The byte offset in the text at which the body of the `switch` starts.
    pub start: usize,
    value: Value,
    /// The location from which the edges to the cases start, after the switched value has been computed.
    dispatch: Loc,
    dead: bool,
    default: Option<Loc>,
    /// The constants of those cases whose constants are known.
    cases: Vec<i128>,
    /// The lower and the upper bound of each GNU case range, both inclusive, with the span of the range.
    ranges: Vec<(Constant, Constant, Span)>,
}

impl<'a> Lowering<'a> {
    pub(super) fn switch_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let condition = self.field(node, Field::Condition)?;
        let span = self.span(condition);
        let value = self.value(condition)?;
        let value = self.promote(&value);
        let after = self.graph.location();
        let (dispatch, dead) = (self.here, self.dead);
        let (cases, ranges) = (Vec::new(), Vec::new());
        let body = self.field(node, Field::Body)?;
        let start = body.start_byte();
        let switch = Switch { after, start, value, dispatch, dead, default: None, cases, ranges };
        self.stop();
        self.jumps.open(Frame::Switch(switch));
        self.scoped(body)?;
        self.join(after, span);
        if let Some(Frame::Switch(switch)) = self.jumps.close() {
            self.default_edge(switch, span);
        }
        self.resume(after);
        Ok(())
    }

    fn default_edge(&mut self, switch: Switch, span: Span) {
        let mut cases = switch.cases;
        cases.sort_unstable();
        cases.dedup();
        (self.here, self.dead) = (switch.dispatch, switch.dead);
        self.step(Action::AssumeNone { value: switch.value.expr, cases }, span);
        for (low, high, place) in switch.ranges {
            let mut ends = Vec::new();
            let from = self.here;
            for (op, bound) in [(BinaryOp::Lt, low), (BinaryOp::Gt, high)] {
                self.here = from;
                self.assume_relation(&switch.value, op, bound, place);
                ends.push(self.here);
            }
            self.merge(&ends, place);
            self.dead = switch.dead;
        }
        self.join(switch.default.unwrap_or(switch.after), span);
    }

    fn assume_relation(&mut self, value: &Value, op: BinaryOp, bound: Constant, span: Span) {
        let bound = self.constant(bound);
        let cond = self.combine(op, value, &bound, span);
        self.step(Action::Assume { cond: cond.expr, holds: true }, span);
    }

    pub(super) fn case_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let value = node.field(Field::Value);
        let span = match value {
            Some(value) => self.span(value),
            None => {
                let start = self.span(node).start;
                Span { start, end: start + 7 }
            }
        };
        let label = self.graph.location();
        self.join(label, span);
        self.case_edges(node, value, label, span)?;
        self.resume(label);
        let mut jump: Option<Node<'a>> = None;
        for child in node.named_children() {
            if Some(child) != value && !self.is_range_end(child) {
                if let Some(jump) = jump.take() {
                    self.note_behind(jump, child);
                }
                jump = self.follow(child)?;
            }
        }
        Ok(())
    }

    /// Adds the path from the `switch` to a `case` label, or notes the label as the `default`.
    fn case_edges(&mut self, node: Node<'a>, value: Option<Node<'a>>, label: Loc, span: Span) -> Lowered<()> {
        let found = self.jumps.frames.iter().rposition(|frame| matches!(frame, Frame::Switch(_)));
        let Some(at) = found else { return Err(self.skipped("a case outside a switch", node)) };
        let Frame::Switch(switch) = &self.jumps.frames[at] else { return Ok(()) };
        let (switched, from, dead) = (switch.value.clone(), switch.dispatch, switch.dead);
        let before = (self.here, self.dead);
        let Some(value) = value else {
            if let Frame::Switch(switch) = &mut self.jumps.frames[at] {
                switch.default = Some(label);
            }
            self.reached.insert(label);
            return Ok(());
        };
        let (low, high) = match self.case_range(node, value) {
            Some((low, high)) => (self.case_constant(low), self.case_constant(high)),
            None => {
                let only = self.case_constant(value);
                (only, only)
            }
        };
        (self.here, self.dead) = (from, dead);
        match (low, high) {
            (Some(low), Some(high)) if low == high => {
                let constant = self.constant(low);
                let constant = self.converted(&constant, &switched.ty);
                if let (Some(known), Frame::Switch(switch)) =
                    (self.as_constant(&constant), &mut self.jumps.frames[at])
                {
                    switch.cases.push(known.value);
                }
                let cond = self.combine(BinaryOp::Eq, &switched, &constant, span);
                self.step(Action::Assume { cond: cond.expr, holds: true }, span);
            }
            (Some(low), Some(high)) => {
                self.assume_relation(&switched, BinaryOp::Ge, low, span);
                self.assume_relation(&switched, BinaryOp::Le, high, span);
                if let Frame::Switch(switch) = &mut self.jumps.frames[at] {
                    switch.ranges.push((low, high, span));
                }
            }
            // The constant of the case is not known: the value may match this case or lead to the default.
            _ => {}
        }
        self.join(label, span);
        (self.here, self.dead) = before;
        Ok(())
    }

    fn case_constant(&mut self, node: Node<'a>) -> Option<Constant> {
        let constant = self.type_reader().evaluate(node);
        constant.or_else(|| {
            let name = (node.kind() == Kind::Identifier).then(|| self.named(node))?;
            match name {
                crate::lower::place::Lvalue::Value(value) => self.as_constant(&value),
                _ => None,
            }
        })
    }
}
