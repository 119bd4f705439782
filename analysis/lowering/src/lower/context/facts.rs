//! The facts of a unit's declarations that come from inside function bodies.

use super::UnitContext;

/// A fact that comes from inside a function body. Facts are ordered, so that lists of them are deterministic.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fact<'a> {
    /// The object with this name always has this value.
    Object(&'a str, i128),
    /// The integers in the object with this name always have the values of its initialiser, because these library
    /// functions do not write it.
    Table(&'a str, &'a [Box<str>]),
    /// The function with this name does nothing but return this value.
    Function(&'a str, i128),
    /// Locks may be recursive: a thread may take a lock that it already holds.
    RecursiveLocks,
    /// The file may give the library memory to keep, as the buffer of a stream.
    KeptMemory,
    /// The file may give the library functions that it calls when it prints.
    HookedPrinting,
    /// The file may take the address of `errno`.
    KeptErrno,
    /// The function with this name never returns, judged by its body, because of this library function, if it is one.
    Ends(&'a str, Option<&'a str>),
}

/// Returns all facts of a unit's declarations that come from function bodies, in ascending order.
pub(super) fn facts(context: &UnitContext) -> Vec<Fact<'_>> {
    let objects = context.globals.iter().filter_map(|(name, global)| Some(Fact::Object(name, global.value?)));
    let tables = context.globals.iter().filter(|(_, global)| global.is_table);
    let tables = tables.map(|(name, global)| Fact::Table(name, &global.read_by));
    let functions = context
        .functions
        .iter()
        .filter_map(|(name, function)| Some(Fact::Function(name, function.constant?)));
    let ending = context.functions.iter().filter(|(_, function)| function.ends);
    let ending = ending.map(|(name, info)| Fact::Ends(name, info.ends_in.as_deref()));
    let locks = context.recursive_locks.then_some(Fact::RecursiveLocks);
    let buffers = context.kept.memory.then_some(Fact::KeptMemory);
    let hooks = context.kept.hooks.then_some(Fact::HookedPrinting);
    let errno = context.kept.errno.then_some(Fact::KeptErrno);
    let whole = locks.into_iter().chain(buffers).chain(hooks).chain(errno);
    let mut facts: Vec<_> = objects.chain(tables).chain(functions).chain(ending).chain(whole).collect();
    facts.sort_unstable();
    facts
}
