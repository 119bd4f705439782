//! Proofs that all code keeps two objects tied.

use csieve_base::{cancel::Cancelled, library::Entry, rule::Rule};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, Calls, Cfg, CfgBuilder, Edge, EdgeId, VarId, VarKind, Writes};
use csieve_lowering::{project::Basis, unit::MOST_WRITERS};

use super::{
    super::{
        Subject,
        notebook::Notebook,
        places::Target,
        proof::{Answered, Larger},
        within::Within,
    },
    Asked, Half, Tie, condition, entering, split,
};
use crate::{
    graphs::plain_graph,
    invariants::{Program, Writers, first, named, parts, writers},
};

/// The largest number of edges of a function that stores into one of the objects, and of states and steps of the proof that
/// it keeps them tied.
const MOST_EDGES: usize = 2_000;
const MOST_STEPS: u64 = 60_000;

/// Returns on what it rests that two objects are tied. `None` if there is no proof that they are.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn basis(subject: Subject, tie: &Tie) -> Result<Option<Basis>, Cancelled> {
    let kept = subject.around.files.kept();
    // No object has a name with a space.
    let key = tie.each_ref().map(|half| format!("{} {}", half.object, half.is_zero)).join(" ");
    if let Some(known) = kept.invariant(&key) {
        return Ok(known.map(|(_, basis)| basis));
    }
    let found = sought(subject, tie)?;
    kept.put_invariant(&key, found.map(|basis| (Interval::TOP, basis)));
    Ok(found)
}

fn sought(subject: Subject, tie: &Tie) -> Result<Option<Basis>, Cancelled> {
    let program = subject.program();
    let Some((functions, basis)) = storing(program, tie) else { return Ok(None) };
    for function in functions {
        let Some(graph) = violated(program, function, tie) else { return Ok(None) };
        if !is_kept(subject, function, &graph)? {
            return Ok(None);
        }
    }
    Ok(Some(basis))
}

/// Returns the functions that store into one of two objects, which are tied when the program starts.
fn storing<'a>(program: Program<'a>, tie: &Tie) -> Option<(Vec<Within<'a>>, Basis)> {
    let (mut all, mut basis, mut is_tied) = (Vec::<Within>::new(), Basis::AllStores, false);
    for Half { object, is_zero, .. } in tie {
        let Writers { defining, functions, is_certain } = writers(program.files, parts(object))?;
        let value = first(program, defining, object)?;
        is_tied |= if *is_zero { !value.contains(0) } else { value == Interval::ZERO };
        if !is_certain {
            basis = Basis::CheckedFiles;
        }
        for (file, place) in functions {
            // A file that has changed since its outline was made has no functions.
            program.files.unit_of(file).functions.get(place)?;
            let function = Within::new(program.files, file, place);
            if !all.iter().any(|known| known.is(function)) {
                all.push(function);
            }
        }
    }
    (is_tied && all.len() <= MOST_WRITERS).then_some((all, basis))
}

/// The graph of a function with edges that only runs take which leave the objects untied.
struct Violated {
    cfg: Cfg,
    edges: Vec<EdgeId>,
}

fn violated(program: Program, of: Within, tie: &Tie) -> Option<Violated> {
    let cfg = plain_graph(program.files, program.library, program.wrapv, (of.file, of.place)).ok()?;
    // Behind a second return, what other code did meanwhile is not in the graph.
    if cfg.edges.len() > MOST_EDGES || !cfg.jumps_back.is_empty() {
        return None;
    }
    let mut graph = CfgBuilder::reopen(Cfg::clone(&cfg));
    let halves = added(&mut graph, tie)?;
    let vars = halves.map(|(var, _)| var);
    for var in vars {
        graph.hide(var);
    }
    let mut edges = Vec::new();
    for id in cfg.edge_ids() {
        let edge = cfg.edge(id);
        if vars.iter().any(|var| is_unclear(edge, *var)) {
            return None;
        }
        let calls = calls_others(edge) || may_end(&cfg, id);
        if !calls && edge.to != cfg.exit {
            continue;
        }
        let holds = halves.map(|half| condition(&mut graph, half, true));
        let [one, other] = holds;
        let between = graph.step(edge.from, one, edge.span);
        graph.step(between, other, edge.span);
        edges.push(graph.last_edge());
        if calls {
            graph.insert_steps(id, vec![Action::Skip]);
            let behind = graph.last_edge();
            graph.forget_behind(id, &vars);
            split(&mut graph, behind, halves);
        }
    }
    entering(&mut graph, halves);
    Some(Violated { cfg: graph.finish(), edges })
}

/// The beginnings of the names of functions by which threads wait for each other. Behind such a call, another thread may
/// rightly read what this one left.
const OF_THREADS: [&str; 8] =
    ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "atomic_", "__atomic_", "__sync_"];

/// Returns whether code of the program outside the function may run on an edge. Library functions that are given functions are
/// unknown code.
fn calls_others(edge: &Edge) -> bool {
    let is_lock =
        matches!(edge.action, Action::Lock { .. } | Action::LockFail { .. } | Action::Unlock { .. });
    let effects = edge.effects();
    let is_other = match effects.calls {
        Calls::Unknown { .. } => true,
        Calls::Library { callee, .. } => OF_THREADS.iter().any(|begin| callee.starts_with(begin)),
        Calls::Nothing | Calls::Maker { .. } => false,
    };
    is_lock || is_other || matches!(effects.writes, Writes::Anything { .. })
}

/// Returns whether the call of a library function on an edge may not return: handlers, other threads, or the code behind a
/// `setjmp` go on instead.
fn may_end(cfg: &Cfg, id: EdgeId) -> bool {
    let ends = |entry: &Entry| entry.noreturn || entry.jumps_back || entry.returns_if.is_some();
    cfg.known.function(id).is_some_and(|entry| ends(entry))
}

/// Returns whether an edge writes a variable in a way that the graph does not show, or gets its value from other code.
fn is_unclear(edge: &Edge, var: VarId) -> bool {
    let effects = edge.effects();
    matches!(effects.writes, Writes::Anything { vars } if vars.contains(&var))
        || edge.assigned() == Some(var) && calls_others(edge)
}

/// Returns whether no run of a function leaves the objects untied where other code goes on.
fn is_kept(subject: Subject, function: Within, violated: &Violated) -> Result<bool, Cancelled> {
    let mut notebook = Notebook::paying(MOST_STEPS);
    let text = subject.text_of(function);
    let larger = Larger { cfg: &violated.cfg, text, is_own: &|_| true, trusts_others: true };
    for edge in &violated.edges {
        let misuse = (Target::Edges(Rule::UnreachableCode), vec![*edge]);
        let answers = larger.asked(subject, &mut notebook, &[misuse])?;
        if !matches!(answers.as_slice(), [Answered::Never(_)]) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the halves of a tie in a graph. `None` if one of the objects is not in the graph, or not clearly.
pub(super) fn asked_in(cfg: &Cfg, tie: &Tie) -> Option<[Asked; 2]> {
    let of = |half: &Half| {
        let (name, function) = parts(&half.object);
        Some((named(cfg, name, function.is_some())?, half.is_zero))
    };
    Some([of(&tie[0])?, of(&tie[1])?])
}

/// Returns the halves of a tie in a graph, and adds an object that the graph does not mention. `None` if one is there but not
/// clearly.
fn added(graph: &mut CfgBuilder, tie: &Tie) -> Option<[Asked; 2]> {
    let mut of = |half: &Half| {
        let (name, function) = parts(&half.object);
        let var = match named(graph.so_far(), name, function.is_some()) {
            Some(var) => var,
            None if graph.so_far().vars.iter().any(|var| var.name == name) => return None,
            None => graph.var(name.to_owned(), half.ty, VarKind::Global),
        };
        Some((var, half.is_zero))
    };
    Some([of(&tie[0])?, of(&tie[1])?])
}
