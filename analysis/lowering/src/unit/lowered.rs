//! Making the control-flow graph of a function of a unit.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{UnitFunction, families::note_families};
use csieve_base::{library::Library, text::Span};
use csieve_frontend::{
    syntax::FunctionItem,
    translation::{FunctionText, readable},
};
use csieve_graph::{Cfg, Edge, Expanded, ExprId, ExprKind, VarId};

use crate::{
    lower::{SYNTAX_ERROR, Skipped, Start, UnitContext, lower_half_typed, lower_with},
    summary::Summaries,
};

/// Lowers a function to its graph and maps the spans of the graph from the expanded text back to the file.
///
/// # Errors
/// [`Skipped`] if the function cannot be lowered without guessing.
pub fn lowered(
    context: &UnitContext,
    library: &Library,
    summaries: &Summaries,
    function: &UnitFunction,
) -> Result<Cfg, Skipped> {
    let cfg = lower_with(&function.tree, context, library, summaries, &only(function)?)?;
    Ok(finished(cfg, context, library, function))
}

/// Lowers a function in which somebody types, as [`lowered`] does, as far as the graph around its syntax errors is certain:
/// the graph has [`csieve_graph::Gaps`].
///
/// # Errors
/// [`Skipped`] if the function cannot be lowered without guessing.
pub fn half_typed(
    context: &UnitContext,
    library: &Library,
    summaries: &Summaries,
    function: &UnitFunction,
) -> Result<Cfg, Skipped> {
    let start = Start { unit: &function.tree, context, library, summaries };
    let cfg = lower_half_typed(start, &only(function)?)?;
    Ok(finished(cfg, context, library, function))
}

/// Returns the function that the text of a function of a unit has.
fn only(function: &UnitFunction) -> Result<FunctionItem, Skipped> {
    match function.tree.functions().as_slice() {
        [item] => Ok(item.clone()),
        _ => Err(Skipped { what: SYNTAX_ERROR.to_owned(), at: Some(0) }),
    }
}

/// Adds to a graph what is known of the function in its unit, and maps its spans back to the file.
fn finished(mut cfg: Cfg, context: &UnitContext, library: &Library, function: &UnitFunction) -> Cfg {
    cfg.varies = function.varies() || uses_what_varies(&cfg);
    note_families(&mut cfg, context, library);
    cfg.is_internal = !context.is_exported(&cfg.function);
    cfg.relocate(|span| relocated(&function.text, span));
    cfg.rename_temporaries(readable);
    cfg
}

/// Returns whether the function uses the result of a callee whose body depends on conditional compilation.
fn uses_what_varies(cfg: &Cfg) -> bool {
    let varies = |edge: &Edge| edge.inside.as_ref().is_some_and(|inside| inside.varies);
    let results: FxHashSet<VarId> =
        cfg.edges.iter().filter(|edge| varies(edge)).filter_map(Edge::assigned).collect();
    let is_used = |read: ExprId| {
        let mut found = false;
        cfg.exprs
            .walk(read, |_, expr| found |= matches!(expr.kind, ExprKind::Var(var) if results.contains(&var)));
        found
    };
    !results.is_empty() && cfg.edges.iter().flat_map(Edge::reads).any(is_used)
}

/// Maps a range of the expanded text to the range of the file that it comes from. If macros were expanded
/// there, also returns the expanded text.
fn relocated(function: &FunctionText, span: Span) -> (Span, Option<Expanded>) {
    let origin = function.positions.origin(span);
    let text = origin.is_expanded.then(|| Expanded::new(Arc::clone(&function.text), span, readable));
    (origin.span, text)
}
