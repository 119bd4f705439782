//! The macros in force.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{BodyToken, Builtin, Macro, MacroKind};
use crate::layered::Layered;
use crate::{Name, SourceId};

/// The macros that are defined at one point of a unit; after preprocessing, at its end.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    /// By name: 0, or twice the index of the definition plus 2, plus 1 while it must not be expanded.
    slots: Vec<u32>,
    definitions: Layered<Macro>,
    bodies: Layered<BodyToken>,
    /// Definitions set aside by `#pragma push_macro`, as slots.
    pushed: FxHashMap<Name, Vec<u32>>,
    /// What changed behind the prefix, in order.
    changes: Vec<Change>,
    /// Where the main file is being read, in bytes.
    position: u32,
}

/// A definition, its end, or a definition set aside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    /// Where in the main file, in bytes.
    pub position: u32,
    name: Name,
    /// The slot of the name until then.
    before: u32,
}

impl Macros {
    /// Whether a name is a macro's.
    pub fn is_defined(&self, name: Name) -> bool {
        self.slot(name) != 0
    }

    /// Whether a name is a macro's that takes arguments.
    pub fn is_function_like(&self, name: Name) -> bool {
        self.find(name).is_some_and(|index| matches!(self.get(index).kind, MacroKind::Function(_)))
    }

    /// The names of all macros, in order.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        (0..self.slots.len() as u32).map(Name).filter(|&name| self.is_defined(name))
    }

    #[inline]
    pub(crate) fn slot(&self, name: Name) -> u32 {
        self.slots.get(name.0 as usize).copied().unwrap_or(0)
    }

    /// The index of a name's definition.
    pub(crate) fn find(&self, name: Name) -> Option<u32> {
        (self.slot(name) >> 1).checked_sub(1)
    }

    pub(crate) fn get(&self, index: u32) -> &Macro {
        self.definitions.get(index as usize).expect("a slot holds the index of a definition")
    }

    pub(crate) fn body(&self, definition: &Macro) -> &[BodyToken] {
        self.bodies.slice(definition.body.clone())
    }

    pub(crate) fn body_tokens(&self, range: Range<u32>) -> &[BodyToken] {
        self.bodies.slice(range)
    }

    /// Whether a definition says the same as the one with an index.
    pub(crate) fn is_same(&self, old: u32, new: &Macro, body: &[BodyToken]) -> bool {
        let old = self.get(old);
        let tokens = |token: &BodyToken| (token.name, token.space, token.role, token.paste);
        let parameters = match (&old.kind, &new.kind) {
            (MacroKind::Object, MacroKind::Object) => true,
            (MacroKind::Function(old), MacroKind::Function(new)) => old == new,
            _ => false,
        };
        parameters && self.body(old).iter().map(tokens).eq(body.iter().map(tokens))
    }

    /// Puts a definition in force.
    pub(crate) fn define(&mut self, mut definition: Macro, body: &[BodyToken]) {
        let start = self.bodies.len() as u32;
        for &token in body {
            self.bodies.push(token);
        }
        definition.body = start..start + body.len() as u32;
        let slot = (self.definitions.len() as u32 + 1) << 1;
        self.set(definition.name, slot);
        self.definitions.push(definition);
    }

    /// Puts a macro in force that the preprocessor computes.
    pub(crate) fn define_builtin(&mut self, name: Name, builtin: Builtin) {
        let kind = MacroKind::Builtin(builtin);
        self.define(Macro { name, source: SourceId::MAIN, kind, body: 0..0, operators: false }, &[]);
    }

    pub(crate) fn undefine(&mut self, name: Name) {
        if self.slot(name) != 0 {
            self.set(name, 0);
        }
    }

    /// A macro is not expanded within its own result.
    pub(crate) fn disable(&mut self, name: Name) {
        self.slots[name.0 as usize] |= 1;
    }

    pub(crate) fn enable(&mut self, name: Name) {
        if let Some(slot) = self.slots.get_mut(name.0 as usize) {
            *slot &= !1;
        }
    }

    pub(crate) fn is_disabled(&self, name: Name) -> bool {
        self.slot(name) & 1 != 0
    }

    /// `#pragma push_macro`
    pub(crate) fn push(&mut self, name: Name) {
        let slot = self.slot(name) & !1;
        self.changes.push(Change { position: self.position, name, before: slot });
        self.pushed.entry(name).or_default().push(slot);
    }

    /// `#pragma pop_macro`
    pub(crate) fn pop(&mut self, name: Name) {
        if let Some(slot) = self.pushed.get_mut(&name).and_then(Vec::pop) {
            self.set(name, slot);
        }
    }

    pub(crate) fn freeze(&mut self) {
        self.definitions.freeze();
        self.bodies.freeze();
        self.changes.clear();
    }

    /// Says where in the main file the next changes are.
    pub(crate) fn stands_at(&mut self, position: u32) {
        self.position = position;
    }

    /// What changed behind the prefix, in order.
    pub(crate) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The macros as they were before the last of these changes.
    #[must_use]
    pub(crate) fn before(&self, changes: &[Change]) -> Self {
        let mut macros = Self { changes: Vec::new(), ..self.clone() };
        for change in changes.iter().rev() {
            if let Some(slot) = macros.slots.get_mut(change.name.0 as usize) {
                *slot = change.before;
            }
        }
        macros
    }

    fn set(&mut self, name: Name, slot: u32) {
        let index = name.0 as usize;
        if index >= self.slots.len() {
            self.slots.resize((index + 1).next_power_of_two(), 0);
        }
        self.changes.push(Change { position: self.position, name, before: self.slots[index] & !1 });
        self.slots[index] = slot;
    }
}
