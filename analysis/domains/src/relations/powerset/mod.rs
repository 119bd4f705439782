//! Powersets: finite sets of elements of a domain.

mod order;
mod widen;

use super::{Constraint, Domain, Integer, Linear};

/// A set of at most `LIMIT` elements of a domain, which stands for the union of their points. No element is
/// empty or included in another ([BHZ-powerset]). The elements are sorted by their constraints, so sets with
/// the same elements are equal values. If there are too many elements, the two that differ least are joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Powerset<D, const LIMIT: usize> {
    dimensions: usize,
    elements: Vec<D>,
}

impl<D: Domain, const LIMIT: usize> Powerset<D, LIMIT> {
    /// Returns the elements, sorted by their constraints.
    pub fn elements(&self) -> &[D] {
        &self.elements
    }

    /// Makes the set of some elements.
    pub fn of(dimensions: usize, elements: impl IntoIterator<Item = D>) -> Self {
        let mut elements = order::maximal(elements.into_iter().collect());
        order::merge(&mut elements, LIMIT);
        Self { dimensions, elements }
    }

    /// Returns the join of all elements.
    pub fn hull(&self) -> D {
        let join = |hull: D, element: &D| hull.join(element);
        self.elements.iter().fold(D::bottom(self.dimensions), join)
    }

    /// Applies a change to every element.
    fn change(&mut self, change: impl Fn(&mut D)) {
        let mut elements = std::mem::take(&mut self.elements);
        elements.iter_mut().for_each(change);
        *self = Self::of(self.dimensions, elements);
    }
}

impl<D: Domain, const LIMIT: usize> Domain for Powerset<D, LIMIT> {
    fn top(dimensions: usize) -> Self {
        Self { dimensions, elements: vec![D::top(dimensions)] }
    }

    fn bottom(dimensions: usize) -> Self {
        Self { dimensions, elements: Vec::new() }
    }

    fn is_bottom(&self) -> bool {
        self.elements.is_empty()
    }

    fn meet(&mut self, constraint: &Constraint) {
        self.change(|element| element.meet(constraint));
    }

    fn meet_all(&mut self, other: &Self) {
        // What is included in the other set is the result, but for what its elements know of integers.
        let less = if order::covers(&self.elements, &other.elements) { Some(&other.elements) } else { None };
        if less.is_some() || order::covers(&other.elements, &self.elements) {
            let elements = less.unwrap_or(&self.elements);
            let mut rounded = elements.clone();
            rounded.iter_mut().zip(elements).for_each(|(element, same)| element.meet_all(same));
            let is_same = rounded == *elements;
            self.elements = if is_same { rounded } else { Self::of(self.dimensions, rounded).elements };
            return;
        }
        let with = |element: &D, other: &D| {
            let mut both = element.clone();
            both.meet_all(other);
            both
        };
        let pairs = self
            .elements
            .iter()
            .flat_map(|element| other.elements.iter().map(move |other| with(element, other)));
        *self = Self::of(self.dimensions, pairs.collect::<Vec<_>>());
    }

    fn assign(&mut self, variable: u32, value: &Linear) {
        self.change(|element| element.assign(variable, value));
    }

    fn forget(&mut self, variable: u32) {
        self.change(|element| element.forget(variable));
    }

    /// Returns the union of both sets.
    fn join(&self, other: &Self) -> Self {
        Self::of(self.dimensions, self.elements.iter().chain(&other.elements).cloned())
    }

    fn connect(&self, next: &Self) -> Self {
        Self::of(self.dimensions, widen::connect(&self.elements, &next.elements))
    }

    fn widen(&self, next: &Self) -> Self {
        self.widen_up_to(next, &[])
    }

    fn widen_up_to(&self, next: &Self, thresholds: &[Constraint]) -> Self {
        Self::of(self.dimensions, widen::widen(&self.elements, &next.elements, LIMIT, thresholds))
    }

    fn includes(&self, other: &Self) -> bool {
        order::covers(&self.elements, &other.elements)
    }

    /// Returns the constraints of the join of all elements.
    fn constraints(&self) -> Vec<Constraint> {
        self.hull().constraints()
    }

    fn cases(&self) -> Vec<Vec<Constraint>> {
        self.elements.iter().map(D::constraints).collect()
    }

    fn bounds(&self, expr: &Linear) -> (Option<Integer>, Option<Integer>) {
        let bounds: Vec<_> = self.elements.iter().map(|element| element.bounds(expr)).collect();
        let (low, high): (Option<Vec<_>>, Option<Vec<_>>) = (
            bounds.iter().map(|bounds| bounds.0.clone()).collect(),
            bounds.iter().map(|bounds| bounds.1.clone()).collect(),
        );
        (low.and_then(|low| low.into_iter().min()), high.and_then(|high| high.into_iter().max()))
    }

    fn entails(&self, constraint: &Constraint) -> bool {
        self.elements.iter().all(|element| element.entails(constraint))
    }
}
