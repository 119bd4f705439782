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

/// What is seen of a supremum without a pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// The expression grows without bound.
    Infinite,
    /// The expression is nowhere higher than at the vertex of the dictionary.
    Highest,
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
        if let Name::Slack(slack) = dictionary.names[row] {
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
        let Some(row) = self.0.expressed(expr) else { return Ok(Supremum::Infinite) };
        match self.seen(&row) {
            Some(Seen::Infinite) => return Ok(Supremum::Infinite),
            Some(Seen::Highest) => {
                return Ok(Supremum::Finite(row[0].clone(), self.0.denominator().clone()));
            }
            None => {}
        }
        let mut dictionary = self.0.copy(steps)?;
        let row = dictionary.watch(row);
        if !climb(&mut dictionary, row, false, steps)? {
            return Ok(Supremum::Infinite);
        }
        Ok(Supremum::Finite(dictionary.value(row).clone(), dictionary.denominator().clone()))
    }

    /// Returns whether an expression is at most 0 in every solution.
    pub(super) fn is_at_most_zero(&self, expr: &Linear, steps: &mut Steps) -> Result<bool, Exhausted> {
        let Some(row) = self.0.expressed(expr) else { return Ok(false) };
        if row[0].is_positive() {
            return Ok(false);
        }
        if let Some(seen) = self.seen(&row) {
            return Ok(seen == Seen::Highest);
        }
        let mut dictionary = self.0.copy(steps)?;
        let row = dictionary.watch(row);
        Ok(climb(&mut dictionary, row, true, steps)? && !dictionary.value(row).is_positive())
    }

    /// Returns what the vertex of the dictionary already says about the supremum of an expression, which is given by
    /// its row.
    fn seen(&self, row: &[Integer]) -> Option<Seen> {
        let mut columns = self.0.columns.iter().zip(&row[1..]);
        if columns.clone().any(|(name, entry)| !name.is_slack() && !entry.is_zero()) {
            return Some(Seen::Infinite);
        }
        columns.all(|(name, entry)| !name.is_slack() || !entry.is_positive()).then_some(Seen::Highest)
    }

    /// Returns the indices of the inequalities that hold as equations in every solution.
    pub(super) fn implicit_equations(
        &self,
        inequalities: usize,
        steps: &mut Steps,
    ) -> Result<Vec<usize>, Exhausted> {
        let mut strict = vec![false; inequalities];
        mark_positive(&self.0, &mut strict);
        for slack in 0..inequalities {
            if !strict[slack] && is_loose(&self.0, slack, Direction::Up) {
                strict[slack] = true;
            }
            if !strict[slack] {
                let mut dictionary = self.0.copy(steps)?;
                strict[slack] = leaves_zero(&mut dictionary, slack, Direction::Up, steps)?;
                mark_positive(&dictionary, &mut strict);
            }
        }
        Ok((0..inequalities).filter(|slack| !strict[*slack]).collect())
    }

    /// Drops the inequality of a slack if the other inequalities imply it. Returns whether they do.
    pub(super) fn drop_redundant(&mut self, slack: usize, steps: &mut Steps) -> Result<bool, Exhausted> {
        if is_loose(&self.0, slack, Direction::Down) {
            return Ok(false);
        }
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

/// Marks the slacks that are above 0 at the vertex of a dictionary.
fn mark_positive(dictionary: &Dictionary, marks: &mut [bool]) {
    for (row, name) in dictionary.names.iter().enumerate() {
        if let Name::Slack(slack) = name {
            marks[*slack] |= dictionary.value(row).is_positive();
        }
    }
}

/// Returns whether a slack is seen to leave 0 without a pivot: no row stops its column at once.
fn is_loose(dictionary: &Dictionary, slack: usize, way: Direction) -> bool {
    match dictionary.column_of(slack) {
        Some(column) => blocking(dictionary, column, way).is_none_or(|row| !dictionary.value(row).is_zero()),
        None => dictionary.row_of(slack).is_none(),
    }
}

/// Returns whether a slack that is not loose can be above 0 (up), or could be below 0 without its own inequality
/// (down). If not, the row of the slack is left with the name [`Name::Free`].
fn leaves_zero(
    dictionary: &mut Dictionary,
    slack: usize,
    way: Direction,
    steps: &mut Steps,
) -> Result<bool, Exhausted> {
    let row = match (dictionary.row_of(slack), dictionary.column_of(slack)) {
        (Some(row), _) => row,
        (None, Some(column)) => {
            let Some(row) = blocking(dictionary, column, way) else { return Ok(true) };
            dictionary.pivot(row, column, steps)?;
            row
        }
        (None, None) => return Ok(true),
    };
    dictionary.names[row] = Name::Free;
    if way == Direction::Down {
        negate(dictionary, row);
    }
    let bounded = climb(dictionary, row, true, steps)?;
    let answer = !bounded || dictionary.value(row).is_positive();
    Ok(answer)
}

/// Changes the sign of a row with the name [`Name::Free`].
fn negate(dictionary: &mut Dictionary, row: usize) {
    for entry in dictionary.row_mut(row) {
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
        dictionary.names[*row].is_slack()
            && (if way == Direction::Up { slope.is_negative() } else { slope.is_positive() })
    };
    // The least value / |slope|, compared without division; for equal ones, the least name.
    let earlier = |one: &usize, other: &usize| -> Ordering {
        let left = dictionary.value(*one) * &dictionary.entry(*other, column).abs();
        let right = dictionary.value(*other) * &dictionary.entry(*one, column).abs();
        left.cmp(&right).then_with(|| dictionary.names[*one].cmp(&dictionary.names[*other]))
    };
    (0..dictionary.names.len()).filter(falls).min_by(earlier)
}

fn least_slack(dictionary: &Dictionary, may: impl Fn(&usize) -> bool) -> Option<usize> {
    let rows = (0..dictionary.names.len()).filter(|row| dictionary.names[*row].is_slack());
    rows.filter(may).min_by_key(|row| dictionary.names[*row])
}

fn least_column(dictionary: &Dictionary, may: impl Fn(&usize) -> bool) -> Option<usize> {
    let columns = (0..dictionary.columns.len()).filter(|column| dictionary.columns[*column].is_slack());
    columns.filter(may).min_by_key(|column| dictionary.columns[*column])
}
