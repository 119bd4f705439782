//! The table of the macros in force.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{BodyToken, Builtin, Macro, MacroKind};
use crate::layered::Layered;
use crate::{Name, SourceId};

/// The macros in force at one point of a unit; after preprocessing, at its end.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    /// For each name, 0 if it is no macro. Otherwise `2 * i + 2` for a macro defined by `definitions[i]`,
    /// plus 1 while the macro must not be expanded.
    slots: Vec<u32>,
    definitions: Layered<Macro>,
    bodies: Layered<BodyToken>,
    /// The definitions saved by `#pragma push_macro`, as values of `slots`.
    pushed: FxHashMap<Name, Vec<u32>>,
    /// The changes of macros after the prefix, in the order of the text.
    changes: Vec<MacroChange>,
    /// The byte offset at which the main file is being read.
    position: u32,
}

/// A change of a name in the macro table: by `#define`, `#undef`, or the pragmas `push_macro` and
/// `pop_macro`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroChange {
    /// The byte offset in the main file at which the change takes place. For a change in a header, it is on
    /// the line of the `#include`.
    pub position: u32,
    name: Name,
    /// The value in `slots` that the name had before the change.
    before: u32,
}

impl Macros {
    /// Returns whether a name is the name of a macro.
    pub fn is_defined(&self, name: Name) -> bool {
        self.slot(name) != 0
    }

    /// Returns whether a name is the name of a function-like macro.
    pub fn is_function_like(&self, name: Name) -> bool {
        self.find(name).is_some_and(|index| matches!(self.get(index).kind, MacroKind::Function(_)))
    }

    /// Yields the names of all macros, in ascending order.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        (0..self.slots.len() as u32).map(Name).filter(|&name| self.is_defined(name))
    }

    #[inline]
    pub(crate) fn slot(&self, name: Name) -> u32 {
        self.slots.get(name.0 as usize).copied().unwrap_or(0)
    }

    /// Returns the index of a macro's definition in `definitions`, or `None` if the name is no macro.
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

    /// Returns whether the definition `new`, with the tokens `body`, is equivalent to the one with the index
    /// `old` in `definitions`.
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

    /// Adds a definition, which replaces any definition of the same name.
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

    /// Adds a macro whose expansion the preprocessor computes itself.
    pub(crate) fn define_builtin(&mut self, name: Name, builtin: Builtin) {
        let kind = MacroKind::Builtin(builtin);
        self.define(Macro { name, source: SourceId::MAIN, kind, body: 0..0, operators: false }, &[]);
    }

    pub(crate) fn undefine(&mut self, name: Name) {
        if self.slot(name) != 0 {
            self.set(name, 0);
        }
    }

    /// Forbids the expansion of a macro. This is needed while its own result is read.
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

    /// Saves the definition of a name (`#pragma push_macro`).
    pub(crate) fn push(&mut self, name: Name) {
        let slot = self.slot(name) & !1;
        self.changes.push(MacroChange { position: self.position, name, before: slot });
        self.pushed.entry(name).or_default().push(slot);
    }

    /// Restores the definition of a name that `push` saved last, if any (`#pragma pop_macro`).
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

    pub(crate) fn thaw(&mut self) {
        self.definitions.thaw();
        self.bodies.thaw();
    }

    /// Sets the byte offset in the main file that is recorded with the next changes of macros.
    pub(crate) fn stands_at(&mut self, position: u32) {
        self.position = position;
    }

    /// Returns the changes of macros after the prefix, in the order of the text.
    pub(crate) fn changes(&self) -> &[MacroChange] {
        &self.changes
    }

    /// Returns the macros as they were before `changes`, which must be the last changes of this table.
    #[must_use]
    pub(crate) fn before(&self, changes: &[MacroChange]) -> Self {
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
        self.changes.push(MacroChange { position: self.position, name, before: self.slots[index] & !1 });
        self.slots[index] = slot;
    }
}
