//! The run of a confirmed finding once more, to see what it calls and declares.

use std::collections::{BTreeMap, BTreeSet};

use csieve_analysis::{
    budget::Steps,
    cfg::{Action, CallTarget, Cfg, EdgeId, ExprId, Type, expr_text},
    confirm::reached,
    finding::Finding,
    machine::{Callee, Chosen, End, Graphs, Host, InputObject, Misuse, Run, Source, Value, run},
    program::is_it,
};

use super::Impossible;

/// Bytes of objects that were there before, from the smallest on: the first size with which the run still goes
/// where it went is enough.
const ROOMS: [u64; 5] = [64, 256, 4096, 1 << 16, 1 << 20];

/// What one call of a function from outside does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Memory is allocated, or that fails.
    Allocate(bool),
    /// A resource is opened, or that fails: with -1 if it is a number.
    Open {
        /// It succeeds.
        succeeds: bool,
        /// The handle is a pointer.
        is_pointer: bool,
    },
    /// A resource is closed, or that fails.
    Close(bool),
    /// A lock is taken, or that fails.
    Lock {
        /// It succeeds.
        succeeds: bool,
        /// Others may hold it in the same way.
        shared: bool,
        /// It would wait forever for its own thread.
        waits: bool,
    },
    /// A lock is released; not for good, if it has to be released as often as it was taken.
    Unlock {
        /// It may have been taken several times.
        counted: bool,
    },
    /// What inputs say.
    Answer,
}

/// What a run did, as far as a driver has to know.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// What calls of functions that the file does not define did, by name, in their order.
    pub calls: BTreeMap<String, Vec<Does>>,
    /// How the source spells the pointers to such functions.
    pub pointers: BTreeSet<String>,
    /// Which of them objects are that were there before, by their number.
    pub functions: BTreeMap<u32, String>,
    /// Library functions that were called.
    pub library: BTreeSet<String>,
    /// Declarations without a value: the function, the edge and the number of calls around it.
    pub declared: Vec<(String, EdgeId, usize)>,
}

/// A run that reaches the misuse of a finding.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// The misuse.
    pub misuse: Misuse,
    /// Bytes that objects need which were there before.
    pub room: u64,
    /// It goes on behind the misuse, but never returns: the program ends, or another misuse ends it.
    pub goes_on: bool,
    /// What happened on the way.
    pub seen: Seen,
}

impl Replay {
    /// Runs the function of a finding on the inputs of the finding.
    ///
    /// # Errors
    /// If the run does not go where it should.
    pub(super) fn new(
        graphs: &dyn Graphs,
        finding: &Finding,
        wrapv: bool,
        steps: u32,
    ) -> Result<Self, Impossible> {
        ROOMS
            .into_iter()
            .find_map(|room| replayed(graphs, finding, room, wrapv, steps))
            .ok_or_else(|| Impossible::new("the run of the finding cannot be repeated"))
    }
}

fn replayed(graphs: &dyn Graphs, finding: &Finding, room: u64, wrapv: bool, steps: u32) -> Option<Replay> {
    let chosen = finding.inputs().iter().map(|input| (&input.source, &input.chosen)).collect();
    let mut host = Watching { graphs, chosen, room, lacks: false, asked: None, seen: Seen::default() };
    let run = run(graphs, under_test(finding), &mut host, wrapv, &mut Steps::new(steps));
    let misuse = misuse(graphs, &run, finding).filter(|_| !host.lacks)?.clone();
    let goes_on = match run.end {
        End::Misuse => run.misuses.last() != Some(&misuse),
        end => end == End::NeverReturns,
    };
    Some(Replay { misuse, room, goes_on, seen: host.seen })
}

/// The misuse of a finding in a run.
fn misuse<'r>(graphs: &dyn Graphs, run: &'r Run, finding: &Finding) -> Option<&'r Misuse> {
    if finding.program().is_some() {
        return run.misuses.iter().find(|misuse| is_it(graphs, misuse, finding));
    }
    let Callee::Graph(cfg) = graphs.graph(&finding.function) else { return None };
    let trail = finding.trail().cloned().unwrap_or_default();
    reached(cfg, run, finding, &trail)
}

/// The function that is called to come to the misuse of a finding.
pub(super) fn under_test(finding: &Finding) -> &str {
    finding.program().unwrap_or(&finding.function)
}

/// Gives the machine what it was given before, and watches.
struct Watching<'a> {
    graphs: &'a dyn Graphs,
    chosen: BTreeMap<&'a Source, &'a Chosen>,
    room: u64,
    lacks: bool,
    /// The pointer that was tested last, with the object that it leads to.
    asked: Option<(ExprId, u32)>,
    seen: Seen,
}

impl Host for Watching<'_> {
    /// The number of the object that a pointer leads to.
    type Shadow = Option<u32>;

    fn choose(&mut self, source: &Source, _ty: Type) -> (Chosen, Option<u32>) {
        let chosen = self.chosen.get(source).map(|chosen| Chosen::clone(chosen));
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
                return;
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
    /// Whether inputs alone say what a function does.
    fn is_outside(&self, name: &str) -> bool {
        let has_edges = self.graphs.library().function(name).is_some_and(|entry| {
            entry.locks.is_some()
                || entry.unlocks.is_some()
                || entry.opens.is_some()
                || entry.closes.is_some()
        });
        !has_edges && matches!(self.graphs.graph(name), Callee::Unknown)
    }
}

/// The function that is called on an edge beside one of failure.
fn beside(function: &Cfg, edge: EdgeId) -> Option<&String> {
    function.siblings(edge).iter().find_map(|other| match &function.edge(*other).action {
        Action::Close { callee, .. } | Action::Lock { callee, .. } => Some(callee),
        _ => None,
    })
}
