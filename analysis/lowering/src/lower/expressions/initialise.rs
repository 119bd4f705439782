//! Initialisers of objects in memory, and compound literals.

use super::{
    super::{
        Lowered, Lowering,
        convert::Value,
        ctype::{CType, Shape},
        usage::{identifiers, inner},
    },
    subobject::SubObject,
};
use std::{iter::Peekable, slice::Iter};

use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, EdgeId, ExprId, Initial};

/// The items of an initialiser list that are still to be read.
type Items<'i, 'a> = Peekable<Iter<'i, Node<'a>>>;

/// The largest number of aggregates inside each other of which only the innermost has the type of an item.
const MOST_LEVELS: usize = 16;

/// How an item of an initialiser list initialises a part of an object.
enum Fit {
    /// The item is the value of the part.
    Whole,
    /// The part has so many parts of its own. The item belongs to the first, items that follow to the others.
    Parts(usize),
    Unknown,
}

impl<'a> Lowering<'a> {
    /// Lowers a compound literal whose value is used: the contents of the object, or its address if it is an
    /// array.
    pub(super) fn compound_literal_value(&mut self, node: Node<'a>) -> Lowered<Value> {
        let (address, is_array) = self.literal_object(node)?;
        if is_array {
            return Ok(address);
        }
        let object = self.target(&address, self.span(node));
        Ok(self.read(&object))
    }

    /// Lowers a compound literal whose address is used. Returns the address of the object, or of the first
    /// element if it is an array.
    pub(super) fn compound_literal(&mut self, node: Node<'a>) -> Lowered<Value> {
        self.literal_object(node).map(|(address, _)| address)
    }

    /// Lowers a compound literal, which is an unnamed object: `(struct s){ ... }`. Returns its address (that
    /// of the first element for an array), and whether it is an array.
    fn literal_object(&mut self, node: Node<'a>) -> Lowered<(Value, bool)> {
        let ty_node = self.field(node, Field::Type)?;
        let list = self.field(node, Field::Value)?;
        let ty = self.type_reader().type_descriptor(ty_node);
        let ty = self.type_reader().completed(ty, ty_node.field(Field::Declarator), list);
        self.effects_of_lengths(ty_node, false);
        let name = self.object_name("compound literal");
        let address = self.graph.automatic(name);
        let span = self.span(node);
        self.initialise(address, &ty, list, span)?;
        let is_array = matches!(ty.shape, Shape::Array(..));
        let ty = if is_array { ty.decayed() } else { ty.pointer() };
        Ok((Value { expr: address, ty }, is_array))
    }

    /// Lowers the initialisation of an object in memory.
    pub(in crate::lower) fn initialise(
        &mut self,
        address: ExprId,
        ty: &CType,
        value: Node<'a>,
        span: Span,
    ) -> Lowered<()> {
        if value.kind() == Kind::InitializerList {
            let start = self.start_over(address, ty, span);
            if self.is_universal(value)? {
                return Ok(());
            }
            self.in_any_order(&leaves(value))?;
            self.initialise_list(address, ty, value, start)?;
            self.overridden_effects(value);
            return Ok(());
        }
        if !ty.is_aggregate() && !ty.is_unknown() {
            let value = self.value(value)?;
            let value = self.converted(&value, ty);
            self.step(Action::Store { pointer: address, value: value.expr }, span);
            return Ok(());
        }
        if matches!(value.kind(), Kind::StringLiteral | Kind::ConcatenatedString) {
            let literal = self.value(value)?;
            let start = self.start_over(address, ty, span);
            if let Some(initial) = self.graph.initials().get_mut(&start) {
                initial.strings.push((address, literal.expr));
            }
            return Ok(());
        }
        let first =
            if has_object(value) { Some(self.value(value)?) } else { self.discard(value).map(|()| None)? };
        let first = match first {
            Some(first) => self.same_object(&CType::UNKNOWN, &first),
            None => self.any(&CType::UNKNOWN),
        };
        self.step(Action::Store { pointer: address, value: first.expr }, span);
        Ok(())
    }

    /// Returns whether an initialiser is `{0}`, which makes an object zero whatever its type is.
    fn is_universal(&mut self, list: Node<'a>) -> Lowered<bool> {
        let mut items = list.named_children().filter(|item| item.kind() != Kind::Comment);
        let (Some(only), None) = (items.next(), items.next()) else { return Ok(false) };
        if only.kind() != Kind::NumberLiteral {
            return Ok(false);
        }
        let value = self.value(only)?;
        Ok(self.as_constant(&value).is_some_and(|known| known.value == 0))
    }

    /// Gives an object any value before its members are initialised. Returns the edge of that store. Constant
    /// members are recorded with this edge later, instead of getting edges of their own.
    fn start_over(&mut self, address: ExprId, ty: &CType, span: Span) -> EdgeId {
        let any = self.any(&CType::UNKNOWN);
        self.step(Action::Store { pointer: address, value: any.expr }, span);
        let edge = self.graph.last_edge();
        if let Some(bytes) = self.size_of(ty) {
            self.graph.initials().insert(edge, Initial { bytes, ..Initial::default() });
        }
        edge
    }

    /// Initialises an object by the items of a list in braces.
    fn initialise_list(&mut self, address: ExprId, ty: &CType, list: Node<'a>, start: EdgeId) -> Lowered<()> {
        self.enter(list)?;
        let all: Vec<Node<'a>> = list.named_children().filter(|item| item.kind() != Kind::Comment).collect();
        let mut items = all.iter().peekable();
        let mut position = Some(0);
        let mut may_repeat = false;
        while let Some(item) = items.next() {
            let value = item.field(Field::Value).filter(|_| item.kind() == Kind::InitializerPair);
            let value = value.unwrap_or(*item);
            let designators: Vec<Node<'a>> = item.fields(Field::Designator).collect();
            let sub = if designators.is_empty() {
                self.positioned(address, ty, position)
            } else {
                self.designated(address, ty, &designators)
            };
            position = sub.next;
            may_repeat |= !designators.is_empty() || position.is_none();
            let (begun, span) = ((start, may_repeat), self.span(*item));
            if !designators.is_empty() && self.is_within(&sub.ty, value) {
                let start = self.begin(&sub, begun, span);
                self.initialise_item(&sub, value, start, span)?;
                position = None;
            } else if !self.initialise_part(&sub, value, &mut items, begun, span)? {
                position = None;
            }
        }
        self.leave();
        Ok(())
    }

    /// Initialises a part of an object by an item of a list, and by items that follow if the part takes several as an
    /// aggregate without braces of its own (C11 6.7.9, 20). `begun` has the edge with which constants are recorded, and whether
    /// earlier items may have given values to the part. Returns whether it is known which part is next.
    fn initialise_part(
        &mut self,
        sub: &SubObject,
        value: Node<'a>,
        items: &mut Items<'_, 'a>,
        begun: (EdgeId, bool),
        span: Span,
    ) -> Lowered<bool> {
        if value.kind() == Kind::InitializerList {
            let start = self.begin(sub, begun, span);
            self.initialise_list(sub.pointer, &sub.ty, value, start)?;
            return Ok(true);
        }
        let parts = match self.fit(&sub.ty, value) {
            Fit::Whole => {
                let start = self.begin(sub, begun, span);
                self.initialise_item(sub, value, start, span)?;
                return Ok(true);
            }
            Fit::Unknown => {
                let somewhere = self.positioned(sub.pointer, &sub.ty, None);
                let start = self.begin(&somewhere, begun, span);
                self.initialise_item(&somewhere, value, start, span)?;
                return Ok(false);
            }
            Fit::Parts(parts) => parts,
        };
        self.forget_unless_placed(sub, begun.0);
        self.enter(value)?;
        let (mut next, mut is_known) = (Some(value), true);
        for at in 0..parts {
            let Some(value) = next else { break };
            let part = self.positioned(sub.pointer, &sub.ty, Some(at).filter(|_| is_known));
            is_known &= self.initialise_part(&part, value, items, begun, self.span(value))?;
            let is_wanted = |item: &&Node<'a>| at + 1 < parts && item.kind() != Kind::InitializerPair;
            next = items.next_if(is_wanted).copied();
        }
        self.leave();
        Ok(is_known)
    }

    /// Begins to initialise a part of an object whose initialisation began on an edge. Returns the edge with which the
    /// constants of the part are recorded. If an item may replace the value that an earlier one gave to the same part, that
    /// is an edge of its own. Parts without an item keep what earlier items gave them (C11 6.7.9, 19).
    fn begin(&mut self, sub: &SubObject, (start, may_repeat): (EdgeId, bool), span: Span) -> EdgeId {
        let start = if may_repeat { self.start_over(sub.pointer, &sub.ty, span) } else { start };
        self.forget_unless_placed(sub, start);
        start
    }

    /// Forgets what is recorded with an edge if it is not known which bytes of the object an item for the part initialises.
    fn forget_unless_placed(&mut self, sub: &SubObject, start: EdgeId) {
        if sub.is_somewhere || self.record(&sub.ty).is_some_and(|record| record.union) {
            self.graph.initials().remove(&start);
        }
    }

    /// Returns whether an item belongs to a part of an object that its designators name, although it is not known which parts
    /// of that it initialises.
    fn is_within(&mut self, ty: &CType, value: Node<'a>) -> bool {
        value.kind() != Kind::InitializerList
            && !self.type_reader().may_be_several(value)
            && matches!(self.fit(ty, value), Fit::Unknown)
    }

    /// Returns how an item of a list that is not a list itself initialises a part of an object.
    fn fit(&mut self, ty: &CType, value: Node<'a>) -> Fit {
        if self.type_reader().may_be_several(value) {
            return Fit::Unknown;
        }
        let parts = match &ty.shape {
            Shape::Array(..) if matches!(value.kind(), Kind::StringLiteral | Kind::ConcatenatedString) => {
                return Fit::Whole;
            }
            Shape::Array(_, length) => length.and_then(|length| usize::try_from(length).ok()),
            Shape::Record(_) => {
                let given = self.type_reader().type_of(value);
                match given.shape {
                    _ if given.shape == ty.shape => return Fit::Whole,
                    Shape::Record(_) if !self.begins_with(ty, &given) => None,
                    _ if given.is_unknown() => None,
                    _ => self.record(ty).filter(|record| record.exact).map(|record| {
                        if record.union { record.fields.len().min(1) } else { record.fields.len() }
                    }),
                }
            }
            _ if ty.is_unknown() => None,
            _ => return Fit::Whole,
        };
        parts.filter(|parts| *parts > 0).map_or(Fit::Unknown, Fit::Parts)
    }

    /// Returns whether the first part of an aggregate, or the first part of that, and so on, has a type.
    fn begins_with(&self, ty: &CType, wanted: &CType) -> bool {
        let mut ty = ty.clone();
        for _ in 0..MOST_LEVELS {
            ty = match &ty.shape {
                Shape::Array(element, _) => CType::clone(element),
                _ => match self.record(&ty).and_then(|record| record.fields.first()) {
                    Some(field) => field.ty.clone(),
                    None => return false,
                },
            };
            if ty.shape == wanted.shape {
                return true;
            }
        }
        false
    }

    /// Lets what the items of a list write have any value, if one item may override another one: C does not say whether an
    /// overridden item is evaluated (C11 6.7.9, footnote 151).
    pub(in crate::lower) fn overridden_effects(&mut self, list: Node<'a>) {
        let mut designated: Vec<&str> = Vec::new();
        let mut overrides = false;
        for item in list.named_children().filter(|item| item.kind() != Kind::Comment) {
            if item.kind() == Kind::InitializerPair {
                let designators: Vec<Node<'a>> = item.fields(Field::Designator).collect();
                let (Some(first), Some(last)) = (designators.first(), designators.last()) else { continue };
                let text = &self.text[first.start_byte()..last.end_byte()];
                overrides |= designated.contains(&text);
                designated.push(text);
            } else {
                overrides |= !designated.is_empty();
            }
        }
        if overrides && self.has_effects(list) {
            let names = identifiers(list, self.text);
            let span = self.span(list);
            self.opaque(&names, span);
        }
    }

    fn initialise_item(
        &mut self,
        sub: &SubObject,
        value: Node<'a>,
        start: EdgeId,
        span: Span,
    ) -> Lowered<()> {
        let is_string = matches!(value.kind(), Kind::StringLiteral | Kind::ConcatenatedString);
        let value = self.value(value)?;
        // A constant needs no edge of its own: it is recorded with the edge that starts the initialisation.
        if self.as_truth(&value).is_some() {
            let is_array = matches!(sub.ty.shape, Shape::Array(..));
            let value = if is_array { value } else { self.converted(&value, &sub.ty) };
            if is_array {
                self.note_array(sub.pointer, &sub.ty);
            }
            if let Some(initial) = self.graph.initials().get_mut(&start) {
                let list = if is_array { &mut initial.strings } else { &mut initial.constants };
                list.push((sub.pointer, value.expr));
            }
            if is_array && !is_string {
                self.graph.initials().remove(&start);
            }
            return Ok(());
        }
        let value = if sub.ty.is_aggregate() { value } else { self.converted(&value, &sub.ty) };
        self.step(Action::Store { pointer: sub.pointer, value: value.expr }, span);
        Ok(())
    }
}

/// Returns the expressions in an initialiser list and the lists in it, in source order.
pub(in crate::lower) fn leaves(list: Node<'_>) -> Vec<Node<'_>> {
    let mut items = Vec::new();
    let mut pending = vec![list];
    while let Some(node) = pending.pop() {
        match node.kind() {
            Kind::InitializerList => {
                let first = pending.len();
                pending.extend(node.named_children());
                pending[first..].reverse();
            }
            Kind::InitializerPair => pending.extend(node.field(Field::Value)),
            Kind::Comment => {}
            _ => items.push(node),
        }
    }
    items
}

/// Returns whether an expression designates an object or is a call, so that it may have a structure as value.
fn has_object(node: Node<'_>) -> bool {
    matches!(
        inner(node).kind(),
        Kind::Identifier
            | Kind::FieldExpression
            | Kind::SubscriptExpression
            | Kind::PointerExpression
            | Kind::CallExpression
            | Kind::CompoundLiteralExpression
    )
}
