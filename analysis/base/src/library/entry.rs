//! The facts that the library table states about one function.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Deserialize;

use super::{signature::Arguments, stored::Stored};

/// The type of a function's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Returns {
    /// `void`: no result.
    Void,
    /// `int` or `unsigned int`.
    Int,
    /// `long`, or another signed type of the same width: `ssize_t`, `off_t`.
    Long,
    /// `size_t`.
    Size,
    /// Any pointer.
    Pointer,
    /// A floating-point number.
    Float,
    /// The function returns its first argument.
    #[serde(rename = "first argument")]
    First,
    /// The table states no type: the declaration of the function in the C file does.
    #[default]
    Unknown,
}

/// The meaning of a null pointer as the result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NullResult {
    /// The function never returns NULL.
    Never,
    /// The call failed, and the program has to test for that.
    Failure,
    /// The call found nothing. The program often knows that there is something to find.
    Absence,
    /// Nothing was asked for: an allocation of 0 bytes.
    Empty,
}

/// The memory that a call may change, apart from the effects that other fields of [`Entry`] state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effects {
    /// The call changes nothing that the program can read.
    None,
    /// The call may write memory. It neither keeps nor frees the objects that its arguments point to, nor
    /// does it pass them on to other code.
    Memory,
    /// The call may write anything, and may keep or free the objects that its arguments point to.
    #[default]
    Anything,
}

/// What determines the results and outputs of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decided {
    /// The arguments and the memory that the function reads determine its results and outputs.
    #[default]
    Itself,
    /// The world outside the program determines the results and outputs: users, the clock, files.
    Environment,
}

/// The storage in which a function allocates memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    /// The heap: the memory has to be freed.
    Heap,
    /// The stack frame of the caller: the memory is gone when the caller returns.
    Stack,
}

/// The contents of freshly allocated memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contents {
    /// All bytes are 0.
    Zeros,
    /// Indeterminate values: reading them before a write is a misuse.
    Indeterminate,
}

/// The direction in which a call uses a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferUse {
    /// The call reads the buffer.
    Reads,
    /// The call writes the buffer.
    Writes,
}

/// The number of bytes of a buffer that a call reads or writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BufferSize {
    /// The product of some arguments and the size of an element, in bytes.
    Product {
        /// The positions of the arguments, from 0.
        arguments: Vec<usize>,
        /// The size of an element, in bytes.
        each: u64,
    },
    /// The length of the string in the argument at this position, plus 1 for its terminating zero.
    String(usize),
    /// The least number of characters that the format in the argument at this position prints, plus 1 for the
    /// terminating zero.
    Format(usize),
}

/// A buffer that a call reads or writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The position of the argument that points to the buffer, from 0.
    pub argument: usize,
    /// Whether the call reads or writes the buffer.
    pub usage: BufferUse,
    /// The number of bytes of the buffer that the call reads or writes.
    pub size: BufferSize,
    /// Whether `size` is only an upper bound: the call may use fewer bytes.
    pub at_most: bool,
    /// Whether the call writes at the end of the string that is already in the buffer, as `strcat` does.
    pub appends: bool,
    /// Whether the buffer is a text, which must end within the structure member that it starts in. A block of
    /// bytes, as for `memcpy`, may go on past the end of a member.
    pub is_text: bool,
}

/// A kind of resource, such as a stream, that is opened and has to be closed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Resource {
    /// The name of the kind of resource, such as `pipe`. A function closes a resource only if its entry names
    /// the same kind.
    pub name: String,
    /// The kind of resource as which a resource of this kind is used, also the name in messages: a `pipe` is
    /// used as a `stream`. Equal to `name` unless the table states another kind.
    pub like: String,
    /// Whether the handle of a resource is a pointer: then NULL means that opening failed, and closing frees
    /// the object. Otherwise the handle is a number, and -1 means that opening failed.
    pub is_pointer: bool,
    /// Strings, such as `/dev/null`, that mark a handle as meant to stay open when the opening call has them
    /// as an argument.
    pub kept_for: Vec<String>,
}

/// How a function takes or releases a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Locking {
    /// The position of the argument that points to the lock, from 0.
    pub argument: Option<usize>,
    /// The name of the lock, for a function that has no argument for it and always uses the same one.
    pub name: Option<String>,
    /// The result of the call that means that the caller now holds the lock: `nonzero`, or the name of a
    /// constant. `None` means the result 0.
    pub success: Option<String>,
    /// Whether other threads may hold the lock in the same way at the same time: the read side of a
    /// read-write lock.
    pub shared: bool,
    /// Whether the call fails instead of waiting if the lock is held already.
    pub r#try: bool,
    /// Whether the lock may be recursive, so that one thread can take it twice.
    pub may_be_recursive: bool,
}

/// A function of the C library that concrete runs and the search for inputs simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActsLike {
    /// The function `abs`.
    Abs,
    /// The function `labs`.
    Labs,
    /// The function `isdigit`.
    Isdigit,
    /// The function `memcmp`.
    Memcmp,
    /// The function `memcpy`, but source and destination may lie in one object.
    Memcpy,
    /// The function `memset`.
    Memset,
    /// The function `strcmp`.
    Strcmp,
    /// The function `strcpy`.
    Strcpy,
    /// The function `strlen`.
    Strlen,
    /// The function `strncmp`.
    Strncmp,
}

/// How the result of a call that returns twice (`setjmp`) tells the second return from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Second {
    /// The result is 0 on the first return and never again (`setjmp`).
    #[serde(rename = "zero first")]
    ZeroFirst,
    /// The result is 0 on the second return (`getcontext`).
    #[serde(rename = "zero again")]
    ZeroAgain,
    /// The call first returns 0 in a new process, and then a number other than 0 in the process that called
    /// (`vfork`).
    #[serde(rename = "zero in child")]
    ZeroInChild,
    /// The result does not tell the second return from the first.
    #[serde(rename = "unknown")]
    Unknown,
}

/// How a call may return twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Twice {
    /// How the result tells the second return from the first.
    pub result: Second,
    /// Whether a signal handler may jump back to the call, as to `sigsetjmp`. Otherwise only functions that
    /// the program itself calls may jump back to it.
    #[serde(default)]
    pub signals: bool,
    /// Whether other code runs before the call returns for the first time, as the context to which `swapcontext` goes.
    #[serde(default)]
    pub runs: bool,
}

/// Texts that a call brings from outside the program, not validated by any code yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Input {
    /// Whether the result of the call is a text from outside the program.
    pub result: bool,
    /// The positions of arguments, from 0, whose targets the call fills with text from outside the program.
    pub arguments: Vec<usize>,
}

/// Arguments whose targets a call fills only if it succeeds. Its result tells whether it did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fills {
    /// The positions of the arguments, from 0.
    pub arguments: Vec<usize>,
    /// The position of the first of several arguments, from 0: all later ones are filled as well.
    pub from: Option<usize>,
}

impl Fills {
    /// Returns whether the call fills the target of the argument at a position, counted from 0.
    pub fn has(&self, position: usize) -> bool {
        self.arguments.contains(&position) || self.from.is_some_and(|first| position >= first)
    }
}

/// Integers that a call brings from outside the program, not validated by any code yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The position of the argument with the text from which the integers are parsed: they come from outside
    /// only if that text does. `None` means that they always come from outside.
    pub text: Option<usize>,
    /// The position of the first argument that points to a variable into which the call writes an integer, as
    /// in `sscanf(text, format, &n)`. All later arguments do, too. `None` means that the integer is the
    /// result.
    pub into: Option<usize>,
    /// The position of the format of a text whose length the result is. The length comes from outside only if
    /// the format prints a text of any length.
    pub format: Option<usize>,
    /// The smallest and the largest integer that the call may bring, inclusive. `None` means that any is
    /// possible.
    pub range: Option<(i128, i128)>,
}

/// An argument that the result of a call never exceeds: `read` returns no more than the size that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AtMost {
    /// The position of the argument, from 0.
    pub argument: usize,
    /// The position of the argument with the flags of the call, if some of them lift the limit.
    pub flags: Option<usize>,
    /// The bits of the flags each of which lifts the limit.
    #[serde(default)]
    pub unless: i64,
}

/// Arguments that must not be NULL, unless a size is 0: `memcpy(NULL, NULL, 0)` copies nothing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NonnullIf {
    /// The positions of the pointers, from 0.
    pub arguments: Vec<usize>,
    /// The position of the argument with the size, from 0.
    pub size: usize,
}

/// A global variable of the library that source files may declare themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variable {
    /// Whether the variable is a stream that every program has open, such as `stdout`.
    pub is_open: bool,
    /// Whether the variable points to a text from outside the program, as `optarg` does.
    pub is_input: bool,
}

/// What a call that checks its arguments needs to return. Arguments are given by their positions, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReturnsIf {
    /// The argument is 0 or NULL.
    Zero(usize),
    /// The argument is not 0 or NULL.
    Nonzero(usize),
    /// The argument is at least 0.
    NotNegative(usize),
    /// The arguments are equal.
    Equal(usize, usize),
    /// The arguments are different.
    Different(usize, usize),
}

impl ReturnsIf {
    /// Returns the positions of the arguments that are checked.
    pub fn arguments(self) -> Vec<usize> {
        match self {
            Self::Zero(at) | Self::Nonzero(at) | Self::NotNegative(at) => vec![at],
            Self::Equal(one, other) | Self::Different(one, other) => vec![one, other],
        }
    }
}

/// The facts that the library table states about one function. Arguments are counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Entry {
    /// The type of the result.
    pub returns: Returns,
    /// The smallest and the largest result, inclusive, if the table states a range.
    pub result: Option<(i128, i128)>,
    /// The argument that the result never exceeds, if there is one.
    pub at_most: Option<AtMost>,
    /// The meaning of NULL as a result, if the table states the meaning.
    pub null: Option<NullResult>,
    /// The positions of the arguments, from 0, that must not be NULL.
    pub nonnull: Vec<usize>,
    /// Further arguments that must not be NULL, unless a size is 0.
    pub nonnull_if_nonzero: Option<NonnullIf>,
    /// The positions of the arguments, from 0, that point to a pointer variable, which the call sets to a
    /// pointer that is not NULL.
    pub sets: Vec<usize>,
    /// The arguments whose targets a call fills only if it succeeds.
    pub fills: Option<Fills>,
    /// The memory that a call may change.
    pub effects: Effects,
    /// The position of the argument that is a format string, which may ask for a write with `%n`.
    pub format: Option<usize>,
    /// The storage of the fresh object that the result points to, if the function allocates one.
    pub allocates: Option<Storage>,
    /// The result of a call whose allocation failed. `None` means NULL.
    pub failure: Option<i128>,
    /// The positions of the arguments, from 0, whose product is the size of the allocated object, in bytes.
    pub bytes: Vec<usize>,
    /// The position of the argument with a string whose length, plus 1 for its terminating zero, is the size
    /// of the allocated object in bytes. At most one of `bytes` and `string` is given.
    pub string: Option<usize>,
    /// The contents of the allocated object, if the table states them.
    pub contents: Option<Contents>,
    /// The name of the allocator. What one allocator made must not be freed by a function of another.
    pub family: Option<String>,
    /// The position of the argument whose object the call frees.
    pub frees: Option<usize>,
    /// The position of the argument whose object the call frees if the allocation of the new object succeeds
    /// (`realloc`).
    pub reallocates: Option<usize>,
    /// The buffers that a call reads or writes.
    pub buffers: Vec<Buffer>,
    /// The kind of the resource that the call opens and returns, which has to be closed.
    pub opens: Option<Arc<Resource>>,
    /// The kind of the resource that the call closes, and the position of the argument, from 0, that is the
    /// resource.
    pub closes: Option<(Arc<Resource>, usize)>,
    /// The handles or the memory that the call makes and stores through its arguments, if it does.
    pub stores: Option<Stored>,
    /// The positions of the arguments, from 0, that belong to the opened resource if the call succeeds
    /// (`fdopen`).
    pub takes: Vec<usize>,
    /// Whether programs may open the resource only to occupy its number, as with `dup`. It is then no leak if
    /// the result of the call is only compared.
    pub for_its_number: bool,
    /// Whether the call may write memory that the program gave the library to keep: buffers of streams.
    pub uses_kept: bool,
    /// The position of the argument with memory that the library keeps and later calls write. NULL gives it none.
    pub keeps: Option<usize>,
    /// Whether the call may wait for something outside the program, so that signal handlers may run meanwhile.
    pub waits: bool,
    /// How the call takes a lock. `None` if it takes none.
    pub locks: Option<Locking>,
    /// How the call releases a lock. `None` if it releases none.
    pub unlocks: Option<Locking>,
    /// Whether the function never returns.
    pub noreturn: bool,
    /// The condition of its arguments on which the call returns, if it may end the program (`error`, and
    /// `_assert_int_equal` of cmocka).
    pub returns_if: Option<ReturnsIf>,
    /// Whether the function reports an assertion that does not hold (`__assert_fail`). Such a function never
    /// returns.
    pub fails_assertion: bool,
    /// Whether the function may jump back to a call that returns twice (`longjmp`).
    pub jumps_back: bool,
    /// How the call may return a second time (`setjmp`). `None` if it cannot.
    pub returns_twice: Option<Twice>,
    /// The function that runs of the machine simulate in place of this one. It has the same result and
    /// effects on memory.
    pub acts_like: Option<ActsLike>,
    /// Whether the result depends only on the arguments and on what is in memory: calls with equal arguments have equal results
    /// until memory is written.
    pub is_pure: bool,
    /// The position of the argument whose target the result points into, or points to a copy of. If the
    /// target is a text from outside the program, so is the result.
    pub part_of: Option<usize>,
    /// The texts that the call brings from outside the program.
    pub input: Option<Input>,
    /// The integers that the call brings from outside the program.
    pub number: Option<Numbers>,
    /// Whether a program may well have another function of this name, so the entry counts only if the
    /// function is declared.
    pub common: bool,
    /// What determines the results and outputs of a call.
    pub decided: Decided,
    /// Whether each call has a new answer of the environment, so that the results of earlier calls predict
    /// nothing. Only if `decided` is [`Decided::Environment`].
    pub answers_anew: bool,
    /// The result after which the function gives no other: the end of an input.
    pub last: Option<i128>,
    /// The number of parameters, if the table states it. A function declared with another number is another
    /// function.
    pub parameters: Option<usize>,
    /// All arguments of the function, if the table states them. A function declared with others is another
    /// function.
    pub arguments: Option<Arguments>,
}
