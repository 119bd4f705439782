//! Objects with static storage: the driver defines those that the file under test does not, and sets those
//! whose values are inputs of the finding.

use std::fmt::Write as _;

use csieve_analysis::{
    finding::Input,
    library::Library,
    machine::{Chosen, InputObject, Source},
};

use super::{
    Impossible, Scene,
    code::Code,
    literal::{type_name, value},
};

/// Returns whether the C library defines an object, so that the driver must not define it.
pub(super) fn is_of_library(name: &str) -> bool {
    name.starts_with("__") || Library::built_in().variable(name).is_some()
}

/// Checks that the driver can set all objects with static storage whose values are inputs of the finding.
///
/// # Errors
/// If one of these objects is constant, or local to a function.
pub(super) fn checked(scene: &Scene) -> Result<(), Impossible> {
    for input in scene.subject.located.finding.inputs() {
        let name = match &input.source {
            Source::Global(name) => name,
            Source::Memory { object: InputObject::Global(name), .. } => name,
            _ => continue,
        };
        if let Some((function, variable)) = name.split_once('.') {
            return Err(Impossible::new(format!(
                "the value of `{variable}`, which is static in `{function}`, cannot be set from outside"
            )));
        }
        if scene.subject.files.unit().context.is_constant(name) && !is_undefined(scene, name) {
            return Err(Impossible::new(format!("`{name}` is constant, and its value cannot be set")));
        }
    }
    Ok(())
}

fn is_undefined(scene: &Scene, name: &str) -> bool {
    scene.subject.files.unit().context.undefined_objects().contains(&name)
}

/// Returns definitions of the objects that the file under test declares, but leaves to other files to define,
/// as far as `code` has their declarations.
pub(super) fn defined(scene: &Scene, code: &Code) -> String {
    let mut text = String::new();
    for name in scene.subject.files.unit().context.undefined_objects() {
        if is_of_library(name) || !code.names.contains(name) {
            continue;
        }
        if scene.subject.files.unit().context.is_constant(name) {
            let own = |input: &&Input| input.source == Source::Global(name.into());
            let input = scene.subject.located.finding.inputs().iter().find(own);
            let value = input.map_or_else(|| "{0}".to_owned(), |input| value(&input.chosen, input.ty));
            let _ = writeln!(text, "__typeof__({name}) {name} = {value};");
        } else {
            let _ = writeln!(text, "__typeof__({name}) {name};");
        }
    }
    if text.is_empty() { text } else { format!("/* Other files define these. */\n{text}") }
}

/// Returns the statements that set global objects to the values that the inputs of the finding give them.
pub(super) fn set(scene: &Scene) -> String {
    let mut text = String::new();
    for Input { source, ty, chosen, .. } in scene.subject.located.finding.inputs() {
        let Source::Global(name) = source else { continue };
        if *chosen == Chosen::Nothing
            || is_of_library(name)
            || scene.subject.files.unit().context.is_constant(name)
        {
            continue;
        }
        let _ = writeln!(text, "    CSIEVE_PUT(&{name}, {}, {});", type_name(*ty), value(chosen, *ty));
    }
    text
}
