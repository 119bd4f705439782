//! The calls of a function in the checked files, and what they pass.

use csieve_graph::{Action, CallTarget, Cfg, EdgeId, ExprId, ExprKind, IntType, Type, VarId};
use csieve_lowering::unit::lowered;
use csieve_reports::finding::Looked;

use super::{
    super::{Subject, bodies::Graphs, callers::has_calls, notebook::Notebook},
    pointers::{Pointer, pointer},
};

/// The largest number of calls that pass different constants.
const MOST_WAYS: usize = 12;

/// The number of calls from which one may guess which pointers other code passes to a function of a library, and that
/// from which one may guess all that is passed to a function which no declaration makes known to other code.
const ENOUGH_CALLS: usize = 3;
const ENOUGH_CALLS_OF_UNDECLARED: usize = 2;

/// What a call passes for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// This number, in the range of the parameter's type.
    Number(i128),
    /// NULL.
    Null,
    /// The address of an object or a function.
    Address,
    /// A pointer that is not NULL unless the caller is wrong: see [`Pointer::Valid`].
    Valid,
}

/// What one call passes: the parameters of which that is known.
pub(super) struct Way {
    /// The calling function.
    pub caller: String,
    pub passed: Vec<(VarId, Passed)>,
}

/// The calls of a function, and what they show.
pub(super) struct Entrances {
    pub ways: Vec<Way>,
    /// The number of calls.
    pub calls: usize,
    /// Whether there are certainly no other calls. Otherwise they are those of the files that are checked.
    pub are_all: bool,
}

impl Way {
    /// Returns the parameters of which the call certainly passes what is known.
    pub(super) fn certain(&self) -> Self {
        let certain = self.passed.iter().filter(|(_, passed)| *passed != Passed::Valid);
        Self { caller: self.caller.clone(), passed: certain.copied().collect() }
    }
}

impl Entrances {
    /// Returns what the calls certainly pass. `None` if these are not all calls, or if one of them passes nothing
    /// that is certain.
    pub(super) fn certain(&self) -> Option<Vec<Way>> {
        let ways: Vec<Way> = self.ways.iter().map(Way::certain).collect();
        (self.are_all && ways.iter().all(|way| !way.passed.is_empty())).then_some(ways)
    }

    /// Forgets the numbers that are passed. Returns whether every call still passes something that is known.
    ///
    /// Other files may call a function of a library as well. Code that calls it often shows which pointers are meant
    /// to be valid. It says nothing about numbers: those that a function tests are just what others may pass.
    fn keep_pointers(&mut self) -> bool {
        for way in &mut self.ways {
            way.passed.retain(|(_, passed)| !matches!(passed, Passed::Number(_)));
        }
        self.ways.iter().all(|way| !way.passed.is_empty())
    }

    /// Returns whether something that is not certain is known of the calls.
    pub(super) fn is_guess(&self) -> bool {
        let mut all = self.ways.iter().flat_map(|way| &way.passed);
        !self.are_all || all.any(|(_, passed)| *passed == Passed::Valid)
    }
}

/// Returns what the calls of the function pass, no two the same. `None` if not all calls are known and there are too few
/// to guess what others pass, or if one of them passes nothing that is known.
pub(super) fn entrances(subject: Subject, notebook: &mut Notebook) -> Option<Entrances> {
    let name = subject.cfg.function.as_str();
    let params = subject.cfg.params.as_ref().filter(|params| !params.is_empty())?;
    let files = subject.around.files;
    let (callers, are_all) = callers(subject, notebook)?;
    let mut entrances = Entrances { ways: Vec::new(), calls: 0, are_all };
    let mut from_others = 0;
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
                lowered(context, &subject.options.library, &files.without_summaries(), caller).ok()
            }
        };
        let cfg = cfg.filter(|cfg| has_calls(cfg, caller, name))?;
        let calls = caller.tree.count_calls(name);
        entrances.calls += calls;
        from_others += if caller_name == name { 0 } else { calls };
        for edge in cfg.edge_ids() {
            let Action::Call { target: CallTarget::Named(callee), args, .. } = &cfg.edge(edge).action else {
                continue;
            };
            if callee != name {
                continue;
            }
            let passed = passed(subject.cfg, params, (&cfg, edge), args)?;
            if !entrances.ways.iter().any(|known| known.passed == passed) {
                entrances.ways.push(Way { caller: caller_name.to_owned(), passed });
            }
        }
    }
    let is_enough = if are_all || files.has_all_calls(name) {
        true
    } else if files.is_declared(name) {
        from_others >= ENOUGH_CALLS && entrances.keep_pointers()
    } else {
        from_others >= ENOUGH_CALLS_OF_UNDECLARED
    };
    (is_enough && (1..=MOST_WAYS).contains(&entrances.ways.len())).then_some(entrances)
}

/// A caller: the number of its file, `None` for the one in which runs begin, and its index among the file's functions.
type Caller = (Option<u32>, usize);

/// Returns the callers of the function in the checked files, as numbers of files and indices into their functions, and
/// whether there are certainly no others. `None` if code may call the function in a way that is not seen.
fn callers(subject: Subject, notebook: &mut Notebook) -> Option<(Vec<Caller>, bool)> {
    let name = subject.cfg.function.as_str();
    let files = subject.around.files;
    notebook.looks(subject, name, Looked::Callers);
    let in_file =
        |file: Option<u32>, callers: Vec<usize>| callers.into_iter().map(move |caller| (file, caller));
    if let Some(own) = files.unit().callers(name) {
        return Some((in_file(None, own).collect(), true));
    }
    if !files.unit().context.is_exported(name) || !files.is_only_here(name) {
        return None;
    }
    notebook.looks(subject, name, Looked::Calls);
    let mut callers = Vec::new();
    for file in files.all().filter(|file| files.may_mention(*file, name)) {
        let unit = files.unit_of(file);
        let is_another =
            file.is_some() && unit.context.is_definition(name) && !unit.context.is_exported(name);
        if !is_another {
            callers.extend(in_file(file, unit.calling(name)?));
        }
    }
    Some((callers, false))
}

/// Returns what a call passes. `None` if its number of arguments is not that of the parameters, or if it passes
/// nothing that is known.
fn passed(
    own: &Cfg,
    params: &[Option<VarId>],
    caller: (&Cfg, EdgeId),
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
fn constant(to: Type, (caller, edge): (&Cfg, EdgeId), arg: ExprId) -> Option<Passed> {
    let expr = caller.expr(arg);
    match (&expr.kind, expr.ty, to) {
        (ExprKind::Const(value), Type::Int(_), Type::Int(int)) if int != IntType::BOOL => {
            Some(Passed::Number(int.wrapped(*value)))
        }
        (ExprKind::Const(0), Type::Pointer, Type::Pointer) => Some(Passed::Null),
        (_, Type::Pointer, Type::Pointer) => match pointer(caller, edge, arg)? {
            Pointer::Address => Some(Passed::Address),
            Pointer::Valid => Some(Passed::Valid),
        },
        _ => None,
    }
}
