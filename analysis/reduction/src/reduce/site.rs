//! Where misuses may be.

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    text::Span,
};
use csieve_graph::EdgeId;
use csieve_modelcheck::{
    checks::Check,
    model::{Function, candidates},
};

/// A place where a check sees a possible misuse. One place may have several edges, as `finally` code
/// or a condition inside `&&` does: they are one finding.
pub struct Site {
    /// The check.
    pub check: &'static dyn Check,
    /// The source.
    pub span: Span,
    /// The edges.
    pub edges: FixedBitSet,
}

/// All sites of a check, by position.
///
/// # Errors
/// [`Cancelled`] if `cancel` says so.
pub fn sites(
    function: &Function,
    check: &'static dyn Check,
    max_states: u32,
    cancel: &dyn Cancel,
) -> Result<Vec<Site>, Cancelled> {
    let edges = candidates(function, check, max_states, cancel)?;
    let mut found: Vec<Site> = Vec::new();
    for edge in edges.ones() {
        let span = function.cfg.edge(EdgeId(edge as u32)).span;
        if let Some(site) = found.iter_mut().find(|site| site.span == span) {
            site.edges.insert(edge);
        } else {
            let mut edges = FixedBitSet::with_capacity(function.cfg.edges.len());
            edges.insert(edge);
            found.push(Site { check, span, edges });
        }
    }
    found.sort_by_key(|site| site.span);
    Ok(found)
}
