//! Inputs in the words of a finding.

use csieve_base::text::{Line, Sentence, sentence};
use csieve_graph::{Cfg, Edge};
use csieve_lowering::project::plain;
use csieve_machine::{
    Callee, Chosen, Graphs, Source,
    concolic::{Asked, Trace},
};
use csieve_reports::finding::Input;

use super::names::{Names, call_text};

/// Returns the inputs of a run of the function with the graph `cfg`, in the order in which the run asked for
/// them. Descriptions of calls in the function `home` have line numbers.
pub fn told(graphs: &dyn Graphs, cfg: &Cfg, home: &str, trace: &Trace) -> Vec<Input> {
    let mut names = Names::new(cfg);
    let mut inputs = Vec::new();
    for asked in &trace.asked {
        let (what, value) = said(graphs, home, trace, asked, &mut names);
        let Asked { source, ty, chosen, .. } = asked.clone();
        let is_read = is_read(cfg, &source);
        inputs.push(Input { what, value, source, ty, chosen, is_read });
    }
    inputs
}

/// Returns whether the function reads an input, if it is a parameter.
fn is_read(cfg: &Cfg, source: &Source) -> bool {
    let Source::Param(index) = source else { return true };
    let Some(var) = cfg.param(*index).filter(|var| !cfg.var(*var).exposed) else { return true };
    cfg.edges.iter().flat_map(Edge::reads).any(|read| cfg.exprs.mentions(read, var))
}

/// Returns the description of an input and of the value that is chosen for it.
fn said(
    graphs: &dyn Graphs,
    home: &str,
    trace: &Trace,
    asked: &Asked,
    names: &mut Names,
) -> (Sentence, String) {
    let what = match &asked.source {
        Source::Later(of) => return said_of_later(graphs, home, trace, (asked, of), names),
        Source::Param(index) => names.param(*index).into(),
        Source::Global(name) => sentence!("`{}`", plain(name)),
        Source::Memory { object, offset } => names.memory(object, *offset).into(),
        Source::Result { function, call: 0 } => sentence!("the result of `{}`", plain(function)),
        Source::Result { function, call } => sentence!("result {} of `{}`", call + 1, plain(function)),
        Source::Written { function, call, argument, offset } => {
            let place = if *offset == 0 { "behind".to_owned() } else { format!("{offset} bytes behind") };
            let call = if *call == 0 { String::new() } else { format!(" in call {}", call + 1) };
            sentence!("what `{}` writes {} argument {}{}", plain(function), place, argument + 1, call)
        }
        Source::Allocation { .. }
        | Source::Opening { .. }
        | Source::Closing { .. }
        | Source::Locking { .. } => call(graphs, home, trace, asked),
    };
    let value = match (&asked.source, &asked.chosen) {
        (
            Source::Allocation { .. }
            | Source::Opening { .. }
            | Source::Closing { .. }
            | Source::Locking { .. },
            Chosen::Number(number),
        ) => if *number == 0 { "fails" } else { "succeeds" }.to_owned(),
        (_, Chosen::Number(number)) => asked.ty.number_text(*number),
        (_, Chosen::Null) => "NULL".to_owned(),
        (_, Chosen::Nothing) => "any value".to_owned(),
        (source, Chosen::Object { object, .. }) => names.object(object, source),
    };
    (what, value)
}

/// Returns the description of an input of all later calls, and of the value that is chosen for it.
fn said_of_later(
    graphs: &dyn Graphs,
    home: &str,
    trace: &Trace,
    (asked, of): (&Asked, &Source),
    names: &mut Names,
) -> (Sentence, String) {
    let one = Asked { source: of.clone(), ..asked.clone() };
    let (_, value) = said(graphs, home, trace, &one, names);
    let what = match of {
        Source::Result { function, .. } => sentence!("each later result of `{}`", plain(function)),
        Source::Written { function, argument, .. } => {
            sentence!("what `{}` writes behind argument {} in later calls", plain(function), argument + 1)
        }
        Source::Allocation { .. } => "each later allocation".into(),
        Source::Opening { .. } => "each later opening".into(),
        Source::Closing { .. } => "each later closing".into(),
        _ => "each later locking".into(),
    };
    (what, value)
}

/// Returns a description of the call that asked for an input in a trace: the called function's name, with the
/// line if the call is in the function `home`.
fn call(graphs: &dyn Graphs, home: &str, trace: &Trace, asked: &Asked) -> Sentence {
    let Some(taken) = trace.asking(asked) else { return "the call".into() };
    let function = trace.function(taken);
    let Callee::Graph(cfg) = graphs.graph(function) else { return "a call in a callee".into() };
    let edge = cfg.edge(taken.edge);
    if function == home {
        return sentence!("`{}` on line {}", call_text(edge), Line(edge.span.start));
    }
    sentence!("`{}` in `{}`", call_text(edge), plain(function))
}
