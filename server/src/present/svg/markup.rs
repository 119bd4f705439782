//! Writes a drawing as SVG.

use std::fmt::Write;

use super::layout::{GAP, Layout, Line, State, Transition, Way};

const INK: &str = "#1a1a1a";
const FAINT_INK: &str = "#5b6470";
const ARROW: &str = "#667085";
const DASHED: &str = r#"fill="none" stroke-dasharray="4 3""#;

/// Returns the document of a drawing, on white paper.
pub(super) fn document(drawing: &Layout) -> String {
    let mut body = String::new();
    for (index, state) in drawing.states.iter().enumerate() {
        draw_state(&mut body, index, state, index + 1 == drawing.states.len());
    }
    for (index, one) in drawing.transitions.iter().enumerate() {
        draw_transition(&mut body, index, one);
    }
    let Layout { width, height, .. } = drawing;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"monospace\" font-size=\"13\" role=\"group\">\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

fn draw_state(body: &mut String, index: usize, state: &State, rejects: bool) {
    let (fill, stroke) = if rejects { ("#fde8e8", "#b42318") } else { ("#eef4ff", "#3559a8") };
    let colours = format!(r#"fill="{fill}" stroke="{stroke}""#);
    let class = if rejects { "state rejects" } else { "state" };
    let State { left, top, width, height, .. } = state;
    let _ = writeln!(
        body,
        r#"<g class="{class}" data-state="{index}" role="button" aria-label="state {}">"#,
        escaped(&state.name)
    );
    let _ = writeln!(
        body,
        r#"<rect class="box" x="{left}" y="{top}" width="{width}" height="{height}" rx="8" {colours}/>"#
    );
    for line in &state.lines {
        text(body, line, "name");
    }
    body.push_str("</g>\n");
    if index == 0 {
        arrow(body, (state.middle(), top - GAP + 6), (state.middle(), *top));
    }
}

fn draw_transition(body: &mut String, index: usize, one: &Transition) {
    let name = escaped(&one.name);
    let _ = writeln!(body, r#"<g class="edge" data-edge="{index}" role="button" aria-label="{name}">"#);
    match one.way {
        Some(Way::Down { x, from, to }) => arrow(body, (x, from), (x, to)),
        Some(Way::Around { side, lane, from, to }) => {
            let _ = writeln!(
                body,
                r#"<path class="arrow" d="M {side} {from} H {lane} V {to}" {DASHED} stroke="{ARROW}"/>"#
            );
            arrow(body, (lane, to), (side, to));
        }
        None => {}
    }
    for line in &one.lines {
        text(body, line, if line.is_equation { "equation" } else { "label" });
    }
    body.push_str("</g>\n");
}

/// Writes a line of text. The names of states are centred.
fn text(body: &mut String, line: &Line, class: &str) {
    let Line { x, y, text, .. } = line;
    let fill = if class == "equation" { FAINT_INK } else { INK };
    let anchor = if class == "name" { r#" text-anchor="middle""# } else { "" };
    let _ = writeln!(
        body,
        r#"<text class="{class}" x="{x}" y="{y}"{anchor} fill="{fill}">{}</text>"#,
        escaped(text)
    );
}

/// Draws an arrow that points down, left or right.
fn arrow(body: &mut String, from: (usize, usize), to: (usize, usize)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ =
        writeln!(body, r#"<line class="arrow" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ARROW}"/>"#);
    let head = match (x1.cmp(&x2), y1 == y2) {
        (std::cmp::Ordering::Less, true) => format!("{},{} {x2},{y2} {},{}", x2 - 7, y2 - 4, x2 - 7, y2 + 4),
        (_, true) => format!("{},{} {x2},{y2} {},{}", x2 + 7, y2 - 4, x2 + 7, y2 + 4),
        _ => format!("{},{} {x2},{y2} {},{}", x2 - 4, y2 - 7, x2 + 4, y2 - 7),
    };
    let _ = writeln!(body, r#"<polygon class="head" points="{head}" fill="{ARROW}"/>"#);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
