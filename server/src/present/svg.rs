//! Observers drawn: states in one column, forward transitions on the right, the ways back on the left.
//!
//! The automata are small and nearly linear, so a fixed layout shows them better than a general one:
//! every label has a line to itself and nothing overlaps.

use std::fmt::Write;

use csieve_analysis::finding::{ObserverEdge, ObserverGraph};

use super::{Located, observer::label};

const STATE_HEIGHT: usize = 34;
const LABEL_HEIGHT: usize = 20;
const GAP: usize = 26;
const LANE: usize = 18;
const CHAR_WIDTH: usize = 8;
const MARGIN: usize = 16;

/// Where a state stands.
struct Box {
    top: usize,
}

impl Box {
    fn middle(&self) -> usize {
        self.top + STATE_HEIGHT / 2
    }
}

/// Where everything stands.
struct Layout {
    boxes: Vec<Box>,
    left: usize,
    width: usize,
    height: usize,
}

/// An observer as an SVG document without scripts, with its own background.
pub fn svg(located: &Located, graph: &ObserverGraph) -> String {
    let (direct, detours): (Vec<_>, Vec<_>) = graph.edges.iter().partition(|edge| edge.to == edge.from + 1);
    let (back, skips): (Vec<_>, Vec<_>) = detours.into_iter().partition(|edge| edge.to <= edge.from);
    let layout = layout(graph, &direct, back.len());
    let mut body = String::new();
    let mut right = layout.left + layout.width;
    for (index, state) in graph.states.iter().enumerate() {
        draw_state(&mut body, &layout, index, state, index + 1 == graph.states.len());
    }
    for from in 0..graph.states.len() {
        let labels: Vec<String> =
            direct.iter().filter(|edge| edge.from == from).map(|edge| label(located, edge)).collect();
        if !labels.is_empty() {
            right = right.max(draw_direct(&mut body, &layout, from, &labels));
        }
    }
    for (lane, edge) in skips.iter().enumerate() {
        let at = layout.left + layout.width + LANE * (lane + 1);
        draw_detour(&mut body, &layout, edge, at, layout.left + layout.width);
    }
    right += LANE * (skips.len() + 1);
    for (lane, edge) in back.iter().enumerate() {
        draw_detour(&mut body, &layout, edge, layout.left - LANE * (lane + 1), layout.left);
    }
    let legend_top = layout.height;
    let legend: Vec<String> = skips
        .iter()
        .chain(&back)
        .map(|edge| format!("{} → {}: {}", edge.from, edge.to, label(located, edge)))
        .collect();
    for (index, text) in legend.iter().enumerate() {
        let y = legend_top + LABEL_HEIGHT * (index + 1);
        let _ = writeln!(body, r#"<text x="{MARGIN}" y="{y}" class="small">{}</text>"#, escaped(text));
        right = right.max(MARGIN + CHAR_WIDTH * text.chars().count());
    }
    let height = legend_top + LABEL_HEIGHT * legend.len() + MARGIN * 2;
    let width = right + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"monospace\" font-size=\"13\" role=\"img\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

fn layout(graph: &ObserverGraph, direct: &[&ObserverEdge], lanes: usize) -> Layout {
    let longest = graph.states.iter().map(|state| state.chars().count() + 4).max().unwrap_or(0);
    let mut top = MARGIN + GAP;
    let mut boxes = Vec::new();
    for from in 0..graph.states.len() {
        boxes.push(Box { top });
        let labels = direct.iter().filter(|edge| edge.from == from).count();
        top += STATE_HEIGHT + GAP + LABEL_HEIGHT * labels;
    }
    Layout { boxes, left: MARGIN + LANE * (lanes + 1), width: CHAR_WIDTH * longest + 16, height: top }
}

fn draw_state(body: &mut String, layout: &Layout, index: usize, state: &str, rejects: bool) {
    let (x, y, width) = (layout.left, layout.boxes[index].top, layout.width);
    let (fill, stroke) = if rejects { ("#fde8e8", "#b42318") } else { ("#eef4ff", "#3559a8") };
    let _ = writeln!(
        body,
        r#"<rect x="{x}" y="{y}" width="{width}" height="{STATE_HEIGHT}" rx="8" fill="{fill}" stroke="{stroke}"/>"#
    );
    let (text_x, text_y) = (x + width / 2, y + STATE_HEIGHT / 2 + 5);
    let text = escaped(&format!("{index}: {state}"));
    let _ = writeln!(
        body,
        r##"<text x="{text_x}" y="{text_y}" text-anchor="middle" fill="#1a1a1a">{text}</text>"##
    );
    if index == 0 {
        arrow(body, (text_x, y - GAP + 6), (text_x, y));
    }
}

/// The transitions to the next state share an arrow; gives how far right their labels reach.
fn draw_direct(body: &mut String, layout: &Layout, from: usize, labels: &[String]) -> usize {
    let x = layout.left + layout.width / 2;
    let top = layout.boxes[from].top + STATE_HEIGHT;
    arrow(body, (x, top), (x, layout.boxes[from + 1].top));
    let mut right = 0;
    for (index, text) in labels.iter().enumerate() {
        let (text_x, y) = (x + 10, top + LABEL_HEIGHT * (index + 1));
        let _ = writeln!(body, r##"<text x="{text_x}" y="{y}" fill="#1a1a1a">{}</text>"##, escaped(text));
        right = right.max(text_x + CHAR_WIDTH * text.chars().count());
    }
    right
}

/// A transition past other states, along a lane of its own.
fn draw_detour(body: &mut String, layout: &Layout, edge: &ObserverEdge, lane: usize, side: usize) {
    let shift = if edge.from < edge.to { 4 } else { 0 };
    let (from, to) = (layout.boxes[edge.from].middle() + shift, layout.boxes[edge.to].middle() + 8 - shift);
    let _ = writeln!(
        body,
        r##"<path d="M {side} {from} H {lane} V {to}" fill="none" stroke="#667085" stroke-dasharray="4 3"/>"##
    );
    arrow(body, (lane, to), (side, to));
}

fn arrow(body: &mut String, from: (usize, usize), to: (usize, usize)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(body, r##"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#667085"/>"##);
    let head = match (x1.cmp(&x2), y1 == y2) {
        (std::cmp::Ordering::Less, true) => format!("{},{} {x2},{y2} {},{}", x2 - 7, y2 - 4, x2 - 7, y2 + 4),
        (_, true) => format!("{},{} {x2},{y2} {},{}", x2 + 7, y2 - 4, x2 + 7, y2 + 4),
        _ => format!("{},{} {x2},{y2} {},{}", x2 - 4, y2 - 7, x2 + 4, y2 - 7),
    };
    let _ = writeln!(body, r##"<polygon points="{head}" fill="#667085"/>"##);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
