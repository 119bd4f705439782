//! What a file leaves to others, for a program that has to do without them.

use super::UnitContext;
use crate::lower::ctype::{CType, Shape};

/// How a value is passed to a function, or handed back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// There is none.
    Nothing,
    /// As an integer.
    Integer,
    /// As a pointer.
    Pointer,
    /// As a number with a fraction.
    Float,
    /// As a structure or union.
    Record,
    /// Nobody knows.
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
    /// What a function hands back, and what it is passed if a prototype says so; none if nothing declares it.
    pub fn passing(&self, function: &str) -> Option<(Passing, Option<Vec<Passing>>)> {
        let info = self.functions.get(function)?;
        let params = info.params.as_ref().map(|params| params.iter().map(Passing::of).collect());
        Some((Passing::of(&info.returns), params))
    }

    /// The functions that are declared and not defined, in order.
    pub fn undefined_functions(&self) -> Vec<&str> {
        let undefined = self.functions.iter().filter(|(_, info)| !info.defined && !info.is_static);
        let mut names: Vec<&str> = undefined.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// The objects that another file defines, in order.
    pub fn undefined_objects(&self) -> Vec<&str> {
        let foreign = self.globals.iter().filter(|(_, info)| info.foreign);
        let mut names: Vec<&str> = foreign.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// Whether a function brings numbers from outside: the file declares it and does not define it, it is passed nothing,
    /// and hands back an integer.
    pub fn is_input(&self, function: &str) -> bool {
        let told = self.functions.get(function).filter(|info| info.is_told_here && !info.defined);
        told.is_some_and(|info| {
            Passing::of(&info.returns) == Passing::Integer
                && info.params.as_ref().is_some_and(Vec::is_empty)
                && !info.variadic
        })
    }

    /// Whether functions of the file run before a program starts with `main`.
    pub fn has_constructors(&self) -> bool {
        self.functions.values().any(|info| info.attributes.constructor)
    }

    /// Whether all bytes of an object of the file are 0 when a program starts.
    pub fn starts_as_zeros(&self, object: &str) -> bool {
        let info = self.globals.get(object);
        info.is_some_and(|info| !info.foreign && !info.is_initialised && !info.ty.volatile)
    }

    /// The number that a scalar which only this file knows has when a program starts.
    pub fn starts_as(&self, object: &str) -> Option<i128> {
        self.globals.get(object)?.initial
    }

    /// Whether an object with static storage cannot be written.
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
