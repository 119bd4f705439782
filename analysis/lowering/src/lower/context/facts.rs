//! What a context knows that may stand inside function bodies.

use super::UnitContext;

/// One such fact; ordered, so that a list of them is the same in every run.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fact<'a> {
    /// An object that always has this value.
    Object(&'a str, i128),
    /// A function that only returns this value.
    Function(&'a str, i128),
    /// Locks may be taken twice.
    RecursiveLocks,
    /// A function that never returns, judged by its body.
    Ends(&'a str),
}

/// All facts, ascending.
pub(super) fn facts(context: &UnitContext) -> Vec<Fact<'_>> {
    let objects = context.globals.iter().filter_map(|(name, global)| Some(Fact::Object(name, global.value?)));
    let functions = context
        .functions
        .iter()
        .filter_map(|(name, function)| Some(Fact::Function(name, function.constant?)));
    let ending = context.functions.iter().filter(|(_, function)| function.ends);
    let ending = ending.map(|(name, _)| Fact::Ends(name));
    let locks = context.recursive_locks.then_some(Fact::RecursiveLocks);
    let mut facts: Vec<_> = objects.chain(functions).chain(ending).chain(locks).collect();
    facts.sort_unstable();
    facts
}
