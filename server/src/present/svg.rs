//! Draws observers: states in one column, forward transitions on the right, transitions back on the left.
//!
//! Observers are small and nearly linear, so a fixed layout shows them better than a general one. Every label
//! has a line to itself, and nothing overlaps.

use std::fmt::Write;

use csieve_analysis::finding::{Conflict, ObserverEdge, ObserverGraph};

use super::{Located, observer::label};

const STATE_HEIGHT: usize = 34;
const LABEL_HEIGHT: usize = 20;
const GAP: usize = 26;
const LANE: usize = 18;
const CHAR_WIDTH: usize = 8;
const MARGIN: usize = 16;

/// The rectangle drawn for a state; `top` is its upper edge, in pixels from the top of the drawing.
struct Box {
    top: usize,
}

impl Box {
    fn middle(&self) -> usize {
        self.top + STATE_HEIGHT / 2
    }
}

/// The rectangles of an observer's states, which stand in one column, and the column's left edge, width and
/// height in pixels.
struct Layout {
    boxes: Vec<Box>,
    left: usize,
    width: usize,
    height: usize,
}

/// A transition, its index into the observer's edges, and the lines of its label: the statement, and the
/// statement's equation.
struct Transition<'a> {
    index: usize,
    edge: &'a ObserverEdge,
    lines: Vec<String>,
}

/// Draws the observer of a proof as an SVG document without scripts, with its own background. Each state is a
/// group of class `state` with its index in `data-state`. Each transition is a group of class `edge` with its
/// index in `data-edge`. All parts have classes, so that a page can change their colours.
pub fn svg(located: &Located, proof: &Conflict) -> String {
    let graph = &proof.observer;
    let transitions: Vec<Transition> = graph
        .edges
        .iter()
        .enumerate()
        .map(|(index, edge)| Transition { index, edge, lines: lines(located, proof, edge) })
        .collect();
    let (direct, detours): (Vec<_>, Vec<_>) =
        transitions.iter().partition(|one| one.edge.to == one.edge.from + 1);
    let (back, skips): (Vec<_>, Vec<_>) = detours.into_iter().partition(|one| one.edge.to <= one.edge.from);
    let layout = layout(graph, &direct, back.len());
    let mut body = String::new();
    let side = layout.left + layout.width;
    let mut right = side;
    for (index, state) in graph.states.iter().enumerate() {
        draw_state(&mut body, &layout, index, state, index + 1 == graph.states.len());
    }
    for from in 0..graph.states.len() {
        let leaving: Vec<&Transition> = direct.iter().filter(|one| one.edge.from == from).copied().collect();
        if !leaving.is_empty() {
            right = right.max(draw_direct(&mut body, &layout, from, &leaving));
        }
    }
    let mut legend_y = layout.height;
    let lanes = skips.iter().enumerate().map(|(lane, one)| (one, side + LANE * (lane + 1), side));
    let lanes_back =
        back.iter().enumerate().map(|(lane, one)| (one, layout.left - LANE * (lane + 1), layout.left));
    right += LANE * (skips.len() + 1);
    for (one, lane, side) in lanes.chain(lanes_back) {
        let legend = format!("{} → {}: {}", one.edge.from, one.edge.to, one.lines.join(", "));
        legend_y += LABEL_HEIGHT;
        right = right.max(MARGIN + CHAR_WIDTH * legend.chars().count());
        open_edge(&mut body, one);
        draw_detour(&mut body, &layout, one.edge, lane, side);
        text(&mut body, (MARGIN, legend_y), &legend, "label");
        body.push_str("</g>\n");
    }
    let height = legend_y + MARGIN * 2;
    let width = right + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"monospace\" font-size=\"13\" role=\"group\">\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

/// Returns the lines of a transition's label: the statement, and its equation in the proof if it has one.
fn lines(located: &Located, proof: &Conflict, edge: &ObserverEdge) -> Vec<String> {
    let row = proof.equations.iter().find(|row| Some(row.span) == edge.span && row.text == edge.label);
    let equation = row.map(|row| row.equation.clone());
    [label(located, edge)].into_iter().chain(equation).collect()
}

fn layout(graph: &ObserverGraph, direct: &[&Transition], lanes: usize) -> Layout {
    let longest = graph.states.iter().map(|state| state.chars().count() + 4).max().unwrap_or(0);
    let mut top = MARGIN + GAP;
    let mut boxes = Vec::new();
    for from in 0..graph.states.len() {
        boxes.push(Box { top });
        let leaving = direct.iter().filter(|one| one.edge.from == from);
        let labels: usize = leaving.map(|one| one.lines.len()).sum();
        top += STATE_HEIGHT + GAP + LABEL_HEIGHT * labels;
    }
    Layout { boxes, left: MARGIN + LANE * (lanes + 1), width: CHAR_WIDTH * longest + 16, height: top }
}

fn draw_state(body: &mut String, layout: &Layout, index: usize, state: &str, rejects: bool) {
    let (x, y, width) = (layout.left, layout.boxes[index].top, layout.width);
    let (fill, stroke) = if rejects { ("#fde8e8", "#b42318") } else { ("#eef4ff", "#3559a8") };
    let class = if rejects { "state rejects" } else { "state" };
    let name = escaped(&format!("{index}: {state}"));
    let _ =
        writeln!(body, r#"<g class="{class}" data-state="{index}" role="button" aria-label="state {name}">"#);
    let _ = writeln!(
        body,
        r#"<rect class="box" x="{x}" y="{y}" width="{width}" height="{STATE_HEIGHT}" rx="8" fill="{fill}" stroke="{stroke}"/>"#
    );
    let (text_x, text_y) = (x + width / 2, y + STATE_HEIGHT / 2 + 5);
    let _ = writeln!(
        body,
        r##"<text class="name" x="{text_x}" y="{text_y}" text-anchor="middle" fill="#1a1a1a">{name}</text></g>"##
    );
    if index == 0 {
        arrow(body, (text_x, y - GAP + 6), (text_x, y));
    }
}

/// Draws the transitions from a state to the state below it as one arrow with all labels. Returns the x
/// coordinate of the right end of the labels.
fn draw_direct(body: &mut String, layout: &Layout, from: usize, leaving: &[&Transition]) -> usize {
    let x = layout.left + layout.width / 2;
    let top = layout.boxes[from].top + STATE_HEIGHT;
    arrow(body, (x, top), (x, layout.boxes[from + 1].top));
    let (mut right, mut y) = (0, top);
    for one in leaving {
        open_edge(body, one);
        for (nth, line) in one.lines.iter().enumerate() {
            y += LABEL_HEIGHT;
            text(body, (x + 10, y), line, if nth == 0 { "label" } else { "equation" });
            right = right.max(x + 10 + CHAR_WIDTH * line.chars().count());
        }
        body.push_str("</g>\n");
    }
    right
}

fn open_edge(body: &mut String, one: &Transition) {
    let name = escaped(&format!("from {} to {}: {}", one.edge.from, one.edge.to, one.lines.join(", ")));
    let _ = writeln!(body, r#"<g class="edge" data-edge="{}" role="button" aria-label="{name}">"#, one.index);
}

fn text(body: &mut String, (x, y): (usize, usize), line: &str, class: &str) {
    let fill = if class == "equation" { "#5b6470" } else { "#1a1a1a" };
    let _ = writeln!(body, r#"<text class="{class}" x="{x}" y="{y}" fill="{fill}">{}</text>"#, escaped(line));
}

/// Draws a transition that does not lead to the state below, along a vertical line of its own. `lane` and
/// `side` are the x coordinates of that line and of the column's edge.
fn draw_detour(body: &mut String, layout: &Layout, edge: &ObserverEdge, lane: usize, side: usize) {
    let shift = if edge.from < edge.to { 4 } else { 0 };
    let (from, to) = (layout.boxes[edge.from].middle() + shift, layout.boxes[edge.to].middle() + 8 - shift);
    let _ = writeln!(
        body,
        r##"<path class="arrow" d="M {side} {from} H {lane} V {to}" fill="none" stroke="#667085" stroke-dasharray="4 3"/>"##
    );
    arrow(body, (lane, to), (side, to));
}

fn arrow(body: &mut String, from: (usize, usize), to: (usize, usize)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ =
        writeln!(body, r##"<line class="arrow" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#667085"/>"##);
    let head = match (x1.cmp(&x2), y1 == y2) {
        (std::cmp::Ordering::Less, true) => format!("{},{} {x2},{y2} {},{}", x2 - 7, y2 - 4, x2 - 7, y2 + 4),
        (_, true) => format!("{},{} {x2},{y2} {},{}", x2 + 7, y2 - 4, x2 + 7, y2 + 4),
        _ => format!("{},{} {x2},{y2} {},{}", x2 - 4, y2 - 7, x2 + 4, y2 - 7),
    };
    let _ = writeln!(body, r##"<polygon class="head" points="{head}" fill="#667085"/>"##);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
