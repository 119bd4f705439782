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
/// Its entries are the constant of the row and a coefficient for each column. All entries are numerators over one
/// denominator, so that pivots need no fractions (Edmonds; Bareiss, "Sylvester's identity and multistep
/// integer-preserving Gaussian elimination").
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    /// What the rows stand for.
    pub names: Vec<Name>,
    /// What the columns stand for.
    pub columns: Vec<Name>,
    /// The entries, one row after the other.
    entries: Vec<Integer>,
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
        let width = variables.len() + 1;
        let mut entries = vec![Integer::ZERO; inequalities.len() * width];
        for (row, expr) in entries.chunks_exact_mut(width).zip(inequalities) {
            row[0] = -expr.offset();
            let mut column = 0;
            for (variable, coefficient) in expr.terms() {
                column += variables[column..].partition_point(|other| other < variable);
                row[column + 1] = -coefficient;
            }
        }
        let mut dictionary = Self {
            names: (0..inequalities.len()).map(Name::Slack).collect(),
            columns: vec![Name::Free; variables.len()],
            entries,
            denominator: Integer::ONE,
            variables: variables
                .iter()
                .enumerate()
                .map(|(column, name)| (*name, Place::Column(column)))
                .collect(),
        };
        for column in 0..variables.len() {
            let reads =
                |row: &usize| dictionary.names[*row].is_slack() && !dictionary.entry(*row, column).is_zero();
            if let Some(row) = (0..dictionary.names.len()).find(reads) {
                dictionary.pivot(row, column, steps)?;
                dictionary.variables[column].1 = Place::Row(row);
            }
        }
        Ok(dictionary)
    }

    /// Returns the number of entries of a row.
    fn width(&self) -> usize {
        self.columns.len() + 1
    }

    /// Returns the entries of a row: its constant, then its coefficients.
    fn row(&self, row: usize) -> &[Integer] {
        &self.entries[row * self.width()..][..self.width()]
    }

    /// Returns the entries of a row to change them.
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [Integer] {
        let width = self.width();
        &mut self.entries[row * width..][..width]
    }

    /// Returns the common denominator of all entries, which is above 0.
    pub(super) fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// Returns the numerator of the constant of a row. The constant is the value of the row's unknown where
    /// the unknowns of all columns are 0.
    pub(super) fn value(&self, row: usize) -> &Integer {
        &self.entries[row * self.width()]
    }

    /// Returns the numerator of the coefficient that a row has for a column.
    pub(super) fn entry(&self, row: usize, column: usize) -> &Integer {
        &self.entries[row * self.width() + column + 1]
    }

    /// Returns the index of the row that stands for a slack. None if no row does.
    pub(super) fn row_of(&self, slack: usize) -> Option<usize> {
        self.names.iter().position(|name| *name == Name::Slack(slack))
    }

    /// Returns the index of the column that stands for a slack. None if no column does.
    pub(super) fn column_of(&self, slack: usize) -> Option<usize> {
        self.columns.iter().position(|name| *name == Name::Slack(slack))
    }

    /// Returns an expression as a row over the columns. None if the expression reads a variable that no
    /// inequality reads.
    pub(super) fn expressed(&self, expr: &Linear) -> Option<Vec<Integer>> {
        let mut row = vec![Integer::ZERO; self.width()];
        row[0] = expr.offset() * &self.denominator;
        for (variable, coefficient) in expr.terms() {
            let index = self.variables.binary_search_by_key(variable, |place| place.0).ok()?;
            match self.variables[index].1 {
                Place::Column(column) => {
                    row[column + 1] = &row[column + 1] + &(coefficient * &self.denominator);
                }
                Place::Row(other) => {
                    for (entry, part) in row.iter_mut().zip(self.row(other)) {
                        *entry = &*entry + &(coefficient * part);
                    }
                }
            }
        }
        Some(row)
    }

    /// Adds a row for an expression and returns its index.
    pub(super) fn watch(&mut self, mut row: Vec<Integer>) -> usize {
        self.names.push(Name::Free);
        self.entries.append(&mut row);
        self.names.len() - 1
    }

    /// Returns a copy of the dictionary. It costs as many steps as a pivot.
    pub(super) fn copy(&self, steps: &mut Steps) -> Result<Self, Exhausted> {
        self.charge(steps)?;
        Ok(self.clone())
    }

    fn charge(&self, steps: &mut Steps) -> Result<(), Exhausted> {
        let words =
            u32::try_from(self.entries.len()).unwrap_or(u32::MAX).saturating_mul(self.denominator.words());
        if steps.take_many(words) { Ok(()) } else { Err(Exhausted) }
    }

    /// Drops the rows of watched expressions (see `watch`).
    pub(super) fn unwatch(&mut self) {
        let width = self.width();
        let mut moved = Vec::with_capacity(self.names.len());
        let mut place = 0;
        for (row, name) in self.names.iter().enumerate() {
            let stays =
                name.is_slack() || self.variables.iter().any(|variable| variable.1 == Place::Row(row));
            moved.push(stays.then_some(place));
            place += usize::from(stays);
        }
        for (row, to) in moved.iter().enumerate() {
            let Some(to) = to.filter(|to| *to != row) else { continue };
            self.names[to] = self.names[row];
            for column in 0..width {
                self.entries.swap(to * width + column, row * width + column);
            }
        }
        self.names.truncate(place);
        self.entries.truncate(place * width);
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
        let (width, at) = (self.width(), column + 1);
        let (above, rest) = self.entries.split_at_mut(row * width);
        let (pivotal, below) = rest.split_at_mut(width);
        let pivot = pivotal[at].clone();
        // If the pivot is below 0, all signs change, so that the denominator stays above 0.
        let before = std::mem::replace(&mut self.denominator, pivot.abs());
        let (size, sign) = (&self.denominator, Integer::from(pivot.signum()));
        for entries in above.chunks_exact_mut(width).chain(below.chunks_exact_mut(width)) {
            let factor = &entries[at] * &sign;
            if factor.is_zero() && *size == before {
                continue;
            }
            for (index, (entry, other)) in entries.iter_mut().zip(&*pivotal).enumerate() {
                if index != at && (!entry.is_zero() || !(factor.is_zero() || other.is_zero())) {
                    *entry = Integer::cross([entry, size], [&factor, other], &before);
                }
            }
            entries[at] = factor;
        }
        for entry in &mut *pivotal {
            *entry = &-&*entry * &sign;
        }
        pivotal[at] = &before * &sign;
        std::mem::swap(&mut self.names[row], &mut self.columns[column]);
        Ok(())
    }
}
