//! Certificates that inequalities have no solution.

use super::super::{Integer, Linear};
use super::simplex::Simplex;
use csieve_base::budget::Steps;

/// Returns a non-negative factor for each inequality `e <= 0`, such that the sum of all `e` times their
/// factors is a positive constant ([Farkas]). None if the inequalities have a rational solution, or the steps
/// run out.
pub fn contradiction(inequalities: &[Linear], steps: &mut Steps) -> Option<Vec<Integer>> {
    Simplex::contradiction(inequalities, steps).ok().flatten()
}
