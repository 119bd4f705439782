//! The values that an object has when the program starts, for the integers and pointers in it.

use std::slice::Iter;

use super::TypeReader;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Level, Type};

use crate::lower::{
    ctype::{CType, Shape},
    usage::inner,
};

/// The largest number of members of an object, elements of an array counted once.
const MOST_PARTS: usize = 64;

/// The largest number of elements of an array that are kept one by one.
const MOST_ELEMENTS: u64 = 256;

/// The values of the integers and pointers in an object when the program starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listed(Vec<Part>);

/// What an initialiser says of one integer or pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// It has this value; NULL is 0.
    Value(i128),
    /// It is a pointer other than NULL.
    NotNull,
    /// It may have any value.
    Unknown,
}

/// The integers or pointers of an object that one way leads to, whatever the indices are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    way: Vec<Level>,
    ty: Type,
    /// Where the first of them is, in bytes from the start of the object; `None` if that is not known.
    offset: Option<u64>,
    /// For each index on the way, outermost first, the size of an element in bytes and the number of elements.
    rows: Vec<(u64, u64)>,
    /// The smallest and the largest value of the initialiser; NULL is 0. `None` if it gives no value.
    values: Option<(i128, i128)>,
    /// Whether all values of the initialiser are known.
    is_known: bool,
    /// The names that the initialiser gives pointers to functions. They are functions if the file declares them so.
    /// `None` if it gives something else than these and NULL.
    functions: Option<Vec<Box<str>>>,
    /// The number of scalars that have a value in the initialiser, and the number of all.
    given: u64,
    all: u64,
    /// The scalars one by one, by the only index on the way. Empty if they are not known so.
    elements: Vec<Element>,
}

/// The rest of the items of an initialiser list.
type Items<'n, 't> = std::iter::Peekable<Iter<'n, Node<'t>>>;

/// The place of a part of an object while the parts are collected, as in [`Part`].
#[derive(Clone)]
struct Around {
    way: Vec<Level>,
    offset: Option<u64>,
    rows: Vec<(u64, u64)>,
}

impl Default for Around {
    fn default() -> Self {
        Self { way: vec![(String::new(), 0)], offset: Some(0), rows: Vec::new() }
    }
}

/// A part of an object while its initialiser is read.
#[derive(Clone, Copy)]
struct Place<'p> {
    ty: &'p CType,
    way: &'p [Level],
    /// The number of elements that get the same value.
    times: u64,
    /// The first and the last of these elements in the outermost array.
    at: Option<(u64, u64)>,
}

impl Listed {
    /// Returns the smallest and the largest value of the integers or pointers of a type that a way leads to; NULL is 0.
    /// `None` if they are not known.
    pub(crate) fn range(&self, way: &[Level], ty: Type) -> Option<(i128, i128)> {
        let leads_to = |part: &&Part| {
            let is_on_it = |(own, asked): (&Level, &Level)| own.0 == asked.0 && asked.1 <= own.1;
            part.way.len() == way.len() && part.way.iter().zip(way).all(is_on_it)
        };
        let part = self.0.iter().find(leads_to).filter(|part| part.is_known && part.ty == ty)?;
        // What has no initialiser is 0.
        let (low, high) = part.values.unwrap_or_default();
        Some(if part.given < part.all { (low.min(0), high.max(0)) } else { (low, high) })
    }
}

impl Listed {
    /// Returns the names of the functions to which the pointers lead that a way leads to. `None` if one of them may be NULL
    /// or something else.
    pub(crate) fn functions(&self, way: &[Level]) -> Option<&[Box<str>]> {
        let part = self.0.iter().find(|part| part.way == way && part.ty == Type::Pointer)?;
        let may_be_null = part.values.is_some() || part.given < part.all;
        part.functions.as_deref().filter(|functions| !functions.is_empty() && !may_be_null)
    }

    /// Returns the smallest and the largest index at which an integer or pointer may be as asked that a way with one index
    /// leads to. `None` if that is none, or if the elements are not known one by one.
    pub(crate) fn indices(
        &self,
        way: &[Level],
        ty: Type,
        may_be: impl Fn(Element) -> bool,
    ) -> Option<(i128, i128)> {
        let part = self.0.iter().find(|part| part.way == way && part.ty == ty)?;
        let mut indices = (0i128..).zip(&part.elements).filter(|(_, element)| may_be(**element));
        let first = indices.next()?.0;
        Some((first, indices.last().map_or(first, |(last, _)| last)))
    }

    /// Returns the way to the integer or pointer of a type at an offset in bytes. `None` if none is known to be there.
    pub(crate) fn way_to(&self, offset: u64, ty: Type) -> Option<&[Level]> {
        let is_there = |part: &&Part| part.is_known && part.ty == ty && part.is_at(offset);
        self.0.iter().find(is_there).map(|part| &*part.way)
    }
}

impl TypeReader<'_> {
    /// Returns the values of an array or structure without an initialiser, with static storage: all are 0. `None` if the
    /// type has too many parts.
    pub(crate) fn zeros(&mut self, ty: &CType) -> Option<Listed> {
        let mut listing = Listing { reader: self, parts: Vec::new(), repeats: false };
        listing.add_parts(ty, &mut Around::default(), 1)?;
        Some(Listed(listing.parts))
    }

    /// Returns the values that an initialiser gives to the integers and pointers in an array or structure. `None` if the
    /// initialiser is not understood.
    pub(crate) fn listed(&mut self, ty: &CType, value: Node<'_>) -> Option<Listed> {
        let mut listing = Listing { reader: self, parts: Vec::new(), repeats: false };
        listing.add_parts(ty, &mut Around::default(), 1)?;
        let place = Place { ty, way: &[(String::new(), 0)], times: 1, at: None };
        listing.item(place, value, &mut [].iter().peekable())?;
        let Listing { mut parts, repeats, .. } = listing;
        if repeats {
            // Of two values for one element only the last one counts, so that others may have none.
            for part in &mut parts {
                part.given = 0;
                part.elements.clear();
            }
        }
        for part in &mut parts {
            if part.elements.iter().all(|element| *element == Element::Unknown) {
                part.elements = Vec::new();
            }
        }
        let has_functions = |part: &Part| part.functions.as_ref().is_some_and(|all| !all.is_empty());
        parts.retain(|part| part.is_known || has_functions(part) || !part.elements.is_empty());
        Some(Listed(parts))
    }
}

impl TypeReader<'_> {
    /// Returns the name that a value gives a pointer to a function, as `f` and `&f`.
    fn function_name(&self, value: Node<'_>, ty: &CType) -> Option<Box<str>> {
        ty.target().filter(|target| matches!(target.shape, Shape::Function(_)))?;
        let mut value = inner(value);
        loop {
            value = match value.kind() {
                Kind::Identifier => return Some(self.source(value).into()),
                Kind::CastExpression => inner(value.field(Field::Value)?),
                Kind::PointerExpression if value.operator() == Kind::Ampersand => {
                    inner(value.field(Field::Argument)?)
                }
                _ => return None,
            };
        }
    }
}

struct Listing<'r, 's> {
    reader: &'r mut TypeReader<'s>,
    parts: Vec<Part>,
    /// Whether an element may have more than one value.
    repeats: bool,
}

impl Listing<'_, '_> {
    /// Adds the scalars of a type to the parts, `all` of them. Those of unions, bit-fields and flexible array
    /// members are left out.
    fn add_parts(&mut self, ty: &CType, around: &mut Around, all: u64) -> Option<()> {
        if ty.volatile || self.parts.len() > MOST_PARTS {
            return None;
        }
        match &ty.shape {
            Shape::Int(_) | Shape::Pointer(_) => {
                let Around { way, offset, rows } = around.clone();
                let ty = ty.ty();
                let (functions, values) = (Some(Vec::new()), None);
                let elements = match rows[..] {
                    [(_, count)] if count <= MOST_ELEMENTS => vec![Element::Value(0); count as usize],
                    _ => Vec::new(),
                };
                self.parts.push(Part {
                    way,
                    ty,
                    offset,
                    rows,
                    values,
                    is_known: true,
                    functions,
                    given: 0,
                    all,
                    elements,
                });
            }
            Shape::Array(element, Some(length)) => {
                around.way.last_mut()?.1 += 1;
                // Without a size, nothing is known to be at an offset.
                let size = self.reader.env.size_of(element);
                around.rows.push((size.unwrap_or(0), *length));
                let all = all.checked_mul(*length)?;
                self.deeper(|listing| listing.add_parts(element, around, all))?;
                around.rows.pop();
                around.way.last_mut()?.1 -= 1;
            }
            Shape::Record(_) => {
                let record = self.reader.env.record(ty).filter(|record| record.exact)?;
                let is_own = |bits: bool| !bits && !record.union;
                let fields: Vec<_> = record
                    .fields
                    .iter()
                    .filter(|field| is_own(field.bits))
                    .map(|field| (field.name.clone(), field.ty.clone(), field.offset))
                    .collect();
                let start = around.offset;
                for (name, ty, offset) in fields {
                    let is_named = !name.is_empty();
                    if is_named {
                        around.way.push((name, 0));
                    }
                    around.offset = start.zip(offset).map(|(start, offset)| start + offset);
                    self.deeper(|listing| listing.add_parts(&ty, around, all))?;
                    if is_named {
                        around.way.pop();
                    }
                }
                around.offset = start;
            }
            _ => {}
        }
        Some(())
    }

    /// Reads the initialiser of a part. If the part takes several items of the list around it, reads the others
    /// from `items`.
    fn item(&mut self, place: Place, value: Node<'_>, items: &mut Items) -> Option<()> {
        if value.is_error() || value.is_missing() || self.may_be_several(value) {
            return None;
        }
        if value.kind() == Kind::InitializerList {
            return self.deeper(|listing| listing.list(place, value));
        }
        let is_string = matches!(value.kind(), Kind::StringLiteral | Kind::ConcatenatedString);
        match &place.ty.shape {
            Shape::Int(_) | Shape::Pointer(_) => self.scalar(place, value),
            Shape::Array(element, _) if is_string && element.as_int().is_some() => self.text(place, value)?,
            Shape::Array(..) | Shape::Record(_) => {
                if self.reader.type_of(value).shape == place.ty.shape {
                    return None;
                }
                self.deeper(|listing| listing.without_braces(place, value, items))?;
            }
            Shape::Float(_) => {}
            _ => return None,
        }
        Some(())
    }

    /// Reads the initialiser list of a part.
    fn list(&mut self, place: Place, list: Node<'_>) -> Option<()> {
        let all: Vec<Node<'_>> = list.named_children().filter(|item| item.kind() != Kind::Comment).collect();
        let mut items = all.iter().peekable();
        if !place.ty.is_aggregate() {
            let value = items.next()?;
            let is_single = items.peek().is_none() && value.kind() != Kind::InitializerPair;
            return if is_single { self.item(place, *value, &mut items) } else { None };
        }
        if let [only] = all.as_slice()
            && matches!(only.kind(), Kind::StringLiteral | Kind::ConcatenatedString)
            && place.ty.target().is_some_and(|element| element.as_int().is_some())
        {
            return self.text(place, *only);
        }
        if self.reader.env.record(place.ty).is_some_and(|record| record.union) {
            return Some(());
        }
        let (mut next, mut end) = (0, 0);
        while let Some(item) = items.next() {
            let (value, first, last) = if item.kind() == Kind::InitializerPair {
                let (first, last) = self.designated(place.ty, *item)?;
                (item.field(Field::Value)?, first, last)
            } else {
                (*item, next, next)
            };
            self.repeats |= first < end;
            let count = last.checked_sub(first)?.checked_add(1)?;
            let times = place.times.checked_mul(count)?;
            let at = Self::elements_of(place, (first, last));
            self.part(Place { times, at, ..place }, last, value, &mut items)?;
            next = last.checked_add(1)?;
            end = next.max(end);
        }
        Some(())
    }

    /// Reads a part without braces of its own, which takes items of the list around it until it is full.
    fn without_braces(&mut self, place: Place, first: Node<'_>, items: &mut Items) -> Option<()> {
        let count = match &place.ty.shape {
            Shape::Array(_, length) => (*length)?,
            _ => {
                let record = self.reader.env.record(place.ty)?;
                (record.exact && !record.union).then_some(record.fields.len() as u64)?
            }
        };
        self.part(Place { at: Self::elements_of(place, (0, 0)), ..place }, 0, first, items)?;
        for at in 1..count {
            let Some(item) = items.next_if(|item| item.kind() != Kind::InitializerPair) else { break };
            self.part(Place { at: Self::elements_of(place, (at, at)), ..place }, at, *item, items)?;
        }
        Some(())
    }

    /// Returns which elements of the outermost array a value is for that a part gets at these positions.
    fn elements_of(around: Place, positions: (u64, u64)) -> Option<(u64, u64)> {
        around.at.or_else(|| matches!(around.ty.shape, Shape::Array(..)).then_some(positions))
    }

    /// Reads the initialiser of the element or member at a position.
    fn part(&mut self, around: Place, at: u64, value: Node<'_>, items: &mut Items) -> Option<()> {
        let mut way = around.way.to_vec();
        let ty = match &around.ty.shape {
            Shape::Array(element, length) => {
                way.last_mut()?.1 += 1;
                length.is_some_and(|length| at < length).then(|| CType::clone(element))?
            }
            _ => {
                let record = self.reader.env.record(around.ty).filter(|record| record.exact)?;
                let field = record.fields.get(usize::try_from(at).ok()?)?;
                if !field.name.is_empty() {
                    way.push((field.name.clone(), 0));
                }
                field.ty.clone()
            }
        };
        self.item(Place { ty: &ty, way: &way, ..around }, value, items)
    }

    /// Returns the first and the last position that a designator names. `None` for designators of more than one
    /// step.
    fn designated(&mut self, ty: &CType, item: Node<'_>) -> Option<(u64, u64)> {
        let mut designators = item.fields(Field::Designator);
        let designator = designators.next().filter(|_| designators.next().is_none())?;
        let mut position = |node: Option<Node<'_>>| u64::try_from(self.reader.evaluate(node?)?.value).ok();
        match designator.kind() {
            Kind::SubscriptDesignator => {
                let at = position(designator.named_child(0))?;
                Some((at, at))
            }
            Kind::SubscriptRangeDesignator => {
                Some((position(designator.field(Field::Start))?, position(designator.field(Field::End))?))
            }
            Kind::FieldDesignator => {
                let name = self.reader.source(designator.named_child(0)?);
                let record = self.reader.env.record(ty)?;
                let at = record.position(name)? as u64;
                Some((at, at))
            }
            _ => None,
        }
    }

    /// Returns whether a value may be a macro that stands for several, or a whole part of the object.
    fn may_be_several(&self, value: Node<'_>) -> bool {
        match value.kind() {
            Kind::CallExpression | Kind::CompoundLiteralExpression => true,
            Kind::Identifier => self.reader.may_be_several(value),
            _ => false,
        }
    }

    fn scalar(&mut self, place: Place, value: Node<'_>) {
        let known = self.reader.initial(value, place.ty);
        let function = self.reader.function_name(value, place.ty).filter(|_| known.is_none());
        let element = match known {
            Some(value) => Element::Value(value),
            None if place.ty.is_pointer() && is_literal(value) => Element::NotNull,
            None => Element::Unknown,
        };
        let Some(part) = self.parts.iter_mut().find(|part| part.way == place.way) else { return };
        match known {
            Some(value) => part.add((value, value)),
            None => {
                part.is_known = false;
                match (&mut part.functions, function) {
                    (Some(known), Some(function)) if known.contains(&function) => {}
                    (Some(known), Some(function)) => known.push(function),
                    (functions, None) => *functions = None,
                    (None, Some(_)) => {}
                }
            }
        }
        part.given = part.given.saturating_add(place.times);
        match place.at {
            Some((first, last)) => {
                let of_them = |at: usize| (first..=last).contains(&(at as u64));
                let elements = part.elements.iter_mut().enumerate().filter(|(at, _)| of_them(*at));
                elements.for_each(|(_, one)| *one = element);
            }
            None => part.elements.clear(),
        }
    }

    /// Reads a string literal that initialises an array. Its characters do not count as given, because it may
    /// leave some elements 0.
    fn text(&mut self, place: Place, value: Node<'_>) -> Option<()> {
        let mut way = place.way.to_vec();
        way.last_mut()?.1 += 1;
        let characters = characters(self.reader.source(value));
        let part = self.parts.iter_mut().find(|part| part.way == way)?;
        part.elements.clear();
        match characters {
            Some(values) => part.add(values),
            None => part.is_known = false,
        }
        Some(())
    }

    /// Calls `read` one nesting level deeper. Returns `None` if the nesting is too deep, or if `read` does.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.reader.depth >= super::MAX_DEPTH {
            return None;
        }
        self.reader.depth += 1;
        let result = read(self);
        self.reader.depth -= 1;
        result
    }
}

impl Part {
    /// Returns whether one of the scalars starts at an offset in bytes.
    fn is_at(&self, offset: u64) -> bool {
        let rest = self.offset.and_then(|start| offset.checked_sub(start));
        let inside = self.rows.iter().try_fold(rest, |rest, (size, count)| {
            let (rest, index) = rest.zip(rest?.checked_div(*size)).filter(|(_, index)| index < count)?;
            Some(Some(rest - index * size))
        });
        inside == Some(Some(0))
    }

    fn add(&mut self, (low, high): (i128, i128)) {
        let known = self.values.unwrap_or((low, high));
        self.values = Some((known.0.min(low), known.1.max(high)));
    }
}

/// Returns whether a value is a string literal, which is never NULL. The address of what has a name may be that of a weak symbol.
fn is_literal(value: Node<'_>) -> bool {
    let value = inner(value);
    match value.kind() {
        Kind::StringLiteral | Kind::ConcatenatedString => true,
        Kind::CastExpression => value.field(Field::Value).is_some_and(is_literal),
        _ => false,
    }
}

/// Returns the smallest and the largest character of string literals without escapes. `None` for others.
fn characters(text: &str) -> Option<(i128, i128)> {
    let is_outside_plain = text.split('"').step_by(2).all(|between| between.trim().is_empty());
    let is_plain = is_outside_plain && text.is_ascii() && !text.contains('\\');
    is_plain.then(|| (0, text.bytes().map(i128::from).max().unwrap_or(0)))
}
