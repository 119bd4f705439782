//! Functions and objects that the text under test uses and the driver does not define. The replayed run does
//! not come to them, so the driver only lets the linker accept that they are missing.

use std::{collections::BTreeSet, fmt::Write as _};

use csieve_analysis::{
    cfg::{Action, CallTarget},
    lower::UnitContext,
    machine::Callee,
    syntax::Unit,
};

use super::{Scene, code::Code, globals::is_of_library, stubs::Stubs};

/// Returns directives for what is missing. `code` is what the driver has of the text under test.
pub(super) fn missing(scene: &Scene, stubs: &Stubs, code: &Code) -> String {
    let context = &scene.subject.files.unit().context;
    // The declarations of the file under test leave out those headers' objects that only headers use.
    let all = UnitContext::new(&Unit::parse(code.text.as_str()));
    let mut functions: BTreeSet<&str> = context.undefined_functions().collect();
    functions.extend(all.undefined_functions());
    let undeclared = undeclared(scene);
    functions.extend(undeclared.iter().map(String::as_str));
    functions.retain(|name| code.names.contains(*name) && !stubs.has(name) && !name.starts_with("__"));
    let defined: BTreeSet<&str> = context.undefined_objects().into_iter().collect();
    let objects = all.undefined_objects().into_iter();
    let objects = objects.filter(|name| !defined.contains(name) && !is_of_library(name));
    let mut directives = String::new();
    for name in functions.into_iter().chain(objects) {
        let _ = writeln!(directives, "#pragma weak {name}");
    }
    directives
}

/// Returns the functions that the file calls without a declaration.
fn undeclared(scene: &Scene) -> BTreeSet<String> {
    let unit = scene.subject.files.unit();
    let mut names = BTreeSet::new();
    for function in &unit.functions {
        let Callee::Graph(cfg) = scene.graphs.graph(&function.text.name) else { continue };
        names.extend(cfg.edges.iter().filter_map(|edge| match &edge.action {
            Action::Call { target: CallTarget::Named(name) | CallTarget::MaybeMacro(name), .. } => {
                unit.context.passing(name).is_none().then(|| name.clone())
            }
            _ => None,
        }));
    }
    names
}
