//! Facts about the source text that are not in the edges' actions: macros.

use super::Cfg;
use csieve_base::text::Span;

/// The invocations of macros in a graph, for questions about many spans.
#[derive(Clone, Debug, Default)]
pub struct Invocations {
    /// The starts of all invocations, ascending, each with the last end of those that start there or before.
    reach: Vec<(u32, u32)>,
}

impl Invocations {
    /// Collects the invocations of a graph.
    pub fn of(cfg: &Cfg) -> Self {
        let expanded = cfg.edges.iter().filter(|edge| edge.expanded.is_some());
        Self::new(expanded.map(|edge| edge.span))
    }

    fn new(spans: impl Iterator<Item = Span>) -> Self {
        let mut reach: Vec<(u32, u32)> = spans.map(|span| (span.start, span.end)).collect();
        reach.sort_unstable();
        reach.dedup();
        let mut last = 0;
        for (_, end) in &mut reach {
            last = last.max(*end);
            *end = last;
        }
        Self { reach }
    }

    /// Returns whether a span is a macro's invocation or lies within one.
    pub fn contain(&self, span: Span) -> bool {
        let before = self.reach.partition_point(|(start, _)| *start <= span.start);
        before.checked_sub(1).is_some_and(|at| span.end <= self.reach[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_in_an_invocation_if_one_of_them_contains_it() {
        let places = || (0..7).flat_map(|start| (start..7).map(move |end| Span::new(start, end)));
        for (one, two, three) in places().flat_map(|one| {
            places().flat_map(move |two| [(one, two, Span::new(2, 3)), (one, two, Span::new(0, 6))])
        }) {
            let all = [one, two, three];
            let invocations = Invocations::new(all.into_iter());
            for span in places() {
                let contained = all.iter().any(|invocation| invocation.contains(span));
                assert_eq!(invocations.contain(span), contained, "{span:?} in {all:?}");
            }
        }
        assert!(!Invocations::default().contain(Span::new(0, 0)));
    }
}
