//! Which events a rule begins with.

use csieve_base::own::OwnRule;
use csieve_graph::{EdgeId, Loc, MarkedObject};

use crate::{checks::leads_to, model::Function};

use super::{Identity, Thread, events::named, property::begun};

/// Returns the labels of an edge that are about the object of a thread, or about none.
fn labels_here(function: &Function, rule: &OwnRule, edge: EdgeId, thread: &Thread) -> u64 {
    let is_it = |object: MarkedObject| match object {
        MarkedObject::Is(object) => thread.identity == Identity::None || thread.is_object(function, object),
        MarkedObject::None => true,
        MarkedObject::Unknown => false,
    };
    let here = named(function.cfg, rule, edge).into_iter().filter(|(_, object)| is_it(*object));
    here.fold(0, |set, (label, _)| set | 1 << label)
}

/// Returns whether the function has an event of each set that the rule asks for, about the object of a
/// thread.
pub(super) fn has_all(function: &Function, rule: &OwnRule, thread: &Thread) -> bool {
    let has = |set: u64| {
        let mut edges = function.cfg.edge_ids();
        edges.any(|edge| labels_here(function, rule, edge, thread) & set != 0)
    };
    rule.only_with.iter().all(|set| has(*set))
}

/// Returns whether an event of each set that the rule asks for can come behind an event with which the rule
/// begins to follow the object of a thread. What only happens on other paths belongs to another call.
pub(super) fn has_all_behind(function: &Function, rule: &OwnRule, thread: &Thread) -> bool {
    if rule.only_with.is_empty() {
        return true;
    }
    let is_first = |edge: &EdgeId| begun(function, rule, *edge, thread.clone()).is_some();
    let behind: Vec<Loc> =
        function.cfg.edge_ids().filter(is_first).map(|edge| function.cfg.edge(edge).to).collect();
    let comes = |set: u64| {
        let is_wanted = |edge, _: &_| labels_here(function, rule, edge, thread) & set != 0;
        leads_to(function, behind.iter().copied(), is_wanted, |_, _| false)
    };
    rule.only_with.iter().all(|set| comes(*set))
}

/// Returns whether an event with which a rule may begin is one of the function for itself: on some path, no
/// other event about the object comes before the first with a label that the rule begins with. What the
/// function only takes back is its caller's.
pub(super) fn is_for_itself(function: &Function, rule: &OwnRule, edge: EdgeId, thread: &Thread) -> bool {
    let Some(set) = rule.begins_with else { return true };
    let labels = |edge| labels_here(function, rule, edge, thread);
    let first = |wanted: &dyn Fn(EdgeId) -> bool| {
        let stops = |edge, _: &_| labels(edge) & !set != 0;
        leads_to(function, [function.cfg.entry], |edge, _| wanted(edge), stops)
    };
    let is_this = |other| other == edge;
    let is_begin = |edge: &EdgeId| labels(*edge) & set != 0;
    let again = || {
        let behind = function.cfg.edge_ids().filter(is_begin).map(|edge| function.cfg.edge(edge).to);
        leads_to(function, behind, |edge, _| is_this(edge), |_, _| false)
    };
    first(&is_this) || first(&|edge| is_begin(&edge)) && again()
}
