//! The graph of a function of a unit.

use std::sync::Arc;

use super::UnitFunction;
use crate::{
    cfg::Cfg,
    library::Library,
    lower::{Skipped, UnitContext, lower_with},
    summary::Summaries,
    text::Span,
    translation::{FunctionText, readable},
};

/// The graph of a function, with the places that people see.
///
/// # Errors
/// [`Skipped`] if the function cannot be lowered without guessing.
pub(crate) fn lowered(
    context: &UnitContext,
    library: &Library,
    summaries: &Summaries,
    function: &UnitFunction,
) -> Result<Cfg, Skipped> {
    let mut cfg = match function.tree.functions().as_slice() {
        [item] => lower_with(&function.tree, context, library, summaries, item)?,
        _ => return Err(Skipped { what: "syntax error".to_owned(), at: Some(0) }),
    };
    cfg.is_internal = !context.is_exported(&cfg.function);
    cfg.relocate(|span| relocated(&function.text, span));
    cfg.rename_temporaries(readable);
    Ok(cfg)
}

/// The range of the file that a range of the expanded text stands for, and the text if it is another one.
fn relocated(function: &FunctionText, span: Span) -> (Span, Option<Arc<str>>) {
    let origin = function.positions.origin(span);
    let text =
        origin.is_expanded.then(|| readable(function.text.get(span.range()).unwrap_or_default()).into());
    (origin.span, text)
}
