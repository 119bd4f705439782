//! Whether the program may make a run that reaches a misuse: who chooses what the run needs ([docs/evidence.md]).
//!
//! What comes from outside of the program can always happen: an allocation that fails, the contents of a file. An argument
//! is what some caller passes, an object holds what some function stored, and a function that no checked file defines
//! returns what its author made it return. A run needs such an input if it does not reach the misuse with another value.
//! Then the function itself must give a reason to expect the value: it asks for it.
//!
//! [docs/evidence.md]: https://github.com/csieve/csieve/blob/main/docs/evidence.md

use std::collections::BTreeSet;

use csieve_graph::{Action, BinaryOp, Cfg, Edge, ExprId, ExprKind, Loc, Type};
use csieve_lowering::unit::START;
use csieve_machine::{
    Callee, Chosen, First, Graphs, InputObject, Source,
    concolic::{Asked, Assignment, Decision, Explorer, Guard, Trace},
};
use csieve_reports::finding::Evidence as Level;

use super::UnitGraphs;

/// The numbers that an input gets instead of the chosen one. If one of them leads to the misuse as well, the chosen
/// number is not needed.
const OTHERS: [u128; 8] = [1, 2, 3, 5, 10, 11, 100, UNEXPECTED];

/// A number that hardly any code expects.
const UNEXPECTED: u128 = 0x5a5b_5c5d;

/// The largest number of runs that try other values.
const MOST_RUNS: u32 = 60;

/// Who decides which value an input has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chooser {
    /// The world outside of the program: the system, the user, the peer. It may choose any value.
    Environment,
    /// The callers of the function in which the run begins.
    Caller,
    /// The functions of the program that store into objects with static storage.
    State,
    /// A function that no checked file defines and no table describes.
    UnknownCode,
}

/// What a run needs that the program may never give it. Numbers are places in the list of the run's inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    /// One value of an argument, or of memory behind one, that the function does not ask for.
    Caller(usize),
    /// One value of what an unknown function returns or writes, that nobody asks for.
    Code(usize),
    /// Values of parts of two objects with static storage that they do not have when the program starts. Each may be stored, but
    /// perhaps never with the other.
    State(usize, usize),
}

/// A run that reaches the misuse of a finding.
pub(super) struct Evidence<'e> {
    pub graphs: &'e UnitGraphs<'e>,
    /// The graph of the function in which the run begins.
    pub cfg: &'e Cfg,
    /// Returns whether another run reaches the misuse, too.
    pub accepts: &'e dyn Fn(&Trace) -> bool,
    pub trace: &'e Trace,
    /// The inputs of the run.
    pub assignment: &'e Assignment,
    /// The largest number of steps of another run.
    pub run_steps: u32,
}

impl Evidence<'_> {
    /// Returns who chooses what the run needs, or what it needs that the program may never give it.
    ///
    /// # Errors
    /// What the program may never give it.
    pub(super) fn judged(&self, explorer: &mut Explorer) -> Result<Level, Needed> {
        let passed = passed(&self.trace.asked);
        let entered = Entered::of(self.graphs, &self.cfg.function);
        let strict = tests(self.cfg, self.trace, true);
        let all = tests(self.cfg, self.trace, false);
        let compares_addresses = compares_addresses(self.graphs, self.trace);
        let mut tried = Tried { evidence: self, explorer, runs: 0 };
        let (mut level, mut state) = (Level::Environment, None);
        for (at, asked) in self.trace.asked.iter().enumerate() {
            let chooser = self.chooser(asked, &passed);
            if chooser == Chooser::Environment {
                continue;
            }
            // What is called through a pointer may be told which thing it is called for.
            let is_chosen = chooser == Chooser::Caller
                && entered == Entered::Pointer
                && (compares_addresses || all.iter().any(|test| tried.explorer.asks_for_one(test, asked)));
            if !is_chosen && !self.is_needed(&mut tried, chooser, asked) {
                continue;
            }
            // The function asks for the value, and so expects it.
            let is_expected = match (chooser, entered) {
                (Chooser::State, _) | (Chooser::Caller, Entered::Pointer) => false,
                (Chooser::Caller, Entered::Program) => {
                    strict.iter().any(|test| tried.explorer.asks_for_equality(test, asked))
                }
                _ => all.iter().any(|test| tried.explorer.asks_for(test, asked)),
            };
            level = Level::Contract;
            match (chooser, state) {
                _ if is_expected => {}
                (Chooser::State, Some(other)) if object(asked) != object(&self.trace.asked[other]) => {
                    return Err(Needed::State(other, at));
                }
                (Chooser::State, _) => state = Some(at),
                (Chooser::UnknownCode, _) => return Err(Needed::Code(at)),
                _ => return Err(Needed::Caller(at)),
            }
        }
        Ok(level)
    }

    /// Returns whether the run does not reach the misuse with other values of an input.
    fn is_needed(&self, tried: &mut Tried, chooser: Chooser, asked: &Asked) -> bool {
        if chooser == Chooser::State {
            return first(self.graphs, asked).is_some_and(|first| !tried.also(asked, Some(first)));
        }
        let others = others(asked, self.assignment);
        !others.is_empty() && !others.into_iter().any(|other| tried.also(asked, other))
    }

    /// Returns who chooses an input. `passed` are the objects to which parameters lead.
    fn chooser(&self, asked: &Asked, passed: &BTreeSet<&InputObject>) -> Chooser {
        match &asked.source {
            Source::Param(index) if self.graphs.passed_values(&self.cfg.function, *index).is_none() => {
                Chooser::Caller
            }
            Source::Memory { object, .. } if passed.contains(object) => Chooser::Caller,
            Source::Global(_) | Source::Memory { object: InputObject::Global(_), .. } => Chooser::State,
            Source::Result { function, .. } | Source::Written { function, .. } => {
                let is_told = self.graphs.library().function(function).is_some()
                    || self.graphs.declaring(function).is_some_and(|context| context.is_input(function));
                if is_told { Chooser::Environment } else { Chooser::UnknownCode }
            }
            _ => Chooser::Environment,
        }
    }
}

/// Other runs, which are tried to see what one needs.
struct Tried<'t, 'e, 'x> {
    evidence: &'t Evidence<'e>,
    explorer: &'t mut Explorer<'x>,
    runs: u32,
}

impl Tried<'_, '_, '_> {
    /// Returns whether the misuse happens with another value of an input, too. After too many runs it is taken to happen.
    fn also(&mut self, asked: &Asked, other: Option<u128>) -> bool {
        let mut changed = self.evidence.assignment.clone();
        match other {
            Some(number) => changed.insert(asked.source.clone(), number),
            None => changed.remove(&asked.source),
        };
        let Some(trace) = self.run(&changed) else { return true };
        if (self.evidence.accepts)(&trace) {
            return true;
        }
        // Where something stands in place of NULL, what is in it may matter: here it is nothing that is expected.
        let is_new = |new: &&Asked| !self.evidence.trace.asked.iter().any(|old| old.source == new.source);
        let mut has_new = false;
        for new in trace.asked.iter().filter(is_new).filter(|_| other.is_none()) {
            if let Source::Memory { .. } = new.source {
                has_new = true;
                changed.insert(new.source.clone(), if new.ty == Type::Pointer { 0 } else { UNEXPECTED });
            }
        }
        has_new && self.run(&changed).is_none_or(|trace| (self.evidence.accepts)(&trace))
    }

    /// Returns a run on other inputs; `None` after too many runs.
    fn run(&mut self, inputs: &Assignment) -> Option<Trace> {
        self.runs += 1;
        (self.runs <= MOST_RUNS).then(|| self.explorer.run(inputs, self.evidence.run_steps))
    }
}

/// Returns a run that reaches the misuse, too, and begins with what objects hold when the program starts, with its inputs.
/// `accepts` says whether a run is such evidence. `None` if none is found, or if `found`, with the inputs `assignment`, is one already.
pub(super) fn begun(
    graphs: &UnitGraphs,
    explorer: &mut Explorer,
    accepts: &dyn Fn(&Trace) -> bool,
    (found, assignment): (&Trace, &Assignment),
    run_steps: u32,
) -> Option<(Trace, Assignment)> {
    let first = |asked: &Asked| Some((asked.source.clone(), first(graphs, asked)?));
    let state: Vec<_> = found.asked.iter().filter_map(first).collect();
    if state.is_empty() {
        return None;
    }
    let mut begun = assignment.clone();
    begun.extend(state);
    let numbers = found
        .asked
        .iter()
        .filter(|asked| matches!((&asked.source, asked.ty), (Source::Param(_), Type::Int(_))));
    let others =
        numbers.flat_map(|asked| others(asked, assignment).into_iter().map(move |other| (asked, other)));
    let changed = others.map(|(asked, other)| {
        let mut changed = begun.clone();
        changed.extend(other.map(|other| (asked.source.clone(), other)));
        changed
    });
    let all = std::iter::once(begun.clone()).chain(changed).take(MOST_RUNS as usize);
    let mut runs = all.map(|inputs| (explorer.run(&inputs, run_steps), inputs));
    runs.find(|(trace, _)| accepts(trace))
}

/// Returns the name of the object with static storage that an input is a part of. The parts of one are stored together.
fn object(asked: &Asked) -> Option<&str> {
    match &asked.source {
        Source::Global(name) | Source::Memory { object: InputObject::Global(name), .. } => Some(name),
        _ => None,
    }
}

/// Returns the value with which the program starts, of an object with static storage that a run gives another one.
fn first(graphs: &UnitGraphs, asked: &Asked) -> Option<u128> {
    let name = object(asked)?;
    let first = match (graphs.first_of_program(name), &asked.source) {
        (First::Zeros, _) => 0,
        (First::Number(number), Source::Global(_)) => number,
        _ => return None,
    };
    let is_first = match asked.chosen {
        Chosen::Number(number) => number == first,
        Chosen::Null => first == 0,
        Chosen::Object { .. } => false,
        Chosen::Nothing => true,
    };
    (!is_first).then_some(first as u128)
}

/// Returns the evidence of a run of a function that asks for these inputs, if all of them matter.
pub(crate) fn rests_on<'s>(sources: impl IntoIterator<Item = &'s Source>) -> Level {
    let is_chosen =
        |source: &&Source| matches!(source, Source::Param(_) | Source::Global(_) | Source::Memory { .. });
    if sources.into_iter().any(|source| is_chosen(&source)) { Level::Contract } else { Level::Environment }
}

/// Returns whether a run of a function that only the program calls, through pointers, asks which object it was called for.
/// Its callers may always pass the right one.
pub(crate) fn asks_for_its_object(graphs: &UnitGraphs, function: &str, trace: &Trace) -> bool {
    Entered::of(graphs, function) == Entered::Pointer && compares_addresses(graphs, trace)
}

/// Returns whether a run compares a pointer with the address of an object, which says what it points to.
fn compares_addresses(graphs: &UnitGraphs, trace: &Trace) -> bool {
    trace.taken.iter().any(|taken| {
        let Callee::Graph(cfg) = graphs.graph(trace.function(taken)) else { return false };
        let Action::Assume { cond, .. } = cfg.edge(taken.edge).action else { return false };
        let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) = cfg.expr(cond).kind else {
            return false;
        };
        let is_address = |side: ExprId| {
            let root = cfg.exprs.strip_casts(side);
            matches!(cfg.expr(root).kind, ExprKind::Address(_) | ExprKind::AddressOf(_))
        };
        is_address(left) || is_address(right)
    })
}

/// Who calls the function in which a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entered {
    /// Anybody: the function is one of a library, and what it tests is what it expects of its callers. The same holds if
    /// nothing calls it yet.
    Anybody,
    /// Only the program. Its calls are seen, and may exclude a value for which the function asks only by its size.
    Program,
    /// Only the program, through pointers. Whatever the function asks for may never be there.
    Pointer,
}

impl Entered {
    fn of(graphs: &UnitGraphs, function: &str) -> Self {
        let files = graphs.files();
        let unit = files.unit();
        if function == START || unit.context.is_exported(function) && !files.has_all_calls(function) {
            return Self::Anybody;
        }
        let mentioning = files.all().filter(|file| files.may_mention(*file, function));
        let calling: Option<Vec<_>> = mentioning.map(|file| files.unit_of(file).calling(function)).collect();
        match calling {
            None => Self::Pointer,
            Some(calling) if calling.iter().all(Vec::is_empty) => Self::Anybody,
            Some(_) => Self::Program,
        }
    }
}

/// Returns the decisions of a run after which the function does something of its own. Where a comparison ends a loop that
/// makes no round, the compared value may just be the one with which the loop does nothing. If `is_strict` is set, that
/// holds however many rounds there are.
fn tests<'t>(cfg: &Cfg, trace: &'t Trace, is_strict: bool) -> Vec<&'t Decision> {
    let loops = cfg.loops();
    let inside = |from: Loc| loops.iter().find(|inside| inside.contains(&from));
    let leaves = |edge: &Edge| inside(edge.from).is_some_and(|inside| !inside.contains(&edge.to));
    let ends_loop = |from: Loc| cfg.successors[from.index()].iter().any(|edge| leaves(cfg.edge(*edge)));
    let goes_round = |from: Loc| {
        let own = trace.taken.iter().filter(|taken| taken.depth == 0).map(|taken| cfg.edge(taken.edge));
        own.filter(|edge| edge.from == from).any(|edge| !leaves(edge))
    };
    let is_test = |decision: &&Decision| match decision.guard {
        Guard::Edge { edge, depth: 0 } => {
            let Edge { from, action, .. } = cfg.edge(edge);
            matches!(action, Action::Assume { .. }) && (!ends_loop(*from) || !is_strict && goes_round(*from))
        }
        Guard::Edge { .. } => true,
        Guard::Outcome | Guard::Defined => false,
    };
    trace.decisions.iter().filter(is_test).collect()
}

/// Returns the objects to which parameters lead, directly or through other such objects.
fn passed(asked: &[Asked]) -> BTreeSet<&InputObject> {
    let mut passed = BTreeSet::new();
    // A run asks for a pointer before it asks for what is behind it.
    for Asked { source, chosen, .. } in asked {
        let is_passed = match source {
            Source::Param(_) => true,
            Source::Memory { object, .. } => passed.contains(object),
            _ => false,
        };
        if let (true, Chosen::Object { object, .. }) = (is_passed, chosen) {
            passed.insert(object);
        }
    }
    passed
}

/// Returns other values for an input: numbers, or `None` for what an input gets that nobody chooses, which is a
/// valid pointer to an object of its own. Empty if no other value is tried.
fn others(asked: &Asked, assignment: &Assignment) -> Vec<Option<u128>> {
    match (&asked.chosen, asked.ty) {
        (Chosen::Number(number), Type::Int(int)) => {
            let is_other = |other: &u128| {
                i128::try_from(*other)
                    .is_ok_and(|other| other != *number && int.min() <= other && other <= int.max())
            };
            OTHERS.into_iter().filter(is_other).map(Some).collect()
        }
        _ if assignment.contains_key(&asked.source) => vec![None],
        _ => Vec::new(),
    }
}
