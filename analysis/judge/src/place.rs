//! The edges of a graph that belong to a line of the source.

use fixedbitset::FixedBitSet;

use csieve_base::text::Span;
use csieve_graph::{Action, Cfg, Edge, EdgeId};

/// The edges of one line.
pub(crate) struct Place {
    /// The edges that begin on the line; if there are none, those of the statements that the line is part of.
    pub edges: FixedBitSet,
    /// All edges of statements that have a part on the line. A report may name any line of its statement.
    pub around: FixedBitSet,
}

impl Place {
    /// Finds the edges of a line, given by its span relative to the function. `None` if the line has no edges.
    pub(crate) fn of(cfg: &Cfg, line: Span) -> Option<Self> {
        let touching: Vec<EdgeId> = cfg.edge_ids().filter(|id| touches(cfg.edge(*id), line)).collect();
        let regions: Vec<Span> = touching.iter().map(|id| cfg.edge(*id).span).collect();
        let begins = |id: &&EdgeId| begins_in(cfg.edge(**id).span, line);
        let mut edges: FixedBitSet = touching.iter().filter(begins).map(|id| id.index()).collect();
        if edges.is_clear() {
            edges = touching.iter().map(|id| id.index()).collect();
        }
        let is_around = |id: &EdgeId| {
            let span = cfg.edge(*id).span;
            regions.iter().any(|region| region.contains(span))
        };
        let around: FixedBitSet = cfg.edge_ids().filter(is_around).map(EdgeId::index).collect();
        (!edges.is_clear()).then_some(Self { edges, around })
    }
}

/// Returns whether an edge begins on a line.
pub(crate) fn begins_in(span: Span, line: Span) -> bool {
    line.start <= span.start && span.start <= line.end
}

fn touches(edge: &Edge, line: Span) -> bool {
    // A join or a jump stands for no text: its span may be that of a whole block.
    let is_text = !matches!(edge.action, Action::Skip) || begins_in(edge.span, line);
    is_text && edge.span.start <= line.end && line.start < edge.span.end
}
