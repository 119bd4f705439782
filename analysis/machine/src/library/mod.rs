//! Functions of the C library whose effect follows from memory alone, or comes from outside.
//!
//! One file has the functions of one family. A function gives [`Computed::Nothing`] if something that it
//! needs is unknown; the call then has the effects that the table of library functions states.

mod characters;
mod formats;
mod memory;
mod numbers;
mod reals;
mod scan;
mod sort;
mod strings;
mod tables;
mod tokens;
mod wide;

pub(crate) use tables::Table;

use super::{
    call::Argument,
    cells::{Cell, TO_THE_END},
    inputs::Host,
    outcome::{Followed, Stop, Subject, unknown},
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_base::{
    library::{ActsLike, Decided, Entry, Library},
    rule::Rule,
};
use csieve_graph::{IntType, Type, VarId};

/// The largest number of bytes that one library call reads, compares or writes one by one.
const MOST_BYTES: i128 = 1 << 16;

/// The effect of a call of a library function, as far as the machine computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Computed {
    /// No effect was computed: the machine does not know how, or something that the function needs is
    /// unknown.
    Nothing,
    /// Memory was changed. That the function returns its first argument is already in the graph.
    Memory,
    /// The function returns this value, and its effects on memory have taken place.
    Result(Known),
}

impl From<Option<Known>> for Computed {
    fn from(result: Option<Known>) -> Self {
        result.map_or(Self::Nothing, Self::Result)
    }
}

impl From<Option<i128>> for Computed {
    fn from(result: Option<i128>) -> Self {
        result.map(Known::Number).into()
    }
}

/// Checks that a function that writes a number of bytes gets memory. NULL is none, unless it writes no bytes.
fn writes_somewhere<S>(function: &str, args: &[Argument<S>]) -> Followed<()> {
    let is_zero =
        |position: usize| args.get(position).is_some_and(|(value, _)| value.known == Known::Number(0));
    if matches!(function, "memset" | "memcpy" | "memmove") && is_zero(0) && !is_zero(2) {
        return Err(Stop::Undefined("a library function writes to NULL"));
    }
    Ok(())
}

/// Returns the name under which the machine knows the function of a table entry; `None` if it does not know
/// the function. An entry of a user's table counts only for what it says that the function acts like.
pub(crate) fn simulated<'n>(callee: &'n str, entry: &Entry) -> Option<&'n str> {
    Some(match entry.acts_like {
        Some(ActsLike::Abs) => "abs",
        Some(ActsLike::Labs) => "labs",
        Some(ActsLike::Isdigit) => "isdigit",
        Some(ActsLike::Memcmp) => "memcmp",
        Some(ActsLike::Memcpy) => "memmove",
        Some(ActsLike::Memset) => "memset",
        Some(ActsLike::Strcmp) => "strcmp",
        Some(ActsLike::Strcpy) => "strcpy",
        Some(ActsLike::Strlen) => "strlen",
        Some(ActsLike::Strncmp) => "strncmp",
        None => Library::built_in().function(callee).filter(|known| *known == entry).map(|_| callee)?,
    })
}

impl<H: Host> Machine<'_, '_, H> {
    /// Performs a call of a library function for which the lowering made no edges of its own.
    pub(crate) fn library_call(
        &mut self,
        callee: &str,
        args: &[csieve_graph::ExprId],
        result: Option<VarId>,
        range: Option<(i128, i128)>,
        writes_memory: bool,
    ) -> Followed<()> {
        let args = self.arguments(args)?;
        self.passed(&args)?;
        let edge = self.frame().edge;
        let entry = self.cfg().known.function(edge);
        if entry.is_some_and(|entry| entry.fails_assertion) {
            return Err(Stop::Misuse(Rule::AssertionFailure, Subject::Nothing));
        }
        if let (Some(_), Some((value, _))) = (entry.and_then(|entry| entry.returns_twice), args.first()) {
            self.sets_jump(value.known);
            return Ok(());
        }
        if entry.is_some_and(|entry| entry.jumps_back) && self.sets_jump {
            return unknown("where a jump back leads is not known");
        }
        if self.ends_behind() {
            return Err(Stop::NeverReturns);
        }
        let computed = match entry.and_then(|entry| simulated(callee, entry)) {
            Some(function) => {
                writes_somewhere(function, &args)?;
                self.computed(function, &args)?
            }
            None => Computed::Nothing,
        };
        self.lists_are_used(&args);
        if !(callee.starts_with("strto") && matches!(computed, Computed::Result(_))) {
            self.forget_errno();
        }
        match (computed, result) {
            (Computed::Result(known), Some(var)) => {
                self.may_hide(known, self.cfg().var(var).ty);
                self.set(var, Value::plain(known));
                return Ok(());
            }
            (Computed::Result(_) | Computed::Memory, _) => return Ok(()),
            (Computed::Nothing, _) => {}
        }
        if entry.is_some_and(|entry| entry.decided == Decided::Environment) {
            self.environment(callee, &args, result, false);
        } else {
            if writes_memory {
                self.overwritten(&args);
            }
            if let Some(var) = result {
                let value = match range {
                    Some((low, high)) if low == high => Value::number(low),
                    _ => Value::unknown(),
                };
                self.may_hide(value.known, self.cfg().var(var).ty);
                self.set(var, value);
            }
        }
        self.in_range(result, range)
    }

    /// Performs the first return of a call that may return twice, such as `setjmp`. It changes nothing but the
    /// object behind its argument, which no other code reads.
    fn sets_jump(&mut self, buffer: Known) {
        self.sets_jump = true;
        if let Known::Pointer(pointer) = buffer {
            self.memory.get_mut(pointer.object).may_be_written();
        }
    }

    /// Ends the run as undefined if the host chose a result that the library function cannot have.
    fn in_range(&mut self, result: Option<VarId>, range: Option<(i128, i128)>) -> Followed<()> {
        let (Some(var), Some((low, high))) = (result, range) else { return Ok(()) };
        let id = self.variable(var);
        let number = self.read(id, 0, self.cfg().var(var).ty)?.known.as_number();
        if number.is_some_and(|number| !(low..=high).contains(&number)) {
            return Err(Stop::Undefined("a library function returns a value outside its range"));
        }
        Ok(())
    }

    /// Makes all memory unknown to which the arguments of a call lead, directly and through pointers in
    /// memory.
    fn overwritten(&mut self, args: &[Argument<H::Shadow>]) {
        self.memory.share_all();
        let pointers = args.iter().map(|(value, _)| value.known);
        let mut pending: Vec<Known> = pointers.collect();
        let mut seen: Vec<ObjectId> = Vec::new();
        while let Some(known) = pending.pop() {
            let Known::Pointer(pointer) = known else { continue };
            if seen.contains(&pointer.object) || self.writable(pointer.object).is_err() {
                continue;
            }
            seen.push(pointer.object);
            let cells = &mut self.memory.get_mut(pointer.object).cells;
            pending.extend(cells.all().iter().map(|cell| cell.value.known));
            cells.clear();
            cells.write(Cell { offset: 0, width: TO_THE_END, value: Value::unknown(), ty: Type::Unknown });
        }
    }

    /// Computes a call of the library function with this name.
    fn computed(&mut self, function: &str, args: &[Argument<H::Shadow>]) -> Followed<Computed> {
        let known: Vec<Known> = args.iter().map(|(value, _)| value.known).collect();
        let families = [
            Self::on_memory,
            Self::on_strings,
            Self::on_tokens,
            Self::on_formats,
            Self::on_scans,
            Self::on_wide,
            Self::on_numbers,
        ];
        for family in families {
            let computed = family(self, function, &known)?;
            if computed != Computed::Nothing {
                return Ok(computed);
            }
        }
        let computed = characters::computed(function, &known);
        if computed == Computed::Nothing { self.on_reals(function, &known) } else { Ok(computed) }
    }
}

/// Returns a number of bytes that is passed to a library function, converted to `size_t`.
pub(crate) fn size(known: Known) -> Option<i128> {
    known.as_number().map(|number| IntType::ULONG.wrapped(number))
}

/// Returns a pointer to an offset in an object.
fn pointer((object, offset): (ObjectId, i128)) -> Known {
    Known::Pointer(Pointer { object, offset: Some(offset) })
}
