//! Sites: the places of a function where a check sees a possible misuse.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    text::Span,
};
use csieve_graph::EdgeId;
use csieve_modelcheck::{
    checks::Check,
    model::{Function, candidates},
};

/// A place where a check sees a possible misuse. One place may have several edges, as `finally` code or a
/// condition inside `&&` does. These edges make one finding.
pub struct Site<'c> {
    /// The check that sees the possible misuse.
    pub check: &'c dyn Check,
    /// The place in the source.
    pub span: Span,
    /// The edges at this place on which the misuse may happen.
    pub edges: FixedBitSet,
}

/// Returns all sites of a check, ordered by place.
///
/// # Errors
/// [`Cancelled`] if `cancel` says so.
pub fn sites<'c>(
    function: &Function,
    check: &'c dyn Check,
    max_states: u32,
    cancel: &dyn Cancel,
) -> Result<Vec<Site<'c>>, Cancelled> {
    let edges = candidates(function, check, max_states, cancel)?;
    let mut found: Vec<Site<'c>> = Vec::new();
    let mut places: FxHashMap<Span, usize> = FxHashMap::default();
    for edge in edges.ones() {
        let span = function.cfg.edge(EdgeId(edge as u32)).span;
        let at = *places.entry(span).or_insert(found.len());
        if at == found.len() {
            found.push(Site { check, span, edges: FixedBitSet::with_capacity(function.cfg.edges.len()) });
        }
        found[at].edges.insert(edge);
    }
    found.sort_by_key(|site| site.span);
    Ok(found)
}
