//! Why inequalities have no solution.

use super::super::{Integer, Linear};
use super::simplex::Simplex;
use csieve_base::budget::Steps;

/// For each of some inequalities `e <= 0` a number that is not negative, such that their sum, each multiplied by its number, is a
/// positive constant (Farkas' lemma). None if they have a rational solution, or the steps run out.
pub fn contradiction(inequalities: &[Linear], steps: &mut Steps) -> Option<Vec<Integer>> {
    Simplex::contradiction(inequalities, steps).ok().flatten()
}
