//! What all the domains have in common.

use std::fmt::Debug;

use super::{Constraint, Integer, Linear, Relation};

/// A lattice of sets of integer points. A point gives every variable a value. Every operation over-approximates the
/// operation on points that its name says, and ends within a number of steps that only depends on its operands.
///
/// Both operands of a binary operation have the same number of dimensions. What is asked of a variable beyond them has
/// no answer; what is said of it is not kept.
pub trait Domain: Clone + Eq + Debug {
    /// All points, of variables `0..dimensions`.
    fn top(dimensions: usize) -> Self;

    /// No point.
    fn bottom(dimensions: usize) -> Self;

    /// Whether it is known that there is no point.
    fn is_bottom(&self) -> bool;

    /// Leaves only the points where the constraint holds, and maybe others that were there.
    fn meet(&mut self, constraint: &Constraint);

    /// Leaves only the points that are also in the other, and maybe others that were there.
    fn meet_all(&mut self, other: &Self);

    /// `variable := value`, where the value may read the variable.
    fn assign(&mut self, variable: u32, value: &Linear);

    /// `variable := any integer`.
    fn forget(&mut self, variable: u32);

    /// The points of both: the least element above them where the domain has one.
    #[must_use]
    fn join(&self, other: &Self) -> Self;

    /// An upper bound between join and widening: it joins only what keeps `next` from being element by element above
    /// `self`. Where elements are not sets of others it is the join.
    #[must_use]
    fn connect(&self, next: &Self) -> Self {
        self.join(next)
    }

    /// An upper bound of both such that `x`, `x.widen(y)`, `x.widen(y).widen(z)`, ... does not grow for ever.
    #[must_use]
    fn widen(&self, next: &Self) -> Self;

    /// The widening, with those of the given constraints that hold in both (Halbwachs, Proy & Roumanoff, "Verification of
    /// real-time systems using linear relation analysis": widening up to).
    #[must_use]
    fn widen_up_to(&self, next: &Self, thresholds: &[Constraint]) -> Self {
        let mut result = self.widen(next);
        let hold = thresholds.iter().filter(|threshold| self.entails(threshold) && next.entails(threshold));
        hold.for_each(|threshold| result.meet(threshold));
        result
    }

    /// Whether every point of the other is one of this. A partial order; `false` may also mean that it is not known.
    fn includes(&self, other: &Self) -> bool;

    /// Constraints that hold at every point, none implied by the others as far as the domain can tell, in an order that
    /// depends on the element only. Where the domain keeps one conjunction, they are the element.
    fn constraints(&self) -> Vec<Constraint>;

    /// Conjunctions of constraints, one of which holds at every point; none if there is no point.
    fn cases(&self) -> Vec<Vec<Constraint>> {
        if self.is_bottom() { Vec::new() } else { vec![self.constraints()] }
    }

    /// A lower and an upper bound of the values of an expression. No point has the best bounds, so none is told.
    fn bounds(&self, expr: &Linear) -> (Option<Integer>, Option<Integer>);

    /// Whether the constraint holds at every point; `false` may also mean that it is not known.
    fn entails(&self, constraint: &Constraint) -> bool {
        let (low, high) = self.bounds(constraint.expr());
        let at_most = high.is_some_and(|high| !high.is_positive());
        let at_least = || low.is_some_and(|low| !low.is_negative());
        self.is_bottom() || (at_most && (constraint.relation() == Relation::AtMostZero || at_least()))
    }
}

/// The number of equations and of inequalities in a minimal description. An ascending chain in which it decreases with
/// every step, equations first, is finite: the dimension of the points goes up, or a face is lost.
pub(super) type Rank = (usize, usize);
