//! Bounds of a variable that bound what is computed from it: `i <= 5` says that `i * i` is at most 25.

use csieve_domains::{equations::Silent, interval::Interval};
use csieve_graph::{EdgeId, ExprId, VarId};

use super::statement::{Said, Terms};
use crate::automaton::{Constrainer, Quantity, QuantityId, value_program};

/// Returns the values of a sum at the ends of the values that conditions allow for the variable in it, with
/// the edges of these conditions. Nothing if the sum is not computed from one variable alone, or if it is a
/// linear sum, whose bounds conditions state themselves.
pub(super) fn at_the_ends(constrainer: &Constrainer, said: &Said, terms: &Terms) -> Vec<(EdgeId, Interval)> {
    let [(quantity, factor)] = terms.as_slice() else { return Vec::new() };
    let Quantity::Value(value) = *constrainer.quantities.get(*quantity) else { return Vec::new() };
    let on = &constrainer.dependencies[value.0 as usize];
    let (false, false, [var]) = (on.memory, on.unstable, on.vars.as_slice()) else { return Vec::new() };
    let mut found = Vec::new();
    let own: Terms = vec![(QuantityId::from(*var), 1)];
    for (edge, allowed, _) in said.about(&own) {
        let Some((low, high)) = allowed.bounds() else { continue };
        let ends = [(low, Interval::NEG_INFINITY), (high, Interval::POS_INFINITY)];
        for (end, _) in ends.into_iter().filter(|(end, infinite)| end != infinite) {
            found.push((edge, with(constrainer, value, *var, end).mul_const(*factor)));
        }
    }
    found
}

/// Returns the values of an expression if a variable in it has this value.
fn with(constrainer: &Constrainer, value: ExprId, var: VarId, is: i128) -> Interval {
    let program = value_program(constrainer.cfg, &constrainer.quantities, value, constrainer.wrapv);
    let read = |id: QuantityId| if id == QuantityId::from(var) { Interval::point(is) } else { Interval::TOP };
    program.evaluate(&read, &mut Silent)
}
