//! Repeats the run of a confirmed finding, to record its calls and declarations.

use std::collections::{BTreeMap, BTreeSet};

use csieve_analysis::{
    budget::Steps,
    cfg::{Action, CallTarget, Cfg, EdgeId, ExprId, Type, expr_text},
    confirm::reached,
    finding::Finding,
    machine::{Callee, Chosen, End, Graphs, Host, InputObject, Listed, Misuse, Run, Source, Value, run},
    program::is_it,
    project::Surroundings,
};

use super::Impossible;

/// The sizes of input objects to try, in bytes. The first size with which the replayed run reaches the misuse
/// is taken.
const ROOMS: [u64; 5] = [64, 256, 4096, 1 << 16, 1 << 20];

/// The effect of one call of a function that the file does not define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Allocates memory. The flag says whether the allocation succeeds.
    Allocate(bool),
    /// Opens a resource. On failure it returns a null pointer, or -1 if handles are numbers.
    Open {
        /// Whether the call succeeds.
        succeeds: bool,
        /// Whether the handle is a pointer.
        is_pointer: bool,
    },
    /// Closes a resource. The flag says whether the call succeeds.
    Close(bool),
    /// Takes a lock.
    Lock {
        /// Whether the call succeeds.
        succeeds: bool,
        /// Whether others may hold the lock in the same way, as readers do.
        shared: bool,
        /// Whether the call blocks for ever if its own thread holds the lock.
        waits: bool,
    },
    /// Releases a lock.
    Unlock {
        /// Whether the lock counts how often it was taken, and must be released as often.
        counted: bool,
    },
    /// Returns and writes the values that the inputs of the finding give.
    Answer,
}

/// The events of a run that the driver of its finding has to know.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The effects of the calls of functions that the file does not define, by name, in the order of the
    /// calls.
    pub calls: BTreeMap<String, Vec<Does>>,
    /// The called function pointers, as the source spells them.
    pub pointers: BTreeSet<String>,
    /// The input objects that are called as functions, by number, with the spelling of the pointer.
    pub functions: BTreeMap<u32, String>,
    /// The library functions that were called.
    pub library: BTreeSet<String>,
    /// The functions that the run entered, by their names of the run.
    pub entered: BTreeSet<String>,
    /// The declarations of variables that the run passes: the function, the edge, and the depth of the
    /// function's call.
    pub declared: Vec<(String, EdgeId, usize)>,
}

/// A repeated run that reaches the misuse of a finding.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// The misuse that the run reached.
    pub misuse: Misuse,
    /// The size of each input object, in bytes.
    pub room: u64,
    /// Whether the run goes on after the misuse, but the function under test does not return: the program
    /// exits, or another misuse ends the run.
    pub goes_on: bool,
    /// The events of the run.
    pub seen: Seen,
}

impl Replay {
    /// Runs the function of a finding on the inputs of the finding.
    ///
    /// # Errors
    /// If the run does not reach the misuse.
    pub(super) fn new(
        world: (Surroundings, &dyn Graphs),
        finding: &Finding,
        wrapv: bool,
        steps: u32,
    ) -> Result<Self, Impossible> {
        ROOMS
            .into_iter()
            .find_map(|room| replayed(world, finding, room, wrapv, steps))
            .ok_or_else(|| Impossible::new("the run of the finding cannot be repeated"))
    }
}

fn replayed(
    (files, graphs): (Surroundings, &dyn Graphs),
    finding: &Finding,
    room: u64,
    wrapv: bool,
    steps: u32,
) -> Option<Replay> {
    let chosen = finding.inputs().iter().map(|input| (&input.source, &input.chosen)).collect();
    let answering = finding.inputs().iter().filter_map(|input| match &input.source {
        Source::Result { function, .. } => Some(function.to_string()),
        _ => None,
    });
    let answering = answering.collect();
    let mut host =
        Watching { graphs, chosen, room, lacks: false, answering, asked: None, seen: Seen::default() };
    let run = run(graphs, under_test(finding), &mut host, wrapv, &mut Steps::new(steps));
    let misuse = misuse((files, graphs), &run, finding).filter(|_| !host.lacks)?.clone();
    let goes_on = match run.end {
        End::Misuse => run.misuses.last() != Some(&misuse),
        end => end == End::NeverReturns,
    };
    let mut seen = host.seen;
    // A function whose first step is the misuse has no step that was visited.
    seen.entered.extend(misuse.frames.iter().map(|(function, _)| function.clone()));
    Some(Replay { misuse, room, goes_on, seen })
}

/// Returns the misuse in a run that a finding reports.
fn misuse<'r>(
    (files, graphs): (Surroundings, &dyn Graphs),
    run: &'r Run,
    finding: &Finding,
) -> Option<&'r Misuse> {
    if finding.program().is_some() {
        return run.misuses.iter().chain(&run.held).find(|misuse| is_it(files, graphs, misuse, finding));
    }
    let Callee::Graph(cfg) = graphs.graph(&finding.function) else { return None };
    let trail = finding.trail().cloned().unwrap_or_default();
    reached(cfg, run, finding, &trail)
}

/// Returns the function that is called to reach the misuse of a finding: the finding's own, or the program's
/// `main`.
pub(super) fn under_test(finding: &Finding) -> &str {
    finding.program().unwrap_or(&finding.function)
}

/// A host of the machine that answers with the finding's inputs and records the events.
struct Watching<'a> {
    graphs: &'a dyn Graphs,
    chosen: Listed<'a>,
    room: u64,
    lacks: bool,
    /// The functions whose results are inputs of the finding.
    answering: BTreeSet<String>,
    /// The function pointer that was tested last, with the number of the input object that it points to.
    asked: Option<(ExprId, u32)>,
    seen: Seen,
}

impl Host for Watching<'_> {
    /// The number of the input object that a pointer points to.
    type Shadow = Option<u32>;

    fn choose(&mut self, source: &Source, _ty: Type) -> (Chosen, Option<u32>) {
        let chosen = self.chosen.get(source).cloned();
        self.lacks |= chosen.is_none();
        let object = match &chosen {
            Some(Chosen::Object { object: InputObject::Fresh(number), .. }) => Some(*number),
            _ => None,
        };
        (chosen.unwrap_or(Chosen::Nothing), object)
    }

    fn branch(&mut self, function: &Cfg, edge: EdgeId, _: usize, value: &Value<Option<u32>>, _: bool) {
        if let (Action::Misuse { operand: pointer, .. } | Action::Deref { pointer, .. }, Some(object)) =
            (&function.edge(edge).action, value.shadow)
        {
            self.asked = Some((*pointer, object));
        }
    }

    fn size_of(&mut self, _object: &InputObject) -> u64 {
        self.room
    }

    fn visit(&mut self, function: &Cfg, edge: EdgeId, depth: usize) {
        if !self.seen.entered.contains(&function.function) {
            self.seen.entered.insert(function.function.clone());
        }
        let (name, does) = match &function.edge(edge).action {
            Action::Declare(_) => {
                self.seen.declared.push((function.function.clone(), edge, depth));
                return;
            }
            Action::Alloc { callee, .. } => (callee, Does::Allocate(true)),
            Action::AllocFail { callee, .. } => (callee, Does::Allocate(false)),
            Action::Open { callee, resource, .. } => {
                (callee, Does::Open { succeeds: true, is_pointer: resource.is_pointer })
            }
            Action::OpenFail { callee, resource, .. } => {
                (callee, Does::Open { succeeds: false, is_pointer: resource.is_pointer })
            }
            Action::Close { callee, .. } => (callee, Does::Close(true)),
            Action::CloseFail { .. } => match beside(function, edge) {
                Some(callee) => (callee, Does::Close(false)),
                None => return,
            },
            Action::Lock { callee, shared, waits, .. } => {
                (callee, Does::Lock { succeeds: true, shared: *shared, waits: *waits })
            }
            Action::LockFail { .. } => match beside(function, edge) {
                Some(callee) => (callee, Does::Lock { succeeds: false, shared: false, waits: false }),
                None => return,
            },
            Action::Unlock { callee, counted, .. } => (callee, Does::Unlock { counted: *counted }),
            Action::LibraryCall { callee, .. } => {
                self.seen.library.insert(callee.clone());
                // A call whose result is an input counts among those that fail.
                if !self.answering.contains(callee) {
                    return;
                }
                (callee, Does::Answer)
            }
            Action::Call { target: CallTarget::Pointer(callee), .. } => {
                let spelled = expr_text(function, *callee);
                if let Some((_, object)) = self.asked.filter(|(pointer, _)| pointer == callee) {
                    self.seen.functions.insert(object, spelled.clone());
                }
                self.seen.pointers.insert(spelled);
                return;
            }
            Action::Call { target: CallTarget::Named(name), .. } if self.is_outside(name) => {
                (name, Does::Answer)
            }
            _ => return,
        };
        self.seen.calls.entry(name.clone()).or_default().push(does);
    }
}

impl Watching<'_> {
    /// Returns whether a function has neither a graph nor an entry for locks or resources in the library, so
    /// that inputs alone decide the effects of its calls.
    fn is_outside(&self, name: &str) -> bool {
        let has_edges = self.graphs.library().function(name).is_some_and(|entry| {
            entry.locks.is_some()
                || entry.unlocks.is_some()
                || entry.opens.is_some()
                || entry.closes.is_some()
        });
        let is_opaque = self.graphs.library().is_opaque(name);
        // The compiler knows what its own functions do.
        let is_of_compiler = ["__builtin_", "__sync_", "__atomic_"].iter().any(|of| name.starts_with(of));
        !has_edges && !is_opaque && !is_of_compiler && matches!(self.graphs.graph(name), Callee::Unknown)
    }
}

/// Returns the function whose failed call an edge stands for. Only the edge for the successful call, at the
/// same location, names the function.
fn beside(function: &Cfg, edge: EdgeId) -> Option<&String> {
    function.siblings(edge).iter().find_map(|other| match &function.edge(*other).action {
        Action::Close { callee, .. } | Action::Lock { callee, .. } => Some(callee),
        _ => None,
    })
}
