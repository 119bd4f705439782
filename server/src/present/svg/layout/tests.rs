//! Tests that nothing in a drawing overlaps, whatever its texts are.

use super::*;

const LONG: &str = "after `buffer->length = strlen(name) + sizeof(struct header)` on line 1204, \
                    buffer->length ∈ [25, 2147483647] and name is not NULL";

/// A rectangle: left, top, right, bottom.
type Rectangle = (usize, usize, usize, usize);

fn transition(from: usize, to: usize, statement: &str) -> Drawn {
    Drawn { from, to, statement: statement.to_owned(), equation: Some(format!("x#{to} = {statement}")) }
}

/// Returns an observer with long texts, with several transitions between neighbours, skips and ways back.
fn crowded() -> Layout {
    let states: Vec<String> = [LONG, "x = 1", LONG, "cannot happen"].map(str::to_owned).into();
    let edges = [(0, 1), (0, 1), (1, 2), (2, 3), (0, 2), (0, 3), (1, 3), (1, 0), (2, 0), (2, 1), (2, 2)];
    let edges: Vec<Drawn> = edges.iter().map(|&(from, to)| transition(from, to, LONG)).collect();
    layout(&states, &edges)
}

fn state_box(state: &State) -> Rectangle {
    (state.left, state.top, state.left + state.width, state.bottom())
}

fn label_box(line: &Line) -> Rectangle {
    (line.x, line.y - 14, line.right(), line.y + 4)
}

fn overlap(one: Rectangle, other: Rectangle) -> bool {
    one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
}

#[test]
fn boxes_are_as_tall_as_their_lines() {
    let drawing = layout(&["nothing known".to_owned(), LONG.to_owned()], &[transition(0, 1, "x = 1")]);
    assert_eq!(drawing.states.iter().map(|state| state.lines.len()).collect::<Vec<_>>(), [1, 4]);
    for state in &drawing.states {
        assert_eq!(state.height, LINE * state.lines.len() + PADDING);
        assert!(state.lines.iter().all(|line| state.top + 10 < line.y && line.y < state.bottom()));
        assert!(state.lines.iter().all(|line| COLUMN * width(&line.text) <= state.width));
    }
}

#[test]
fn neither_boxes_nor_labels_overlap_and_all_are_on_the_page() {
    let drawing = crowded();
    let labels = drawing.transitions.iter().flat_map(|one| &one.lines).map(label_box);
    let all: Vec<Rectangle> = drawing.states.iter().map(state_box).chain(labels).collect();
    for (index, &one) in all.iter().enumerate() {
        assert!(one.2 <= drawing.width && one.3 <= drawing.height, "{one:?} on {drawing:?}");
        assert!(all[..index].iter().all(|&other| !overlap(one, other)), "{one:?}");
    }
}

#[test]
fn no_line_of_a_transition_runs_through_a_label_or_along_another_line() {
    let drawing = crowded();
    let labels: Vec<Rectangle> =
        drawing.transitions.iter().flat_map(|one| &one.lines).map(label_box).collect();
    let mut lanes = Vec::new();
    let mut ends = Vec::new();
    for way in drawing.transitions.iter().filter_map(|one| one.way.as_ref()) {
        let segments = match *way {
            Way::Down { x, from, to } => vec![(x, from, x + 1, to)],
            Way::Around { side, lane, from, to } => {
                lanes.push(lane);
                ends.extend([(side, from), (side, to)]);
                let (left, right) = (side.min(lane), side.max(lane));
                vec![
                    (left, from, right, from + 1),
                    (left, to, right, to + 1),
                    (lane, from.min(to), lane + 1, from.max(to)),
                ]
            }
        };
        for segment in segments {
            assert!(labels.iter().all(|&label| !overlap(label, segment)), "{segment:?}");
        }
    }
    for list in [lanes.into_iter().map(|lane| (lane, 0)).collect::<Vec<_>>(), ends] {
        let mut distinct = list.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), list.len(), "{list:?}");
    }
}

#[test]
fn transitions_with_the_same_label_to_the_same_state_are_explained_once() {
    let states: Vec<String> = (0..4).map(|index| format!("x = {index}")).collect();
    let other = |from| Drawn { from, to: 0, statement: "other write to x".to_owned(), equation: None };
    let drawing = layout(&states, &[other(1), other(2), transition(0, 2, "x = 2"), other(3)]);
    let texts = |index: usize| drawing.transitions[index].lines.iter().map(|line| line.text.as_str());
    assert_eq!(texts(0).collect::<Vec<_>>(), ["1, 2, 3 → 0: other write to x"]);
    assert_eq!(texts(2).collect::<Vec<_>>(), ["0 → 2: x = 2", "x#2 = x = 2"]);
    assert!(drawing.transitions.iter().all(|one| one.way.is_some()));
    assert_eq!(texts(1).chain(texts(3)).count(), 0);
    assert_eq!(drawing.transitions[3].name, "from 3 to 0: other write to x");
}

#[test]
fn an_observer_without_states_is_an_empty_page() {
    let drawing = layout(&[], &[]);
    assert!(drawing.states.is_empty() && drawing.width > 0 && drawing.height > 0);
}
