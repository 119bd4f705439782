//! Finds what a function does with the results of its calls, by one pass over its syntax tree.
//!
//! The statements count in the order of the text. That is not the order of runs, but a good guess of it, and enough for
//! counts of many functions.

use csieve_frontend::syntax::{Field, Kind, Node, Unit};
use rustc_hash::FxHashMap;

use super::{
    NamedUses, Uses,
    roles::{Around, Role, role},
};

/// How many nodes around an expression, or members of members, are looked at. More of them are no habit of anybody.
const MOST_AROUND: usize = 200;

/// An event that matters, in the order of the text.
enum Event<'t> {
    /// The result of a call is stored in a variable or member of this spelling.
    Stored { callee: &'t str, into: &'t str, is_tested: Option<bool>, call: Node<'t> },
    /// The result of a call is accessed at once.
    Accessed { callee: &'t str },
    /// The result of a call is passed to a function at once.
    Passed { callee: &'t str },
    /// A variable or member of this spelling is used, at this offset.
    Used { name: &'t str, role: Role<'t>, at: usize },
}

/// Returns what a text of one function does with the results of the functions that it calls, in the order of their names.
pub fn uses_in(unit: &Unit) -> NamedUses {
    let text = unit.text();
    let events = events(unit.root(), text);
    let mut by_place: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, event) in events.iter().enumerate() {
        if let Event::Stored { into: place, .. } | Event::Used { name: place, .. } = event {
            by_place.entry(place).or_default().push(at);
        }
    }
    let mut all: FxHashMap<&str, Uses> = FxHashMap::default();
    for (at, event) in events.iter().enumerate() {
        let (callee, uses) = match event {
            Event::Stored { callee, into, is_tested, call } => {
                let own =
                    |event: &&Event<'_>| matches!(event, Event::Used { at, .. } if *at < call.end_byte());
                let after = at + 1 + events[at + 1..].iter().take_while(own).count();
                let places = by_place.get(into).map_or(&[][..], Vec::as_slice);
                let later = &places[places.partition_point(|place| *place < after)..];
                let later = later.iter().map(|place| &events[*place]);
                let mut uses = of_result(into, *is_tested, later, text);
                if uses.tested > 0 {
                    for (position, literal) in literals(*call, text) {
                        uses.add_literal(position, literal, 1);
                    }
                }
                (*callee, uses)
            }
            Event::Accessed { callee } => (*callee, Uses { untested: 1, ..Uses::default() }),
            Event::Passed { callee } => (*callee, Uses { passed: 1, ..Uses::default() }),
            Event::Used { .. } => continue,
        };
        if !uses.is_empty() {
            all.entry(callee).or_default().add(&uses);
        }
    }
    let mut all: Vec<(&str, Uses)> = all.into_iter().collect();
    all.sort_unstable_by_key(|(name, _)| *name);
    all.into_iter().map(|(name, uses)| (name.into(), uses)).collect()
}

/// Returns what becomes of a result that is stored in a place of this spelling, which `events` are about. `is_tested` has
/// the answer whether the result is compared with NULL, if the statement with the call has it.
fn of_result<'e>(
    place: &str,
    is_tested: Option<bool>,
    events: impl Iterator<Item = &'e Event<'e>>,
    text: &str,
) -> Uses {
    let mut uses = Uses::default();
    let mut first = is_tested.map_or(First::Open, First::Known);
    let is_local = !place.contains(['-', '.', '*', '[']);
    let mut last: Option<Role<'_>> = None;
    for event in events {
        match event {
            Event::Used { role, .. } => {
                first = first.after(*role);
                match role {
                    Role::Written => break,
                    Role::Given | Role::Stored(_) => return counted(uses, first),
                    _ => last = Some(*role),
                }
            }
            // Another result goes into the same place.
            Event::Stored { .. } => break,
            Event::Accessed { .. } | Event::Passed { .. } => {}
        }
    }
    uses = counted(uses, first);
    match last {
        _ if !is_local => {}
        Some(Role::Passed { call, is_statement: true }) => {
            if let Some((function, position)) = receiver(call, place, text) {
                uses.add_release(function, position, 1);
            }
        }
        Some(Role::Passed { .. }) | None => {}
        Some(_) => uses.kept += 1,
    }
    uses
}

/// What is known of whether a result is compared with NULL before it is accessed.
#[derive(Clone, Copy)]
enum First {
    /// It was not used yet.
    Open,
    /// It was passed to a function, which may have looked at it.
    Passed,
    /// It was passed to a function and then accessed.
    PassedOnly,
    /// It is compared with NULL first, or accessed first.
    Known(bool),
    /// Neither can be said.
    Never,
}

impl First {
    fn after(self, role: Role<'_>) -> Self {
        match (self, role) {
            (Self::Known(_) | Self::PassedOnly | Self::Never, _) | (_, Role::Other) => self,
            (_, Role::Test) => Self::Known(true),
            (Self::Open, Role::Access) => Self::Known(false),
            (_, Role::Passed { .. }) => Self::Passed,
            (Self::Passed, Role::Access) => Self::PassedOnly,
            _ => Self::Never,
        }
    }
}

fn counted(mut uses: Uses, first: First) -> Uses {
    match first {
        First::Known(true) => uses.tested += 1,
        First::Known(false) => uses.untested += 1,
        First::Passed | First::PassedOnly => uses.passed += 1,
        First::Open | First::Never => {}
    }
    uses
}

/// Returns the positions of the arguments of a call that are made of literals alone, with their texts.
pub fn literals<'t>(call: Node<'_>, text: &'t str) -> Vec<(u32, &'t str)> {
    let arguments = call.field(Field::Arguments).into_iter().flat_map(Node::named_children);
    let arguments = arguments.filter(|argument| argument.kind() != Kind::Comment).enumerate();
    let literal = arguments.filter(|(_, argument)| is_literal(*argument));
    literal.map(|(position, argument)| (position as u32, &text[argument.byte_range()])).collect()
}

/// Returns whether an expression is made of literals alone, as `TRUE` is after preprocessing.
fn is_literal(mut node: Node<'_>) -> bool {
    loop {
        let inside = match node.kind() {
            Kind::NumberLiteral | Kind::CharLiteral | Kind::True | Kind::False | Kind::Null => return true,
            Kind::ParenthesizedExpression => node.named_child(0),
            Kind::UnaryExpression => node.field(Field::Argument),
            // As `NULL` is after preprocessing.
            Kind::CastExpression => node.field(Field::Value),
            _ => return false,
        };
        let Some(inside) = inside else { return false };
        node = inside;
    }
}

/// Returns whether a literal, as it is written, is NULL or 0.
pub(super) fn is_null(literal: &str) -> bool {
    let bare = literal.trim_matches(['(', ')', ' ']);
    let value = bare.rsplit([')', ' ']).next().unwrap_or(bare);
    matches!(value, "NULL" | "nullptr" | "0")
}

/// Returns the function that a call passes a name to, and the position of the argument.
fn receiver<'t>(call: Node<'_>, name: &str, text: &'t str) -> Option<(&'t str, u32)> {
    let function = call.field(Field::Function).filter(|function| function.kind() == Kind::Identifier)?;
    let mut arguments = call.field(Field::Arguments)?.named_children();
    let position = arguments.position(|argument| &text[argument.byte_range()] == name)?;
    Some((&text[function.byte_range()], position as u32))
}

/// Returns the events of a text, in order.
fn events<'t>(root: Node<'t>, text: &'t str) -> Vec<Event<'t>> {
    let mut events = Vec::new();
    root.for_each_around(|node, around| {
        let is_measured = node.kind() == Kind::SizeofExpression;
        if !is_measured {
            visit(node, around, text, &mut events);
        }
        !is_measured
    });
    events
}

fn visit<'t>(node: Node<'t>, around: Around<'_, 't>, text: &'t str, events: &mut Vec<Event<'t>>) {
    let around = &around[around.len().saturating_sub(MOST_AROUND)..];
    let spelled = |node: Node<'t>| &text[node.byte_range()];
    match node.kind() {
        Kind::CallExpression => {
            let function = node.field(Field::Function).filter(|name| name.kind() == Kind::Identifier);
            if let Some(callee) = function.map(spelled) {
                events.extend(of_call(node, callee, around, text));
            }
        }
        Kind::Identifier | Kind::FieldExpression => {
            let is_place = node.kind() == Kind::Identifier || is_plain(node);
            let role = if is_place { role(node, around, text) } else { Role::Other };
            // What is stored by a call comes as the event of the call, behind the name.
            if role != Role::Other {
                events.push(Event::Used { name: spelled(node), role, at: node.start_byte() });
            }
        }
        _ => {}
    }
}

/// Returns whether a member is one of a named variable or parameter, as in `s->p` and `s.a.p`.
fn is_plain(mut member: Node<'_>) -> bool {
    for _ in 0..MOST_AROUND {
        if member.kind() != Kind::FieldExpression {
            return member.kind() == Kind::Identifier;
        }
        let Some(object) = member.field(Field::Argument) else { return false };
        member = object;
    }
    false
}

fn of_call<'t>(call: Node<'t>, callee: &'t str, around: Around<'_, 't>, text: &'t str) -> Option<Event<'t>> {
    let store = match role(call, around, text) {
        Role::Access => return Some(Event::Accessed { callee }),
        Role::Passed { .. } => return Some(Event::Passed { callee }),
        Role::Stored(store) => store,
        _ => return None,
    };
    let place = match store.kind() {
        Kind::InitDeclarator => declared(store.field(Field::Declarator)?)?,
        _ => store.field(Field::Left).filter(|place| place.kind() == Kind::Identifier || is_plain(*place))?,
    };
    let at = around.iter().rposition(|node| *node == store)?;
    let is_tested = match role(store, &around[..at], text) {
        Role::Test => Some(true),
        Role::Access => Some(false),
        Role::Other => None,
        // `while ((p = next()))` and `return p = f();` say nothing.
        _ => return None,
    };
    Some(Event::Stored { callee, into: &text[place.byte_range()], is_tested, call })
}

/// Returns the name that a declarator of a pointer declares.
fn declared(mut declarator: Node<'_>) -> Option<Node<'_>> {
    while declarator.kind() == Kind::PointerDeclarator {
        declarator = declarator.field(Field::Declarator)?;
    }
    (declarator.kind() == Kind::Identifier).then_some(declarator)
}
