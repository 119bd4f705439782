//! The host of long runs on ordinary inputs, without terms.

use csieve_base::library::Library;
use csieve_domains::bitwise::width;
use csieve_graph::Type;

use crate::{Chosen, Host, InputObject, Source};

use super::{
    LONG_STEP,
    freedom::{Freedom, Given},
};

/// The number of inputs after which a long run ends.
const MOST_ASKED: u32 = 10_000;

/// Gives ordinary values to the inputs that may be chosen: 0, success, and pointers to objects of their own.
pub(super) struct Plain<'a> {
    freedom: Freedom,
    library: &'a Library,
    asked: u32,
    objects: u32,
}

impl<'a> Plain<'a> {
    /// Creates the host of a run that has not begun.
    pub(super) fn new(freedom: Freedom, library: &'a Library) -> Self {
        Self { freedom, library, asked: 0, objects: 0 }
    }

    fn own_object(&mut self) -> Chosen {
        self.objects += 1;
        Chosen::Object { object: InputObject::Fresh(self.objects - 1), offset: 0 }
    }
}

impl Host for Plain<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, ()) {
        self.asked += 1;
        let has_width = source.is_outcome() || width(ty).is_some();
        let chosen = match self.freedom.given(source, ty, self.library) {
            _ if !has_width => Chosen::Nothing,
            Given::Nothing => Chosen::Nothing,
            Given::Object => self.own_object(),
            Given::Choice if ty == Type::Pointer && !source.is_outcome() => self.own_object(),
            Given::Choice => Chosen::Number(self.freedom.ordinary(source)),
        };
        (chosen, ())
    }

    fn is_stopped(&self) -> bool {
        self.asked > MOST_ASKED
    }

    fn general_step(&self) -> u32 {
        LONG_STEP
    }
}
