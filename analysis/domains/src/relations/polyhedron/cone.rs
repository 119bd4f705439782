//! The double description of cones, by constraints and by generators.

use fixedbitset::FixedBitSet;

use super::super::{Integer, Relation};
use super::Exhausted;
use csieve_base::budget::Steps;

/// A vector of integers. All vectors of one cone have the same length.
pub(super) type Vector = Vec<Integer>;

/// The generators of a cone. Its vectors are the sums of any multiples of lines and of non-negative multiples
/// of rays. No ray is such a sum of the other generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Generators {
    pub lines: Vec<Vector>,
    pub rays: Vec<Vector>,
}

/// An extreme ray of a cone, with the indices of the constraints added so far whose product with the ray is
/// 0.
#[derive(Clone)]
struct Ray {
    vector: Vector,
    reached: FixedBitSet,
}

/// Returns the generators of the cone of all vectors whose products with the given vectors are at most 0 or
/// equal to 0. The algorithm starts with the cone of all vectors and adds one constraint after the other
/// ([MRTT], [FP]).
pub(super) fn generators(
    dimensions: usize,
    constraints: &[(Vector, Relation)],
    steps: &mut Steps,
) -> Result<Generators, Exhausted> {
    let unit = |one: usize| (0..dimensions).map(|at| Integer::from(i64::from(at == one))).collect();
    let mut lines: Vec<Vector> = (0..dimensions).map(unit).collect();
    let mut rays: Vec<Ray> = Vec::new();
    for (index, (constraint, relation)) in constraints.iter().enumerate() {
        let line = lines.iter().position(|line| !product(line, constraint).is_zero());
        if let Some(line) = line.map(|line| lines.swap_remove(line)) {
            let line = if product(&line, constraint).is_positive() { negative(&line) } else { line };
            for other in &mut lines {
                *other = along(other, &line, constraint);
            }
            for ray in &mut rays {
                ray.vector = along(&ray.vector, &line, constraint);
                ray.reached.insert(index);
            }
            if *relation == Relation::AtMostZero {
                let mut reached = FixedBitSet::with_capacity(constraints.len());
                reached.insert_range(..index);
                rays.push(Ray { vector: line, reached });
            }
        } else {
            // Adjacent rays span a face of dimension 2, so at least this many constraints are 0 on both.
            let common = dimensions.saturating_sub(lines.len() + 2);
            rays = cut(&rays, (index, constraint), *relation, common, steps)?;
        }
    }
    Ok(Generators { lines, rays: rays.into_iter().map(|ray| ray.vector).collect() })
}

/// Returns the rays that satisfy a constraint, and new rays where the constraint cuts a face between adjacent
/// rays on its two sides.
fn cut(
    rays: &[Ray],
    (index, constraint): (usize, &Vector),
    relation: Relation,
    common: usize,
    steps: &mut Steps,
) -> Result<Vec<Ray>, Exhausted> {
    let sign = |ray: &Ray| product(&ray.vector, constraint).signum();
    let (outside, left): (Vec<_>, Vec<_>) = rays.iter().partition(|ray| sign(ray) > 0);
    let (inside, on): (Vec<_>, Vec<_>) = left.into_iter().partition(|ray| sign(ray) < 0);
    let mut result = Vec::with_capacity(rays.len());
    for one in outside {
        for other in &inside {
            if let Some(mut reached) = face(rays, [one, *other], common, steps)? {
                reached.insert(index);
                result.push(Ray { vector: along(&one.vector, &other.vector, constraint), reached });
            }
        }
    }
    result.extend(on.into_iter().cloned().map(|mut ray| {
        ray.reached.insert(index);
        ray
    }));
    if relation == Relation::AtMostZero {
        result.extend(inside.into_iter().cloned());
    }
    Ok(result)
}

/// Returns the constraints that are 0 on both of two rays if the rays are adjacent, that is, if on no other
/// ray all these constraints are 0. None otherwise.
fn face(
    rays: &[Ray],
    [one, other]: [&Ray; 2],
    common: usize,
    steps: &mut Steps,
) -> Result<Option<FixedBitSet>, Exhausted> {
    if !steps.take() {
        return Err(Exhausted);
    }
    if one.reached.intersection_count(&other.reached) < common {
        return Ok(None);
    }
    if !steps.take_many(rays.len() as u32) {
        return Err(Exhausted);
    }
    let mut reached = one.reached.clone();
    reached.intersect_with(&other.reached);
    let same = |ray: &Ray| std::ptr::eq(ray, one) || std::ptr::eq(ray, other);
    let between = rays.iter().any(|ray| !same(ray) && reached.is_subset(&ray.reached));
    Ok((!between).then_some(reached))
}

/// Returns the sum of a positive multiple of `vector` and a multiple of `other` on which a constraint is 0,
/// without common divisors. The constraint must be negative on `other`.
fn along(vector: &Vector, other: &Vector, constraint: &Vector) -> Vector {
    let (factor, size) = (product(vector, constraint), -&product(other, constraint));
    let sum = vector.iter().zip(other).map(|(one, other)| &(one * &size) + &(other * &factor));
    let sum: Vector = sum.collect();
    let content = sum.iter().fold(Integer::ZERO, |content, entry| content.gcd(entry));
    if content.is_zero() { sum } else { sum.iter().map(|entry| entry.div_floor(&content)).collect() }
}

fn product(one: &Vector, other: &Vector) -> Integer {
    one.iter().zip(other).fold(Integer::ZERO, |sum, (one, other)| &sum + &(one * other))
}

fn negative(vector: &Vector) -> Vector {
    vector.iter().map(|entry| -entry).collect()
}
