//! Which names are types where: an inner declaration may hide a typedef name (C11 6.2.1).

use rustc_hash::FxHashSet;

use csieve_preprocess::Name;

/// The bracket that tokens stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// A body or block.
    Block,
    /// The members of a structure or union.
    Members,
    /// The constants of an enumeration.
    Constants,
    /// Parentheses; those of `for` declare into the block around.
    Paren { is_for: bool },
    /// `[...]`
    Square,
}

/// The declarations in force at a place of a function.
#[derive(Debug)]
pub(super) struct Scopes<'a> {
    /// The typedef names of the file.
    types: &'a FxHashSet<Name>,
    /// Names declared inside, with the depth of their block and whether they are types.
    inner: Vec<(Name, usize, bool)>,
    brackets: Vec<(Bracket, bool)>,
    depth: usize,
    /// A type has been named in the declaration under way, so that the next name is what it declares.
    pub seen_type: bool,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(types: &'a FxHashSet<Name>) -> Self {
        Self { types, inner: Vec::new(), brackets: Vec::new(), depth: 0, seen_type: false }
    }

    /// Whether a name is a type here.
    pub(super) fn is_type(&self, name: Name) -> bool {
        let inner = self.inner.iter().rev().find(|entry| entry.0 == name);
        inner.map_or_else(|| self.types.contains(&name), |entry| entry.2)
    }

    /// The bracket around.
    pub(super) fn bracket(&self) -> Option<Bracket> {
        self.brackets.last().map(|entry| entry.0)
    }

    /// How many blocks are open.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// How many brackets are open.
    pub(super) fn level(&self) -> usize {
        self.brackets.len()
    }

    pub(super) fn open(&mut self, bracket: Bracket) {
        self.brackets.push((bracket, self.seen_type));
        self.seen_type = false;
        self.depth += usize::from(bracket == Bracket::Block);
    }

    /// Closes the innermost bracket, whatever it is: brackets that do not match are the parser's business.
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

    /// A name is declared here, as a type or as something else.
    pub(super) fn declare(&mut self, name: Name, is_type: bool) {
        match self.bracket() {
            // Members have a name space of their own.
            Some(Bracket::Members) => {}
            // Parameters belong to the body that follows, those of a prototype to nothing.
            Some(Bracket::Paren { is_for }) if self.depth > 0 && !is_for => {}
            Some(Bracket::Paren { .. }) if self.depth == 0 => self.inner.push((name, 1, is_type)),
            _ => self.inner.push((name, self.depth, is_type)),
        }
    }
}
