//! One summary for several functions of the same name.

use std::sync::Arc;

use csieve_graph::Type;

use super::{Param, Summary};

/// The largest number of cases of a summary that stands for several functions.
const MOST_CASES: usize = 8;

impl Summary {
    /// Returns the summary of a function of which a program has one of two definitions, as the programs of one
    /// project do: it does what one of the two does. If they take quite different parameters, it has both, for callers that
    /// declare the one or the other. `None` if the two do too many different things, or if it is not clear which one a
    /// caller means.
    pub fn joined(&self, other: &Self) -> Option<Self> {
        if self.takes_the_same(other) {
            return Some(Self { others: self.others.clone(), ..self.with(other)? });
        }
        let types: Vec<Type> = other.params.iter().map(|param| param.ty).collect();
        let mut others = self.others.clone();
        match others.iter_mut().find(|known| known.takes_the_same(other)) {
            Some(known) => *known = Arc::new(known.with(other)?),
            None if self.all().any(|known| known.may_take(&types, other.variadic)) => return None,
            None => others.push(Arc::new(other.clone())),
        }
        Some(Self { others, ..self.clone() })
    }

    /// Returns the summaries of all definitions.
    fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.others.iter().map(|other| &**other))
    }

    /// Returns whether two functions take the same parameters.
    fn takes_the_same(&self, other: &Self) -> bool {
        self.variadic == other.variadic
            && self.params.len() == other.params.len()
            && self.params.iter().zip(&other.params).all(|(one, two)| one.ty == two.ty)
    }

    /// Returns whether a declaration with parameters of these types may be meant for the function. Programs are not always
    /// exact about the widths and the signs of integers.
    fn may_take(&self, types: &[Type], variadic: bool) -> bool {
        let is_alike = |(param, ty): (&Param, &Type)| match (param.ty, ty) {
            (Type::Unknown, _) | (_, Type::Unknown) | (Type::Int(_), Type::Int(_)) => true,
            (one, other) => one == *other,
        };
        self.variadic == variadic
            && self.params.len() == types.len()
            && self.params.iter().zip(types).all(is_alike)
    }

    /// Returns what a function does that a file declares with parameters of these types, `None` without a prototype. A
    /// definition with quite other parameters is not the one of the file's program.
    pub(crate) fn declared<'s>(
        self: &'s Arc<Self>,
        types: Option<&[Type]>,
        variadic: bool,
    ) -> Option<&'s Arc<Self>> {
        if self.others.is_empty() {
            return Some(self);
        }
        let types = types?;
        let mut all = std::iter::once(self).chain(&self.others).filter(|one| one.may_take(types, variadic));
        all.next().filter(|_| all.next().is_none())
    }

    /// Returns the summary of a function that does what one of two does which take the same parameters.
    fn with(&self, other: &Self) -> Option<Self> {
        let mut cases = self.cases.clone();
        cases.extend(other.cases.iter().filter(|case| !self.cases.contains(case)).cloned());
        let mut globals: Vec<Arc<str>> = self.globals.iter().chain(&other.globals).cloned().collect();
        globals.sort_unstable();
        globals.dedup();
        let params = self.params.iter().zip(&other.params).map(|(one, two)| one.joined(two)).collect();
        let locks = if self.locks == other.locks { self.locks.clone() } else { Vec::new() };
        let events = if self.events == other.events { self.events.clone() } else { Vec::new() };
        let variadic = self.variadic;
        (cases.len() <= MOST_CASES).then_some(Self {
            params,
            variadic,
            cases,
            globals,
            locks,
            events,
            others: Vec::new(),
        })
    }
}

impl Param {
    /// Returns what holds for a parameter of either of two functions.
    fn joined(&self, other: &Self) -> Self {
        Self {
            ty: self.ty,
            dereferenced: self.dereferenced.clone().filter(|_| other.dereferenced.is_some()),
            touched: self.touched || other.touched,
            kept: self.kept || other.kept,
            contents_kept: self.contents_kept || other.contents_kept,
        }
    }
}
