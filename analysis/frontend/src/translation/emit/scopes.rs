//! Scopes: decide whether a name is a type at some place. An inner declaration may hide a typedef name (C11
//! 6.2.1).

use rustc_hash::FxHashSet;

use csieve_preprocess::Name;

/// The kind of an open bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// The braces of a function's body or of a block.
    Block,
    /// The braces around the members of a structure or union.
    Members,
    /// The braces around the constants of an enumeration.
    Constants,
    /// Parentheses. Names that are declared in the parentheses of a `for` belong to the block around the
    /// loop.
    Paren { is_for: bool },
    /// Square brackets.
    Square,
}

/// The declarations in scope at a place of a function: which names are types there.
#[derive(Debug)]
pub(super) struct Scopes<'a> {
    /// The typedef names of the file and its headers.
    types: &'a FxHashSet<Name>,
    /// Names that the current function or declaration declares, each with the depth of its block (1 for
    /// parameters and for the function's body) and whether it is a type.
    inner: Vec<(Name, usize, bool)>,
    brackets: Vec<(Bracket, bool)>,
    depth: usize,
    /// Whether the current declaration has already named its type, so that the next name is the declared
    /// name.
    pub seen_type: bool,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(types: &'a FxHashSet<Name>) -> Self {
        Self { types, inner: Vec::new(), brackets: Vec::new(), depth: 0, seen_type: false }
    }

    /// Returns whether a name is a type at the current place.
    pub(super) fn is_type(&self, name: Name) -> bool {
        let inner = self.inner.iter().rev().find(|entry| entry.0 == name);
        inner.map_or_else(|| self.types.contains(&name), |entry| entry.2)
    }

    /// Returns the kind of the innermost open bracket; `None` if no bracket is open.
    pub(super) fn bracket(&self) -> Option<Bracket> {
        self.brackets.last().map(|entry| entry.0)
    }

    /// Returns the number of open blocks.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the number of open brackets of all kinds.
    pub(super) fn level(&self) -> usize {
        self.brackets.len()
    }

    pub(super) fn open(&mut self, bracket: Bracket) {
        self.brackets.push((bracket, self.seen_type));
        self.seen_type = false;
        self.depth += usize::from(bracket == Bracket::Block);
    }

    /// Closes the innermost bracket, whatever its kind. The parser reports brackets that do not match.
    pub(super) fn close(&mut self) {
        let Some((bracket, before)) = self.brackets.pop() else { return };
        match bracket {
            Bracket::Block => {
                self.inner.retain(|entry| entry.1 < self.depth);
                self.depth -= 1;
                self.seen_type = false;
            }
            Bracket::Members | Bracket::Constants => self.seen_type = true,
            Bracket::Paren { .. } | Bracket::Square => self.seen_type = before,
        }
    }

    /// Declares a name in the current scope, as a type or as a value that hides a type.
    pub(super) fn declare(&mut self, name: Name, is_type: bool) {
        match self.bracket() {
            // Members have a name space of their own.
            Some(Bracket::Members) => {}
            // Parameters of a function definition belong to the body that follows. Parameters of a prototype
            // inside a function have no scope that matters.
            Some(Bracket::Paren { is_for }) if self.depth > 0 && !is_for => {}
            Some(Bracket::Paren { .. }) if self.depth == 0 => self.inner.push((name, 1, is_type)),
            _ => self.inner.push((name, self.depth, is_type)),
        }
    }
}
