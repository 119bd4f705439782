//! What is known of one function.

use std::sync::Arc;

use serde::Deserialize;

/// What a function returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Returns {
    /// Nothing.
    Void,
    /// `int`, signed or not.
    Int,
    /// `long` and what is as wide: `ssize_t`, `off_t`.
    Long,
    /// `size_t`
    Size,
    /// A pointer.
    Pointer,
    /// A number with a fraction.
    Float,
    /// Its first argument.
    #[serde(rename = "first argument")]
    First,
    /// What its declaration says.
    #[default]
    Unknown,
}

/// What a null pointer as the result means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NullResult {
    /// It is never returned.
    Never,
    /// The call failed; a program has to reckon with that.
    Failure,
    /// Nothing was found; the program often knows that there is something.
    Absence,
}

/// What a call changes besides what else is said of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effects {
    /// Nothing that can be read.
    None,
    /// Memory. What the function is given is neither kept nor freed nor handed on.
    Memory,
    /// Anything; what it is given may be kept or freed.
    #[default]
    Anything,
}

/// Who decides what a call returns and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decided {
    /// The function itself, by what it is given.
    #[default]
    Itself,
    /// The world outside the program: whoever types, the clock, files.
    Environment,
}

/// Where memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    /// It has to be freed.
    Heap,
    /// It is gone when the caller returns.
    Stack,
}

/// What is in fresh memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contents {
    /// Nothing but 0.
    Zeros,
    /// Whatever was there: nobody may read it before it is written.
    Indeterminate,
}

/// Which way a buffer is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferUse {
    /// It is read.
    Reads,
    /// It is written.
    Writes,
}

/// How much of a buffer a call uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BufferSize {
    /// The product of these arguments and of the size of an element.
    Product {
        /// Positions of arguments.
        arguments: Vec<usize>,
        /// Bytes of an element.
        each: u64,
    },
    /// The string in this argument, with the character that ends it.
    String(usize),
    /// What the format in this argument prints at least, with the character that ends it.
    Format(usize),
}

/// A buffer that a call uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The argument that points to it.
    pub argument: usize,
    /// Read or written.
    pub usage: BufferUse,
    /// How much of it.
    pub size: BufferSize,
    /// Less may be used.
    pub at_most: bool,
    /// It begins behind the string that is in the buffer.
    pub appends: bool,
    /// It is a text, which ends within its object; else a block of bytes, which may go on behind a member.
    pub is_text: bool,
}

/// A kind of resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Resource {
    /// Its name: `pipe`. A function closes it if it closes a resource of this name.
    pub name: String,
    /// The kind that it is used as, for people: `stream`. It is the name itself where nothing else is said.
    pub like: String,
    /// A handle is a pointer, NULL if opening failed, to an object that closing frees; else it is a number, -1 if
    /// opening failed.
    pub is_pointer: bool,
    /// Strings that say, as an argument of the opening call, that the handle is meant to stay open.
    pub kept_for: Vec<String>,
}

/// How a function takes a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Locking {
    /// The argument that points to the lock.
    pub argument: Option<usize>,
    /// The name of the one lock there is, if no argument tells.
    pub name: Option<String>,
    /// The result that says that the lock is held: `nonzero`, or the name of a constant; else it is 0.
    pub success: Option<String>,
    /// Others may hold it in the same way.
    pub shared: bool,
    /// It does not wait: if another holds the lock, it fails.
    pub r#try: bool,
    /// The lock may be one that a thread can take again.
    pub may_be_recursive: bool,
}

/// A function of the C library whose effect on memory is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActsLike {
    /// `abs`
    Abs,
    /// `labs`
    Labs,
    /// `isdigit`
    Isdigit,
    /// `memcmp`
    Memcmp,
    /// `memcpy`, which may also copy within one object.
    Memcpy,
    /// `memset`
    Memset,
    /// `strcmp`
    Strcmp,
    /// `strcpy`
    Strcpy,
    /// `strlen`
    Strlen,
    /// `strncmp`
    Strncmp,
}

/// What tells the second return of a call from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Second {
    /// The result is 0 first, and then never again.
    #[serde(rename = "zero first")]
    ZeroFirst,
    /// The result is 0 the second time.
    #[serde(rename = "zero again")]
    ZeroAgain,
    /// The call returns 0 in a new process first, and in its own once that has ended.
    #[serde(rename = "zero in child")]
    ZeroInChild,
    /// Nothing.
    #[serde(rename = "unknown")]
    Unknown,
}

/// How a call returns a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Twice {
    /// What the result says.
    pub result: Second,
    /// The handler of a signal may jump back to it, and not only a call.
    #[serde(default)]
    pub signals: bool,
}

/// What comes from outside the program, and nobody has looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Input {
    /// The result is a text from there.
    pub result: bool,
    /// What these arguments lead to is filled from there.
    pub arguments: Vec<usize>,
}

/// Numbers that come from outside the program, and nobody has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// They do only if this argument is a text from outside; else always.
    pub text: Option<usize>,
    /// They are written where this argument and those behind it point to; else the result is one.
    pub into: Option<usize>,
    /// The smallest and largest; none if it may be any.
    pub range: Option<(i128, i128)>,
}

/// An object of the library that files may declare themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variable {
    /// A stream that every program has open.
    pub is_open: bool,
    /// It leads to a text from outside the program.
    pub is_input: bool,
}

/// What is known of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Entry {
    /// What it returns.
    pub returns: Returns,
    /// The smallest and largest result.
    pub result: Option<(i128, i128)>,
    /// What NULL means as a result, if that is known.
    pub null: Option<NullResult>,
    /// Arguments that must not be NULL.
    pub nonnull: Vec<usize>,
    /// Arguments that point to a pointer, which is written and not NULL then.
    pub sets: Vec<usize>,
    /// What a call changes.
    pub effects: Effects,
    /// The argument with a format that may ask for writing (`%n`).
    pub format: Option<usize>,
    /// The result is a fresh object.
    pub allocates: Option<Storage>,
    /// What the result is instead if that fails, where it is not NULL.
    pub failure: Option<i128>,
    /// The size of that object is the product of these arguments.
    pub bytes: Vec<usize>,
    /// Or that of the string in this argument, with the character that ends it.
    pub string: Option<usize>,
    /// What is in that object, if anything is known of it.
    pub contents: Option<Contents>,
    /// This argument is freed.
    pub frees: Option<usize>,
    /// This argument is freed if the allocation succeeds.
    pub reallocates: Option<usize>,
    /// Buffers that a call uses.
    pub buffers: Vec<Buffer>,
    /// The result is a resource that has to be closed.
    pub opens: Option<Arc<Resource>>,
    /// This argument is closed.
    pub closes: Option<(Arc<Resource>, usize)>,
    /// Arguments that the result owns if the call succeeds.
    pub takes: Vec<usize>,
    /// Programs open it for the number that it takes, and look at the result only to see whether that worked.
    pub for_its_number: bool,
    /// It takes a lock.
    pub locks: Option<Locking>,
    /// It releases a lock.
    pub unlocks: Option<Locking>,
    /// It never returns.
    pub noreturn: bool,
    /// It is called because an assertion does not hold.
    pub fails_assertion: bool,
    /// It may jump back to a call that returns twice.
    pub jumps_back: bool,
    /// A call may return a second time.
    pub returns_twice: Option<Twice>,
    /// It changes memory, and returns, what this function does.
    pub acts_like: Option<ActsLike>,
    /// The result leads into what this argument leads to, or is a copy of that.
    pub part_of: Option<usize>,
    /// What it reads from outside the program.
    pub input: Option<Input>,
    /// Numbers from outside the program.
    pub number: Option<Numbers>,
    /// A program may well have another function with this name.
    pub common: bool,
    /// Who decides what it returns and writes.
    pub decided: Decided,
    /// Where the environment decides: it does so again in every call.
    pub answers_anew: bool,
    /// How many parameters it has, if that tells it from others with its name.
    pub parameters: Option<usize>,
}
