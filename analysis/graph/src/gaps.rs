//! Gaps: places of a function whose text cannot be read, and what they leave open.

use csieve_base::text::Span;

use super::{Action, Cfg, Loc};

/// What is not known of a function because of syntax errors in its text.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    /// The gaps, in the order of the text.
    pub all: Vec<Gap>,
    /// Whether the graph says something because the text of the function, or of its file, does not do something that the
    /// text of a gap may do: objects are taken for constant because nothing writes them, or the function calls itself.
    pub rests_on_text: bool,
}

/// A place whose text cannot be read. In the graph it ends in a location without successors, so that no path leads
/// through it.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The place of the text.
    pub span: Span,
    /// The locations to which control may go on from the gap.
    pub to: Vec<Loc>,
}

impl Cfg {
    /// Returns the places of the function of which the gaps decide what happens there, in ascending order and disjoint: the
    /// gaps, and whatever control may reach from them. `length` is that of the function, in bytes. Without gaps there are
    /// none.
    pub fn left_open(&self, length: u32) -> Vec<Span> {
        if self.gaps.rests_on_text && !self.gaps.all.is_empty() {
            return vec![Span { start: 0, end: length }];
        }
        let reached = self.reached_from_all(self.gaps.all.iter().flat_map(|gap| gap.to.iter().copied()));
        let edges = self.edges.iter().filter(|edge| reached.contains(edge.from.index()));
        // Joins say nothing, and some have the place of a whole statement.
        let edges = edges.filter(|edge| !matches!(edge.action, Action::Skip)).map(|edge| edge.span);
        joined(self.gaps.all.iter().map(|gap| gap.span).chain(edges).collect())
    }
}

/// Returns places as disjoint ones, ascending.
fn joined(mut places: Vec<Span>) -> Vec<Span> {
    places.sort_unstable();
    let mut all: Vec<Span> = Vec::new();
    for place in places {
        match all.last_mut().filter(|last| place.start <= last.end) {
            Some(last) => last.end = last.end.max(place.end),
            None => all.push(place),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use csieve_base::text::Span;

    use super::joined;

    #[test]
    fn places_that_touch_become_one() {
        let [a, b, c, d] = [(5, 9), (0, 2), (9, 12), (6, 7)].map(|(start, end)| Span { start, end });
        assert_eq!(joined(vec![a, b, c, d]), [Span { start: 0, end: 2 }, Span { start: 5, end: 12 }]);
    }
}
