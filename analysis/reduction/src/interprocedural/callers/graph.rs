//! Graphs of callers with the bodies of the functions on the way to a misuse in place of calls, across files.

use csieve_lowering::inline::{Inlined, inlined};

use super::super::{Subject, bodies::Graphs, within::Within};

/// The largest number of edges of a caller's graph after inlining.
const MOST_EDGES: usize = 2_500;

/// Returns the graph of a caller with the bodies of the entered functions, with the names of the run. `None` if the body
/// of an entered function replaces not all of its calls.
pub(super) fn whole<'a>(subject: Subject<'a>, caller: Within<'a>, entered: &[Within<'a>]) -> Option<Inlined> {
    let mut graphs = Graphs::new(subject, entered);
    let root = graphs.graph(caller).filter(|root| graphs.has_all_calls(root, caller))?;
    if !entered.iter().all(|function| graphs.make(*function)) || !graphs.have_all_calls() {
        return None;
    }
    let whole = inlined(root, &graphs.bodies(), MOST_EDGES);
    whole.left.is_empty().then_some(whole)
}
