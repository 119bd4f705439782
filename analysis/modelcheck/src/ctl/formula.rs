//! Formulas of CTL, hash-consed: equal formulas have one id, and operands have smaller ids.

use rustc_hash::FxHashMap;

/// Index of a formula in its [`Formulas`]. Equal ids denote equal formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(u32);

impl FormulaId {
    /// Returns the id as an index into the list of formulas.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The operators of a formula over the states of a Kripke structure. All other operators are built from
/// these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The formula that is true in every state.
    True,
    /// The state has this label.
    Label(String),
    /// The operand does not hold. The operand is no negation itself.
    Not(FormulaId),
    /// Both operands hold.
    And(FormulaId, FormulaId),
    /// The operand holds in some successor.
    Ex(FormulaId),
    /// On some path from the state, the first operand holds until the second holds.
    Eu(FormulaId, FormulaId),
    /// On some path from the state, the operand holds for ever.
    Eg(FormulaId),
}

impl Formula {
    /// Returns the direct operands, left to right.
    pub fn operands(&self) -> impl Iterator<Item = FormulaId> + use<> {
        let (first, second) = match *self {
            Self::True | Self::Label(_) => (None, None),
            Self::Not(a) | Self::Ex(a) | Self::Eg(a) => (Some(a), None),
            Self::And(a, b) | Self::Eu(a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second)
    }
}

/// Formulas that share their parts. The operands of a formula have smaller ids than the formula. So passes
/// over formulas need no recursion, and visit a part that occurs many times once.
///
/// An id belongs to the collection that made it. Another collection may panic on it.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    formulas: Vec<Formula>,
    ids: FxHashMap<Formula, FormulaId>,
}

impl Formulas {
    /// Returns the formula with this id.
    pub fn get(&self, id: FormulaId) -> &Formula {
        &self.formulas[id.index()]
    }

    /// Returns the number of distinct formulas.
    pub fn len(&self) -> usize {
        self.formulas.len()
    }

    /// Returns whether the collection is empty.
    pub fn is_empty(&self) -> bool {
        self.formulas.is_empty()
    }

    /// Returns a formula and all its parts, in ascending order of ids: each part after its operands.
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

    /// Returns the id of a formula whose operands are in the collection. If the formula is new, it is added.
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
