//! Escaped addresses of local objects: after it has called the function under test, the driver follows the
//! pointers that the function left in its result and in memory.

use std::{collections::BTreeSet, fmt::Write as _};

use csieve_analysis::{
    cfg::{Cfg, ExprKind, VarKind},
    machine::{Callee, Graphs},
};

use super::Scene;

/// C functions that follow pointers to dead local objects. Some compilers replace an escaping address of a
/// local object by a null pointer.
pub(super) const TOOLS: &str = "
int __asan_address_is_poisoned(void const volatile *);

static void csieve_look(csieve_word word)
{
    if (word > 4096 && word < (csieve_word)1 << 47 && __asan_address_is_poisoned((void *)word))
        csieve_touch(word);
}

static void csieve_look_in(const void *object, __SIZE_TYPE__ size)
{
    csieve_word word;
    __SIZE_TYPE__ at;
    for (at = 0; at + sizeof word <= size; at += sizeof word) {
        __builtin_memcpy(&word, (const char *)object + at, sizeof word);
        csieve_look(word);
    }
}
";

/// Returns the statements that look for the address of a dead local object after the call of the function
/// under test: in the input objects with the given numbers, in global objects, and, if `returns` is true, in
/// the variable `result`.
pub(super) fn looked_for(scene: &Scene, objects: impl Iterator<Item = u32>, returns: bool) -> String {
    let mut text = String::new();
    if returns {
        text.push_str("    csieve_look(result);\n");
    }
    for number in objects {
        let _ = writeln!(text, "    csieve_look_in(csieve_object[{number}], {});", scene.replay.room);
    }
    let functions: BTreeSet<&String> =
        scene.replay.misuse.frames.iter().map(|(function, _)| function).collect();
    let mut globals = BTreeSet::new();
    for function in functions {
        if let Callee::Graph(cfg) = scene.graphs.graph(function) {
            globals.extend(globals_of(cfg, scene.graphs));
        }
    }
    for name in globals {
        let _ = writeln!(text, "    csieve_look_in(&{name}, sizeof {name});");
    }
    if returns {
        text.push_str(
            "    if (!result)\n        csieve_fail(\"an address of a local object is left\", \"as a null pointer\");\n",
        );
    }
    text
}

/// Returns the names of the global pointers and objects that a function uses, without static ones that only
/// the function itself can name.
fn globals_of(cfg: &Cfg, graphs: &dyn Graphs) -> Vec<String> {
    let is_own = |kind: &ExprKind| cfg.statics.own.iter().any(|own| cfg.expr(*own).kind == *kind);
    let mut names = Vec::new();
    for var in cfg.var_ids().filter(|var| cfg.var(*var).kind == VarKind::Global) {
        if cfg.var(var).ty.can_point(cfg.model) && !is_own(&ExprKind::Var(var)) {
            names.push(cfg.var(var).name.clone());
        }
    }
    for expr in cfg.expr_ids() {
        let ExprKind::Address(name) = &cfg.expr(expr).kind else { continue };
        let is_object = !name.ends_with('"') && matches!(graphs.graph(name), Callee::Unknown);
        if is_object && !cfg.automatic.contains(&expr) && !is_own(&cfg.expr(expr).kind) {
            names.push(name.clone());
        }
    }
    names
}
