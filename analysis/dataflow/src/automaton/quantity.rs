//! The unknowns of the equation systems: variables, and expressions that keep their value until
//! something they depend on is written.

use rustc_hash::FxHashMap;

use csieve_graph::{BinaryOp, Cfg, ExprId, VarId};

use super::linear::Linear;

/// Index of a [`Quantity`]; those of the variables equal their [`VarId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuantityId(pub u32);

impl QuantityId {
    /// The dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<VarId> for QuantityId {
    fn from(var: VarId) -> Self {
        Self(var.0)
    }
}

/// An unknown integer of a run. Equal expressions are one quantity: `x & 1` tested twice is one unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// A scalar variable.
    Var(VarId),
    /// The target of updates that only test constants; never read.
    Test,
    /// The value of an expression that is no linear combination.
    Value(ExprId),
    /// A linear combination with coprime coefficients, the first positive: `a - b`.
    Sum(Vec<(QuantityId, i128)>),
    /// Whether a linear combination is zero: 1 or 0.
    IsZero(Linear),
    /// The truth of a comparison of values that are not integers, as written: 1 or 0.
    Truth(BinaryOp, ExprId, ExprId),
}

/// All quantities of a function.
#[derive(Clone, Debug)]
pub struct Quantities {
    all: Vec<Quantity>,
    ids: FxHashMap<Quantity, QuantityId>,
}

impl Quantities {
    /// One quantity for every variable.
    pub fn new(cfg: &Cfg) -> Self {
        let mut quantities = Self { all: Vec::new(), ids: FxHashMap::default() };
        for var in cfg.var_ids() {
            quantities.add(Quantity::Var(var));
        }
        quantities
    }

    /// The id of a quantity, added if it is new.
    pub fn add(&mut self, quantity: Quantity) -> QuantityId {
        if let Some(&id) = self.ids.get(&quantity) {
            return id;
        }
        let id = QuantityId(self.all.len() as u32);
        self.all.push(quantity.clone());
        self.ids.insert(quantity, id);
        id
    }

    /// The id of a quantity, if it is known.
    pub fn find(&self, quantity: &Quantity) -> Option<QuantityId> {
        self.ids.get(quantity).copied()
    }

    /// The quantity with this id.
    pub fn get(&self, id: QuantityId) -> &Quantity {
        &self.all[id.index()]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = QuantityId> + use<> {
        (0..self.all.len() as u32).map(QuantityId)
    }
}
