//! The inputs of a generated function and the box of their values: the combinations of a few values for each
//! input. Guards at the start of the function return at once for values outside the box. So runs on all
//! values in the box are runs on all inputs that matter.

use super::types::{TYPES, Type, literal};
use crate::random::Random;

/// An input of a generated function, with the values on which the function is run.
pub(super) enum Input {
    /// A parameter with a value from `low` to `high`, both inclusive, or one of `ends`, the ends of its
    /// type's range.
    Number { name: String, ty: Type, low: i128, high: i128, ends: Vec<i128> },
    /// A pointer parameter: NULL, a pointer to an object of its own, or a copy of the first pointer. The
    /// object holds 0 to `high`.
    Pointer { name: String, high: i128 },
    /// The result of an unknown function, from `low` to `high`, both inclusive.
    Result { name: String, low: i128, high: i128 },
    /// A variable of the file that other functions may write, from 0 to `high`, both inclusive.
    Global { high: i128 },
}

/// One dimension of the box of input values: a name for reports, and the values to try.
pub(super) struct Axis {
    pub name: String,
    pub values: Vec<i128>,
}

/// The name of the one variable of the file that generated functions use.
pub(super) const GLOBAL: &str = "level";

impl Input {
    pub(super) fn number(random: &mut Random, name: &str) -> Self {
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

    pub(super) fn pointer(random: &mut Random, name: &str) -> Self {
        Self::Pointer { name: name.to_owned(), high: i128::from(random.below(3)) }
    }

    pub(super) fn result(random: &mut Random, name: &str) -> Self {
        let low = -i128::from(random.below(3));
        Self::Result { name: name.to_owned(), low, high: low + 2 + i128::from(random.below(4)) }
    }

    pub(super) fn global(random: &mut Random) -> Self {
        Self::Global { high: 1 + i128::from(random.below(4)) }
    }

    /// Returns the input's name in the function.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Number { name, .. } | Self::Pointer { name, .. } | Self::Result { name, .. } => name,
            Self::Global { .. } => GLOBAL,
        }
    }

    /// Returns the input's type if it is a number.
    pub(super) fn number_type(&self) -> Option<Type> {
        match self {
            Self::Number { ty, .. } => Some(*ty),
            Self::Pointer { .. } => None,
            Self::Result { .. } | Self::Global { .. } => Some(Type::Int),
        }
    }

    /// Returns the input's declaration in the function's header if it is a parameter.
    pub(super) fn parameter(&self) -> Option<String> {
        match self {
            Self::Number { name, ty, .. } => Some(format!("{} {name}", ty.name())),
            Self::Pointer { name, .. } => Some(format!("int *{name}")),
            Self::Result { .. } | Self::Global { .. } => None,
        }
    }

    /// Returns the statement that obtains the input if it is the result of a call.
    pub(super) fn declaration(&self) -> Option<String> {
        match self {
            Self::Result { name, .. } => Some(format!("int {name} = ext();")),
            _ => None,
        }
    }

    /// Returns the C statement that returns from the function if the input's value is not one to run on;
    /// `None` if all values of its type are.
    pub(super) fn guard(&self) -> Option<String> {
        let outside = match self {
            Self::Pointer { name, high } => format!("{name} && (*{name} < 0 || *{name} > {high})"),
            Self::Result { name, low, high } => format!("{name} < {low} || {name} > {high}"),
            Self::Global { high } => format!("{GLOBAL} < 0 || {GLOBAL} > {high}"),
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

    /// Returns the dimensions of the box of input values for this input. `is_second` says that there is a
    /// pointer input before it.
    pub(super) fn axes(&self, is_second: bool) -> Vec<Axis> {
        match self {
            Self::Number { name, ty, low, high, ends } => {
                let values = (*low..=*high).chain(ends.iter().copied()).collect();
                vec![Axis { name: format!("{} {name}", ty.name()), values }]
            }
            Self::Result { name, low, high } => {
                vec![Axis { name: format!("{name} = ext()"), values: (*low..=*high).collect() }]
            }
            Self::Global { high } => vec![Axis { name: GLOBAL.to_owned(), values: (0..=*high).collect() }],
            Self::Pointer { name, high } => vec![
                Axis {
                    name: format!("{name} (0: NULL, 1: own, 2: first pointer)"),
                    values: (0..=1 + i128::from(is_second)).collect(),
                },
                Axis { name: format!("*{name}"), values: (0..=*high).collect() },
            ],
        }
    }
}
