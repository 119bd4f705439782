//! Which allocators and freeing functions belong together.

use csieve_base::library::Library;
use csieve_graph::{Action, Cfg};

use crate::lower::{UnitContext, library_name};

/// Notes in a graph which of its callees free memory, and which pairs of an allocator and such a callee do not
/// belong together. Functions of which nothing says what belongs to them, such as wrappers of `free`, are in no
/// pair.
pub(super) fn note_families(cfg: &mut Cfg, context: &UnitContext, library: &Library) {
    let frees = distinct(cfg, |action| match action {
        Action::Free { callee, .. } => Some(callee),
        _ => None,
    });
    let allocators = distinct(cfg, |action| match action {
        Action::Alloc { callee, .. } => Some(callee),
        _ => None,
    });
    for freeing in frees {
        let pairs = allocators.iter().filter(|allocator| differ(allocator, &freeing, context, library));
        cfg.mismatched.extend(pairs.map(|allocator| (allocator.clone(), freeing.clone())));
        if family(&freeing, context, library).is_some() || context.deallocators.contains(&freeing) {
            cfg.frees_memory.push(freeing);
        }
    }
}

/// Returns the callees that are chosen from the actions of a graph, each once.
fn distinct(cfg: &Cfg, callee: impl Fn(&Action) -> Option<&String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in cfg.edges.iter().filter_map(|edge| callee(&edge.action)) {
        if !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}

/// Returns the family of a function of the library.
fn family<'l>(name: &str, context: &UnitContext, library: &'l Library) -> Option<&'l str> {
    let entry = library.function(name).filter(|_| !context.is_definition(name));
    entry.and_then(|entry| entry.family.as_deref())
}

/// Returns whether memory from `allocator` must not be freed by `freeing`, as far as is known. The table of
/// the library comes before attributes: headers name only `free` for memory that `realloc` takes as well.
fn differ(allocator: &str, freeing: &str, context: &UnitContext, library: &Library) -> bool {
    let family = |name: &str| family(name, context, library);
    let is_named = context.deallocators.contains(freeing);
    match (family(allocator), family(freeing)) {
        (Some(one), Some(other)) => one != other,
        (Some(_), None) => is_named,
        (None, freed) => {
            let named = context.functions.get(allocator).map(|function| &function.attributes.deallocators);
            let named = named.filter(|named| !named.is_empty());
            (freed.is_some() || is_named)
                && named.is_some_and(|named| named.iter().all(|name| library_name(name) != freeing))
        }
    }
}
