//! Input objects: memory that exists before the call of the function under test because inputs point to it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use csieve_analysis::{
    finding::Input,
    machine::{Chosen, InputObject, Source},
};

use super::{
    Scene,
    literal::{comment, type_name, value},
    stubs::Stubs,
};

/// The input objects by number. An object that is called as a function has the name of the function pointer
/// that is called.
pub(super) type Objects = BTreeMap<u32, Option<String>>;

/// Returns the input objects that the inputs of the finding name.
pub(super) fn objects(scene: &Scene) -> Objects {
    let finding = scene.subject.located.finding;
    let mut objects = Objects::new();
    for input in finding.inputs() {
        if let Source::Memory { object: InputObject::Fresh(number), .. } = &input.source {
            objects.entry(*number).or_default();
        }
        if let Chosen::Object { object: InputObject::Fresh(number), .. } = &input.chosen {
            objects.insert(*number, scene.replay.seen.functions.get(number).cloned());
        }
    }
    objects
}

/// Returns the declaration of the array with the addresses of the input objects.
pub(super) fn declared(objects: &Objects) -> String {
    match objects.last_key_value() {
        Some((last, _)) => format!(
            "/* Objects that the pointer arguments of the function point to. */\nstatic unsigned char *csieve_object[{}];\n",
            last + 1
        ),
        None => String::new(),
    }
}

/// Returns the statements that create the input objects: memory, or a stub for an object that is called.
pub(super) fn made(scene: &Scene, objects: &Objects, stubs: &Stubs) -> String {
    let mut text = String::new();
    for (number, function) in objects {
        let made = match function.as_ref().and_then(|name| stubs.name_of(name)) {
            Some(stub) => format!("(unsigned char *){stub}"),
            None => format!("csieve_calloc(1, {})", scene.replay.room),
        };
        let _ = writeln!(text, "    csieve_object[{number}] = {made};");
    }
    text
}

/// Returns the statements that write the inputs of the finding that are in memory into the input objects.
pub(super) fn filled(scene: &Scene) -> String {
    let located = scene.subject.located;
    let mut text = String::new();
    let mut written: BTreeSet<(&InputObject, i64)> = BTreeSet::new();
    for Input { what, source, ty, chosen, .. } in located.finding.inputs() {
        let Source::Memory { object, offset } = source else { continue };
        if *chosen == Chosen::Nothing || !written.insert((object, *offset)) {
            continue;
        }
        let _ = writeln!(
            text,
            "    CSIEVE_PUT({}, {}, {}); /* {} */",
            super::literal::place(object, *offset),
            type_name(*ty),
            value(chosen, *ty),
            comment(&located.sentence(what)),
        );
    }
    text
}
