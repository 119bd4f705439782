//! Doubts about what goes on behind a call through a pointer, if the checked files store only functions into the pointer that
//! never return: hooks of `fatal` errors, handlers of failed allocations.
//!
//! The user of a library may store a function of another kind, so that this proves nothing.

use csieve_base::{
    cancel::Cancelled,
    text::{Sentence, sentence},
};
use csieve_dataflow::{
    automaton::{automaton, dependencies},
    ranges::Ranges,
};
use csieve_graph::{Action, CallTarget, Cfg, EdgeId, ExprId, ExprKind, Level, VarId, VarKind, way};
use csieve_lowering::project::Meaning;
use csieve_reports::finding::{Doubt, Finding, HintId, Looked};

use crate::{
    graphs::{ending_behind, plain_graph},
    invariants::{Led, led, object},
};

use super::{Subject, calling::calling, notebook::Notebook, proof::doubted_again};

/// The largest number of pointers of a graph that are looked at, and of functions that mention one.
const MOST_POINTERS: usize = 8;
const MOST_MENTIONING: usize = 24;

/// The largest number of edges of a function that is looked at, and of steps of a pass over it.
const MOST_EDGES: usize = 4_000;
const MAX_STEPS: u32 = 200_000;

/// The longest chain of local variables from a store back to a function.
const MOST_COPIES: usize = 4;

/// A pointer to a function in an object with static storage: the object's name, and the way to the pointer.
type Place = (String, Vec<Level>);

/// A function of the program, by its file and its name there.
type Held = (Option<u32>, String);

/// The graph of a function in which no call returns that the checked files only let call functions which never return.
pub(super) struct Ended {
    pub cfg: Cfg,
    /// The doubt about what does not happen in this graph.
    pub doubt: Doubt,
}

/// Makes findings doubtful that no run reaches if no call returns through a pointer that only holds functions which never
/// return. `known` is the function's graph, perhaps with more that is known.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubt(
    subject: Subject,
    known: &Cfg,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.own() else { return Ok(()) };
    let Some(Ended { cfg, doubt }) = ended(subject, known, notebook) else { return Ok(()) };
    doubted_again(subject, (&cfg, subject.text_of(own)), findings, &doubt)
}

/// Returns a graph without what goes on behind calls through such pointers. `None` if the graph has no such call.
pub(super) fn ended(subject: Subject, cfg: &Cfg, notebook: &mut Notebook) -> Option<Ended> {
    let mut calls: Vec<(Place, Vec<EdgeId>)> = Vec::new();
    for id in cfg.edge_ids() {
        let Some(place) = called(cfg, id) else { continue };
        match calls.iter_mut().find(|(known, _)| *known == place) {
            Some((_, edges)) => edges.push(id),
            None => calls.push((place, vec![id])),
        }
    }
    calls.truncate(MOST_POINTERS);
    let mut said = None;
    let mut edges = Vec::new();
    for (place, of_it) in calls {
        let Some(held) = held(subject, &place, notebook) else { continue };
        if !held.is_empty() && held.iter().all(|function| never_returns(subject, function, notebook)) {
            said = said.or_else(|| Some(sentence_of(&place, &held)));
            edges.extend(of_it);
        }
    }
    let doubt = Doubt::new(HintId::OtherStores, said?);
    Some(Ended { cfg: ending_behind(cfg.clone(), &edges), doubt })
}

fn sentence_of((object, way): &Place, held: &[Held]) -> Sentence {
    let members = way[1..].iter().map(|(member, _)| member.as_str());
    let pointer = std::iter::once(object.as_str()).chain(members).collect::<Vec<_>>().join(".");
    let functions: Vec<String> = held.iter().map(|(_, name)| format!("`{name}`")).collect();
    match &functions[..] {
        [only] => sentence!(
            "the checked files store only {} in `{}`, which never returns",
            only.as_str(),
            pointer.as_str()
        ),
        all => sentence!(
            "the checked files store only functions in `{}` that never return: {}",
            pointer.as_str(),
            all.join(", ")
        ),
    }
}

/// Returns the pointer through which an edge calls.
fn called(cfg: &Cfg, id: EdgeId) -> Option<Place> {
    let Action::Call { target: CallTarget::Pointer(callee), .. } = cfg.edge(id).action else { return None };
    let callee = cfg.exprs.strip_casts(callee);
    let place = match cfg.expr(callee).kind {
        ExprKind::Var(var) => (object(cfg, var)?, vec![(String::new(), 0)]),
        ExprKind::Load(address) => place(cfg, address)?,
        _ => return None,
    };
    // Objects of functions have names with a point.
    (!place.0.contains('.')).then_some(place)
}

/// Returns the place in an object with static storage to which a pointer leads.
fn place(cfg: &Cfg, address: ExprId) -> Option<Place> {
    let (base, way) = way(&cfg.exprs, address);
    let ExprKind::Address(object) = &cfg.expr(base).kind else { return None };
    let is_own = cfg.statics.own.contains(&base) || cfg.automatic.contains(&base);
    (!is_own).then(|| (object.clone(), way))
}

/// Returns the functions that the checked files store into a pointer. What is left out are NULL, and the arguments of functions
/// that set it and are only called elsewhere. `None` if they store something else.
fn held(subject: Subject, place: &Place, notebook: &mut Notebook) -> Option<Vec<Held>> {
    let (object, _) = place;
    let files = subject.around.files;
    let is_private = files.unit().is_another(object);
    let is_there = |file: &Option<u32>| {
        let mentions = || files.may_mention(*file, object) && !files.unit_of(*file).is_another(object);
        if is_private { file.is_none() } else { mentions() }
    };
    notebook.looks(subject, object, if is_private { Looked::Callers } else { Looked::Calls });
    let mut held = Vec::new();
    for file in files.all().filter(is_there) {
        let unit = files.unit_of(file);
        let first = unit.initialiser(&subject.options.library, object);
        let functions = unit.mentioning(object);
        if functions.len() > MOST_MENTIONING {
            return None;
        }
        let graphs = functions.into_iter().map(|function| {
            plain_graph(files, &subject.options.library, subject.options.wrapv, (file, function)).ok()
        });
        let graphs: Vec<_> = graphs.collect::<Option<_>>()?;
        let graphs = graphs.iter().map(|graph| &**graph).chain(first.as_ref().map(|first| &first.graph));
        for graph in graphs {
            if graph.edges.len() > MOST_EDGES {
                return None;
            }
            let mut stored = Stored { cfg: graph, place, functions: Vec::new(), has_arguments: false };
            stored.find()?;
            if stored.has_arguments && is_called(subject, (file, &graph.function), notebook) {
                return None;
            }
            held.extend(stored.functions.into_iter().map(|name| (file, name)));
        }
    }
    held.sort_unstable();
    held.dedup();
    Some(held)
}

/// Returns whether the checked files call a function, or may call it in a way that is not seen.
fn is_called(subject: Subject, function: (Option<u32>, &str), notebook: &mut Notebook) -> bool {
    calling(subject, function, notebook).is_none_or(|calling| !calling.callers.is_empty())
}

/// What a graph stores into a pointer.
struct Stored<'q> {
    cfg: &'q Cfg,
    place: &'q Place,
    /// The names of the functions that were found.
    functions: Vec<String>,
    /// Whether it stores arguments of its function.
    has_arguments: bool,
}

impl Stored<'_> {
    /// Finds the functions. `None` if the graph stores something else than these, NULL and arguments.
    fn find(&mut self) -> Option<()> {
        let cfg = self.cfg;
        for id in cfg.edge_ids() {
            let initial = cfg.initials.get(&id);
            for (address, value) in initial.iter().flat_map(|initial| &initial.constants) {
                if self.led(*address) == Led::There {
                    self.follow(*value, MOST_COPIES)?;
                }
            }
            let (led, value) = match cfg.edge(id).action {
                Action::Assign { var, value } if self.is_variable(var) => (Led::There, value),
                Action::Store { pointer, value } if initial.is_none() => (self.led(pointer), value),
                _ => continue,
            };
            match led {
                Led::There => self.follow(value, MOST_COPIES)?,
                Led::Perhaps => return None,
                Led::Elsewhere => {}
            }
        }
        Some(())
    }

    fn is_variable(&self, var: VarId) -> bool {
        object(self.cfg, var).is_some_and(|object| object == self.place.0)
    }

    /// Returns whether an address leads to the pointer, whatever indices are on the way.
    fn led(&self, address: ExprId) -> Led {
        led((self.cfg, address), &self.place.0, &self.place.1)
    }

    /// Adds the functions that a value may be.
    fn follow(&mut self, value: ExprId, most: usize) -> Option<()> {
        let cfg = self.cfg;
        match &cfg.expr(cfg.exprs.strip_casts(value)).kind {
            ExprKind::Const(0) => Some(()),
            ExprKind::Address(name) => {
                self.functions.push(name.clone());
                Some(())
            }
            ExprKind::Var(var) => match cfg.var(*var).kind {
                VarKind::Param if self.assigned(*var).is_empty() => {
                    self.has_arguments = true;
                    Some(())
                }
                VarKind::Local | VarKind::Temp | VarKind::Param if most > 0 => {
                    let assigned = self.assigned(*var);
                    let values: Vec<ExprId> = assigned.into_iter().collect::<Option<_>>()?;
                    values.into_iter().try_for_each(|value| self.follow(value, most - 1))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the values that are assigned to a variable; `None` for one that is not known.
    fn assigned(&self, var: VarId) -> Vec<Option<ExprId>> {
        let assigns = self.cfg.edges.iter().filter(|edge| edge.assigned() == Some(var));
        let value = assigns.map(|edge| match edge.action {
            Action::Assign { value, .. } => Some(value),
            _ => None,
        });
        value.collect()
    }
}

/// Returns whether no call of a function returns.
fn never_returns(subject: Subject, (file, name): &Held, notebook: &mut Notebook) -> bool {
    let files = subject.around.files;
    let library = &subject.options.library;
    let here = files.unit_of(*file);
    let (file, name) = match here.place(name) {
        Some(_) => (*file, name.clone()),
        None => {
            notebook.looks(subject, name, Looked::Definition);
            let Meaning { file, name } = files.function(name);
            (file, name.into_owned())
        }
    };
    let unit = files.unit_of(file);
    let Some(place) = unit.place(&name) else { return library.never_returns(&name) };
    notebook.looks_in(subject, (file, &name), Looked::Effects);
    let is_own = file.is_none();
    let summary = subject.around.summaries.get(&name).filter(|_| is_own);
    if summary.is_some_and(|summary| summary.cases.is_empty() && summary.others.is_empty()) {
        return true;
    }
    let Ok(cfg) = plain_graph(files, library, subject.options.wrapv, (file, place)) else { return false };
    let automaton = automaton(&cfg, &dependencies(&cfg), subject.options.wrapv);
    let ranges = Ranges::of(&cfg, &automaton, MAX_STEPS);
    ranges.is_some_and(|ranges| !ranges.reaches(cfg.exit))
}
