//! The other sides of the decisions of a path: the edges that runs take if they decide otherwise, and where
//! these lead.

use fixedbitset::FixedBitSet;

use csieve_graph::{Action, EdgeId, Loc};
use csieve_modelcheck::checks::declaration;
use csieve_modelcheck::{
    checks::Check,
    model::{Counterexample, Function, Move, Tracked},
};

use super::follow::{StillReachable, along};

/// The largest number of edges without an action that are followed to find where a side leads.
const MAX_SKIPS: usize = 16;

/// What happens on the other sides of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// There is no other side, or the misuse may happen on another side too.
    Same,
    /// The other sides lead to the place of the misuse, but runs that come from there do no misuse.
    Without,
    /// The other sides do not lead to the place of the misuse.
    Elsewhere,
}

/// The tables that tell where the other sides of a counterexample's decisions lead.
pub(super) struct Sides<'a> {
    function: &'a Function<'a>,
    check: &'a dyn Check,
    /// The state of the property before each edge of the word.
    followed: Vec<Option<Tracked>>,
    /// The locations with a state from which the misuse can still be reached.
    hope: StillReachable,
    /// The location before the edge at which the property starts. `None` if the property starts at the entry.
    origin: Option<Loc>,
    /// The locations before the edges of the misuse.
    places: Vec<Loc>,
}

impl<'a> Sides<'a> {
    /// Prepares the tables for a counterexample. `None` if that takes too many states.
    pub(super) fn of(
        function: &'a Function<'a>,
        check: &'a dyn Check,
        targets: &FixedBitSet,
        found: &Counterexample,
    ) -> Option<Self> {
        let followed = along(function, check, found);
        let first = followed.iter().position(Option::is_some)?;
        let from = |edge: EdgeId| function.cfg.edge(edge).from;
        let hope = StillReachable::of(
            function,
            check,
            targets,
            (from(found.word[first]), followed[first].clone()?),
        )?;
        let places = targets.ones().map(|target| from(EdgeId(target as u32))).collect();
        Some(Self { function, check, followed, hope, origin: found.origin().map(from), places })
    }

    /// Returns where a run gets that takes another side than the edge at a position of the word. Only sides
    /// that `may_be` accepts count. In a loop, most sides lead to the misuse in a later round; then only runs
    /// that do not come back to the same decision count.
    pub(super) fn besides(&self, position: usize, edge: EdgeId, may_be: impl Fn(EdgeId) -> bool) -> Side {
        let from = self.function.cfg.edge(edge).from;
        let others = self.function.cfg.successors[from.index()].iter().copied();
        let others: Vec<EdgeId> = others
            .filter(|other| *other != edge && self.lands(*other) != self.lands(edge) && may_be(*other))
            .collect();
        if others.is_empty() {
            return Side::Same;
        }
        let mut side = self.side(position, &others, None);
        if side == Side::Same {
            side = self.side(position, &others, Some(from));
        }
        let is_loss = declaration(self.check.rule()).is_loss();
        if side == Side::Without && is_loss && !self.skips_a_release(edge) {
            side = Side::Elsewhere;
        }
        // A decision before the property starts is no decision about the value that the property follows.
        match self.followed[position] {
            None if side == Side::Elsewhere => Side::Same,
            _ => side,
        }
    }

    /// Returns where edges lead, given as other sides of the decision at a position of the word. If `without`
    /// is given, paths through that location do not count.
    fn side(&self, position: usize, edges: &[EdgeId], without: Option<Loc>) -> Side {
        let cfg = self.function.cfg;
        let leads = |edge: EdgeId, ends: &[Loc]| {
            let before = cfg.leading_to(ends.iter().copied(), |next| Some(cfg.edge(next).from) != without);
            before.contains(cfg.edge(edge).to.index())
        };
        let is_hopeful = |edge: EdgeId| match &self.followed[position] {
            None => self.origin.is_some_and(|origin| leads(edge, &[origin])),
            Some(tracked) => match self.check.step(self.function, tracked, edge) {
                Move::To(next) | Move::Perhaps(next) => {
                    self.hope.is_left(&(cfg.edge(edge).to, next), without)
                }
                Move::Gone | Move::Misuse { .. } => false,
            },
        };
        if edges.iter().any(|edge| is_hopeful(*edge)) {
            Side::Same
        } else if edges.iter().any(|edge| leads(*edge, &self.places)) {
            Side::Without
        } else if without.is_none() || edges.iter().any(|edge| leads(*edge, &[cfg.exit])) {
            Side::Elsewhere
        } else {
            // The edges only lead through one more round to the same decision.
            Side::Same
        }
    }

    /// Returns the location to which an edge leads past edges without an action. So cases of a `switch` that
    /// share their code are one side.
    fn lands(&self, edge: EdgeId) -> Loc {
        let cfg = self.function.cfg;
        let mut loc = cfg.edge(edge).to;
        for _ in 0..MAX_SKIPS {
            match cfg.successors[loc.index()].as_slice() {
                [only] if cfg.edge(*only).action == Action::Skip => loc = cfg.edge(*only).to,
                _ => break,
            }
        }
        loc
    }

    /// Returns whether another side than this edge leads to a free or close that the edge does not lead to.
    /// Passing memory on to other code does not count as a release.
    fn skips_a_release(&self, edge: EdgeId) -> bool {
        let cfg = self.function.cfg;
        let own = cfg.reached_from(cfg.edge(edge).to);
        let others = cfg.successors[cfg.edge(edge).from.index()].iter().filter(|other| **other != edge);
        let others: Vec<FixedBitSet> = others.map(|other| cfg.reached_from(cfg.edge(*other).to)).collect();
        cfg.edges.iter().any(|release| {
            let from = release.from.index();
            matches!(release.action, Action::Free { .. } | Action::Close { .. })
                && !own.contains(from)
                && others.iter().any(|other| other.contains(from))
        })
    }
}
