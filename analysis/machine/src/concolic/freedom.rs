//! Which inputs of a run may be chosen.

use csieve_base::library::{Decided, Entry, Library};
use csieve_graph::Type;

use crate::Source;

/// The greatest number of an error that any system has.
const MOST_ERRNO: i128 = 4_095;

/// The input model of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// The run tests a function on its own: every input that the function asks for may be chosen.
    OfTest,
    /// The run is one of a whole program: only values that really come from outside may be chosen, and none
    /// that other code might rule out. Such values are integers that functions without parameters return,
    /// whether allocations and other operations succeed, and `argc`.
    OfProgram,
    /// The run begins in some function of a program: values that come from outside of the program may be
    /// chosen, but no values of parameters and of memory. A pointer parameter leads to an object of its own.
    OfFunction,
    /// The run begins in some function of a program, and every input that the function asks for may be chosen:
    /// objects appear when they are first read. What the run reaches counts only if it does not depend on
    /// choices for which the function gives no reason.
    OfCaller {
        /// Whether the function is the one in which a program begins, whose first parameter counts at least its name.
        is_main: bool,
    },
}

/// The way in which a run gets the value of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The value that the assignment gives, or an ordinary one such as 0.
    Choice,
    /// A pointer to an object to which no other input points, never NULL.
    Object,
    /// No value: the input is unknown.
    Nothing,
}

impl Freedom {
    /// Returns whether every input that a function asks for may be chosen, as far as a caller could.
    pub fn is_of_caller(self) -> bool {
        matches!(self, Self::OfCaller { .. })
    }

    /// Returns the number that an input gets if nothing else is chosen: operations succeed, and `argc` is 1.
    pub fn ordinary(self, source: &Source) -> i128 {
        self.limits(source).map_or_else(|| i128::from(source.is_outcome()), |(least, _)| least)
    }

    /// Returns the least and the greatest number that an input can be, inclusive, where not every number of its type can come
    /// from outside.
    pub(super) fn limits(self, source: &Source) -> Option<(i128, i128)> {
        if source.is_errno() {
            // The library never stores 0 or a negative number there.
            return Some((1, MOST_ERRNO));
        }
        // `argc` counts the name of the program.
        let counts = match self {
            Self::OfProgram => matches!(source, Source::Param(_)),
            Self::OfCaller { is_main } => is_main && *source == Source::Param(0),
            Self::OfTest | Self::OfFunction => false,
        };
        counts.then_some((1, i128::from(i32::MAX)))
    }

    /// Returns how a run gets the value of an input that it asks for in a type.
    pub fn given(self, source: &Source, ty: Type, library: &Library) -> Given {
        match source {
            _ if matches!(self, Self::OfTest | Self::OfCaller { .. }) => Given::Choice,
            Source::Allocation { .. }
            | Source::Opening { .. }
            | Source::Closing { .. }
            | Source::Locking { .. } => Given::Choice,
            Source::Param(_) if ty == Type::Pointer => Given::Object,
            Source::Global(_) if ty == Type::Pointer && self == Self::OfProgram => Given::Object,
            Source::Param(0) if self == Self::OfProgram => Given::Choice,
            Source::Result { function, call }
                if matches!(ty, Type::Int(_))
                    && (self == Self::OfProgram || library.function(function).is_some())
                    && answers(function, *call, library) =>
            {
                Given::Choice
            }
            Source::Param(_) | Source::Global(_) | Source::Memory { .. } => Given::Nothing,
            Source::Result { .. } | Source::Written { .. } | Source::Later(_) => Given::Nothing,
        }
    }
}

/// Returns whether the call number `call` of a function may have any result. That always holds for the first
/// call. Later calls of some functions, such as `getpid`, have the same result again.
fn answers(function: &str, call: u32, library: &Library) -> bool {
    // A user's table of library functions may leave open who decides the result. Then the function is treated
    // as one without an entry.
    let is_unknown =
        |entry: &Entry| entry.decided == Decided::Itself && Library::built_in().function(function).is_none();
    call == 0 || library.function(function).is_none_or(|entry| entry.answers_anew || is_unknown(entry))
}

#[cfg(test)]
mod tests {
    use super::{Freedom, Given};
    use crate::{InputObject, Source};
    use csieve_base::library::Library;
    use csieve_graph::Type;

    fn given(source: &Source, ty: Type) -> Given {
        let library = Library::built_in();
        assert_eq!(Freedom::OfTest.given(source, ty, library), Given::Choice);
        Freedom::OfProgram.given(source, ty, library)
    }

    fn result(function: &str, call: u32) -> Source {
        Source::Result { function: function.into(), call }
    }

    #[test]
    fn a_program_gets_numbers_and_outcomes() {
        assert_eq!(given(&result("read_number", 3), Type::INT), Given::Choice);
        assert_eq!(given(&result("rand", 3), Type::INT), Given::Choice);
        assert_eq!(given(&Source::Allocation { call: 2 }, Type::INT), Given::Choice);
        assert_eq!(given(&Source::Param(0), Type::INT), Given::Choice);
    }

    #[test]
    fn nobody_chooses_pointers_and_memory_for_it() {
        assert_eq!(given(&Source::Param(1), Type::Pointer), Given::Object);
        assert_eq!(given(&result("make_list", 0), Type::Pointer), Given::Nothing);
        let memory = Source::Memory { object: InputObject::Fresh(0), offset: 8 };
        assert_eq!(given(&memory, Type::INT), Given::Nothing);
    }

    #[test]
    fn what_stays_as_it_is_answers_once() {
        assert_eq!(given(&result("getpid", 0), Type::INT), Given::Choice);
        assert_eq!(given(&result("getpid", 1), Type::INT), Given::Nothing);
    }
}
