//! Functions and objects that another definition may replace, or that have another name than in C
//! (`csieve_frontend::translation`, `linked`).

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{FunctionInfo, GlobalInfo, UnitContext};
use crate::lower::ctype::{CType, Shape};

/// The words with which each line about linked names begins.
const LINE: &str = "#pragma linked ";

/// What others do with the definitions of a file that are not `static`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Others {
    /// Nothing is known of others.
    #[default]
    Unknown,
    /// They use the definitions of a shared library.
    Use,
    /// They may also define the same again, in place of each definition of a shared library.
    Replace,
}

/// What a unit says of linked names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linked {
    weak: FxHashSet<String>,
    aliased: FxHashSet<String>,
    renamed: FxHashSet<String>,
    /// What others do with definitions that are not `static`.
    pub others: Others,
    /// Whether `inline` means what it did in GNU C before C99.
    pub gnu89: bool,
    /// Whether functions of the C library count as declared although no declaration is there.
    pub has_library: bool,
}

impl Linked {
    /// Reads the lines in the text of a unit's declarations.
    pub(super) fn read(text: &str, has_library: bool) -> Self {
        let mut linked = Self { has_library, ..Self::default() };
        for line in text.lines().filter_map(|line| line.strip_prefix(LINE)) {
            let mut words = line.split(' ');
            let kind = words.next();
            let names = words.map(str::to_owned);
            match kind {
                Some("weak") => linked.weak.extend(names),
                Some("aliased") => linked.aliased.extend(names),
                Some("renamed") => linked.renamed.extend(names),
                Some("interposable") => linked.others = Others::Replace,
                Some("shared") => linked.others = linked.others.max(Others::Use),
                Some("gnu89") => linked.gnu89 = true,
                Some("library") => linked.has_library = true,
                _ => {}
            }
        }
        linked
    }

    /// Returns the names that are other ones of functions and objects, in alphabetical order.
    pub(super) fn names(&self) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = self.aliased.iter().map(|name| name.as_str().into()).collect();
        names.sort_unstable();
        names
    }

    /// Notes what is known of a function.
    pub(super) fn function(&self, name: &str, info: &mut FunctionInfo) {
        let is_renamed = self.renamed.contains(name);
        info.attributes.weak |= is_renamed || self.weak.contains(name);
        info.is_renamed |= is_renamed;
        // The program starts in its own `main`.
        info.is_interposable |= self.others == Others::Replace && name != "main";
        if info.may_be_replaced() {
            (info.constant, info.ends, info.ends_in) = (None, false, None);
        }
    }

    fn object(&self, name: &str, info: &mut GlobalInfo) {
        let is_aliased = self.aliased.contains(name);
        info.is_weak |=
            self.weak.contains(name) || self.others == Others::Replace && !info.is_static && !info.foreign;
        if info.is_weak || is_aliased {
            (info.value, info.listed, info.is_table) = (None, None, false);
        }
        if is_aliased {
            info.initial = None;
            info.is_kept = false;
            info.is_aliased = true;
            info.ty = volatile(&info.ty);
        }
    }
}

impl UnitContext {
    /// Adds what is said of linked names to all functions and objects read so far.
    pub(super) fn link(&mut self) {
        for (name, info) in &mut self.functions {
            self.linked.function(name, info);
        }
        for (name, info) in &mut self.globals {
            self.linked.object(name, info);
        }
    }
}

/// Returns a type whose values nothing tells.
fn volatile(ty: &CType) -> CType {
    let shape = match &ty.shape {
        Shape::Array(element, length) => Shape::Array(volatile(element).into(), *length),
        shape => shape.clone(),
    };
    CType { volatile: true, shape, ..ty.clone() }
}
