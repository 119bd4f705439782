//! Formulas of CTL. Equal formulas are one, and a formula comes after its operands.

use rustc_hash::FxHashMap;

/// Index of a formula in its [`Formulas`]. Equal ids denote equal formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(u32);

impl FormulaId {
    /// The dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a formula over the states of a Kripke structure. All other operators are made of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always true.
    True,
    /// The state has this label.
    Label(String),
    /// Not; the operand is no negation itself.
    Not(FormulaId),
    /// And.
    And(FormulaId, FormulaId),
    /// Some successor satisfies it.
    Ex(FormulaId),
    /// Some path satisfies the first until it satisfies the second.
    Eu(FormulaId, FormulaId),
    /// Some path satisfies it for ever.
    Eg(FormulaId),
}

impl Formula {
    /// The direct operands, left to right.
    pub fn operands(&self) -> impl Iterator<Item = FormulaId> + use<> {
        let (first, second) = match *self {
            Self::True | Self::Label(_) => (None, None),
            Self::Not(a) | Self::Ex(a) | Self::Eg(a) => (Some(a), None),
            Self::And(a, b) | Self::Eu(a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second)
    }
}

/// Formulas that share their parts. The operands of a formula have smaller ids than the formula, so
/// passes over them need no recursion, and what occurs many times in a formula is looked at once.
///
/// An id belongs to the collection that gave it; another one may panic on it.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    formulas: Vec<Formula>,
    ids: FxHashMap<Formula, FormulaId>,
}

impl Formulas {
    /// The formula with this id.
    pub fn get(&self, id: FormulaId) -> &Formula {
        &self.formulas[id.index()]
    }

    /// Number of distinct formulas.
    pub fn len(&self) -> usize {
        self.formulas.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.formulas.is_empty()
    }

    /// A formula and all formulas in it, ascending: every one after its operands.
    pub fn parts(&self, formula: FormulaId) -> Vec<FormulaId> {
        let mut is_part = vec![false; formula.index() + 1];
        is_part[formula.index()] = true;
        for index in (0..=formula.index()).rev() {
            if is_part[index] {
                for operand in self.formulas[index].operands() {
                    is_part[operand.index()] = true;
                }
            }
        }
        (0..=formula.0).map(FormulaId).filter(|part| is_part[part.index()]).collect()
    }

    /// The id of a formula whose operands are here, added if it is new.
    pub(super) fn add(&mut self, formula: Formula) -> FormulaId {
        if let Some(&id) = self.ids.get(&formula) {
            return id;
        }
        let id = FormulaId(self.formulas.len() as u32);
        self.formulas.push(formula.clone());
        self.ids.insert(formula, id);
        id
    }
}
