//! The trait that all relational domains implement.

use std::fmt::Debug;

use super::{Constraint, Integer, Linear, Relation};

/// A lattice of sets of integer points. A point gives a value to every variable. Every operation
/// over-approximates the operation on points after which it is named, and ends after a number of steps that
/// depends only on its operands.
///
/// Both operands of a binary operation have the same number of dimensions, which is the number of variables.
/// A domain need not keep constraints on variables beyond its dimensions, nor answer questions about them.
pub trait Domain: Clone + Eq + Debug {
    /// Returns the set of all points over the variables `0..dimensions`.
    fn top(dimensions: usize) -> Self;

    /// Returns the set without points.
    fn bottom(dimensions: usize) -> Self;

    /// Returns whether the set is known to have no point.
    fn is_bottom(&self) -> bool;

    /// Restricts the set to the points where the constraint holds. Some of its other points may stay.
    fn meet(&mut self, constraint: &Constraint);

    /// Restricts the set to the points that are also in `other`. Some of its other points may stay.
    fn meet_all(&mut self, other: &Self);

    /// Executes `variable := value`, where the value may read the variable.
    fn assign(&mut self, variable: u32, value: &Linear);

    /// Executes `variable := any integer`.
    fn forget(&mut self, variable: u32);

    /// Returns an upper bound of both sets, the least one if the domain has it.
    #[must_use]
    fn join(&self, other: &Self) -> Self;

    /// Returns the connector ([GR], section 3), an upper bound between join and widening. A powerset joins
    /// only as many elements as needed for each to contain an element of `self`. In other domains the
    /// connector is the join.
    #[must_use]
    fn connect(&self, next: &Self) -> Self {
        self.join(next)
    }

    /// Returns an upper bound of both sets such that every chain `x`, `x.widen(y)`, `x.widen(y).widen(z)`,
    /// ... stops growing.
    #[must_use]
    fn widen(&self, next: &Self) -> Self;

    /// Returns the widening restricted by those of the thresholds that hold in both sets (widening up to,
    /// [HPR]).
    #[must_use]
    fn widen_up_to(&self, next: &Self, thresholds: &[Constraint]) -> Self {
        let mut result = self.widen(next);
        let hold = thresholds.iter().filter(|threshold| self.entails(threshold) && next.entails(threshold));
        hold.for_each(|threshold| result.meet(threshold));
        result
    }

    /// Returns whether every point of `other` is a point of `self`. This is a partial order; `false` may also
    /// mean unknown.
    fn includes(&self, other: &Self) -> bool;

    /// Returns constraints that hold at every point. As far as the domain can tell, none is implied by the
    /// others. Their order depends only on the element. In a domain of single conjunctions, they describe the
    /// element exactly.
    fn constraints(&self) -> Vec<Constraint>;

    /// Returns conjunctions of constraints such that every point satisfies one of them. There are none if the
    /// set has no point.
    fn cases(&self) -> Vec<Vec<Constraint>> {
        if self.is_bottom() { Vec::new() } else { vec![self.constraints()] }
    }

    /// Returns a lower and an upper bound, both inclusive, of the values of an expression; None for a bound
    /// that is not known, and for both if the set has no point.
    fn bounds(&self, expr: &Linear) -> (Option<Integer>, Option<Integer>);

    /// Returns whether the constraint holds at every point; `false` may also mean unknown.
    fn entails(&self, constraint: &Constraint) -> bool {
        let (low, high) = self.bounds(constraint.expr());
        let at_most = high.is_some_and(|high| !high.is_positive());
        let at_least = || low.is_some_and(|low| !low.is_negative());
        self.is_bottom() || (at_most && (constraint.relation() == Relation::AtMostZero || at_least()))
    }
}

/// The number of equations and the number of inequalities in a minimal description, compared in this order.
/// An ascending chain whose rank decreases with every step is finite: each step raises the dimension of the
/// set or drops a face.
pub(super) type Rank = (usize, usize);
