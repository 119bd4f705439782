//! Data invariants: the values that an object with static storage has in every run, whatever function reads it.
//!
//! The objects are integers and pointers whose address nobody takes, so that the only writes are those that name
//! them. An interval is an invariant if it has the first value, and if every function that assigns to the object
//! leaves it in the interval when it finds it there, on entry and after each call. The least such interval is
//! sought by iteration, with widening to the constants that the functions mention.

mod facts;
mod least;
mod parts;
mod stores;

pub use facts::Facts;
pub(crate) use facts::{fact, object};
pub(crate) use parts::{Led, led};
pub use parts::{part_at, part_invariant};

use csieve_base::{
    library::Library,
    text::{Sentence, sentence},
};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, ExprKind, Type};
pub use csieve_lowering::project::Basis;
use csieve_lowering::{
    project::{Meaning, Surroundings},
    unit::MOST_WRITERS,
};
use csieve_reports::finding::Looked;

pub(crate) use stores::named;

use facts::Calls;
use stores::Storing;

/// The values that an object with static storage has in every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The interval of the values. For a pointer, NULL is 0.
    pub values: Interval,
    /// On what the invariant rests.
    pub basis: Basis,
    /// What was looked at: all that names the object.
    pub looked: (String, Looked),
}

impl Invariant {
    /// Returns whether the invariant is a fact, on which proofs may rest.
    pub fn is_certain(&self) -> bool {
        self.basis == Basis::AllStores
    }

    /// Returns what the invariant says of an object of a type, for the reader.
    pub fn said(&self, object: &str, ty: Type) -> Sentence {
        let name = object.rsplit('.').next().unwrap_or(object);
        if let (Basis::NoCallBack, (_, Some(function))) = (self.basis, parts(object)) {
            return sentence!("only if `{}` is called again before it returns", function);
        }
        match (ty, self.values.bounds()) {
            (Type::Pointer, Some((0, 0))) => sentence!("nothing in the checked files sets `{}`", name),
            (Type::Pointer, _) => {
                sentence!("the checked files store only pointers other than NULL in `{}`", name)
            }
            (_, Some((low, high))) if low == high => {
                sentence!("the checked files store only {} in `{}`", low.to_string(), name)
            }
            (_, Some((low, high))) => sentence!(
                "the checked files store only values from {} to {} in `{}`",
                low.to_string(),
                high.to_string(),
                name
            ),
            (_, None) => sentence!("the checked files store nothing in `{}`", name),
        }
    }
}

/// The files of a program, with what their analysis needs.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// The file in which runs begin, and the files that are checked together with it.
    pub files: Surroundings<'a>,
    /// What is known of library functions.
    pub library: &'a Library,
    /// Whether signed overflow wraps.
    pub wrapv: bool,
}

/// Returns the invariant of an object with static storage, given by its name and type. A static object `x` of a
/// function `f` is named `f.x`. `None` if there is none that says more than the object's type.
pub fn invariant(program: Program, (object, ty): (&str, Type)) -> Option<Invariant> {
    let kept = program.files.kept();
    let found = kept.invariant(object).unwrap_or_else(|| {
        let found = sought(program, (object, ty));
        kept.put_invariant(object, found);
        found
    });
    let (values, basis) = found?;
    let looked = if basis == Basis::CheckedFiles { Looked::Calls } else { Looked::Callers };
    Some(Invariant { values, basis, looked: (parts(object).0.to_owned(), looked) })
}

/// Returns the values that a static object of a function has whenever the function is called, but for calls that come
/// back to it before it returns. `None` if there are none that say more than the object's type.
pub fn between_calls(program: Program, (object, ty): (&str, Type)) -> Option<Invariant> {
    let (name, Some(function)) = parts(object) else { return None };
    let Writers { defining, functions, .. } = writers(program.files, (name, Some(function)))?;
    let storing = functions.into_iter().map(|writer| Storing::of(program, writer, (name, Some(function))));
    let storing: Vec<Storing> = storing.collect::<Option<_>>()?;
    let first = first(program, defining, object)?;
    let values = least_of(first, ty, &storing, program.wrapv, Calls::StayAway)?;
    Some(Invariant { values, basis: Basis::NoCallBack, looked: (name.to_owned(), Looked::Callers) })
}

/// Returns the name of an object, and the function that has it if it is local.
pub(crate) fn parts(object: &str) -> (&str, Option<&str>) {
    match object.rsplit_once('.') {
        Some((function, name)) => (name, Some(function)),
        None => (object, None),
    }
}

fn sought(program: Program, (object, ty): (&str, Type)) -> Option<(Interval, Basis)> {
    let files = program.files;
    let (name, function) = parts(object);
    let Writers { defining, functions, is_certain } = writers(files, (name, function))?;
    if functions.len() > MOST_WRITERS {
        return None;
    }
    let storing = functions.into_iter().map(|writer| Storing::of(program, writer, (name, function)));
    let storing: Vec<Storing> = storing.collect::<Option<_>>()?;
    let first = first(program, defining, object)?;
    let least = |calls: Calls| least_of(first, ty, &storing, program.wrapv, calls);
    match (least(Calls::ComeBack), is_certain) {
        (Some(values), true) => Some((values, Basis::AllStores)),
        (Some(values), false) => Some((values, Basis::CheckedFiles)),
        (None, true) => Some((least(Calls::StayAway)?, Basis::NoCallBack)),
        (None, false) => None,
    }
}

/// The functions that may assign to an object.
pub(crate) struct Writers {
    /// The file that defines the object.
    pub defining: Option<u32>,
    /// The functions, each with its file and its place there.
    pub functions: Vec<(Option<u32>, usize)>,
    /// Whether there are certainly no others.
    pub is_certain: bool,
}

/// Returns the functions that may assign to an object, given by its name and the function that has it if it is
/// local. `None` if it may be written in other ways, or elsewhere.
pub(crate) fn writers(files: Surroundings, (name, function): (&str, Option<&str>)) -> Option<Writers> {
    let unit = files.unit();
    let alone = |file: Option<u32>, functions: Vec<usize>| {
        let functions = functions.into_iter().map(|one| (file, one)).collect();
        Some(Writers { defining: file, functions, is_certain: true })
    };
    if let Some(function) = function {
        let Meaning { file, name } = files.function(function);
        return alone(file, vec![files.unit_of(file).place(&name)?]);
    }
    if unit.context.is_variable(name) && !unit.context.is_shared_variable(name) {
        return alone(None, unit.assigning(name)?);
    }
    let defining = files.defining_for_all(name)?;
    let mut all = Vec::new();
    for file in files.all().filter(|file| files.may_mention(*file, name)) {
        let functions = files.assigning_shared(file, name)?;
        all.extend(functions.into_iter().map(|function| (file, function)));
    }
    Some(Writers { defining, functions: all, is_certain: false })
}

/// Returns the first value of an object that a file defines.
pub(crate) fn first(program: Program, file: Option<u32>, object: &str) -> Option<Interval> {
    let (unit, library) = (program.files.unit_of(file), program.library);
    if let Some(value) = unit.context.starts_as(object) {
        return Some(Interval::point(value));
    }
    let Some(initialiser) = unit.initialiser(library, object) else {
        return unit.starts_as_zeros(library, object).then_some(Interval::ZERO);
    };
    let cfg = &initialiser.graph;
    let stored = cfg.edges.iter().filter_map(|edge| match edge.action {
        Action::Store { pointer, value } if cfg.statics.own == [pointer] => Some(value),
        _ => None,
    });
    let [value] = stored.collect::<Vec<_>>()[..] else { return None };
    match cfg.expr(cfg.exprs.strip_casts(value)).kind {
        ExprKind::Const(number) => Some(Interval::point(number)),
        ExprKind::Address(_) | ExprKind::AddressOf(_) => Some(Interval::NON_NULL),
        _ => None,
    }
}

/// Returns the least interval of an object that some functions store into.
fn least_of(first: Interval, ty: Type, storing: &[Storing], wrapv: bool, calls: Calls) -> Option<Interval> {
    let bounds: Vec<i128> = storing.iter().flat_map(|one| one.constants.iter().copied()).collect();
    least::least(first, ty, &bounds, &|known| {
        let each = storing.iter().map(|one| one.stored(known, wrapv, calls));
        each.collect::<Option<Vec<_>>>().map(|each| each.into_iter().fold(Interval::EMPTY, Interval::hull))
    })
}
