//! What the tests of all modules share: the graphs and automata of small C functions.

use csieve_frontend::syntax::Unit;
use csieve_graph::Cfg;
use csieve_lowering::lower::{UnitContext, lower_function};

use crate::automaton::{Automaton, automaton, dependencies};

/// Returns the graph of the last function of a text.
pub(crate) fn graph(text: &str) -> Cfg {
    let unit = Unit::parse(text);
    let function = unit.functions().pop().expect("the text has a function");
    lower_function(&unit, &UnitContext::new(&unit), &function).expect("the tests write what is understood")
}

/// Returns the automaton of a graph, in which signed overflow does not wrap.
pub(crate) fn derived(cfg: &Cfg) -> Automaton {
    automaton(cfg, &dependencies(cfg), false)
}
