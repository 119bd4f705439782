//! Places the parts of a drawing. All lengths are in pixels, from the upper left corner.

use super::wrap::{width, wrap};

/// The most columns of a line of text.
const MOST_COLUMNS: usize = 48;
/// The height of a line of text.
pub(super) const LINE: usize = 20;
/// The distance between a state and the first label below it, and between the last one and the next state.
pub(super) const GAP: usize = 26;
const COLUMN: usize = 8;
const LANE: usize = 18;
const MARGIN: usize = 16;
/// The room inside a box, above its text together with below it, and left together with right of it.
const PADDING: usize = 16;
/// The least distance between the ends of two transitions at one side of a box.
const END: usize = 12;
/// The distance between an arrow and its labels.
const ASIDE: usize = 10;
/// What the lines of a label after the first are indented by, in columns.
const INDENT: usize = 2;

/// A transition to draw: its states, the statement on it, and the statement's equation in the proof.
pub(super) struct Drawn {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) statement: String,
    pub(super) equation: Option<String>,
}

/// A line of text. `y` is its base line; `x` is its left end, in a box its middle.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) text: String,
    pub(super) is_equation: bool,
}

impl Line {
    /// Returns the x coordinate of the right end of a line whose `x` is the left end.
    pub(super) fn right(&self) -> usize {
        self.x + COLUMN * width(&self.text)
    }
}

/// The box of a state.
#[derive(Debug)]
pub(super) struct State {
    /// The index and the facts of the state, on one line.
    pub(super) name: String,
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) lines: Vec<Line>,
}

impl State {
    pub(super) fn middle(&self) -> usize {
        self.left + self.width / 2
    }

    pub(super) fn bottom(&self) -> usize {
        self.top + self.height
    }
}

/// The line of a transition.
#[derive(Debug)]
pub(super) enum Way {
    /// Straight down at `x`, from the bottom of a box to the top of the next one. Transitions between the
    /// same states share it: only the first one has it.
    Down { x: usize, from: usize, to: usize },
    /// From a side of the column at height `from` to a vertical line at `lane` and back at height `to`.
    Around { side: usize, lane: usize, from: usize, to: usize },
}

/// The drawing of a transition. It has no lines of text if another one with the same label has them.
#[derive(Debug)]
pub(super) struct Transition {
    /// The states and the label of the transition, on one line.
    pub(super) name: String,
    pub(super) way: Option<Way>,
    pub(super) lines: Vec<Line>,
}

/// A drawing. States and transitions have the indices that they have in the observer.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) states: Vec<State>,
    pub(super) transitions: Vec<Transition>,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// Places the states, each given by what is known in it, and the transitions of an observer.
pub(super) fn layout(states: &[String], transitions: &[Drawn]) -> Layout {
    let kinds: Vec<Kind> = transitions.iter().map(Kind::of).collect();
    let back = kinds.iter().filter(|kind| **kind == Kind::Back).count();
    let mut boxes = column(states, transitions, &kinds, MARGIN + LANE * (back + 1));
    let mut placed: Vec<Transition> = transitions.iter().map(named).collect();
    let (mut right, below) = place_direct(&mut boxes, transitions, &kinds, &mut placed);
    right = place_around(&boxes, transitions, &kinds, right, &mut placed);
    let mut y = below;
    for alike in legend(transitions, &kinds) {
        let one = &transitions[alike[0]];
        let from =
            alike.iter().map(|&index| transitions[index].from.to_string()).collect::<Vec<_>>().join(", ");
        let statement = format!("{from} → {}: {}", one.to, one.statement);
        let lines = label(MARGIN, &mut y, &statement, one.equation.as_deref());
        right = lines.iter().map(Line::right).fold(right, usize::max);
        placed[alike[0]].lines = lines;
    }
    Layout { states: boxes, transitions: placed, width: right + MARGIN, height: y + MARGIN * 2 }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// To the state below.
    Direct,
    /// Further down.
    Skip,
    /// Up, or to the same state.
    Back,
}

impl Kind {
    fn of(one: &Drawn) -> Self {
        if one.to == one.from + 1 {
            Self::Direct
        } else if one.to > one.from {
            Self::Skip
        } else {
            Self::Back
        }
    }
}

/// Returns the transitions that go around boxes, in groups that differ only in the state that they leave. The
/// labels of a group stand once, below the states.
fn legend(transitions: &[Drawn], kinds: &[Kind]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let key = |index: usize| {
        let Drawn { to, statement, equation, .. } = &transitions[index];
        (to, statement, equation)
    };
    for index in (0..transitions.len()).filter(|&index| kinds[index] != Kind::Direct) {
        match groups.iter_mut().find(|group| key(group[0]) == key(index)) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// Returns the boxes of the states, all at the same place, but with their sizes.
fn column(states: &[String], transitions: &[Drawn], kinds: &[Kind], left: usize) -> Vec<State> {
    let names: Vec<String> =
        states.iter().enumerate().map(|(index, state)| format!("{index}: {state}")).collect();
    let texts: Vec<Vec<String>> = names.iter().map(|name| wrap(name, MOST_COLUMNS)).collect();
    let widest = texts.iter().flatten().map(|line| width(line)).max().unwrap_or(0);
    let sized = names.into_iter().zip(texts).enumerate().map(|(index, (name, lines))| {
        let ends = |kind| {
            let ends = transitions.iter().zip(kinds).filter(|(_, of)| **of == kind);
            ends.map(|(one, _)| usize::from(one.from == index) + usize::from(one.to == index)).sum::<usize>()
        };
        let height = (LINE * lines.len() + PADDING).max(END * (ends(Kind::Skip).max(ends(Kind::Back)) + 1));
        let lines = lines.into_iter().map(|text| Line { x: 0, y: 0, text, is_equation: false }).collect();
        State { name, left, top: 0, width: COLUMN * widest + PADDING, height, lines }
    });
    sized.collect()
}

fn named(one: &Drawn) -> Transition {
    let equation = one.equation.iter().flat_map(|equation| [", ", equation]).collect::<String>();
    let name = format!("from {} to {}: {}{equation}", one.from, one.to, one.statement);
    Transition { name, way: None, lines: Vec::new() }
}

/// Places the boxes one below the other, and the transitions between neighbours with their labels. Returns
/// the right end of all of that, and the height at which the rest may begin.
fn place_direct(
    boxes: &mut [State],
    transitions: &[Drawn],
    kinds: &[Kind],
    placed: &mut [Transition],
) -> (usize, usize) {
    let mut right = boxes.first().map_or(MARGIN, |first| first.left + first.width);
    let mut top = MARGIN + GAP;
    for (from, state) in boxes.iter_mut().enumerate() {
        state.top = top;
        let middle = state.middle();
        let above = (state.height - LINE * state.lines.len()) / 2;
        for (nth, line) in state.lines.iter_mut().enumerate() {
            (line.x, line.y) = (middle, top + above + LINE * nth + 15);
        }
        let bottom = state.bottom();
        let mut y = bottom;
        let leaving = (0..transitions.len())
            .filter(|&index| kinds[index] == Kind::Direct && transitions[index].from == from);
        let leaving: Vec<usize> = leaving.collect();
        for &index in &leaving {
            let one = &transitions[index];
            placed[index].lines = label(middle + ASIDE, &mut y, &one.statement, one.equation.as_deref());
            right = placed[index].lines.iter().map(Line::right).fold(right, usize::max);
        }
        top = y + GAP;
        if let Some(&first) = leaving.first() {
            placed[first].way = Some(Way::Down { x: middle, from: bottom, to: top });
        }
    }
    (right, top)
}

/// Places the transitions that go around boxes: those down on the right of all labels, those back on the
/// left. Returns the right end.
fn place_around(
    boxes: &[State],
    transitions: &[Drawn],
    kinds: &[Kind],
    right: usize,
    placed: &mut [Transition],
) -> usize {
    let mut end = right;
    for kind in [Kind::Skip, Kind::Back] {
        let around: Vec<usize> = (0..transitions.len()).filter(|&index| kinds[index] == kind).collect();
        // Each end of a transition has its own height at the side of its box.
        let mut taken = vec![0; boxes.len()];
        let mut height = |state: usize| {
            taken[state] += 1;
            boxes[state].top + END * taken[state]
        };
        for (nth, &index) in around.iter().enumerate() {
            let one = &transitions[index];
            let (from, to) = (height(one.from), height(one.to));
            let state = &boxes[one.from];
            let (side, lane) = match kind {
                Kind::Back => (state.left, state.left - LANE * (nth + 1)),
                Kind::Skip | Kind::Direct => (state.left + state.width, right + LANE * (nth + 1)),
            };
            end = end.max(lane);
            placed[index].way = Some(Way::Around { side, lane, from, to });
        }
    }
    end
}

/// Places a label at `x`, below `y`, and moves `y` to its end.
fn label(x: usize, y: &mut usize, statement: &str, equation: Option<&str>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (text, is_equation) in [(Some(statement), false), (equation, true)] {
        let wrapped = text.map(|text| wrap(text, MOST_COLUMNS)).unwrap_or_default();
        for (nth, text) in wrapped.into_iter().enumerate() {
            *y += LINE;
            let indent = if nth == 0 { 0 } else { INDENT * COLUMN };
            lines.push(Line { x: x + indent, y: *y, text, is_equation });
        }
    }
    lines
}

#[cfg(test)]
mod tests;
