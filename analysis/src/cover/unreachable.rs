//! Goals that no run passes, with the proof.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use crate::{
    automaton::automaton,
    cancel::{Cancel, Cancelled},
    cfg::{Cfg, EdgeId},
    checks::Rule,
    model::Function,
    options::Options,
    reduce::{ENDING, Pool, Reduction},
    watch::Nobody,
};

use super::{Unreachable, goals::Target};

/// The goals among the open ones that refuters prove to be out of reach.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn proved(
    cfg: &Cfg,
    text: &str,
    goals: &[Target],
    open: &[usize],
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<Vec<Unreachable>, Cancelled> {
    let mut found = Vec::new();
    if open.is_empty() {
        return Ok(found);
    }
    let function = Function::new(cfg);
    let automaton = automaton(cfg, &function.dependencies, options.wrapv);
    let trusting = OnceCell::new();
    let reduction = Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &trusting,
        text,
        ending: ENDING,
        refuters: options.refuters.refuters(),
        options,
        cancel,
        watch: &Nobody,
    };
    let mut pool = Pool::default();
    for &goal in open {
        let edges: FixedBitSet = goals[goal].edges.iter().copied().map(EdgeId::index).collect();
        if let Some(proof) = reduction.impossible(Rule::UnreachableCode, &edges, &mut pool)? {
            found.push(Unreachable { goal, proof: proof.sentence().to_owned() });
        }
    }
    Ok(found)
}
