//! The host of long runs on ordinary inputs, without terms.

use csieve_base::{cancel::Cancel, library::Library};
use csieve_domains::bitwise::width;
use csieve_graph::{Cfg, EdgeId, Type};

use crate::{Chosen, Host, InputObject, Run, Source};

use super::{
    LONG_STEP,
    freedom::{Freedom, Given},
    record::Record,
    trace::Trace,
};

/// The number of inputs after which a long run ends.
const MOST_ASKED: u32 = 10_000;

/// Gives ordinary values to the inputs that may be chosen: 0, success, and pointers to objects of their own.
pub(super) struct Plain<'a> {
    freedom: Freedom,
    library: &'a Library,
    cancel: &'a dyn Cancel,
    asked: u32,
    objects: u32,
    record: Option<Record>,
}

impl<'a> Plain<'a> {
    /// Creates the host of a run that has not begun.
    pub(super) fn new(freedom: Freedom, library: &'a Library, cancel: &'a dyn Cancel) -> Self {
        Self { freedom, library, cancel, asked: 0, objects: 0, record: None }
    }

    /// Makes it keep a record of the run.
    #[must_use]
    pub(super) fn recording(self) -> Self {
        Self { record: Some(Record::of_long()), ..self }
    }

    /// Returns the trace of a recorded run after its end; `None` if there is no record.
    pub(super) fn finish(self, run: Run) -> Option<Trace> {
        self.record.map(|record| record.finish(run, Vec::new()))
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
        if let Some(record) = &mut self.record {
            record.ask(source, ty, &chosen);
        }
        (chosen, ())
    }

    fn visit(&mut self, function: &Cfg, edge: EdgeId, depth: usize) {
        if let Some(record) = &mut self.record {
            record.visit(function, edge, depth, 0);
        }
    }

    fn is_stopped(&self) -> bool {
        self.asked > MOST_ASKED || self.cancel.is_cancelled()
    }

    fn general_step(&self) -> u32 {
        LONG_STEP
    }
}
