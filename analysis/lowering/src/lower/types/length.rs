//! The length that an initialiser gives to an array.

use std::{iter::Peekable, slice::Iter};

use super::{TypeReader, declarator::inner_declarator};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{
    ctype::{CType, Shape},
    literal,
};

impl TypeReader<'_> {
    /// Returns the type of an object with an initialiser. If it is an array whose `declarator` states no length, it
    /// gets the length that the initialiser gives, if that can be computed.
    pub(crate) fn completed(&mut self, ty: CType, declarator: Option<Node<'_>>, value: Node<'_>) -> CType {
        let Shape::Array(element, None) = &ty.shape else { return ty };
        if declarator.is_some_and(states_length) {
            return ty;
        }
        let length = match value.kind() {
            Kind::InitializerList => self.listed_length(element, value),
            Kind::StringLiteral | Kind::ConcatenatedString => self.string_array_length(element, value),
            _ => None,
        };
        CType { shape: Shape::Array(element.clone(), length), ..ty }
    }

    /// Returns the size in bytes of an object with an initialiser, which may give values to the flexible array member at
    /// the end of a structure. `None` if that is not known.
    pub(crate) fn initialised_size(&mut self, ty: &CType, value: Node<'_>) -> Option<u64> {
        let size = self.env.size_of(ty)?;
        let Some(record) = self.env.record(ty).filter(|record| !record.union) else { return Some(size) };
        let fields = record.fields.clone();
        let last = fields.last().filter(|last| matches!(last.ty.shape, Shape::Array(_, None | Some(0))));
        let Some(last) = last else { return Some(size) };
        let Shape::Array(element, _) = &last.ty.shape else { return None };
        let open = CType { shape: Shape::Array(element.clone(), None), ..last.ty.clone() };
        let (mut next, mut end) = (0, size);
        for item in value.named_children().filter(|item| item.kind() != Kind::Comment) {
            let mut given = item;
            if item.kind() == Kind::InitializerPair {
                let designators: Vec<Node<'_>> = item.fields(Field::Designator).collect();
                let [designator] = designators.as_slice() else { return None };
                let name = self.source(designator.named_child(0)?);
                next = fields.iter().position(|field| field.name == name)?;
                given = item.field(Field::Value)?;
            }
            let field = fields.get(next)?;
            if !self.is_whole(&field.ty, given) {
                return None;
            }
            if next + 1 == fields.len() {
                let Shape::Array(_, length) = self.completed(open.clone(), None, given).shape else {
                    return None;
                };
                let bytes = length?.checked_mul(self.env.size_of(element)?)?;
                end = end.max(last.offset?.checked_add(bytes)?);
            }
            next += 1;
        }
        Some(end)
    }

    fn string_array_length(&self, element: &CType, value: Node<'_>) -> Option<u64> {
        if element.as_int() == Some(IntType::wide_char_of(self.env.model())) {
            return literal::wide_length(self.source(value)).map(|length| length + 1);
        }
        let narrow = element.as_int().is_some_and(|int| int.bits == 8);
        literal::string_length(self.source(value)).filter(|_| narrow).map(|length| length + 1)
    }

    fn listed_length(&mut self, element: &CType, list: Node<'_>) -> Option<u64> {
        let items: Vec<Node<'_>> =
            list.named_children().filter(|item| item.kind() != Kind::Comment).collect();
        if let [only] = items.as_slice()
            && matches!(only.kind(), Kind::StringLiteral | Kind::ConcatenatedString)
            && element.as_int().is_some()
        {
            return self.string_array_length(element, *only);
        }
        let (mut next, mut length, mut nested) = (0_u64, 0_u64, false);
        let mut items = items.iter().peekable();
        while let Some(item) = items.next() {
            if item.kind() == Kind::InitializerPair {
                nested = item.fields(Field::Designator).nth(1).is_some();
                let designators: Vec<Node<'_>> = item.fields(Field::Designator).collect();
                let [designator, ..] = designators.as_slice() else { return None };
                let last = match designator.kind() {
                    Kind::SubscriptDesignator => designator.named_child(0)?,
                    Kind::SubscriptRangeDesignator => designator.field(Field::End)?,
                    _ => return None,
                };
                next = u64::try_from(self.evaluate(last)?.value).ok()?;
            } else if nested {
                return None;
            } else {
                self.take(element, *item, &mut items)?;
            }
            next = next.checked_add(1)?;
            length = length.max(next);
        }
        Some(length)
    }

    /// Returns whether an item of an initialiser list may be a macro that nothing defines, and so stand for several.
    pub(crate) fn may_be_several(&self, item: Node<'_>) -> bool {
        let name = match item.kind() {
            Kind::CallExpression => item.field(Field::Function),
            _ => Some(item),
        };
        let Some(name) = name.filter(|name| name.kind() == Kind::Identifier) else { return false };
        let name = self.source(name);
        !name.starts_with("__builtin_")
            && self.env.meaning(name).is_none()
            && !self.env.context().is_own(name)
    }

    /// Takes the items of a list that initialise an element of an array, of which this is the first. `None` if that is not
    /// known.
    fn take(
        &mut self,
        element: &CType,
        first: Node<'_>,
        items: &mut Peekable<Iter<'_, Node<'_>>>,
    ) -> Option<()> {
        if self.may_be_several(first) {
            return None;
        }
        if self.is_whole(element, first) {
            return Some(());
        }
        if self.depth >= super::MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let taken = self.take_parts(element, first, items);
        self.depth -= 1;
        taken
    }

    /// Takes the items for an aggregate without braces of its own.
    fn take_parts(
        &mut self,
        element: &CType,
        first: Node<'_>,
        items: &mut Peekable<Iter<'_, Node<'_>>>,
    ) -> Option<()> {
        let parts = match &element.shape {
            Shape::Array(inner, Some(length)) => Parts::Elements(CType::clone(inner), *length),
            Shape::Record(_) if !self.type_of(first).is_unknown() => {
                let record = self.env.record(element).filter(|record| record.exact)?;
                let count = if record.union { 1 } else { record.fields.len() };
                Parts::Members(record.fields.iter().take(count).map(|field| field.ty.clone()).collect())
            }
            _ => return None,
        };
        if parts.count() == 0 {
            return None;
        }
        let mut next = Some(first);
        for at in 0..parts.count() {
            let Some(item) = next else { break };
            self.take(parts.ty(at)?, item, items)?;
            let is_wanted = |item: &&Node<'_>| at + 1 < parts.count() && item.kind() != Kind::InitializerPair;
            next = items.next_if(is_wanted).copied();
        }
        Some(())
    }

    /// Returns whether an item of an initialiser list initialises a whole element of an array. It does not if
    /// the element is a structure or array and the item gives it without braces of its own.
    fn is_whole(&mut self, element: &CType, item: Node<'_>) -> bool {
        match &element.shape {
            _ if item.kind() == Kind::InitializerList => true,
            Shape::Array(inner, _) => is_string(item) && inner.as_int().is_some(),
            Shape::Record(_) => self.type_of(item).shape == element.shape,
            Shape::Named(_) | Shape::Unknown => false,
            _ => true,
        }
    }
}

/// The types of the parts of an aggregate.
enum Parts {
    /// Elements of one type, so many.
    Elements(CType, u64),
    Members(Vec<CType>),
}

impl Parts {
    fn count(&self) -> u64 {
        match self {
            Self::Elements(_, count) => *count,
            Self::Members(all) => all.len() as u64,
        }
    }

    fn ty(&self, at: u64) -> Option<&CType> {
        match self {
            Self::Elements(ty, _) => Some(ty),
            Self::Members(all) => all.get(usize::try_from(at).ok()?),
        }
    }
}

/// Returns whether a declarator states the length of the array that it declares, even if that cannot be computed.
fn states_length(declarator: Node<'_>) -> bool {
    let (mut states, mut next) = (false, Some(declarator));
    while let Some(node) = next {
        match node.kind() {
            Kind::ArrayDeclarator | Kind::AbstractArrayDeclarator => {
                states = node.field(Field::Size).is_some();
            }
            Kind::PointerDeclarator
            | Kind::AbstractPointerDeclarator
            | Kind::FunctionDeclarator
            | Kind::AbstractFunctionDeclarator => states = false,
            _ => {}
        }
        next = inner_declarator(node);
    }
    states
}

fn is_string(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::StringLiteral | Kind::ConcatenatedString)
}
