//! A SAT solver with conflict-driven clause learning: decisions, unit propagation, and clauses learnt from
//! conflicts.
//!
//! Steps count looks at clauses and bits. The same clauses therefore take the same number of steps on every
//! machine.

use super::{
    gates::Lit,
    order::{NONE, Order, luby},
};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Satisfiability {
    /// The clauses are unsatisfiable.
    Nothing,
    /// The clauses are true with these values of the bits, indexed by the number of the bit.
    Values(Vec<bool>),
    /// The steps ran out.
    TooLong,
}

/// The number of conflicts before a restart, to be multiplied by the next number of Luby's sequence.
const RESTART: u64 = 64;

/// Searches for values of `bits` bits with which all clauses are true.
pub(crate) fn search(clauses: Vec<Vec<Lit>>, bits: usize, most_steps: u64) -> Satisfiability {
    let mut search = Solver::new(bits, most_steps);
    let is_fine = search.add(vec![Lit::TRUE]) && clauses.into_iter().all(|clause| search.add(clause));
    if is_fine { search.run() } else { Satisfiability::Nothing }
}

struct Solver {
    clauses: Vec<Vec<Lit>>,
    /// For every literal, the numbers of the clauses that watch it, indexed by [`Lit::index`]. They are
    /// visited when the literal becomes false.
    watching: Vec<Vec<u32>>,
    /// The values of literals, indexed by [`Lit::index`]: 1 if true, -1 if false, 0 if there is none.
    values: Vec<i8>,
    /// The last value of every bit, for the next decision on the bit.
    phases: Vec<bool>,
    /// For every bit, the number of decisions at the time when it got its value (its level).
    levels: Vec<u32>,
    /// For every bit, the number of the clause from which its value follows. [`NONE`] for decisions and unit
    /// clauses.
    reasons: Vec<u32>,
    trail: Vec<Lit>,
    /// For each decision, the index in `trail` at which its literals start.
    decisions: Vec<usize>,
    /// The number of literals of `trail` that have been propagated.
    followed: usize,
    order: Order,
    seen: Vec<bool>,
    steps: u64,
    most_steps: u64,
}

impl Solver {
    fn new(bits: usize, most_steps: u64) -> Self {
        Self {
            clauses: Vec::new(),
            watching: vec![Vec::new(); bits * 2],
            values: vec![0; bits * 2],
            phases: vec![false; bits],
            levels: vec![0; bits],
            reasons: vec![NONE; bits],
            trail: Vec::new(),
            decisions: Vec::new(),
            followed: 0,
            order: Order::new(bits),
            seen: vec![false; bits],
            steps: 0,
            most_steps,
        }
    }

    /// Adds a clause before the first decision. Returns false if the clause is empty, or a single literal
    /// that is already false.
    fn add(&mut self, clause: Vec<Lit>) -> bool {
        match clause[..] {
            [] => false,
            [only] if self.value(only) == 0 => {
                self.set(only, NONE);
                true
            }
            [only] => self.value(only) > 0,
            _ => {
                self.watch(clause);
                true
            }
        }
    }

    /// Adds a clause that watches its first two literals, and returns its number.
    fn watch(&mut self, clause: Vec<Lit>) -> u32 {
        let id = self.clauses.len() as u32;
        for literal in &clause[..2] {
            self.watching[literal.index()].push(id);
        }
        self.clauses.push(clause);
        id
    }

    fn value(&self, literal: Lit) -> i8 {
        self.values[literal.index()]
    }

    fn set(&mut self, literal: Lit, reason: u32) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[literal.variable()] = self.decisions.len() as u32;
        self.reasons[literal.variable()] = reason;
        self.trail.push(literal);
    }

    fn run(&mut self) -> Satisfiability {
        let (mut restarts, mut left) = (1, RESTART);
        loop {
            if let Some(conflict) = self.follow() {
                if self.decisions.is_empty() {
                    return Satisfiability::Nothing;
                }
                let (learnt, level) = self.learn(conflict);
                self.back_to(level);
                self.assert(learnt);
                left = left.saturating_sub(1);
            } else if self.steps > self.most_steps {
                return Satisfiability::TooLong;
            } else if left == 0 {
                restarts += 1;
                left = RESTART * luby(restarts);
                self.back_to(0);
            } else if let Some(literal) = self.decision() {
                self.decisions.push(self.trail.len());
                self.set(literal, NONE);
            } else {
                return Satisfiability::Values(
                    (0..self.levels.len()).map(|bit| self.values[bit * 2] > 0).collect(),
                );
            }
        }
    }

    /// Propagates all values that follow from the trail. Returns the number of a clause that became false, if
    /// there is one.
    fn follow(&mut self) -> Option<u32> {
        while let Some(&literal) = self.trail.get(self.followed) {
            self.followed += 1;
            let falsified = !literal;
            let mut waiting = std::mem::take(&mut self.watching[falsified.index()]);
            let mut conflict = None;
            let mut kept = 0;
            for at in 0..waiting.len() {
                let id = waiting[at];
                if conflict.is_some() || self.keeps_waiting(id, falsified, &mut conflict) {
                    waiting[kept] = id;
                    kept += 1;
                }
            }
            waiting.truncate(kept);
            self.watching[falsified.index()] = waiting;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits a clause because a literal that it watches became false. Returns whether the clause goes on
    /// watching that literal.
    fn keeps_waiting(&mut self, id: u32, falsified: Lit, conflict: &mut Option<u32>) -> bool {
        self.steps += 1;
        let clause = &mut self.clauses[id as usize];
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        if self.values[first.index()] > 0 {
            return true;
        }
        if let Some(other) = (2..clause.len()).find(|at| self.values[clause[*at].index()] >= 0) {
            clause.swap(1, other);
            self.watching[clause[1].index()].push(id);
            return false;
        }
        if self.values[first.index()] < 0 {
            *conflict = Some(id);
        } else {
            self.set(first, id);
        }
        true
    }

    /// Learns a clause from a false one (first unique implication point). Returns the learnt clause with the
    /// level to go back to. Its first literal is the only one of the last decision's level. The second has
    /// the highest level of the others.
    fn learn(&mut self, conflict: u32) -> (Vec<Lit>, u32) {
        let level = self.decisions.len() as u32;
        let mut learnt = vec![Lit::TRUE];
        let mut marked = Vec::new();
        let (mut reason, mut open, mut at) = (conflict, 0, self.trail.len());
        loop {
            for place in 0..self.clauses[reason as usize].len() {
                let literal = self.clauses[reason as usize][place];
                let bit = literal.variable();
                // The true literal of a reason clause is the one that this clause implies and now replaces.
                if self.value(literal) > 0 || self.seen[bit] || self.levels[bit] == 0 {
                    continue;
                }
                self.seen[bit] = true;
                marked.push(bit);
                if self.levels[bit] == level {
                    open += 1;
                } else {
                    learnt.push(literal);
                }
            }
            self.steps += 1;
            at -= 1;
            while !self.seen[self.trail[at].variable()] {
                at -= 1;
            }
            open -= 1;
            if open == 0 {
                learnt[0] = !self.trail[at];
                break;
            }
            reason = self.reasons[self.trail[at].variable()];
        }
        let is_needed = |literal: &Lit| !self.follows_from_seen(*literal);
        let mut kept: Vec<Lit> = learnt[1..].iter().copied().filter(is_needed).collect();
        kept.sort_by_key(|literal| std::cmp::Reverse(self.levels[literal.variable()]));
        learnt.truncate(1);
        learnt.extend(kept);
        marked.sort_by_key(|bit| self.order.stamp(*bit));
        for bit in marked {
            self.seen[bit] = false;
            self.order.move_to_front(bit as u32);
        }
        let level = learnt.get(1).map_or(0, |literal| self.levels[literal.variable()]);
        (learnt, level)
    }

    /// Returns whether a false literal follows from literals that were seen (`seen`), so that the learnt
    /// clause can omit it.
    fn follows_from_seen(&self, literal: Lit) -> bool {
        let reason = self.reasons[literal.variable()];
        reason != NONE
            && self.clauses[reason as usize].iter().all(|other| {
                let bit = other.variable();
                bit == literal.variable() || self.seen[bit] || self.levels[bit] == 0
            })
    }

    /// Adds a learnt clause, and sets its first literal, which follows from the clause.
    fn assert(&mut self, learnt: Vec<Lit>) {
        let first = learnt[0];
        let reason = if learnt.len() > 1 { self.watch(learnt) } else { NONE };
        self.set(first, reason);
    }

    /// Takes back all decisions but the first `level`.
    fn back_to(&mut self, level: u32) {
        let Some(&end) = self.decisions.get(level as usize) else { return };
        for literal in self.trail.drain(end..) {
            let bit = literal.variable();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.phases[bit] = literal.is_positive();
            self.order.is_free(bit as u32);
        }
        self.decisions.truncate(level as usize);
        self.followed = end;
    }

    /// Returns the next bit without a value, with its last value, as a literal. None if all bits have values.
    fn decision(&mut self) -> Option<Lit> {
        let Self { order, values, steps, phases, .. } = self;
        let is_free = |bit: u32| {
            *steps += 1;
            values[bit as usize * 2] == 0
        };
        let bit = order.next(is_free)?;
        Some(Lit(bit << 1 | u32::from(!phases[bit as usize])))
    }
}
