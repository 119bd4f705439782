mod attributes;
mod calls;
mod expanded;
mod expressions;
mod facts;
mod gaps;
mod gnu;
mod limits;
mod memory;
mod robust;
mod scopes;
mod statements;
mod types;

use super::{UnitContext, lower_function};
use csieve_frontend::syntax::Unit;
use csieve_graph::dump;

/// Returns the source and the graph of the last function of a text, or the reason why it was skipped.
fn lowered(text: &str) -> String {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    let function = unit.functions().pop().expect("the text has a function");
    match lower_function(&unit, &context, &function) {
        Ok(cfg) => dump(&cfg),
        Err(skipped) => {
            let reason = skipped.reason().written(|offset| format!("{{line:{offset}}}"));
            format!("skipped: {reason}\n")
        }
    }
}

/// Returns a text followed by its graph, for snapshots.
fn shown(text: &str) -> String {
    let text = text.trim();
    format!("{text}\n----\n{}", lowered(text))
}
