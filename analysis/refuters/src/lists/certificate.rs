//! The certificate of heaps along a folded path. [`csieve_proof`] checks it and documents its syntax.

use std::fmt::Write;

use csieve_base::text::{Line, Sentence, sentence};
use csieve_domains::heap::{Command, Graph, Node, Path, Relation, Scalar, Source, Value};
use csieve_graph::{Cfg, EdgeId, action_text};

use crate::fold::PathProgram;

use super::{observer::leading, program::Program, states::States};

/// Prints the certificate of heaps that exclude the end of a folded path.
pub(super) fn certificate(cfg: &Cfg, folded: &PathProgram, program: &Program, states: &States) -> Sentence {
    let mut text = String::from("csieve heaps 1\n");
    for (index, _) in program.vars.iter().enumerate() {
        let is_exposed = if program.scope.exposed.contains(&index) { " exposed" } else { "" };
        let _ = writeln!(text, "var v{index}{is_exposed} ; {}", on_one_line(program.var_name(cfg, index)));
    }
    for (index, field) in program.fields.iter().enumerate() {
        let mut line = format!("field f{index}");
        for clash in &program.scope.clashes[index] {
            let _ = write!(line, " f{clash}");
        }
        let _ = writeln!(text, "{line} ; {}", on_one_line(&field.name));
    }
    let leading = leading(folded);
    for node in leading.ones().filter(|node| *node != 0) {
        let _ = writeln!(text, "state {node}");
        for graph in states.heaps[node].graphs() {
            write_graph(&mut text, graph);
        }
    }
    let mut text = Sentence::from(text);
    for way in folded.ways.iter().filter(|way| way.to != 0 && leading.contains(way.to)) {
        text.push(&sentence!("way {} {}{}\n", way.from, way.to, said(cfg, program, way.edge)));
    }
    text.push(&sentence!("end {}{}\n", folded.end(), said(cfg, program, folded.last)));
    text
}

/// Returns the commands of an edge, followed by a comment for readers: its line and its action in C.
fn said(cfg: &Cfg, program: &Program, edge: EdgeId) -> Sentence {
    let commands: Vec<String> = program.commands(edge).iter().map(command).collect();
    let line = Line(cfg.edge(edge).span.start);
    let action = on_one_line(&action_text(cfg, cfg.edge(edge)));
    sentence!(": {} ; line {}: {}", commands.join(", "), line, action)
}

fn command(command: &Command) -> String {
    match command {
        Command::Set(var, from) => format!("set v{var} {}", source(from)),
        Command::Make(var, rest) => format!("make v{var} {}", value(rest)),
        Command::Write(to, from) => format!("write {} {}", path(to), source(from)),
        Command::Free(at) => format!("free {}", path(at)),
        Command::Test(left, relation, right) => {
            format!("test {} {} {}", source(left), sign(*relation), source(right))
        }
        Command::Escape(vars) => vars.iter().fold("escape".to_owned(), |text, var| format!("{text} v{var}")),
        Command::EscapeAll => "escape all".to_owned(),
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::Different => "!=",
        Relation::Less => "<",
        Relation::AtMost => "<=",
        Relation::Greater => ">",
        Relation::AtLeast => ">=",
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Constant(constant) => value(constant),
        Source::Place(place) => path(place),
    }
}

fn path(path: &Path) -> String {
    path.fields.iter().fold(format!("v{}", path.var), |text, field| format!("{text}.f{field}"))
}

fn write_graph(text: &mut String, graph: &Graph) {
    text.push_str("graph");
    for (var, known) in graph.vars.iter().enumerate() {
        let _ = write!(text, " v{var}={}", value(known));
    }
    text.push('\n');
    for (id, node) in &graph.nodes {
        write_node(text, *id, node);
    }
    for (low, high) in &graph.at_most {
        let _ = writeln!(text, "atmost {} {}", scalar(*low), scalar(*high));
    }
}

fn scalar(scalar: Scalar) -> String {
    match scalar {
        Scalar::Var(var) => format!("v{var}"),
        Scalar::Field(node, field) => format!("n{node}.f{field}"),
    }
}

fn write_node(text: &mut String, id: usize, node: &Node) {
    let many = if node.is_summary { "many" } else { "one" };
    let shared = if node.is_shared { " shared" } else { "" };
    let _ = write!(text, "node n{id} {many}{shared}");
    for (field, known) in &node.fields {
        let _ = write!(text, " f{field}={}", value(known));
    }
    let _ = write!(text, " rest={}", value(&node.rest));
    for along in &node.orders {
        let _ = write!(text, " f{}/f{}", along.number, along.link);
    }
    text.push('\n');
}

/// Prints a set of values, with `|` between them: `0|n2`.
fn value(value: &Value) -> String {
    let words = [(value.is_other(), "other"), (value.is_garbage(), "garbage"), (value.is_any(), "any")];
    let words = words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned());
    let numbers = value.numbers().map(|number| number.to_string());
    let parts: Vec<String> =
        numbers.chain(words).chain(value.nodes().map(|node| format!("n{node}"))).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("|") }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
