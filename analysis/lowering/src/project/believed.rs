//! What the callers of functions in all files say of these functions.

use std::sync::Arc;

use csieve_base::hints::makes_something;

use super::Project;
use crate::habits::{AllUses, FileUses, Habit, Uses};

impl Project {
    /// Returns what all files do with the pointers that functions return.
    pub fn uses(&self) -> &AllUses {
        &self.uses
    }

    /// Returns the habits that concern the functions that a file calls. `own` has the uses in the file, which the project
    /// may know in an older version, or not at all; `is_defined` says whether the file defines a function.
    ///
    /// NULL means that something failed if the name says that the function makes something, or if the function is nowhere
    /// and its callers release what it returns. Of a function with a body, the summary says what is new.
    pub fn habits(
        &self,
        path: &str,
        own: &FileUses,
        is_defined: &dyn Fn(&str) -> bool,
    ) -> Vec<(Arc<str>, Habit)> {
        let before = self.numbers.get(path).map(|number| &self.files[*number as usize].outline.uses);
        let habit = |name: &str, uses: &Uses| {
            let mut habit = Habit::of(uses)?;
            let has_body = self.functions.has(name) || is_defined(name);
            habit.is_failure = !has_body && habit.released.is_some() || makes_something(name);
            Some((Arc::from(name), habit))
        };
        let shared = own.shared.iter().filter_map(|(name, here)| {
            let mut all = self.uses.of(name).cloned().unwrap_or_default();
            if let Some(before) = before.and_then(|before| before.of_shared(name)) {
                all.subtract(before);
            }
            all.add(here);
            habit(name, &all)
        });
        shared.chain(own.own.iter().filter_map(|(name, uses)| habit(name, uses))).collect()
    }
}
