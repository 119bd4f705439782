//! The calls of a function in the checked files, and what they pass.

use csieve_graph::{Action, CallTarget, Cfg, EdgeId, ExprId, ExprKind, IntType, Type, VarId};
use csieve_reports::finding::Looked;

use super::{
    super::{
        Subject,
        bodies::Graphs,
        calling::{Shown, calling},
        notebook::Notebook,
    },
    pointers::{Pointer, pointer},
};

/// The largest number of calls that pass different constants.
const MOST_WAYS: usize = 12;

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
    let own = subject.own()?;
    let left = [own];
    let calling = calling(subject, (None, name), notebook)?;
    let shown = calling.show(subject, own);
    if shown == Shown::Nothing {
        return None;
    }
    let mut entrances = Entrances { ways: Vec::new(), calls: calling.calls(name), are_all: calling.are_all };
    let graphs = Graphs::new(subject, &left);
    for caller in &calling.callers {
        notebook.looks_in(subject, (caller.file, caller.name()), Looked::Effects);
        let cfg = graphs.graph(*caller).filter(|cfg| graphs.has_all_calls(cfg, *caller))?;
        for edge in cfg.edge_ids() {
            let Action::Call { target: CallTarget::Named(callee), args, .. } = &cfg.edge(edge).action else {
                continue;
            };
            if callee != name {
                continue;
            }
            let passed = passed(subject.cfg, params, (&cfg, edge), args)?;
            if !entrances.ways.iter().any(|known| known.passed == passed) {
                entrances.ways.push(Way { caller: caller.name().to_owned(), passed });
            }
        }
    }
    let is_enough = shown == Shown::Everything || entrances.keep_pointers();
    (is_enough && (1..=MOST_WAYS).contains(&entrances.ways.len())).then_some(entrances)
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
