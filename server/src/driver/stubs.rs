//! Stubs: functions that answer call by call as the inputs of a finding say.
//!
//! A stub takes and returns machine words, so that it can stand for a function of any type. Macros give the
//! function another name in the text under test. In C, the stub has a name of its own; for the linker, it has
//! the name that the macro gives. So other code still calls the functions of the C library under their own
//! names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use csieve_analysis::{
    cfg::{Action, CallTarget, Type, expr_text},
    checks::{Instrument, declaration},
    lower::Passing,
    machine::{Callee, Chosen, Source},
};

use super::{
    Impossible, Scene, allocations,
    literal::{comment, type_name, value, word},
    replay::Does,
    resources,
};

/// The number of arguments that a stub receives.
const ARGUMENTS: u32 = 6;

/// The behaviour of a stub in one of its calls.
#[derive(Clone, Debug, Default)]
struct Call {
    does: Option<Does>,
    writes: Vec<(u32, i64, Chosen, Type)>,
    result: Option<(Chosen, Type)>,
    /// The indices of pointer arguments that the stub dereferences, because passing one of them is the
    /// misuse.
    touches: Vec<usize>,
}

/// The stubs of a driver, by the name of the function or function pointer that they stand for.
pub(super) struct Stubs {
    calls: BTreeMap<String, Vec<Call>>,
    /// What the stubs do in all calls after those in `calls`.
    later: BTreeMap<String, Call>,
    pointers: BTreeSet<String>,
}

impl Stubs {
    /// Creates stubs for the functions that the file does not define, from the replayed run and the inputs.
    ///
    /// # Errors
    /// If a stub cannot do what the function did in the replayed run.
    pub(super) fn new(scene: &Scene) -> Result<Self, Impossible> {
        let seen = &scene.replay.seen;
        let mut calls: BTreeMap<String, Vec<Call>> = BTreeMap::new();
        for (name, does) in &seen.calls {
            let is_plain = does.iter().all(|does| matches!(does, Does::Allocate(_)));
            if !is_plain || allocations::fails(does) {
                let as_seen = does.iter().map(|does| Call { does: Some(*does), ..Call::default() });
                calls.insert(name.clone(), as_seen.collect());
            }
        }
        let mut later: BTreeMap<String, Call> = BTreeMap::new();
        for input in scene.subject.located.finding.inputs() {
            let (source, is_later) = match &input.source {
                Source::Later(of) => (&**of, true),
                source => (source, false),
            };
            let (Source::Result { function, call } | Source::Written { function, call, .. }) = source else {
                continue;
            };
            let call = if is_later {
                if let Some(calls) = calls.get_mut(&**function) {
                    calls.truncate(*call as usize + 1);
                }
                later.entry(function.to_string()).or_default()
            } else {
                nth(&mut calls, function, *call)
            };
            if let Source::Written { argument, offset, .. } = source {
                checked_argument(scene, function, *argument)?;
                call.writes.push((*argument, *offset, input.chosen.clone(), input.ty));
            } else {
                call.result = Some((input.chosen.clone(), input.ty));
            }
        }
        for pointer in &seen.pointers {
            calls.entry(pointer.clone()).or_default();
        }
        let mut stubs = Self { calls, later, pointers: seen.pointers.clone() };
        stubs.touch(scene);
        for name in stubs.calls.keys() {
            checked_result(scene, name)?;
        }
        Ok(stubs)
    }

    /// Lets the stub dereference the pointer arguments of the call that is the misuse, if the misuse is to
    /// pass a bad pointer.
    fn touch(&mut self, scene: &Scene) {
        let misuse = &scene.replay.misuse;
        let Some((function, edge)) = misuse
            .frames
            .last()
            .filter(|_| declaration(misuse.rule).driver.instrument == Instrument::TouchArguments)
        else {
            return;
        };
        let Callee::Graph(cfg) = scene.graphs.graph(function) else { return };
        let Action::Call { target, args, .. } = &cfg.edge(*edge).action else { return };
        let name = match target {
            CallTarget::Named(name) | CallTarget::MaybeMacro(name) => name.clone(),
            CallTarget::Pointer(callee) => expr_text(cfg, *callee),
        };
        let pointers = args.iter().enumerate().filter(|(_, arg)| cfg.expr(**arg).ty == Type::Pointer);
        let touches = pointers.map(|(index, _)| index).filter(|index| *index < ARGUMENTS as usize).collect();
        let Some(calls) = self.calls.get_mut(&name) else { return };
        if calls.is_empty() {
            calls.push(Call::default());
        }
        if let Some(last) = calls.last_mut().filter(|_| !self.later.contains_key(&name)) {
            last.touches = touches;
        }
    }

    /// Returns the C name of the stub for a function or function pointer.
    pub(super) fn name_of(&self, function: &str) -> Option<String> {
        self.calls.keys().position(|name| name == function).map(|index| format!("csieve_stub_{index}"))
    }

    /// Returns macros that rename the functions with stubs in the text under test.
    pub(super) fn renamed(&self) -> String {
        let named = self.calls.keys().filter(|name| !self.pointers.contains(*name));
        let mut text = String::new();
        for name in named {
            let _ = writeln!(text, "#define {name} csieve_called_{name}");
        }
        text
    }

    /// Returns directives that end the renaming after the text under test.
    pub(super) fn named_again(&self) -> String {
        let named = self.calls.keys().filter(|name| !self.pointers.contains(*name));
        let mut text = String::new();
        for name in named {
            let _ = writeln!(text, "#undef {name}");
        }
        text
    }

    /// Returns whether there is a stub for a function or function pointer.
    pub(super) fn has(&self, name: &str) -> bool {
        self.calls.contains_key(name)
    }

    /// Returns the definitions of the stubs.
    pub(super) fn text(&self, scene: &Scene) -> String {
        let mut text = String::new();
        let forgets = resources::keeps_books(scene);
        for (index, (name, calls)) in self.calls.iter().enumerate() {
            let passes = calls.iter().any(|call| call.does == Some(Does::Allocate(true)));
            let params = "(csieve_word a0, csieve_word a1, csieve_word a2, csieve_word a3, csieve_word a4, csieve_word a5)";
            let _ = writeln!(text, "\n/* {} */", comment(name));
            if passes {
                let _ = writeln!(text, "csieve_word csieve_real_{index}{params} CSIEVE_SYMBOL(\"{name}\");");
            }
            if self.pointers.contains(name) {
                text.push_str("static ");
            } else {
                let _ = writeln!(
                    text,
                    "csieve_word csieve_stub_{index}{params} CSIEVE_SYMBOL(\"csieve_called_{name}\");"
                );
            }
            let _ = writeln!(text, "csieve_word csieve_stub_{index}{params}\n{{");
            let all =
                if passes { format!("csieve_real_{index}(a0, a1, a2, a3, a4, a5)") } else { "0".to_owned() };
            let mut body = String::new();
            for (nth, call) in calls.iter().enumerate() {
                if let Some(call) = call_text(scene, name, call, forgets) {
                    let _ = writeln!(body, "    case {nth}:\n        {call}");
                }
            }
            if let Some(later) = self.later.get(name).and_then(|call| call_text(scene, name, call, forgets)) {
                let _ = writeln!(body, "    default:\n        {later}");
            }
            if body.is_empty() {
                if forgets {
                    let _ = writeln!(text, "    {}", resources::FORGET);
                }
            } else {
                let _ = writeln!(text, "    static unsigned call;\n    switch (call++) {{\n{body}    }}");
            }
            text.push_str("    (void)a0, (void)a1, (void)a2, (void)a3, (void)a4, (void)a5;\n");
            let _ = writeln!(text, "    return {all};\n}}");
        }
        text
    }
}

/// Returns the statements of a stub for one of its calls; `None` if the stub passes the call on to the real
/// allocator.
fn call_text(scene: &Scene, name: &str, call: &Call, forgets: bool) -> Option<String> {
    match call.does {
        Some(Does::Allocate(true)) => return None,
        Some(Does::Allocate(false)) => return Some("return 0;".to_owned()),
        None | Some(Does::Answer) => {}
        Some(does) => return Some(resources::call(name, does, &scene.subject.options.library)),
    }
    let mut lines: Vec<String> = Vec::new();
    for index in &call.touches {
        lines.push(format!("csieve_touch(a{index});"));
    }
    for (argument, offset, chosen, ty) in &call.writes {
        if *chosen != Chosen::Nothing {
            let place = format!("(unsigned char *)a{argument} + {offset}");
            lines.push(format!("CSIEVE_PUT({place}, {}, {});", type_name(*ty), value(chosen, *ty)));
        }
    }
    if forgets {
        lines.push(resources::FORGET.to_owned());
    }
    let result = call.result.as_ref().map_or_else(|| "0".to_owned(), |(chosen, ty)| word(chosen, *ty));
    lines.push(format!("return {result};"));
    Some(lines.join("\n        "))
}

fn nth<'a>(calls: &'a mut BTreeMap<String, Vec<Call>>, function: &str, call: u32) -> &'a mut Call {
    let calls = calls.entry(function.to_owned()).or_default();
    let needed = call as usize + 1;
    if calls.len() < needed {
        calls.resize(needed, Call::default());
    }
    &mut calls[call as usize]
}

/// Checks that a stub for a function receives the argument with the index `argument` as a machine word, in
/// the same register or stack slot as the function would.
fn checked_argument(scene: &Scene, function: &str, argument: u32) -> Result<(), Impossible> {
    let params = scene.subject.files.unit().context.passing(function).and_then(|(_, params)| params);
    let before = params.unwrap_or_default();
    let is_odd = |passing: &Passing| matches!(passing, Passing::Float | Passing::Record);
    if argument >= ARGUMENTS || before.iter().take(argument as usize).any(is_odd) {
        return Err(Impossible::new(format!(
            "a stub for `{function}` does not know where its argument {} is",
            argument + 1
        )));
    }
    Ok(())
}

/// Checks that callers of a function expect its result in the register in which a stub returns a machine
/// word.
fn checked_result(scene: &Scene, function: &str) -> Result<(), Impossible> {
    match scene.subject.files.unit().context.passing(function) {
        Some((Passing::Record, _)) => {
            Err(Impossible::new(format!("`{function}`, which has no definition here, returns a structure")))
        }
        Some((Passing::Float, _)) => Err(Impossible::new(format!(
            "`{function}`, which has no definition here, returns a floating-point number"
        ))),
        _ => Ok(()),
    }
}
