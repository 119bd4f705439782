//! Graphs as text, for debugging and for tests.

use std::fmt::Write;

use super::{
    Action, CallTarget, Cfg, Edge, ExprId, Freeing, MisuseKind, expr_text,
    text::{operand, target_text},
};
use csieve_base::library::Resource;

/// Returns the graph as text with one line per edge, in order of creation: `0 -> 2: x = 10`.
pub fn dump(cfg: &Cfg) -> String {
    let mut out = String::new();
    for edge in &cfg.edges {
        let name = |location: super::Loc| {
            if location == cfg.exit { "exit".to_owned() } else { location.0.to_string() }
        };
        let _ = writeln!(out, "{} -> {}: {}", name(edge.from), name(edge.to), action_text(cfg, edge));
    }
    out
}

/// Returns a phrase such as ` of a pipe` for a kind of resource that the table declares to be like another
/// kind (`like`); otherwise an empty string.
fn kind(resource: &Resource) -> String {
    if resource.name == resource.like { String::new() } else { format!(" of a {}", resource.name) }
}

/// Returns the action of an edge as one line that looks like C.
pub fn action_text(cfg: &Cfg, edge: &Edge) -> String {
    let text = |id: ExprId| expr_text(cfg, id);
    let var = |id: super::VarId| cfg.var(id).name.clone();
    let list = |args: &[ExprId]| args.iter().map(|arg| text(*arg)).collect::<Vec<_>>().join(", ");
    let assigned =
        |result: &Option<super::VarId>| result.map_or(String::new(), |result| format!("{} = ", var(result)));
    match &edge.action {
        Action::Skip => "skip".to_owned(),
        Action::Declare(declared) => format!("declare {}", var(*declared)),
        Action::Assign { var: target, value } => format!("{} = {}", var(*target), text(*value)),
        Action::Assume { cond, holds: true } => format!("assume {}", text(*cond)),
        Action::Assume { cond, holds: false } => format!("assume not {}", text(*cond)),
        Action::Learn { value, low, high } => format!("learn {} in [{low}, {high}]", text(*value)),
        Action::AssumeNone { value, cases } => format!("assume {} not in {cases:?}", text(*value)),
        Action::Deref { pointer, access } => {
            format!("{} *{}", format!("{access:?}").to_lowercase(), operand(cfg, *pointer, 14, 0))
        }
        Action::Store { pointer, value } => format!("{} = {}", target_text(cfg, *pointer, 0), text(*value)),
        Action::Alloc { var: target, callee } => format!("{} = {callee}()", var(*target)),
        Action::AllocFail { var: target, callee } => format!("{} = NULL from {callee}()", var(*target)),
        Action::Open { var: target, callee, resource } => {
            format!("{} = open {callee}(){}", var(*target), kind(resource))
        }
        Action::OpenFail { var: target, callee, .. } => format!("{} = failed {callee}()", var(*target)),
        Action::Close { handle, callee, resource } => {
            format!("{callee}({}){}", text(*handle), kind(resource))
        }
        Action::CloseFail { handle } => format!("closing {} fails", text(*handle)),
        Action::Lock { lock, callee, .. } => format!("{callee} takes {}", text(*lock)),
        Action::LockFail { lock } => format!("taking {} fails", text(*lock)),
        Action::Unlock { lock, callee, .. } => format!("{callee} releases {}", text(*lock)),
        Action::FreeNull { pointer } => format!("free of NULL {}", text(*pointer)),
        Action::Free { pointer, callee, freeing } => {
            let to_nothing = if *freeing == Freeing::ToNothing { " to nothing" } else { "" };
            format!("{callee}{to_nothing}({})", text(*pointer))
        }
        Action::Call { target, args, result } => {
            let callee = match target {
                CallTarget::Named(name) => format!("call {name}"),
                CallTarget::MaybeMacro(name) => format!("call unknown {name}"),
                CallTarget::Pointer(pointer) => format!("call *{}", operand(cfg, *pointer, 14, 0)),
            };
            format!("{}{callee}({})", assigned(result), list(args))
        }
        Action::LibraryCall { callee, args, result, range, writes_memory } => {
            let kind = if *writes_memory { "writing" } else { "library" };
            let range = range.map_or_else(String::new, |(min, max)| format!(" in {min}..{max}"));
            format!("{}{kind} {callee}({}){range}", assigned(result), list(args))
        }
        Action::Opaque { vars } => {
            format!("opaque [{}]", vars.iter().map(|id| var(*id)).collect::<Vec<_>>().join(", "))
        }
        Action::Misuse { kind, operand } => format!("misuse {} {}", misuse_word(*kind), text(*operand)),
        Action::Return(None) => "return".to_owned(),
        Action::Return(Some(value)) => format!("return {}", text(*value)),
    }
}

fn misuse_word(kind: MisuseKind) -> &'static str {
    match kind {
        MisuseKind::NullDereference => "null",
        MisuseKind::DivisionByZero => "zero",
        MisuseKind::OutOfBounds => "bounds",
        MisuseKind::IntegerOverflow => "overflow",
    }
}
