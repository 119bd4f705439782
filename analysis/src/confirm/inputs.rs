//! Inputs as people read them.

use crate::{
    cfg::{Action, Cfg},
    explore::{Asked, Trace},
    finding::{Input, line_of},
    machine::{Callee, Chosen, Graphs, Source},
};

use super::names::{Names, call_text};

/// What a run was given, in the order in which it asked.
pub fn told(graphs: &dyn Graphs, cfg: &Cfg, trace: &Trace) -> Vec<Input> {
    let mut names = Names::new(cfg);
    let mut inputs = Vec::new();
    for asked in &trace.asked {
        let (what, value) = said(graphs, cfg, trace, asked, &mut names);
        let Asked { source, ty, chosen, .. } = asked.clone();
        inputs.push(Input { what, value, source, ty, chosen });
    }
    inputs
}

/// What is chosen, and what for.
fn said(graphs: &dyn Graphs, cfg: &Cfg, trace: &Trace, asked: &Asked, names: &mut Names) -> (String, String) {
    let what = match &asked.source {
        Source::Param(index) => names.param(*index),
        Source::Global(name) => format!("`{name}`"),
        Source::Memory { object, offset } => names.memory(object, *offset),
        Source::Result { function, call: 0 } => format!("the result of `{function}`"),
        Source::Result { function, call } => format!("result {} of `{function}`", call + 1),
        Source::Written { function, call, argument, offset } => {
            let place = if *offset == 0 { "behind".to_owned() } else { format!("{offset} bytes behind") };
            let call = if *call == 0 { String::new() } else { format!(" in call {}", call + 1) };
            format!("what `{function}` writes {place} argument {}{call}", argument + 1)
        }
        Source::Allocation { .. }
        | Source::Opening { .. }
        | Source::Closing { .. }
        | Source::Locking { .. } => call(graphs, cfg, trace, asked.at),
    };
    let value = match (&asked.source, &asked.chosen) {
        (
            Source::Allocation { .. }
            | Source::Opening { .. }
            | Source::Closing { .. }
            | Source::Locking { .. },
            Chosen::Number(number),
        ) => if *number == 0 { "fails" } else { "succeeds" }.to_owned(),
        (_, Chosen::Number(number)) => number.to_string(),
        (_, Chosen::Null) => "NULL".to_owned(),
        (_, Chosen::Nothing) => "any value".to_owned(),
        (source, Chosen::Object { object, .. }) => names.object(object, source),
    };
    (what, value)
}

/// The function that is called on the edge that a run took after some others, and where.
fn call(graphs: &dyn Graphs, cfg: &Cfg, trace: &Trace, at: usize) -> String {
    let Some(taken) = trace.taken.get(at) else { return "the call".to_owned() };
    if taken.depth == 0 {
        let edge = cfg.edge(taken.edge);
        return format!("`{}` on line {}", call_text(edge), line_of(edge.span.start));
    }
    match called(graphs, cfg, trace, at) {
        Some(callee) => format!("`{}` in `{}`", call_text(callee.edge(taken.edge)), callee.function),
        None => "a call in a callee".to_owned(),
    }
}

/// The function that a run is in after some edges, as far as calls by name say.
fn called<'g>(graphs: &'g dyn Graphs, cfg: &'g Cfg, trace: &Trace, at: usize) -> Option<&'g Cfg> {
    let mut own = cfg;
    for depth in 0..trace.taken[at].depth {
        let caller = trace.taken[..at].iter().rfind(|taken| taken.depth == depth)?;
        let Action::Call { target, .. } = &own.edge(caller.edge).action else { return None };
        let Callee::Graph(callee) = graphs.graph(target.name()?) else { return None };
        own = callee;
    }
    Some(own)
}
