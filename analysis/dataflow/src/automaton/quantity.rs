//! The unknowns of the equation systems: variables, and expressions that keep their value until something
//! that they depend on is written.

use rustc_hash::FxHashMap;

use csieve_graph::{BinaryOp, Cfg, EdgeId, ExprId, VarId};

use super::linear::Linear;

/// The index of a [`Quantity`]. The quantity of a variable has the number of its [`VarId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuantityId(pub u32);

impl QuantityId {
    /// Returns the dense index, from 0.
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
    /// The target of the updates of conditions without quantities, such as `0 > 1`. No program reads this
    /// quantity.
    Test,
    /// The value of an expression that is no linear combination, such as `p->n` or `x & 1`.
    Value(ExprId),
    /// What calls of a function of the library return whose result depends only on the arguments and on memory, such as
    /// `strlen(s)`: calls with the arguments of this edge.
    Said(EdgeId),
    /// The value of a linear combination with coprime coefficients, the first positive: `a - b`.
    Sum(Vec<(QuantityId, i128)>),
    /// Whether a linear combination is zero: 1 or 0.
    IsZero(Linear),
    /// Whether a comparison of values that are not integers is true, operands as written: 1 or 0.
    Truth(BinaryOp, ExprId, ExprId),
}

/// The quantities of a function, each with its id.
#[derive(Clone, Debug)]
pub struct Quantities {
    all: Vec<Quantity>,
    ids: FxHashMap<Quantity, QuantityId>,
}

impl Quantities {
    /// Returns one quantity for every variable of the function.
    pub fn new(cfg: &Cfg) -> Self {
        let mut quantities = Self { all: Vec::new(), ids: FxHashMap::default() };
        for var in cfg.var_ids() {
            quantities.add(Quantity::Var(var));
        }
        quantities
    }

    /// Returns the id of a quantity, and adds the quantity if it is new.
    pub fn add(&mut self, quantity: Quantity) -> QuantityId {
        if let Some(&id) = self.ids.get(&quantity) {
            return id;
        }
        let id = QuantityId(self.all.len() as u32);
        self.all.push(quantity.clone());
        self.ids.insert(quantity, id);
        id
    }

    /// Returns the id of a quantity. None if the quantity was never added.
    pub fn find(&self, quantity: &Quantity) -> Option<QuantityId> {
        self.ids.get(quantity).copied()
    }

    /// Returns the quantity with this id.
    pub fn get(&self, id: QuantityId) -> &Quantity {
        &self.all[id.index()]
    }

    /// Returns the number of quantities.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether there are no quantities.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns all ids, ascending.
    pub fn ids(&self) -> impl Iterator<Item = QuantityId> + use<> {
        (0..self.all.len() as u32).map(QuantityId)
    }
}
