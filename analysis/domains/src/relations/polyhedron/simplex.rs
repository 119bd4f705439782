//! The simplex method with Bland's rule ([Bland]): of all rows or columns that a pivot may choose, it takes
//! the one with the least name. This guarantees that the method ends.

use std::cmp::Ordering;

use super::super::{Integer, Linear};
use super::Exhausted;
use super::dictionary::{Dictionary, Name};
use csieve_base::budget::Steps;

/// The supremum (least upper bound) of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Supremum {
    Infinite,
    /// Numerator and denominator of the supremum. The denominator is above 0.
    Finite(Integer, Integer),
}

/// A simplex dictionary of inequalities that have a rational solution, at a vertex of the solutions.
#[derive(Clone, Debug)]
pub(super) struct Simplex(Dictionary);

/// The direction in which a slack is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl Simplex {
    /// Finds a vertex of inequalities `e <= 0` by the dual simplex method without an objective. Returns None
    /// if there is no solution.
    pub(super) fn new(inequalities: &[Linear], steps: &mut Steps) -> Result<Option<Self>, Exhausted> {
        let mut dictionary = Dictionary::new(inequalities, steps)?;
        let stuck = settle(&mut dictionary, steps)?;
        Ok(stuck.is_none().then_some(Self(dictionary)))
    }

    /// Returns a non-negative factor for each inequality `e <= 0`, such that the sum of all `e` times their
    /// factors is a positive constant. None if there is a solution.
    pub(super) fn contradiction(
        inequalities: &[Linear],
        steps: &mut Steps,
    ) -> Result<Option<Vec<Integer>>, Exhausted> {
        let mut dictionary = Dictionary::new(inequalities, steps)?;
        let Some(row) = settle(&mut dictionary, steps)? else { return Ok(None) };
        // The slack of this row is a negative constant minus multiples of other slacks, but no slack may be
        // negative.
        let mut numbers = vec![Integer::ZERO; inequalities.len()];
        if let Name::Slack(slack) = dictionary.rows[row].0 {
            numbers[slack] = dictionary.denominator().clone();
        }
        for (column, name) in dictionary.columns.iter().enumerate() {
            if let Name::Slack(slack) = name {
                numbers[*slack] = -dictionary.entry(row, column);
            }
        }
        Ok(Some(numbers))
    }

    /// Returns the supremum of an expression.
    pub(super) fn supremum(&self, expr: &Linear, steps: &mut Steps) -> Result<Supremum, Exhausted> {
        let mut dictionary = self.0.copy(steps)?;
        let Some(row) = dictionary.watch(expr) else { return Ok(Supremum::Infinite) };
        if !climb(&mut dictionary, row, false, steps)? {
            return Ok(Supremum::Infinite);
        }
        Ok(Supremum::Finite(dictionary.value(row).clone(), dictionary.denominator().clone()))
    }

    /// Returns the indices of the inequalities that hold as equations in every solution.
    pub(super) fn implicit_equations(
        &self,
        inequalities: usize,
        steps: &mut Steps,
    ) -> Result<Vec<usize>, Exhausted> {
        let mut strict = vec![false; inequalities];
        for slack in 0..inequalities {
            if !strict[slack] {
                let mut dictionary = self.0.copy(steps)?;
                strict[slack] = leaves_zero(&mut dictionary, slack, Direction::Up, steps)?;
                for (row, (name, _)) in dictionary.rows.iter().enumerate() {
                    if let Name::Slack(other) = name {
                        strict[*other] |= dictionary.value(row).is_positive();
                    }
                }
            }
        }
        Ok((0..inequalities).filter(|slack| !strict[*slack]).collect())
    }

    /// Drops the inequality of a slack if the other inequalities imply it. Returns whether they do.
    pub(super) fn drop_redundant(&mut self, slack: usize, steps: &mut Steps) -> Result<bool, Exhausted> {
        let mut dictionary = self.0.copy(steps)?;
        if leaves_zero(&mut dictionary, slack, Direction::Down, steps)? {
            return Ok(false);
        }
        dictionary.unwatch();
        self.0 = dictionary;
        Ok(true)
    }
}

/// Pivots until no slack is below 0. If some slack has to be below 0, returns the index of its row.
fn settle(dictionary: &mut Dictionary, steps: &mut Steps) -> Result<Option<usize>, Exhausted> {
    loop {
        let violated = |row: &usize| dictionary.value(*row).is_negative();
        let Some(row) = least_slack(dictionary, violated) else { return Ok(None) };
        let raises = |column: &usize| dictionary.entry(row, *column).is_positive();
        let Some(column) = least_column(dictionary, raises) else { return Ok(Some(row)) };
        dictionary.pivot(row, column, steps)?;
    }
}

/// Returns whether a slack can be above 0 (up), or could be below 0 without its own inequality (down). If
/// not, the row of the slack is left with the name [`Name::Free`].
fn leaves_zero(
    dictionary: &mut Dictionary,
    slack: usize,
    way: Direction,
    steps: &mut Steps,
) -> Result<bool, Exhausted> {
    let row = match (dictionary.row_of(slack), dictionary.column_of(slack)) {
        (Some(row), _) => row,
        (None, Some(column)) => match blocking(dictionary, column, way) {
            Some(row) if dictionary.value(row).is_zero() => {
                dictionary.pivot(row, column, steps)?;
                row
            }
            _ => return Ok(true),
        },
        (None, None) => return Ok(true),
    };
    dictionary.rows[row].0 = Name::Free;
    if way == Direction::Down {
        negate(dictionary, row);
    }
    let bounded = climb(dictionary, row, true, steps)?;
    let answer = !bounded || dictionary.value(row).is_positive();
    Ok(answer)
}

/// Changes the sign of a row with the name [`Name::Free`].
fn negate(dictionary: &mut Dictionary, row: usize) {
    for entry in &mut dictionary.rows[row].1 {
        *entry = -&*entry;
    }
}

/// Raises the value of a row with the name [`Name::Free`] as far as possible, or only until it is above 0 if
/// `stop_above_zero`. Returns false if the value is not bounded.
fn climb(
    dictionary: &mut Dictionary,
    row: usize,
    stop_above_zero: bool,
    steps: &mut Steps,
) -> Result<bool, Exhausted> {
    let columns = 0..dictionary.columns.len();
    let free =
        |column: usize| !dictionary.columns[column].is_slack() && !dictionary.entry(row, column).is_zero();
    if columns.into_iter().any(free) {
        return Ok(false);
    }
    loop {
        if stop_above_zero && dictionary.value(row).is_positive() {
            return Ok(true);
        }
        let raises = |column: &usize| dictionary.entry(row, *column).is_positive();
        let Some(column) = least_column(dictionary, raises) else { return Ok(true) };
        let Some(leaving) = blocking(dictionary, column, Direction::Up) else { return Ok(false) };
        dictionary.pivot(leaving, column, steps)?;
    }
}

/// Returns the row of the slack that becomes 0 first if the unknown of a column moves away from 0 in the
/// direction `way`. None if no slack becomes 0.
fn blocking(dictionary: &Dictionary, column: usize, way: Direction) -> Option<usize> {
    let falls = |row: &usize| {
        let slope = dictionary.entry(*row, column);
        dictionary.rows[*row].0.is_slack()
            && (if way == Direction::Up { slope.is_negative() } else { slope.is_positive() })
    };
    // The least value / |slope|, compared without division; for equal ones, the least name.
    let earlier = |one: &usize, other: &usize| -> Ordering {
        let left = dictionary.value(*one) * &dictionary.entry(*other, column).abs();
        let right = dictionary.value(*other) * &dictionary.entry(*one, column).abs();
        left.cmp(&right).then_with(|| dictionary.rows[*one].0.cmp(&dictionary.rows[*other].0))
    };
    (0..dictionary.rows.len()).filter(falls).min_by(earlier)
}

fn least_slack(dictionary: &Dictionary, may: impl Fn(&usize) -> bool) -> Option<usize> {
    let rows = (0..dictionary.rows.len()).filter(|row| dictionary.rows[*row].0.is_slack());
    rows.filter(may).min_by_key(|row| dictionary.rows[*row].0)
}

fn least_column(dictionary: &Dictionary, may: impl Fn(&usize) -> bool) -> Option<usize> {
    let columns = (0..dictionary.columns.len()).filter(|column| dictionary.columns[*column].is_slack());
    columns.filter(may).min_by_key(|column| dictionary.columns[*column])
}
