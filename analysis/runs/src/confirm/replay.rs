//! A run on inputs that were found, and on nothing else.

use std::collections::BTreeMap;

use csieve_base::budget::Steps;
use csieve_graph::Type;
use csieve_machine::{Chosen, Graphs, Host, Run, Source, concolic::Asked, run};

/// Gives the machine what it was given before.
struct Inputs<'a> {
    chosen: BTreeMap<&'a Source, &'a Chosen>,
    /// It asked for something else.
    lacks: bool,
}

impl Host for Inputs<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, _ty: Type) -> (Chosen, ()) {
        let chosen = self.chosen.get(source).map(|chosen| Chosen::clone(chosen));
        self.lacks |= chosen.is_none();
        (chosen.unwrap_or(Chosen::Nothing), ())
    }
}

/// The run of a function on inputs; none if it needs others besides.
pub fn replayed(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    wrapv: bool,
    steps: u32,
) -> Option<Run> {
    let chosen = asked.iter().map(|asked| (&asked.source, &asked.chosen)).collect();
    let mut inputs = Inputs { chosen, lacks: false };
    let run = run(graphs, function, &mut inputs, wrapv, &mut Steps::new(steps));
    (!inputs.lacks).then_some(run)
}
