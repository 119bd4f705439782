//! Facts about the source text that are not in the edges' actions: macros.

use super::Cfg;
use csieve_base::text::Span;

/// Returns whether a span is a macro's invocation or lies within one.
pub fn in_macro(cfg: &Cfg, span: Span) -> bool {
    cfg.edges.iter().any(|edge| edge.expanded.is_some() && edge.span.contains(span))
}
