//! The graphs of functions in which every call stays a call.

use std::sync::Arc;

use csieve_base::library::Library;
use csieve_dataflow::bounds::guard;
use csieve_graph::{Action, Cfg, CfgBuilder, EdgeId, IntType};
use csieve_lowering::{lower::Skipped, project::Surroundings, unit::lowered};

/// Returns the graph of a function without summaries of callees, and with misuses of sizes as edges. The function is
/// given by its file and its place there (see [`csieve_lowering::unit::TranslationUnit::function`]). `wrapv` says whether signed
/// overflow wraps.
///
/// # Errors
/// [`Skipped`] if the function cannot be lowered without guessing.
pub fn plain_graph(
    files: Surroundings,
    library: &Library,
    wrapv: bool,
    function: (Option<u32>, usize),
) -> Result<Arc<Cfg>, Skipped> {
    if let Some(kept) = files.kept().graph(function) {
        return Ok(kept);
    }
    let (file, place) = function;
    let unit = files.unit_of(file);
    let known =
        unit.function(place).ok_or_else(|| Skipped { what: "the file has changed".to_owned(), at: None })?;
    let cfg = lowered(&unit.context, library, &files.without_summaries(), known)?;
    let mut cfg = guard(cfg, wrapv);
    cfg.shrink();
    let cfg = Arc::new(cfg);
    files.kept().put_graph(function, &cfg);
    Ok(cfg)
}

/// Returns the graph in which no run goes on behind some edges.
pub(crate) fn ending_behind(cfg: Cfg, edges: &[EdgeId]) -> Cfg {
    let mut graph = CfgBuilder::reopen(cfg);
    let never = graph.exprs().constant(0, IntType::INT);
    for id in edges {
        graph.insert_steps(*id, vec![Action::Assume { cond: never, holds: true }]);
    }
    graph.finish()
}
