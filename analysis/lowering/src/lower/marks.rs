//! Marks: edges without effect for the events of rules of users. Without such rules no edge is added.
//!
//! An event about an argument happens before the call has effects, so that the argument still has its value.
//! An event about a result, or one that a result decides, happens behind the call.

use std::{ops::Range, sync::Arc};

use rustc_hash::FxHashMap;

use csieve_base::{
    own::{Hit, LabelId, ObjectAt, ResultIs},
    text::Span,
};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, BinaryOp, ExprId, ExprKind, IntType, Marked, MarkedObject, Type};

use crate::summary::Happened;

use super::{
    Lowered, Lowering,
    calls::{Call, Wanted},
    convert::Value,
    place::Lvalue,
    usage::inner,
};

/// What is known during lowering of the events in the text.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// What queries matched, in the order of the text.
    hits: Vec<Hit>,
    /// The values of the nodes that name objects, as they were last evaluated.
    objects: FxHashMap<Range<usize>, Option<ExprId>>,
    /// The arguments of calls whose effects are being lowered, by their places.
    passed: FxHashMap<Range<usize>, Vec<Option<ExprId>>>,
}

impl Events {
    /// Returns the events of a text with these matches.
    pub(super) fn new(hits: Vec<Hit>) -> Self {
        let objects = hits.iter().filter_map(|hit| hit.object.clone()).map(|object| (object, None)).collect();
        Self { hits, objects, passed: FxHashMap::default() }
    }
}

impl<'a> Lowering<'a> {
    /// Lowers a call with the events that it is.
    pub(super) fn marked_call(&mut self, node: Node<'a>, wanted: Wanted) -> Lowered<Value> {
        let labels = self.labels_of_call(node);
        if labels.is_empty() {
            return self.call_for(node, wanted);
        }
        let own = self.library.own();
        let needs_result = labels.iter().any(|label| is_behind(own.marking(*label)));
        let wanted = match wanted {
            Wanted::Nothing if needs_result => Wanted::Value,
            wanted => wanted,
        };
        let first = self.graph.so_far().marks.len();
        let value = self.call_for(node, wanted)?;
        let passed = self.events.as_mut().and_then(|events| events.passed.remove(&node.byte_range()));
        let is_new = self.graph.so_far().marks.len() == first;
        for &label in labels {
            let marking = own.marking(label);
            let object = match (marking.object, &passed) {
                (ObjectAt::Nowhere | ObjectAt::Captured, _) => MarkedObject::None,
                (ObjectAt::Argument(at), Some(args)) => object(args.get(at).copied().flatten()),
                (ObjectAt::Argument(_), None) => MarkedObject::Unknown,
                (ObjectAt::Result, _) => MarkedObject::Is(value.expr),
            };
            // Some calls are lowered without their arguments.
            if is_behind(marking) || passed.is_none() && is_new {
                self.mark_if(marking.when, &value, (label, object), node);
            }
        }
        Ok(value)
    }

    /// Returns the labels of a call of a function by its name.
    fn labels_of_call(&self, node: Node<'a>) -> &'a [LabelId] {
        let own = self.library.own();
        if own.is_empty() {
            return &[];
        }
        match node.field(Field::Function).map(inner) {
            Some(function) if function.kind() == Kind::Identifier => own.of_call(self.source(function)),
            _ => &[],
        }
    }

    /// Marks a call whose arguments were evaluated, before it has effects. An argument is `None` if it has no
    /// value of its own.
    pub(super) fn mark_arguments(&mut self, call: &Call<'a>, args: Vec<Option<ExprId>>) {
        let own = self.library.own();
        for &label in own.of_call(call.name) {
            let marking = own.marking(label);
            let object = match marking.object {
                ObjectAt::Argument(at) => object(args.get(at).copied().flatten()),
                _ => MarkedObject::None,
            };
            if !is_behind(marking) {
                self.mark(Marked::Label(label), object, call.node);
            }
        }
        if let Some(events) = &mut self.events {
            events.passed.insert(call.node.byte_range(), args);
        }
    }

    /// Marks the arguments of a call whose effects come from a summary.
    pub(super) fn mark_handed_on(&mut self, call: &Call<'a>, args: &[Option<ExprId>]) {
        if !self.library.own().of_call(call.name).is_empty() {
            return;
        }
        for arg in args.iter().flatten() {
            if self.graph.exprs_ref().as_constant(*arg).is_none() {
                self.mark(Marked::HandedOn, MarkedObject::Is(*arg), call.node);
            }
        }
    }

    /// Marks an event behind a call, on the paths on which the result is as wanted.
    fn mark_if(
        &mut self,
        when: Option<ResultIs>,
        result: &Value,
        (label, object): (LabelId, MarkedObject),
        node: Node<'a>,
    ) {
        let Some(when) = when else { return self.mark(Marked::Label(label), object, node) };
        if self.dead {
            return;
        }
        let (cond, holds) = self.condition_that(when, result);
        let (start, span) = (self.here, self.span(node));
        self.step(Action::Assume { cond, holds: !holds }, span);
        let otherwise = self.here;
        self.here = start;
        self.step(Action::Assume { cond, holds }, span);
        self.mark(Marked::Label(label), object, node);
        self.merge(&[self.here, otherwise], span);
    }

    /// Returns the condition that a result is as wanted, as an expression and its truth value.
    fn condition_that(&mut self, when: ResultIs, result: &Value) -> (ExprId, bool) {
        match when {
            ResultIs::Zero => (result.expr, false),
            ResultIs::NotZero => (result.expr, true),
            ResultIs::Negative | ResultIs::NotNegative => {
                let ty = result.ty.ty().as_int().unwrap_or(IntType::INT);
                let exprs = self.graph.exprs();
                let zero = exprs.constant(0, ty);
                let is_negative = exprs.binary(BinaryOp::Lt, result.expr, zero, Type::Int(IntType::INT));
                (is_negative, when == ResultIs::Negative)
            }
        }
    }

    /// Adds an edge for an event at a node, unless the last edge is the same event.
    fn mark(&mut self, of: Marked, object: MarkedObject, node: Node<'a>) {
        if self.dead {
            return;
        }
        let last = self.graph.so_far().marks.last();
        let is_again = last
            .is_some_and(|last| (last.edge, last.of, last.object) == (self.graph.last_edge(), of, object));
        if !is_again {
            self.step(Action::Skip, self.span(node));
            let name = match of {
                Marked::Label(label) => Arc::clone(&self.library.own().marking(label).name),
                Marked::HandedOn => "".into(),
            };
            self.graph.mark(self.graph.last_edge(), (of, name), object, false);
        }
    }

    /// Marks an event that a callee surely has, with the place in the callee.
    pub(super) fn mark_inside(&mut self, event: &Happened, object: MarkedObject, span: Span) {
        let from = self.graph.edge_count();
        self.step(Action::Skip, span);
        let of = (Marked::Label(event.label), Arc::clone(&event.name));
        self.graph.mark(self.graph.last_edge(), of, object, true);
        self.graph.explain(from.., &event.inside);
    }

    /// Notes the value of an expression that was evaluated, and marks the events at it.
    pub(super) fn note_value(&mut self, node: Node<'a>, value: Option<ExprId>) {
        let Some(events) = &mut self.events else { return };
        if let Some(known) = events.objects.get_mut(&node.byte_range()) {
            *known = value.or(*known);
        }
        self.mark_node(node);
    }

    /// Notes the value of a place whose value or address is taken.
    pub(super) fn note_place(&mut self, node: Node<'a>, place: &Lvalue) {
        if self.events.as_ref().is_some_and(|events| events.objects.contains_key(&node.byte_range())) {
            let value = self.current(place).expr;
            if let Some(events) = &mut self.events {
                events.objects.insert(node.byte_range(), Some(value));
            }
        }
    }

    /// Marks the events that queries found at a node.
    pub(super) fn mark_node(&mut self, node: Node<'a>) {
        let Some(events) = &self.events else { return };
        let range = node.byte_range();
        let here = events.hits.iter().filter(|hit| hit.event == range);
        let found: Vec<(LabelId, MarkedObject)> = here
            .map(|hit| {
                let named = hit.object.as_ref().map(|named| events.objects.get(named).copied().flatten());
                (hit.label, named.map_or(MarkedObject::None, object))
            })
            .collect();
        for (label, object) in found {
            self.mark(Marked::Label(label), object, node);
        }
    }

    /// Returns the address of a variable that a call gets by reference, for marks only.
    pub(super) fn referred(&mut self, var: csieve_graph::VarId) -> ExprId {
        self.graph.exprs().add(ExprKind::AddressOf(var), Type::Pointer)
    }
}

fn object(value: Option<ExprId>) -> MarkedObject {
    value.map_or(MarkedObject::Unknown, MarkedObject::Is)
}

/// Returns whether an event happens behind the call.
fn is_behind(marking: &csieve_base::own::Marking) -> bool {
    marking.object == ObjectAt::Result || marking.when.is_some()
}
