//! What may be chosen for a run.

use crate::{
    cfg::Type,
    library::{Decided, Entry, Library},
    machine::Source,
};

/// For whom inputs are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// A test of the function: it chooses whatever the function comes across.
    OfTest,
    /// A program: only what really comes from outside is chosen, and nothing that other code might rule out. These are the
    /// integers that functions without parameters return, whether allocations and the like succeed, and how many arguments
    /// there are.
    OfProgram,
}

/// What a run is given for something that it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// What an assignment says.
    Choice,
    /// A pointer to an object of its own, which is not NULL.
    Object,
    /// Nothing: it is not known.
    Nothing,
}

impl Freedom {
    /// What a run is given for something that it asks for in a type.
    pub fn given(self, source: &Source, ty: Type, library: &Library) -> Given {
        match source {
            _ if self == Self::OfTest || source.is_outcome() => Given::Choice,
            Source::Param(_) | Source::Global(_) if ty == Type::Pointer => Given::Object,
            Source::Param(0) => Given::Choice,
            Source::Result { function, call }
                if matches!(ty, Type::Int(_)) && answers(function, *call, library) =>
            {
                Given::Choice
            }
            _ => Given::Nothing,
        }
    }
}

/// Whether a function may give any answer in one of its calls.
fn answers(function: &str, call: u32, library: &Library) -> bool {
    // What a table of a user says nothing of is as unknown as any function.
    let is_unknown =
        |entry: &Entry| entry.decided == Decided::Itself && Library::built_in().function(function).is_none();
    call == 0 || library.function(function).is_none_or(|entry| entry.answers_anew || is_unknown(entry))
}

#[cfg(test)]
mod tests {
    use super::{Freedom, Given};
    use crate::{
        cfg::Type,
        library::Library,
        machine::{InputObject, Source},
    };

    fn given(source: &Source, ty: Type) -> Given {
        let library = Library::built_in();
        assert_eq!(Freedom::OfTest.given(source, ty, library), Given::Choice);
        Freedom::OfProgram.given(source, ty, library)
    }

    fn result(function: &str, call: u32) -> Source {
        Source::Result { function: function.to_owned(), call }
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
