//! Variables of the file that calls of other files leave as they are.

use rustc_hash::FxHashSet;

use super::{
    TranslationUnit, UnitFunction,
    mentions::{means_only, says, says_only},
};
use crate::{
    lower::{UnitContext, may_write},
    syntax::{Field, Kind, Node, Unit},
    unit::START,
};

impl TranslationUnit {
    /// The functions of the file that may write a variable, or call one that does, ascending, if nobody else can make it
    /// another value: only the file knows its name, nothing its address, and the only one of these functions that others
    /// can enter is the one with which the program starts. Adds the names whose mentions in the file say so.
    pub fn writers(&self, variable: &str, looked: &mut Vec<String>) -> Option<Vec<&str>> {
        looked.push(variable.to_owned());
        let is_hidden = self.hidden.iter().any(|hidden| hidden == variable);
        let is_own = self.context.is_variable(variable) && !self.context.is_shared_variable(variable);
        if !is_own
            || is_hidden
            || says(&self.headers.text, variable)
            || !says_only(&self.declarations, variable, is_declared)
            || self.functions.iter().any(|function| may_be_addressed(&function.tree, variable))
        {
            return None;
        }
        let writes = |function: &&UnitFunction| may_be_written(&function.tree, &self.context, variable);
        let mut found: FxHashSet<&str> = FxHashSet::default();
        let mut pending: Vec<&UnitFunction> = self.functions.iter().filter(writes).collect();
        while let Some(function) = pending.pop() {
            let name = function.text.name.as_str();
            if !found.insert(name) {
                continue;
            }
            looked.push(name.to_owned());
            match self.callers(name) {
                Some(callers) => pending.extend(callers.into_iter().map(|caller| &self.functions[caller])),
                // Nobody calls `main` again, and no function of the file does.
                None if name == START && !self.functions.iter().any(|other| calls(other, name)) => {}
                None => return None,
            }
        }
        let mut all: Vec<&str> = found.into_iter().collect();
        all.sort_unstable();
        Some(all)
    }
}

fn calls(function: &UnitFunction, name: &str) -> bool {
    function.tree.calls().iter().any(|called| **called == *name)
}

/// Whether a name is the one that a plain declaration is about.
fn is_declared(node: Node<'_>) -> bool {
    let declaration = |node: Node<'_>| {
        let has_attributes =
            |child: Node<'_>| matches!(child.kind(), Kind::AttributeSpecifier | Kind::GnuAsmExpression);
        node.kind() == Kind::Declaration && !node.children().any(has_attributes)
    };
    match node.parent() {
        Some(parent) if parent.kind() == Kind::InitDeclarator => {
            parent.field(Field::Declarator) == Some(node) && parent.parent().is_some_and(declaration)
        }
        Some(parent) => declaration(parent),
        None => false,
    }
}

/// Whether an ampersand may take the address of a variable: `&x`, and also `y & x`.
fn may_be_addressed(unit: &Unit, variable: &str) -> bool {
    says(unit.text(), variable)
        && !means_only(unit, variable, |node| {
            let before = unit.text()[..node.start_byte()].trim_end_matches([' ', '\t', '\n', '(']);
            !before.ends_with('&') || before.ends_with("&&")
        })
}

fn may_be_written(unit: &Unit, context: &UnitContext, variable: &str) -> bool {
    says(unit.text(), variable)
        && !means_only(unit, variable, |node| !may_write(unit, context, node.start_byte(), node.end_byte()))
}
