//! Variables of the file that code in other files cannot change.

use rustc_hash::FxHashSet;

use super::{
    TranslationUnit, UnitFunction,
    mentions::{declares_only, means_only, says},
};
use csieve_frontend::syntax::{Field, Kind, Node, Unit};

use crate::{
    lower::{UnitContext, Writes},
    unit::START,
};

impl TranslationUnit {
    /// Returns the functions of the file that may write a variable, and all their callers, ascending. The
    /// result is `None` if code outside the file may change the variable: its name must be private to the
    /// file, its address never taken, and only `main` among the result may be entered from outside. Adds to
    /// `looked` the names on whose mentions in the file the result depends.
    pub fn writers(&self, variable: &str, looked: &mut Vec<String>) -> Option<Vec<&str>> {
        looked.push(variable.to_owned());
        let mut found: FxHashSet<&str> = FxHashSet::default();
        let mut pending: Vec<&UnitFunction> =
            self.assigning(variable)?.into_iter().map(|at| &self.functions[at]).collect();
        while let Some(function) = pending.pop() {
            let name = function.text.name.as_str();
            if !found.insert(name) {
                continue;
            }
            looked.push(name.to_owned());
            match self.callers(name) {
                Some(callers) => pending.extend(callers.into_iter().map(|caller| &self.functions[caller])),
                // The program enters `main` only once, when it starts, if no function of the file calls
                // `main`.
                None if name == START && !self.functions.iter().any(|other| calls(other, name)) => {}
                None => return None,
            }
        }
        let mut all: Vec<&str> = found.into_iter().collect();
        all.sort_unstable();
        Some(all)
    }

    /// Returns the functions of the file that may assign to a variable themselves, as indices into `functions`. The result
    /// is `None` if code that the file does not show may write the variable, or if its address is taken.
    pub fn assigning(&self, variable: &str) -> Option<Vec<usize>> {
        let is_own = self.context.is_variable(variable) && !self.context.is_shared_variable(variable);
        if !is_own || says(&self.headers.text, variable) { None } else { self.assigning_here(variable) }
    }

    /// Returns the functions of the file that may assign to a variable which all files know, as indices into `functions`.
    /// The result is `None` if the file may write the variable in other ways too, for example through its address.
    /// [`Outline::assigning_shared`](super::Outline::assigning_shared) says the same without the functions.
    pub fn assigning_shared(&self, variable: &str) -> Option<Vec<usize>> {
        let is_mentioned = self.may_mention(variable) && !self.is_another(variable);
        if is_mentioned { self.assigning_here(variable) } else { Some(Vec::new()) }
    }

    /// Returns whether a variable of the file is not the one of this name that all files know.
    pub fn is_another(&self, variable: &str) -> bool {
        self.context.is_variable(variable) && !self.context.is_shared_variable(variable)
    }

    fn assigning_here(&self, variable: &str) -> Option<Vec<usize>> {
        let is_hidden = self.hidden.iter().any(|hidden| hidden == variable);
        if is_hidden
            || !declares_only(self, variable, is_declared)
            || self.functions.iter().any(|function| may_be_addressed(&function.tree, variable))
        {
            return None;
        }
        let writes = |at: &usize| may_be_written(&self.functions[*at].tree, &self.context, variable);
        Some((0..self.functions.len()).filter(writes).collect())
    }
}

fn calls(function: &UnitFunction, name: &str) -> bool {
    function.tree.calls().iter().any(|called| **called == *name)
}

/// Returns whether an identifier is the name that a declaration declares, or that a prototype gives a parameter. Declarations
/// with attributes or assembly names do not count.
pub(super) fn is_declared(node: Node<'_>) -> bool {
    let declaration = |node: Node<'_>| {
        let has_attributes =
            |child: Node<'_>| matches!(child.kind(), Kind::AttributeSpecifier | Kind::GnuAsmExpression);
        node.kind() == Kind::Declaration && !node.children().any(has_attributes)
    };
    let (mut node, mut parent) = (node, node.parent());
    while let Some(around) = parent.filter(|parent| is_declarator(parent.kind())) {
        if around.field(Field::Declarator).is_some_and(|inner| inner != node) {
            return false;
        }
        (node, parent) = (around, around.parent());
    }
    match parent {
        Some(parent) if parent.kind() == Kind::InitDeclarator => {
            parent.field(Field::Declarator) == Some(node) && parent.parent().is_some_and(declaration)
        }
        Some(parent) => declaration(parent) || parent.kind() == Kind::ParameterDeclaration,
        None => false,
    }
}

/// Returns whether a node is a part of a declarator around its name: `*x`, `x[2]`, `(*x)`, `(*x)(int)`.
fn is_declarator(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::PointerDeclarator
            | Kind::ArrayDeclarator
            | Kind::ParenthesizedDeclarator
            | Kind::FunctionDeclarator
    )
}

/// Returns whether a body may take the address of a variable.
fn may_be_addressed(unit: &Unit, variable: &str) -> bool {
    says(unit.text(), variable) && !means_only(unit, variable, |node| !is_address(unit.text(), node))
}

/// Returns whether the address of what an identifier names may be taken with `&x`. The check reads only the text, so
/// `y & x` counts as well.
pub(super) fn is_address(text: &str, node: Node<'_>) -> bool {
    let before = text[..node.start_byte()].trim_end_matches([' ', '\t', '\n', '(']);
    before.ends_with('&') && !before.ends_with("&&")
}

fn may_be_written(unit: &Unit, context: &UnitContext, variable: &str) -> bool {
    let writes = Writes::new(unit, context);
    says(unit.text(), variable)
        && !means_only(unit, variable, |node| !writes.at(node.start_byte(), node.end_byte()))
}
