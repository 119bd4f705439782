//! Chooses the edge that the run takes, where that has a quick form.

use super::{
    expression::View,
    ways::{Test, TestKind, Ways},
    word::Word,
};
use crate::{
    inputs::Host,
    state::{Frame, Machine},
    value::Value,
};
use csieve_graph::EdgeId;

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the edge that the run takes from its current location, and tells the host what decided that.
    /// `None` if the general form has to find the edge; nothing has happened then.
    pub(crate) fn quick_way(&mut self) -> Option<EdgeId> {
        let depth = self.frames.len() - 1;
        let Frame { cfg, code, at, vars, named, .. } = self.frames.last()?;
        let view = View { vars, named, memory: &self.memory, wrapv: self.wrapv };
        match code.ways(*at) {
            Ways::General => None,
            Ways::Only(edge) => Some(*edge),
            Ways::Fork { condition, first, if_true, if_false } => {
                let word = condition.value(&view, &mut self.registers)?;
                let truth = word.truth();
                self.host.branch(cfg, *first, depth, &Value::plain(word.known()), truth);
                Some(if truth { *if_true } else { *if_false })
            }
            Ways::Tests { values, tests } => {
                self.tested.clear();
                for value in values {
                    self.tested.push(value.value(&view, &mut self.registers)?);
                }
                let way = chosen(tests, &self.tested)?;
                for test in tests.iter().filter(|test| test.is_told) {
                    let word = self.tested[test.value];
                    let holds = match test.kind {
                        TestKind::NoneOf(_) => is_open(test, word)?,
                        TestKind::Misuse(_) | TestKind::Truth(_) => word.truth(),
                    };
                    self.host.branch(cfg, test.edge, depth, &Value::plain(word.known()), holds);
                }
                Some(way)
            }
        }
    }
}

/// Returns the only edge that can be taken; `None` if there is no such edge, or if a misuse happens.
fn chosen(tests: &[Test], values: &[Word]) -> Option<EdgeId> {
    let mut way = None;
    for test in tests {
        let word = values[test.value];
        if let TestKind::Misuse(on) = test.kind {
            if word.truth() == on {
                return None;
            }
        } else if is_open(test, word)? && way.replace(test.edge).is_some() {
            return None;
        }
    }
    way
}

/// Returns whether an edge can be taken; `None` if its test is not decided.
fn is_open(test: &Test, word: Word) -> Option<bool> {
    match &test.kind {
        TestKind::Misuse(_) => Some(false),
        TestKind::Truth(truth) => Some(word.truth() == *truth),
        TestKind::NoneOf(cases) => Some(cases.binary_search(&word.as_number()?).is_err()),
    }
}
