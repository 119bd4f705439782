//! The functions and objects that a file uses but does not define. They must be supplied to run the file
//! without the rest of its program.

use super::UnitContext;
use crate::{
    lower::ctype::{CType, Shape},
    summary::Replaced,
};

/// The kind of a value that is passed as an argument or returned as a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// No value (`void`).
    Nothing,
    /// An integer.
    Integer,
    /// A pointer.
    Pointer,
    /// A floating-point number.
    Float,
    /// A structure or union.
    Record,
    /// A value of an unknown type.
    Unknown,
}

impl Passing {
    fn of(ty: &CType) -> Self {
        match ty.shape {
            Shape::Void => Self::Nothing,
            Shape::Int(_) => Self::Integer,
            Shape::Float(_) => Self::Float,
            Shape::Pointer(_) | Shape::Array(..) | Shape::Function(_) => Self::Pointer,
            Shape::Record(_) => Self::Record,
            Shape::Named(_) | Shape::Unknown => Self::Unknown,
        }
    }
}

impl UnitContext {
    /// Returns the kind of the result of a function, and the kinds of its parameters if it has a prototype.
    /// Returns `None` if the function is not declared.
    pub fn passing(&self, function: &str) -> Option<(Passing, Option<Vec<Passing>>)> {
        let info = self.functions.get(function)?;
        let params = info.params.as_ref().map(|params| params.iter().map(Passing::of).collect());
        Some((Passing::of(&info.returns), params))
    }

    /// Returns whether the parameter of a function at a position (from 0) is a pointer to `const`.
    pub fn only_reads(&self, function: &str, position: usize) -> bool {
        let params = self.functions.get(function).and_then(|info| info.params.as_ref());
        let param = params.and_then(|params| params.get(position));
        param.is_some_and(|param| matches!(&param.shape, Shape::Pointer(to) if to.constant))
    }

    /// Returns the functions that the file or a header declares, in no order.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    /// Returns the functions that are declared but not defined, in no order.
    pub fn undefined_functions(&self) -> impl Iterator<Item = &str> {
        let undefined = self.functions.iter().filter(|(_, info)| !info.defined && !info.is_static);
        undefined.map(|(name, _)| name.as_str())
    }

    /// Returns the objects that another file defines, in alphabetical order.
    pub fn undefined_objects(&self) -> Vec<&str> {
        let foreign = self.globals.iter().filter(|(_, info)| info.foreign);
        let mut names: Vec<&str> = foreign.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// Returns the objects that the file defines for other files, in no order. A weak object may have another
    /// definition.
    pub fn exported_objects(&self) -> impl Iterator<Item = &str> {
        let exported =
            self.globals.iter().filter(|(_, info)| !info.foreign && !info.is_static && !info.is_weak);
        exported.map(|(name, _)| name.as_str())
    }

    /// Returns whether the file defines an object for other files, but gives it no first value (C11, 6.9.2). Linkers may
    /// take the definition of another file for the same object.
    pub fn is_tentative(&self, name: &str) -> bool {
        self.globals.get(name).is_some_and(|info| !info.foreign && !info.is_static && !info.is_initialised)
    }

    /// Returns whether the file declares an object that another file defines.
    pub fn is_foreign_object(&self, name: &str) -> bool {
        self.globals.get(name).is_some_and(|info| info.foreign)
    }

    /// Returns whether the file or a header declares a function of this name.
    pub fn is_function(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// Returns whether a function is assumed to read a number from outside the program: the file itself
    /// declares it but does not define it, it has no parameters, and it returns an integer.
    pub fn is_input(&self, function: &str) -> bool {
        let told = self.functions.get(function).filter(|info| info.is_told_here && !info.defined);
        told.is_some_and(|info| {
            Passing::of(&info.returns) == Passing::Integer
                && info.params.as_ref().is_some_and(Vec::is_empty)
                && !info.variadic
        })
    }

    /// Returns whether the file has functions with the attribute `constructor`, which run before `main`.
    pub fn has_constructors(&self) -> bool {
        self.functions.values().any(|info| info.attributes.constructor)
    }

    /// Returns whether a function runs before `main` or after it: with the attribute `constructor` or `destructor`.
    pub fn runs_beside_main(&self, function: &str) -> bool {
        let attributes = self.functions.get(function).map(|info| &info.attributes);
        attributes.is_some_and(|attributes| attributes.constructor || attributes.destructor)
    }

    /// Returns whether all bytes of an object that is declared outside functions are 0 when the program starts.
    pub(crate) fn starts_as_zeros(&self, object: &str) -> bool {
        let info = self.globals.get(object);
        info.is_some_and(|info| !info.foreign && !info.is_initialised && !info.ty.volatile && !info.is_weak)
    }

    /// Returns the value that a `static` integer or pointer has when the program starts, if it is known.
    pub fn starts_as(&self, object: &str) -> Option<i128> {
        self.globals.get(object)?.initial
    }

    /// Returns whether nothing writes an array or structure of the file, so that it keeps its first values. `replaced` are
    /// the library functions that some file defines.
    pub fn keeps_first_values(&self, object: &str, replaced: &Replaced) -> bool {
        self.table(object, |function| replaced.has(function)).is_some()
    }

    /// Returns whether an object with static storage is constant, so that it cannot be written.
    pub fn is_constant(&self, object: &str) -> bool {
        self.globals.get(object).is_some_and(|info| is_constant(&info.ty))
    }
}

fn is_constant(ty: &CType) -> bool {
    match &ty.shape {
        Shape::Array(element, _) => ty.constant || is_constant(element),
        _ => ty.constant,
    }
}
