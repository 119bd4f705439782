//! Chooses the edge that the run takes, where that has a quick form.

use super::{
    edge::QuickEdge,
    expression::{Registers, View},
    ways::{Test, TestKind, Ways},
    word::Word,
};
use csieve_graph::EdgeId;

/// A value that decides whether an edge can be taken.
pub(crate) struct Told {
    pub edge: EdgeId,
    pub word: Word,
    /// The truth of the value; for `AssumeNone`, whether the edge can be taken.
    pub holds: bool,
}

impl<'g> Ways<'g> {
    /// Returns the edge that the run takes, with the value of [`Self::Guard`], and tells what decided that. `None`
    /// if the general form has to find the edge; nothing has been told then.
    #[inline(always)]
    pub(crate) fn choose<S: Copy + Default>(
        &self,
        view: &mut View<'_, '_, S>,
        registers: &mut Registers,
        words: &mut Vec<Word>,
        mut tell: impl FnMut(Told),
    ) -> Option<(&QuickEdge<'g>, Option<Word>)> {
        match self {
            Self::General => None,
            Self::Only(edge) => Some((edge, None)),
            Self::Fork { condition, first, if_true, if_false } => {
                let word = condition.value(view, registers)?;
                let holds = word.truth();
                tell(Told { edge: *first, word, holds });
                Some((if holds { if_true } else { if_false }, None))
            }
            Self::Guard { value, misuse, first, way } => {
                let word = value.value(view, registers)?;
                let holds = word.truth();
                if holds == *misuse {
                    return None;
                }
                tell(Told { edge: *first, word, holds });
                Some((way, Some(word)))
            }
            Self::Tests { values, tests } => {
                words.clear();
                for value in values {
                    words.push(value.value(view, registers)?);
                }
                let way = chosen(tests, words)?;
                for test in tests.iter().filter(|test| test.is_told) {
                    let word = words[test.value];
                    let holds = match test.kind {
                        TestKind::NoneOf(_) => test.is_open(word)?,
                        TestKind::Misuse(_) | TestKind::Truth(_) | TestKind::Within(..) => word.truth(),
                    };
                    tell(Told { edge: test.edge.id, word, holds });
                }
                Some((way, None))
            }
        }
    }
}

/// Returns the only edge that can be taken; `None` if there is no such edge, or if a misuse happens.
fn chosen<'t, 'g>(tests: &'t [Test<'g>], values: &[Word]) -> Option<&'t QuickEdge<'g>> {
    let mut way = None;
    for test in tests {
        let word = values[test.value];
        if let TestKind::Misuse(on) = test.kind {
            if word.truth() == on {
                return None;
            }
        } else if test.is_open(word)? && way.replace(&test.edge).is_some() {
            return None;
        }
    }
    way
}

impl Test<'_> {
    /// Returns whether the edge can be taken; `None` if that is not decided.
    fn is_open(&self, word: Word) -> Option<bool> {
        match &self.kind {
            TestKind::Misuse(_) => Some(false),
            TestKind::Truth(truth) => Some(word.truth() == *truth),
            TestKind::NoneOf(cases) => Some(cases.binary_search(&word.as_number()?).is_err()),
            TestKind::Within(low, high) => {
                Some(word.as_number().is_none_or(|number| (*low..=*high).contains(&number)))
            }
        }
    }
}
