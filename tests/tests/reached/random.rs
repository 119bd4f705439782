//! Random inputs for runs of the machine.

use csieve_graph::{Cfg, EdgeId, Type};
use csieve_machine::{Chosen, Host, InputObject, Source};
use csieve_tests::programs::Random;

/// A host that chooses inputs at random, and records the edges that are taken in the outermost function.
pub(crate) struct Chance {
    random: Random,
    pub taken: Vec<EdgeId>,
}

impl Chance {
    pub(crate) fn new(random: Random) -> Self {
        Self { random, taken: Vec::new() }
    }

    /// Returns a random value of a type, mostly a small number. A pointer is NULL or leads to one of three
    /// objects.
    fn any(&mut self, ty: Type) -> Chosen {
        match ty {
            Type::Int(int) => {
                let small = i128::from(self.random.below(6)) - 1;
                let value = match self.random.below(12) {
                    0 => int.min(),
                    1 => int.max(),
                    2 => i128::from(self.random.below(300)),
                    _ => small,
                };
                Chosen::Number(value.clamp(int.min(), int.max()))
            }
            Type::Pointer if self.random.one_in(3) => Chosen::Null,
            Type::Pointer => {
                Chosen::Object { object: InputObject::Fresh(self.random.below(3) as u32), offset: 0 }
            }
            _ => Chosen::Nothing,
        }
    }
}

impl Host for Chance {
    type Shadow = ();

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, ()) {
        let chosen = match source {
            _ if source.is_outcome() => Chosen::Number(i128::from(!self.random.one_in(4))),
            Source::Written { .. } if self.random.one_in(2) => Chosen::Nothing,
            _ => self.any(ty),
        };
        (chosen, ())
    }

    fn visit(&mut self, _function: &Cfg, edge: EdgeId, depth: usize) {
        if depth == 0 {
            self.taken.push(edge);
        }
    }
}
