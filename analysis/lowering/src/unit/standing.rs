//! Units in which functions stand as they were before somebody began to type in them.

use std::sync::Arc;

use csieve_base::library::Library;

use super::{TranslationUnit, UnitFunction, lowered::lowered};
use crate::summary::Summaries;

impl TranslationUnit {
    /// Returns this unit with those functions that cannot be read as they are in `sound`, an older version of the file in
    /// which they can. So other functions need not notice what is half typed. `None` if more has changed than these
    /// functions.
    pub fn standing(&self, sound: &Self) -> Option<Self> {
        let declares_alike = Arc::ptr_eq(&self.declarations, &sound.declarations)
            || self.declarations.text() == sound.declarations.text();
        let is_alike = declares_alike
            && self.functions.len() == sound.functions.len()
            && (Arc::ptr_eq(&self.hidden, &sound.hidden) || self.hidden == sound.hidden);
        if !is_alike {
            return None;
        }
        let stands = |(now, before): (&UnitFunction, &UnitFunction)| {
            let is_same = Arc::ptr_eq(&now.tree, &before.tree) || now.text.text == before.text.text;
            let is_same = is_same && now.is_alternative == before.is_alternative;
            let start = now.start;
            if is_same {
                let (text, known) = (now.text.clone(), now.known.clone());
                Some(UnitFunction { start, text, known, ..before.clone() })
            } else {
                let is_typed = now.text.name == before.text.name && self.breaks(now);
                is_typed.then(|| UnitFunction { start, known: Arc::default(), ..before.clone() })
            }
        };
        let functions = self.functions.iter().zip(&sound.functions).map(stands).collect::<Option<_>>()?;
        Some(Self { functions, ..sound.clone() })
    }

    fn breaks(&self, function: &UnitFunction) -> bool {
        lowered(&self.context, Library::built_in(), &Summaries::default(), function).is_err()
    }
}
