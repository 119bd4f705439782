//! Simplex dictionaries with integer entries.

use super::super::{Integer, Linear};
use super::Exhausted;
use csieve_base::budget::Steps;

/// The unknown that a row or a column of a dictionary stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Name {
    /// The slack of the inequality `e <= 0` with this index: the value `-e`, which is at least 0.
    Slack(usize),
    /// A variable or a watched expression, which may have any sign.
    Free,
}

impl Name {
    pub(super) fn is_slack(self) -> bool {
        matches!(self, Self::Slack(_))
    }
}

/// A simplex dictionary: each row is an unknown as an affine expression over the unknowns of the columns.
/// Entry `[row][0]` is the constant of a row, and entry `[row][1 + column]` a coefficient. All entries are
/// numerators over one denominator, so that pivots need no fractions (Edmonds; Bareiss, "Sylvester's identity
/// and multistep integer-preserving Gaussian elimination").
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    pub rows: Vec<(Name, Vec<Integer>)>,
    pub columns: Vec<Name>,
    denominator: Integer,
    /// The variables, ascending, each with its row or column.
    variables: Vec<(u32, Place)>,
}

/// The row or column of a variable in a dictionary, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Row(usize),
    /// The variable is still in its initial column, because no row of a slack reads it.
    Column(usize),
}

impl Dictionary {
    /// Makes the dictionary of inequalities `e <= 0`. A variable becomes a row if the row of some slack still
    /// reads the variable.
    pub(super) fn new(inequalities: &[Linear], steps: &mut Steps) -> Result<Self, Exhausted> {
        let mut variables: Vec<u32> =
            inequalities.iter().flat_map(Linear::terms).map(|term| term.0).collect();
        variables.sort_unstable();
        variables.dedup();
        let row = |(number, expr): (usize, &Linear)| {
            let coefficients = variables.iter().map(|variable| -expr.coefficient(*variable));
            (Name::Slack(number), std::iter::once(-expr.offset()).chain(coefficients).collect())
        };
        let mut dictionary = Self {
            rows: inequalities.iter().enumerate().map(row).collect(),
            columns: vec![Name::Free; variables.len()],
            denominator: Integer::ONE,
            variables: variables
                .iter()
                .enumerate()
                .map(|(column, name)| (*name, Place::Column(column)))
                .collect(),
        };
        for column in 0..variables.len() {
            let reads = |(name, row): &(Name, Vec<Integer>)| name.is_slack() && !row[column + 1].is_zero();
            if let Some(row) = dictionary.rows.iter().position(reads) {
                dictionary.pivot(row, column, steps)?;
                dictionary.variables[column].1 = Place::Row(row);
            }
        }
        Ok(dictionary)
    }

    /// Returns the common denominator of all entries, which is above 0.
    pub(super) fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// Returns the numerator of the constant of a row. The constant is the value of the row's unknown where
    /// the unknowns of all columns are 0.
    pub(super) fn value(&self, row: usize) -> &Integer {
        &self.rows[row].1[0]
    }

    /// Returns the numerator of the coefficient that a row has for a column.
    pub(super) fn entry(&self, row: usize, column: usize) -> &Integer {
        &self.rows[row].1[column + 1]
    }

    /// Returns the index of the row that stands for a slack. None if no row does.
    pub(super) fn row_of(&self, slack: usize) -> Option<usize> {
        self.rows.iter().position(|row| row.0 == Name::Slack(slack))
    }

    /// Returns the index of the column that stands for a slack. None if no column does.
    pub(super) fn column_of(&self, slack: usize) -> Option<usize> {
        self.columns.iter().position(|name| *name == Name::Slack(slack))
    }

    /// Adds a row for an expression and returns its index. None if the expression reads a variable that no
    /// inequality reads.
    pub(super) fn watch(&mut self, expr: &Linear) -> Option<usize> {
        let mut row = vec![Integer::ZERO; self.columns.len() + 1];
        row[0] = expr.offset() * &self.denominator;
        for (variable, coefficient) in expr.terms() {
            let index = self.variables.binary_search_by_key(variable, |place| place.0).ok()?;
            match self.variables[index].1 {
                Place::Column(column) => {
                    row[column + 1] = &row[column + 1] + &(coefficient * &self.denominator);
                }
                Place::Row(other) => {
                    for (entry, part) in row.iter_mut().zip(&self.rows[other].1) {
                        *entry = &*entry + &(coefficient * part);
                    }
                }
            }
        }
        self.rows.push((Name::Free, row));
        Some(self.rows.len() - 1)
    }

    /// Returns a copy of the dictionary. It costs as many steps as a pivot.
    pub(super) fn copy(&self, steps: &mut Steps) -> Result<Self, Exhausted> {
        self.charge(steps)?;
        Ok(self.clone())
    }

    fn charge(&self, steps: &mut Steps) -> Result<(), Exhausted> {
        let entries = self.rows.len().saturating_mul(self.columns.len() + 1);
        let words = u32::try_from(entries).unwrap_or(u32::MAX).saturating_mul(self.denominator.words());
        if steps.take_many(words) { Ok(()) } else { Err(Exhausted) }
    }

    /// Drops the rows of watched expressions (see `watch`).
    pub(super) fn unwatch(&mut self) {
        let mut place = 0;
        let mut moved = Vec::with_capacity(self.rows.len());
        for (row, (name, _)) in self.rows.iter().enumerate() {
            let stays =
                name.is_slack() || self.variables.iter().any(|variable| variable.1 == Place::Row(row));
            moved.push(stays.then_some(place));
            place += usize::from(stays);
        }
        let mut stays = moved.iter();
        self.rows.retain(|_| stays.next().is_some_and(Option::is_some));
        for (_, place) in &mut self.variables {
            if let Place::Row(row) = place {
                *row = moved[*row].unwrap_or(*row);
            }
        }
    }

    /// Pivots: exchanges the unknowns of a row and a column, and adapts all entries. A pivot costs one step
    /// for each 64-bit word of an entry.
    pub(super) fn pivot(&mut self, row: usize, column: usize, steps: &mut Steps) -> Result<(), Exhausted> {
        self.charge(steps)?;
        let mut pivotal = std::mem::take(&mut self.rows[row].1);
        let pivot = pivotal[column + 1].clone();
        // If the pivot is below 0, all signs change, so that the denominator stays above 0.
        let (size, before) = (pivot.abs(), self.denominator.clone());
        let sign = Integer::from(pivot.signum());
        for (_, entries) in &mut self.rows {
            let Some(factor) = entries.get(column + 1).map(|entry| entry * &sign) else { continue };
            for (index, (entry, other)) in entries.iter_mut().zip(&pivotal).enumerate() {
                if index == column + 1 {
                    *entry = factor.clone();
                } else if !entry.is_zero() || !(factor.is_zero() || other.is_zero()) {
                    *entry = Integer::cross([entry, &size], [&factor, other], &before);
                }
            }
        }
        for entry in &mut pivotal {
            *entry = &-&*entry * &sign;
        }
        pivotal[column + 1] = &before * &sign;
        self.rows[row].1 = pivotal;
        self.denominator = size;
        std::mem::swap(&mut self.rows[row].0, &mut self.columns[column]);
        Ok(())
    }
}
