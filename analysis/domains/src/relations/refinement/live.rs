//! Live variables: those whose values some later statement may read.

use fixedbitset::FixedBitSet;

use super::super::Linear;
use super::{Statement, Transition, Transitions};

impl Transitions {
    /// Forgets the value of every variable where no later statement reads it. The transitions reach the end
    /// exactly if they did before, but states have fewer constraints, so iterations over them are cheaper.
    #[must_use]
    pub fn forgetting_dead(mut self) -> Self {
        let live = self.live();
        for way in &mut self.ways {
            way.forget_dead(&live[way.from], &live[way.to]);
        }
        self
    }

    /// Returns for every node the variables that are live there.
    fn live(&self) -> Vec<FixedBitSet> {
        let into = self.into_nodes();
        let mut live = vec![FixedBitSet::with_capacity(self.dimensions); self.order.len()];
        live[self.end] = before(&self.last, live[self.end].clone());
        let mut open: Vec<usize> = self.order.clone();
        while let Some(node) = open.pop() {
            for way in into[node].iter().map(|way| &self.ways[*way]) {
                let read = before(&way.statements, live[node].clone());
                if !read.is_subset(&live[way.from]) {
                    live[way.from].union_with(&read);
                    open.push(way.from);
                }
            }
        }
        live
    }
}

impl Transition {
    /// Forgets the variables that are not live after the transition, and assigns no value that nothing reads.
    fn forget_dead(&mut self, live_before: &FixedBitSet, live_after: &FixedBitSet) {
        let mut live = live_after.clone();
        let mut known = live_before.clone();
        for statement in self.statements.iter_mut().rev() {
            if let Statement::Assign(variable, _) = statement
                && !live.contains(*variable as usize)
            {
                *statement = Statement::Forget(*variable);
            }
            step_back(statement, &mut live);
        }
        for statement in &self.statements {
            match statement {
                Statement::Assign(variable, _) => known.insert(*variable as usize),
                Statement::Forget(variable) => known.set(*variable as usize, false),
                Statement::Assume(_) | Statement::AssumeNot(_) => {}
            }
        }
        let dead = known.difference(live_after).map(|variable| Statement::Forget(variable as u32));
        self.statements.extend(dead);
    }
}

/// Returns the variables that are live before some statements, from those that are live after them.
fn before(statements: &[Statement], mut live: FixedBitSet) -> FixedBitSet {
    statements.iter().rev().for_each(|statement| step_back(statement, &mut live));
    live
}

/// Turns the variables that are live after a statement into those that are live before it.
fn step_back(statement: &Statement, live: &mut FixedBitSet) {
    let mut reads =
        |sum: &Linear| sum.terms().iter().for_each(|(variable, _)| live.insert(*variable as usize));
    match statement {
        Statement::Assume(constraint) => reads(constraint.expr()),
        Statement::AssumeNot(sum) => reads(sum),
        Statement::Forget(variable) => live.set(*variable as usize, false),
        Statement::Assign(variable, value) if live.contains(*variable as usize) => {
            live.set(*variable as usize, false);
            value.terms().iter().for_each(|(variable, _)| live.insert(*variable as usize));
        }
        Statement::Assign(..) => {}
    }
}
