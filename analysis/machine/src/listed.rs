//! Lists of inputs, from which a run can be made again.

use rustc_hash::FxHashMap;

use super::inputs::{Chosen, Source};

/// The chosen values of inputs. An entry for [`Source::Later`] gives the inputs of all later calls.
#[derive(Clone, Debug, Default)]
pub struct Listed<'a> {
    chosen: FxHashMap<&'a Source, &'a Chosen>,
    /// The values of all later calls, by the input of the first call of the same kind, with the number of the
    /// call behind which they begin.
    later: FxHashMap<Source, (u32, &'a Chosen)>,
}

impl<'a> Listed<'a> {
    /// Returns the value of an input; `None` if the list does not give it.
    pub fn get(&self, source: &Source) -> Option<&'a Chosen> {
        self.own(source).or_else(|| self.later(source).map(|(_, chosen)| chosen))
    }

    /// Returns the value that an entry of its own gives to an input.
    pub fn own(&self, source: &Source) -> Option<&'a Chosen> {
        self.chosen.get(source).copied()
    }

    /// Returns the value that an entry for later calls gives to an input, with the input of the first call of
    /// the same kind.
    pub fn later(&self, source: &Source) -> Option<(Source, &'a Chosen)> {
        if self.later.is_empty() {
            return None;
        }
        let (first, call) = source.of_call()?;
        let (after, chosen) = *self.later.get(&first)?;
        (call > after).then_some((first, chosen))
    }
}

impl<'a> FromIterator<(&'a Source, &'a Chosen)> for Listed<'a> {
    fn from_iter<T: IntoIterator<Item = (&'a Source, &'a Chosen)>>(inputs: T) -> Self {
        let mut listed = Self::default();
        for (source, chosen) in inputs {
            let Source::Later(of) = source else {
                listed.chosen.insert(source, chosen);
                continue;
            };
            if let Some((first, after)) = of.of_call() {
                listed.later.insert(first, (after, chosen));
            }
        }
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::{Chosen, Listed, Source};

    fn result(call: u32) -> Source {
        Source::Result { function: "f".into(), call }
    }

    #[test]
    fn later_calls_have_one_entry() {
        let inputs = [
            (result(0), Chosen::Number(7)),
            (result(1), Chosen::Number(1)),
            (Source::Later(Box::new(result(1))), Chosen::Number(1)),
        ];
        let listed: Listed = inputs.iter().map(|(source, chosen)| (source, chosen)).collect();
        assert_eq!(listed.get(&result(0)), Some(&Chosen::Number(7)));
        assert_eq!(listed.get(&result(1_000_000)), Some(&Chosen::Number(1)));
        assert_eq!(listed.get(&Source::Allocation { call: 3 }), None);
    }
}
