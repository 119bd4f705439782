//! What callers do with the results of functions, beside what is known of the functions themselves.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHasher};

use super::Summaries;
use crate::habits::Habit;

/// The habits of callers, by the names of the functions that they call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits(FxHashMap<Arc<str>, (u64, Arc<Habit>)>);

impl Habits {
    /// Returns the habits that concern these functions.
    pub(super) fn only<'n>(&self, names: impl Iterator<Item = &'n str>) -> Self {
        let known = names.filter_map(|name| self.0.get_key_value(name));
        Self(known.map(|(name, habit)| (Arc::clone(name), habit.clone())).collect())
    }
}

impl Summaries {
    /// Returns the same summaries with habits of callers. Summaries that are made of other functions then must not be made
    /// with these: what is only believed of a function is not known of its callers.
    #[must_use]
    pub fn with_habits(self, habits: impl IntoIterator<Item = (Arc<str>, Habit)>) -> Self {
        let hashed = |(name, habit): (Arc<str>, Habit)| {
            let mut hasher = FxHasher::default();
            habit.hash(&mut hasher);
            (name, (hasher.finish(), Arc::new(habit)))
        };
        Self { habits: Habits(habits.into_iter().map(hashed).collect()), ..self }
    }

    /// Returns what callers do with the result of a function, if nearly all do the same.
    pub fn habit(&self, function: &str) -> Option<&Arc<Habit>> {
        self.habits.0.get(function).map(|(_, habit)| habit)
    }

    /// Returns a hash of the habit of a function's callers, if there is one.
    pub fn habit_fingerprint(&self, function: &str) -> Option<u64> {
        self.habits.0.get(function).map(|(fingerprint, _)| *fingerprint)
    }
}
