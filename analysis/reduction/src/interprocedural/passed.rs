//! Refutes findings with the constants that the function's callers pass, if all callers are known.
//!
//! Unlike the graphs of callers, this serves rules whose misuses have no edges of their own, such as a double
//! free: the function keeps its own graph, which only begins with what one of the calls passes.

use csieve_base::{
    cancel::Cancelled,
    text::{Span, sentence},
};
use csieve_graph::{Action, BinaryOp, CallTarget, Cfg, CfgBuilder, ExprId, ExprKind, IntType, Type, VarId};
use csieve_lowering::{summary::Summaries, unit::lowered};
use csieve_reports::finding::{Doubt, Finding, HintId, Looked, Verdict};

use super::{Subject, bodies::Graphs, callers::has_calls, notebook::Notebook, proof::sought_again};

/// The largest number of calls that pass different constants.
const MOST_WAYS: usize = 12;

/// What a call passes for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    /// This number, in the range of the parameter's type.
    Number(i128),
    /// NULL.
    Null,
    /// The address of an object or a function.
    Address,
}

/// What one call passes: the parameters of which that is known.
struct Way {
    /// The calling function.
    caller: String,
    passed: Vec<(VarId, Passed)>,
}

/// The calls of a function, and what they show.
struct Entrances {
    ways: Vec<Way>,
    /// The number of calls.
    calls: usize,
    /// Whether there are certainly no other calls. Otherwise they are those of the files that are checked.
    are_all: bool,
}

/// Refutes findings that no run reaches with the constants that the calls of the function pass. If other files,
/// which are not checked, may call the function as well, the findings become doubtful. `known` is the function's
/// graph with what else is known of all runs.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    known: Cfg,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.function(&subject.cfg.function) else { return Ok(()) };
    let Some(Entrances { ways, calls, are_all }) = entrances(subject, notebook) else { return Ok(()) };
    let cfg = entered(known, ways);
    let name = &subject.cfg.function;
    sought_again(subject, (&cfg, subject.text(own)), findings, &|finding, again| match (
        &mut finding.verdict,
        again,
    ) {
        (Verdict::Unrefuted(candidate), _) if !are_all => candidate.doubt = Some(doubt(name, calls)),
        (Verdict::Confirmed(run), _) if !are_all => run.doubt = Some(doubt(name, calls)),
        (_, Some(again)) => *finding = again,
        (_, None) => {}
    })
}

/// Returns the doubt about a finding that no call in the checked files leads to.
fn doubt(function: &str, calls: usize) -> Doubt {
    let sentence = match calls {
        1 => sentence!("the only call of `{}` in the checked files passes other values", function),
        _ => sentence!("all {} calls of `{}` in the checked files pass other values", calls, function),
    };
    Doubt { hint: HintId::OtherArguments, sentence }
}

/// Returns what the calls of the function pass, no two the same. `None` if not all calls are known, or if one of
/// them passes nothing that is known.
fn entrances(subject: Subject, notebook: &mut Notebook) -> Option<Entrances> {
    let name = subject.cfg.function.as_str();
    let params = subject.cfg.params.as_ref().filter(|params| !params.is_empty())?;
    notebook.looks(subject, name, Looked::Callers);
    let files = subject.around.files;
    let mut callers: Vec<(Option<u32>, usize)> = Vec::new();
    let own = files.unit().callers(name);
    let are_all = own.is_some();
    if let Some(own) = own {
        callers.extend(own.into_iter().map(|caller| (None, caller)));
    } else {
        if !files.unit().context.is_exported(name) || !files.has_all_calls(name) {
            return None;
        }
        notebook.looks(subject, name, Looked::Calls);
        callers.extend(files.unit().calling(name)?.into_iter().map(|caller| (None, caller)));
        let others = (0..files.count() as u32).filter(|number| !files.is_own(*number));
        for number in others.map(Some) {
            let unit = files.unit_of(number);
            let is_another = unit.context.is_definition(name) && !unit.context.is_exported(name);
            if !is_another {
                callers.extend(unit.calling(name)?.into_iter().map(|caller| (number, caller)));
            }
        }
    }
    let mut entrances = Entrances { ways: Vec::new(), calls: 0, are_all };
    for (file, caller) in callers {
        let caller = &files.unit_of(file).functions[caller];
        let caller_name = caller.text.name.as_str();
        let cfg = match file {
            None => {
                notebook.looks(subject, caller_name, Looked::Effects);
                let mut graphs = Graphs::new(subject, &[name]);
                graphs.make(caller);
                graphs.take(caller_name)
            }
            // What other functions of another file do is not asked: only constants count.
            Some(_) => {
                let context = &files.unit_of(file).context;
                lowered(context, &subject.options.library, &Summaries::default(), caller).ok()
            }
        };
        let cfg = cfg.filter(|cfg| has_calls(cfg, caller, name))?;
        for edge in &cfg.edges {
            let Action::Call { target: CallTarget::Named(callee), args, .. } = &edge.action else { continue };
            if callee != name {
                continue;
            }
            let passed = passed(subject.cfg, params, &cfg, args)?;
            entrances.calls += 1;
            if !entrances.ways.iter().any(|known| known.passed == passed) {
                entrances.ways.push(Way { caller: caller_name.to_owned(), passed });
            }
        }
    }
    (1..=MOST_WAYS).contains(&entrances.ways.len()).then_some(entrances)
}

/// Returns what a call passes. `None` if its number of arguments is not that of the parameters, or if it passes
/// nothing that is known.
fn passed(
    own: &Cfg,
    params: &[Option<VarId>],
    caller: &Cfg,
    args: &[ExprId],
) -> Option<Vec<(VarId, Passed)>> {
    if params.len() != args.len() {
        return None;
    }
    let known = params.iter().zip(args).filter_map(|(param, arg)| {
        let param = (*param)?;
        Some((param, constant(own.var(param).ty, caller, *arg)?))
    });
    let known: Vec<_> = known.collect();
    (!known.is_empty()).then_some(known)
}

/// Returns what an argument is for a parameter of a type, if that is the same in all runs.
fn constant(to: Type, caller: &Cfg, arg: ExprId) -> Option<Passed> {
    let arg = caller.expr(arg);
    match (&arg.kind, arg.ty, to) {
        (ExprKind::Const(value), Type::Int(_), Type::Int(int)) if int != IntType::BOOL => {
            Some(Passed::Number(int.wrapped(*value)))
        }
        (ExprKind::Const(0), Type::Pointer, Type::Pointer) => Some(Passed::Null),
        (ExprKind::Address(_) | ExprKind::AddressOf(_), Type::Pointer, Type::Pointer) => {
            Some(Passed::Address)
        }
        _ => None,
    }
}

/// Returns the graph of a function that begins with what one of these calls passes.
fn entered(own: Cfg, ways: Vec<Way>) -> Cfg {
    let mut graph = CfgBuilder::reopen(own);
    let place = Span { start: 0, end: 0 };
    graph.first(Action::Skip, place);
    let (fork, begin) = graph.replace(graph.last_edge());
    for way in ways {
        let mut at = fork;
        for (param, passed) in way.passed {
            let text = format!("{} passes {} {}", way.caller, graph.var_info(param).name, text(passed));
            let action = fact(&mut graph, param, passed);
            at = graph.step(at, action, place);
            graph.within(graph.last_edge(), Some(text), None);
        }
        graph.edge(at, begin, Action::Skip, place);
    }
    graph.finish()
}

/// Returns the action that says what a parameter is.
fn fact(graph: &mut CfgBuilder, param: VarId, passed: Passed) -> Action {
    let ty = graph.var_info(param).ty;
    let value = graph.exprs().var(param, ty);
    match passed {
        Passed::Number(number) => Action::Learn { value, low: number, high: number },
        Passed::Null | Passed::Address => {
            let null = graph.exprs().null();
            let cond = graph.exprs().binary(BinaryOp::Eq, value, null, Type::Int(IntType::INT));
            Action::Assume { cond, holds: passed == Passed::Null }
        }
    }
}

/// Returns what is passed, for the reader.
fn text(passed: Passed) -> String {
    match passed {
        Passed::Number(number) => format!("= {number}"),
        Passed::Null => "= NULL".to_owned(),
        Passed::Address => "!= NULL".to_owned(),
    }
}
