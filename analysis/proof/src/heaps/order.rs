//! The order of numbers in abstract heap graphs: which number is at most which other one.

use std::collections::BTreeSet;

use super::graph::{Atom, Graph, nodes, only};

/// A link and a number: in a node with this claim, the number of an object is at most that of the object to
/// which its link points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rising {
    pub number: usize,
    pub link: usize,
}

/// A place with one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Var(usize),
    /// A field of a node that stands for at most one object.
    Field(usize, usize),
}

impl Graph {
    fn is_one(&self, node: usize) -> bool {
        self.nodes.get(&node).is_some_and(|node| !node.many)
    }

    /// Returns whether a place has one number, whatever it is.
    pub(super) fn has_number(&self, place: Place) -> bool {
        match place {
            Place::Var(var) => var < self.vars.len(),
            Place::Field(node, _) => self.is_one(node),
        }
    }

    /// Claims that one number is at most another.
    pub(super) fn claim_at_most(&mut self, low: Place, high: Place) {
        if low != high && self.has_number(low) && self.has_number(high) {
            self.at_most.insert((low, high));
        }
    }

    /// Returns whether one number is at most another, as far as the claims of the graph say.
    pub(super) fn is_at_most(&self, low: Place, high: Place) -> bool {
        let mut below = BTreeSet::from([low]);
        loop {
            if below.contains(&high) {
                return true;
            }
            let pairs = self.pairs();
            let more: Vec<Place> = pairs
                .into_iter()
                .filter(|(one, other)| below.contains(one) && !below.contains(other))
                .map(|(_, other)| other)
                .collect();
            if more.is_empty() {
                return false;
            }
            below.extend(more);
        }
    }

    /// Returns the pairs that are claimed one by one or along links that point to one certain object.
    fn pairs(&self) -> BTreeSet<(Place, Place)> {
        let mut pairs = self.at_most.clone();
        for (id, node) in self.nodes.iter().filter(|(_, node)| !node.many) {
            for Rising { number, link } in node.rising.iter().copied() {
                let to = self.nodes.keys().find(|to| *node.field(link) == only(Atom::Node(**to)));
                if let Some(to) = to.filter(|to| self.is_one(**to)) {
                    pairs.insert((Place::Field(*id, number), Place::Field(*to, number)));
                }
            }
        }
        pairs
    }

    /// Takes back all claims about the number at a place. What follows from them for other places is claimed
    /// instead.
    pub(super) fn unclaim(&mut self, place: Place) {
        let pairs = self.pairs();
        for (low, _) in pairs.iter().filter(|(_, high)| *high == place) {
            for (_, high) in pairs.iter().filter(|(low, _)| *low == place) {
                self.claim_at_most(*low, *high);
            }
        }
        self.at_most.retain(|(low, high)| *low != place && *high != place);
    }

    /// Takes back the claims that a write to a field of the object of a node may break.
    pub(super) fn unclaim_field(&mut self, written: usize, field: usize) {
        for (low, high) in self.pairs() {
            self.claim_at_most(low, high);
        }
        self.unclaim(Place::Field(written, field));
        for (id, node) in &mut self.nodes {
            let points_there: Vec<usize> = node
                .rising
                .iter()
                .map(|rising| rising.link)
                .filter(|link| {
                    let value = node.field(*link);
                    value.contains(&Atom::Any) || value.contains(&Atom::Node(written))
                })
                .collect();
            node.rising.retain(|rising| {
                let is_own = *id == written && (rising.number == field || rising.link == field);
                let is_next = rising.number == field && points_there.contains(&rising.link);
                !is_own && !is_next
            });
        }
    }

    /// Takes back the claims about nodes that are gone.
    pub(super) fn unclaim_gone(&mut self) {
        let mut claims = std::mem::take(&mut self.at_most);
        claims.retain(|(low, high)| self.has_number(*low) && self.has_number(*high));
        self.at_most = claims;
    }

    /// Returns whether the numbers of a node's objects rise along a link: because that is claimed, or because
    /// the node stands for one object and every object to which its link may point is known to have at least
    /// its number.
    pub(super) fn rises(&self, id: usize, rising: Rising) -> bool {
        let node = &self.nodes[&id];
        let link = node.field(rising.link);
        node.rising.contains(&rising)
            || !node.many
                && !link.contains(&Atom::Any)
                && nodes(link).all(|to| {
                    let ends = (Place::Field(id, rising.number), Place::Field(to, rising.number));
                    self.is_one(to) && self.is_at_most(ends.0, ends.1)
                })
    }

    /// Claims what is so for the nodes of one object, for the given links and numbers.
    pub(super) fn claim_rising(&mut self, all: &BTreeSet<Rising>) {
        let ids: Vec<usize> = self.nodes.keys().copied().collect();
        for id in ids {
            for rising in all.iter().filter(|rising| self.rises(id, **rising)).copied().collect::<Vec<_>>() {
                if let Some(node) = self.nodes.get_mut(&id) {
                    node.rising.insert(rising);
                }
            }
        }
    }
}
