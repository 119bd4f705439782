//! Parameters, and the box of values that the guards at the start of a function let through: for all others it
//! returns at once, so executing it over the box is executing it for all arguments.

use std::fmt::Write as _;

use super::types::{TYPES, Type, literal};
use crate::random::Random;

/// One parameter with its box.
pub enum Parameter {
    /// A number from `low` to `high`, or one of the ends of its type.
    Number { name: String, ty: Type, low: i128, high: i128, ends: Vec<i128> },
    /// A pointer: NULL, an object of its own, or what the first pointer leads to. The object holds 0 to `high`.
    Pointer { name: String, high: i128 },
}

/// One thing to enumerate: what it is, and its values.
pub struct Input {
    pub name: String,
    pub values: Vec<i128>,
}

impl Parameter {
    pub fn number(random: &mut Random, name: &str) -> Self {
        let ty = random.choose(&TYPES);
        let name = name.to_owned();
        let is_whole = ty == Type::Bool || ty.greatest() <= 255 && random.one_in(4);
        if is_whole {
            return Self::Number { name, ty, low: ty.least(), high: ty.greatest(), ends: Vec::new() };
        }
        let low = if ty.is_signed() { -i128::from(random.below(5)) } else { i128::from(random.below(2)) };
        let high = low + 3 + i128::from(random.below(5));
        let ends = [ty.least(), ty.greatest()];
        let ends = ends.into_iter().filter(|end| !(low..=high).contains(end) && random.one_in(3)).collect();
        Self::Number { name, ty, low, high, ends }
    }

    pub fn pointer(random: &mut Random, name: &str) -> Self {
        Self::Pointer { name: name.to_owned(), high: i128::from(random.below(3)) }
    }

    fn name(&self) -> &str {
        match self {
            Self::Number { name, .. } | Self::Pointer { name, .. } => name,
        }
    }

    /// In the function's header.
    pub fn declaration(&self) -> String {
        match self {
            Self::Number { name, ty, .. } => format!("{} {name}", ty.name()),
            Self::Pointer { name, .. } => format!("int *{name}"),
        }
    }

    /// What keeps values outside the box away, if there are any.
    pub fn guard(&self) -> Option<String> {
        let outside = match self {
            Self::Pointer { name, high } => format!("{name} && (*{name} < 0 || *{name} > {high})"),
            Self::Number { name, ty, low, high, ends } => {
                let below = (*low > ty.least()).then(|| format!("{name} < {}", literal(*low)));
                let above = (*high < ty.greatest()).then(|| format!("{name} > {}", literal(*high)));
                let sides: Vec<String> = [below, above].into_iter().flatten().collect();
                let others = ends.iter().map(|end| format!(" && {name} != {}", literal(*end)));
                match (sides.len(), ends.is_empty()) {
                    (0, _) => return None,
                    (_, true) => sides.join(" || "),
                    _ => format!("({}){}", sides.join(" || "), others.collect::<String>()),
                }
            }
        };
        Some(format!("if ({outside}) return 0;"))
    }

    /// What to enumerate for it. `is_second`: there is a pointer before it.
    pub fn inputs(&self, is_second: bool) -> Vec<Input> {
        match self {
            Self::Number { name, ty, low, high, ends } => {
                let values = (*low..=*high).chain(ends.iter().copied()).collect();
                vec![Input { name: format!("{} {name}", ty.name()), values }]
            }
            Self::Pointer { name, high } => vec![
                Input {
                    name: format!("{name} (0: NULL, 1: own, 2: first pointer)"),
                    values: (0..=1 + i128::from(is_second)).collect(),
                },
                Input { name: format!("*{name}"), values: (0..=*high).collect() },
            ],
        }
    }
}

/// What calls a function with its inputs, and the values of these.
pub fn calls(seed: u64, parameters: &[Parameter]) -> String {
    let (mut arrays, mut table, mut made, mut passed) =
        (String::new(), String::new(), String::new(), Vec::new());
    let (mut at, mut first_pointer) = (0, None);
    for parameter in parameters {
        let (name, from) = (parameter.name(), at);
        for Input { name, values } in parameter.inputs(first_pointer.is_some()) {
            let values: Vec<String> = values.iter().map(|value| literal(*value)).collect();
            let _ = writeln!(arrays, "static const long values_{seed}_{at}[] = {{{}}};", values.join(", "));
            let _ = writeln!(table, "    {{\"{name}\", values_{seed}_{at}, {}}},", values.len());
            at += 1;
        }
        match parameter {
            Parameter::Number { ty, .. } => passed.push(format!("({})in[{from}]", ty.name())),
            Parameter::Pointer { .. } => {
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
