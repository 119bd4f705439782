//! Writes the C code that the test harness uses to call every generated function with all values of its
//! inputs.

use std::fmt::Write as _;

use super::{
    inputs::{Axis, Input},
    types::literal,
};

/// The C types and the helper function that precede the code for all calls.
pub(super) const TYPES: &str = "\
struct input { const char *name; const long *values; int count; };
struct function { const struct input *inputs; int input_count; void (*call)(const long *); };
static int *object(int value)
{
    int *p = fresh(sizeof *p);
    *p = value;
    objects[object_count - 1].written = UINT64_MAX;
    return p;
}
";

/// Writes the C code that calls the generated function of a seed, and the tables of its input values.
pub(super) fn calls(seed: u64, inputs: &[Input]) -> String {
    let (mut arrays, mut table, mut made, mut passed) =
        (String::new(), String::new(), String::new(), Vec::new());
    let (mut at, mut first_pointer) = (0, None);
    for input in inputs {
        let (name, from) = (input.name(), at);
        for Axis { name, values } in input.axes(first_pointer.is_some()) {
            let values: Vec<String> = values.iter().map(|value| literal(*value)).collect();
            let _ = writeln!(arrays, "static const long values_{seed}_{at}[] = {{{}}};", values.join(", "));
            let _ = writeln!(table, "    {{\"{name}\", values_{seed}_{at}, {}}},", values.len());
            at += 1;
        }
        match input {
            Input::Number { ty, .. } => passed.push(format!("({})in[{from}]", ty.name())),
            Input::Result { .. } => {
                let _ = writeln!(made, "    ext_result = in[{from}];");
            }
            Input::Global { .. } => {
                let _ = writeln!(made, "    {name} = in[{from}];");
            }
            Input::Pointer { .. } => {
                let other = first_pointer.get_or_insert(name);
                let other = if *other == name { "NULL" } else { *other };
                let value =
                    format!("in[{from}] == 0 ? NULL : in[{from}] == 1 ? object(in[{}]) : {other}", from + 1);
                let _ = writeln!(made, "    int *{name} = {value};");
                passed.push(name.to_owned());
            }
        }
    }
    format!(
        "{arrays}static const struct input inputs_{seed}[] = {{\n{table}}};\n\
         static void call_{seed}(const long *in)\n{{\n{made}    f{seed}({});\n}}\n",
        passed.join(", ")
    )
}
