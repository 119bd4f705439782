//! A machine that runs lowered functions on random inputs, with memory, an allocator and misuses: independent of
//! all that the proofs are made of. Whatever C leaves undefined and no check is about ends a run silently.

mod heap;
mod step;
mod value;

use std::collections::BTreeMap;

use csieve_analysis::{
    cfg::{Cfg, EdgeId, Loc, Type, VarId},
    checks::Rule,
};

use csieve_tests::programs::Random;

/// Why a run does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Something undefined that no check is about, or the end of the function.
    Silent,
    /// A misuse.
    Misuse(Rule),
}

/// What an object is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// A variable whose address is taken.
    Var(VarId),
    /// An array, a structure, a function, a string.
    Named(String),
    /// An object that was there before the run, or that a callee made.
    Foreign(u32),
    /// Made by the allocator in this run.
    Heap(u32),
}

/// A place in an object: members by name, elements by number.
pub type Path = (Object, Vec<String>, i128);

/// What became of an object of the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    Live,
    Freed,
    /// Others know it, so that it is not lost.
    Shared,
}

/// The state of one run.
pub struct Machine<'a> {
    pub cfg: &'a Cfg,
    pub random: Random,
    pub at: Loc,
    vars: Vec<i128>,
    /// Variables without a value.
    indeterminate: Vec<bool>,
    /// The places that have an address, by their number in it.
    places: Vec<Path>,
    cells: BTreeMap<Path, i128>,
    lives: BTreeMap<Object, Life>,
    made: u32,
}

/// Addresses are this far apart.
const STRIDE: i128 = 1 << 12;

impl<'a> Machine<'a> {
    /// A run from its start.
    pub fn new(cfg: &'a Cfg, random: Random) -> Self {
        let mut machine = Self {
            cfg,
            random,
            at: cfg.entry,
            vars: Vec::new(),
            indeterminate: vec![false; cfg.vars.len()],
            places: Vec::new(),
            cells: BTreeMap::new(),
            lives: BTreeMap::new(),
            made: 0,
        };
        for var in &cfg.vars {
            let value = machine.any(var.ty);
            machine.vars.push(value);
        }
        machine
    }

    /// Takes edges until a misuse, the end, or too many; every misuse with the edge where it happened.
    pub fn run(mut self, most: u32) -> Vec<(EdgeId, Rule)> {
        let mut misuses = Vec::new();
        for _ in 0..most {
            let mut open: Vec<EdgeId> = self.cfg.successors[self.at.index()].clone();
            let taken = loop {
                if open.is_empty() {
                    return misuses;
                }
                let edge = open.swap_remove(self.random.below(open.len() as u64) as usize);
                match self.step(edge) {
                    Ok(true) => break edge,
                    Ok(false) => {}
                    Err(Stop::Silent) => return misuses,
                    Err(Stop::Misuse(rule)) => {
                        misuses.push((edge, rule));
                        return misuses;
                    }
                }
            };
            if self.lost(taken) {
                misuses.push((taken, Rule::MemoryLeak));
            }
            self.at = self.cfg.edge(taken).to;
        }
        misuses
    }

    /// Any value of a type, small ones mostly.
    fn any(&mut self, ty: Type) -> i128 {
        match ty {
            Type::Int(int) => {
                let small = i128::from(self.random.below(6)) - 1;
                let value = match self.random.below(12) {
                    0 => int.min(),
                    1 => int.max(),
                    2 => i128::from(self.random.below(300)),
                    _ => small,
                };
                value.clamp(int.min(), int.max())
            }
            Type::Pointer => match self.random.below(3) {
                0 => 0,
                _ => {
                    let number = self.random.below(3) as u32;
                    self.address((Object::Foreign(number), Vec::new(), 0))
                }
            },
            _ => i128::from(self.random.below(5)) - 1,
        }
    }

    /// The address of a place.
    fn address(&mut self, place: Path) -> i128 {
        let at = self.places.iter().position(|known| *known == place).unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        });
        STRIDE * (at as i128 + 1)
    }

    /// The place at an address, if there is one.
    fn place(&self, address: i128) -> Option<&Path> {
        (address > 0 && address % STRIDE == 0)
            .then(|| self.places.get((address / STRIDE) as usize - 1))
            .flatten()
    }
}
