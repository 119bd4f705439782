//! The kinds of arguments that a function must take so that the facts of its entry are about it.

use serde::Deserialize;

use super::entry::{ActsLike, BufferSize, Entry, ReturnsIf};

/// The kind of an argument, as far as an entry can be wrong about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArgumentKind {
    /// A number that is no floating-point number.
    Integer,
    /// The address of an object or a function.
    Pointer,
    /// A floating-point number.
    Float,
    /// An argument of any kind, such as a `va_list`.
    Any,
}

/// An element of the key `arguments`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum Listed {
    /// The kind of the next argument.
    Kind(ArgumentKind),
    /// More arguments of any kind may follow.
    More(More),
}

/// The mark `...` behind the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum More {
    #[serde(rename = "...")]
    Any,
}

/// All arguments of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The kinds of the arguments, in their order.
    pub kinds: Vec<ArgumentKind>,
    /// Whether more arguments may follow.
    pub more: bool,
}

impl Arguments {
    /// Reads the value of the key `arguments`. An error says what is wrong with it.
    pub(super) fn read(listed: &[Listed]) -> Result<Self, String> {
        let mut arguments = Self::default();
        for one in listed {
            match one {
                _ if arguments.more => return Err("`...` ends the `arguments`".to_owned()),
                Listed::Kind(kind) => arguments.kinds.push(*kind),
                Listed::More(_) => arguments.more = true,
            }
        }
        Ok(arguments)
    }
}

impl Entry {
    /// Returns the arguments that some fact of the entry is about, by their positions from 0, each with the kind
    /// that it must have. A position may be there more than once.
    pub fn needed_kinds(&self) -> Vec<(usize, ArgumentKind)> {
        let mut kinds: Vec<(usize, ArgumentKind)> = Vec::new();
        let handle =
            |is_pointer: bool| if is_pointer { ArgumentKind::Pointer } else { ArgumentKind::Integer };
        let mut pointers: Vec<usize> = [&self.nonnull, &self.sets].into_iter().flatten().copied().collect();
        pointers
            .extend([self.format, self.string, self.frees, self.reallocates, self.part_of].iter().flatten());
        pointers.extend(self.number.iter().flat_map(|number| [number.text, number.format]).flatten());
        pointers.extend(self.input.iter().flat_map(|input| &input.arguments));
        pointers.extend(self.fills.iter().flat_map(|fills| &fills.arguments));
        pointers.extend(self.stores.iter().flat_map(|stored| &stored.arguments));
        let locks = [&self.locks, &self.unlocks];
        pointers.extend(locks.into_iter().flatten().filter_map(|lock| lock.argument));
        let mut integers = self.bytes.clone();
        if let Some(ReturnsIf::Zero(at) | ReturnsIf::NotNegative(at)) = self.returns_if {
            integers.push(at);
        }
        integers.extend(self.at_most.iter().flat_map(|limit| [Some(limit.argument), limit.flags]).flatten());
        if let Some(unless) = &self.nonnull_if_nonzero {
            pointers.extend(&unless.arguments);
            integers.push(unless.size);
        }
        for buffer in &self.buffers {
            pointers.push(buffer.argument);
            match &buffer.size {
                BufferSize::Product { arguments, .. } => integers.extend(arguments),
                BufferSize::String(text) | BufferSize::Format(text) => pointers.push(*text),
            }
        }
        kinds.extend(pointers.into_iter().map(|at| (at, ArgumentKind::Pointer)));
        kinds.extend(integers.into_iter().map(|at| (at, ArgumentKind::Integer)));
        kinds.extend(self.closes.iter().map(|(resource, at)| (*at, handle(resource.is_pointer))));
        kinds.extend(self.acts_like.map_or(&[][..], simulated_kinds));
        kinds
    }
}

/// Returns the arguments of a function that runs simulate.
fn simulated_kinds(function: ActsLike) -> &'static [(usize, ArgumentKind)] {
    use ArgumentKind::{Integer, Pointer};
    match function {
        ActsLike::Abs | ActsLike::Labs | ActsLike::Isdigit => &[(0, Integer)],
        ActsLike::Memcmp | ActsLike::Memcpy | ActsLike::Strncmp => {
            &[(0, Pointer), (1, Pointer), (2, Integer)]
        }
        ActsLike::Memset => &[(0, Pointer), (1, Integer), (2, Integer)],
        ActsLike::Strcmp | ActsLike::Strcpy => &[(0, Pointer), (1, Pointer)],
        ActsLike::Strlen => &[(0, Pointer)],
    }
}
