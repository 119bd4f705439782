//! Tests that run small functions on listed inputs.

mod again;
mod calls;
mod control;
mod inputs;
mod kept;
mod library;
mod memory;
mod misuses;
mod quick;
mod random;
mod resources;

use super::{Callee, Chosen, End, Ending, Graphs, Host, InputObject, Run, Source, Value, run};
use csieve_base::budget::Steps;
use csieve_dataflow::bounds::guard;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, EdgeId, Type};
use csieve_lowering::lower::{UnitContext, lower_function};

/// The graphs of the functions of a C text.
struct File(Vec<Cfg>);

impl Graphs for File {
    fn graph(&self, name: &str) -> Callee<'_> {
        match self.0.iter().find(|cfg| cfg.function == name) {
            Some(cfg) => Callee::Graph(cfg),
            None if name.starts_with("elsewhere") => Callee::Elsewhere,
            None => Callee::Unknown,
        }
    }
}

/// A host with a list of values for inputs, which notes all that it is told. An input that is not listed is
/// unknown, and an operation that is not listed succeeds. With a shadow of no size, the machine takes its
/// quick forms.
struct Listed<'a, S> {
    inputs: &'a [(&'a str, Chosen)],
    told: Vec<String>,
    shadow: S,
}

impl<S: Copy + Default> Host for Listed<'_, S> {
    type Shadow = S;

    fn choose(&mut self, source: &Source, _: Type) -> (Chosen, S) {
        let name = match source {
            Source::Param(position) => format!("param {position}"),
            Source::Global(name) => name.to_string(),
            Source::Memory { object, offset } => format!("{object:?}+{offset}"),
            Source::Result { function, call } => format!("{function}() {call}"),
            Source::Written { function, call, argument, offset } => {
                format!("{function}() {call}: {argument}+{offset}")
            }
            Source::Allocation { call } => format!("malloc {call}"),
            Source::Opening { call } => format!("open {call}"),
            Source::Closing { call } => format!("close {call}"),
            Source::Locking { call } => format!("lock {call}"),
            Source::Later(_) => unreachable!("runs never ask for it"),
        };
        let chosen = self.inputs.iter().find(|(known, _)| *known == name).map(|(_, chosen)| chosen.clone());
        self.told.push(name);
        (chosen.unwrap_or(Chosen::Nothing), self.shadow)
    }

    fn size_of(&mut self, _: &InputObject) -> u64 {
        16
    }

    fn branch(&mut self, of: &Cfg, edge: EdgeId, depth: usize, value: &Value<S>, holds: bool) {
        self.told.push(format!("{} {edge:?} {depth}: {:?} {holds}", of.function, value.known));
    }

    fn visit(&mut self, of: &Cfg, edge: EdgeId, depth: usize) {
        self.told.push(format!("{} {edge:?} {depth}", of.function));
    }
}

/// Returns a run of a function, with all that its host was told.
fn told<S: Copy + Default>(
    file: &File,
    function: &str,
    inputs: &[(&str, Chosen)],
    wrapv: bool,
) -> (Run, Vec<String>) {
    let mut host = Listed { inputs, told: Vec::new(), shadow: S::default() };
    let run = run(file, function, &mut host, wrapv, &mut Steps::new(20_000));
    (run, host.told)
}

/// Returns a run of a function. Asserts that the quick forms and the general ones do the same.
fn both_ways(file: &File, function: &str, inputs: &[(&str, Chosen)], wrapv: bool) -> Run {
    let quick = told::<()>(file, function, inputs, wrapv);
    let general = told::<u8>(file, function, inputs, wrapv);
    assert_eq!(quick, general, "{function}");
    quick.0
}

fn graphs(text: &str, guarded: bool) -> File {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    let lowered = unit.functions().into_iter().map(|item| {
        let cfg = lower_function(&unit, &context, &item).expect("the tests write what is understood");
        if guarded { guard(cfg, false) } else { cfg }
    });
    File(lowered.collect())
}

/// Returns the misuses and the end of a run of the last function of a text. A misuse is told as its rule and
/// the source text at its place. Asserts that the result is the same in graphs with misuse edges for size
/// checks.
fn ran(text: &str, inputs: &[(&str, Chosen)]) -> String {
    let (plain, guarded) = (shown(text, inputs, false), shown(text, inputs, true));
    assert_eq!(plain, guarded, "{text}");
    plain
}

fn shown(text: &str, inputs: &[(&str, Chosen)], guarded: bool) -> String {
    let file = graphs(text, guarded);
    let function = file.0.last().expect("the text has a function").function.clone();
    let run = both_ways(&file, &function, inputs, false);
    let unit = Unit::parse(text);
    let items = unit.functions();
    let mut said: Vec<String> = Vec::new();
    for misuse in &run.misuses {
        let (name, edge) = misuse.frames.last().expect("a misuse is somewhere");
        let cfg = file.0.iter().find(|cfg| cfg.function == *name).expect("it is in a function of the text");
        let item = items.iter().find(|item| item.name == *name).expect("likewise");
        let place = &unit.text()[item.span.range()][cfg.edge(*edge).span.range()];
        said.push(format!("{} at `{place}`", misuse.rule.id()));
    }
    said.push(match run.end {
        End::Returned => "returned".to_owned(),
        End::NeverReturns => "never returns".to_owned(),
        End::Misuse => "misuse".to_owned(),
        End::Undefined(_) => "undefined".to_owned(),
        End::Unknown(why) => format!("unknown: {why}"),
        End::Steps => "steps".to_owned(),
    });
    said.join(", ")
}

/// Runs the last function of a text on numbers as its arguments.
fn on(text: &str, params: &[i128]) -> String {
    let names: Vec<String> = (0..params.len()).map(|position| format!("param {position}")).collect();
    let inputs: Vec<(&str, Chosen)> =
        names.iter().zip(params).map(|(name, value)| (name.as_str(), Chosen::Number(*value))).collect();
    ran(text, &inputs)
}

/// Returns a pointer to the start of an object that existed before the run.
fn object(number: u32) -> Chosen {
    Chosen::Object { object: InputObject::Fresh(number), offset: 0 }
}
