//! Which orders of operands become paths.

use super::super::{
    Lowering,
    beside::{Beside, Parts, is_plain},
};
use csieve_frontend::syntax::Node;

/// The number of operands that act, those that only read counted as one, up to which all orders become paths.
const MOST_BLOCKS: usize = 3;

/// The index of an operand in a list of operands.
pub(super) type Operand = usize;

/// A step in evaluating operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The parts of the operand are evaluated, which C lets be evaluated apart from the rest of it.
    Parts(Operand),
    /// The operand is evaluated, or what is left of it.
    Whole(Operand),
}

impl Step {
    pub(super) fn operand(self) -> Operand {
        match self {
            Self::Parts(at) | Self::Whole(at) => at,
        }
    }
}

/// How operands are evaluated whose order may matter.
#[derive(Debug)]
pub(super) struct Plan<'t> {
    pub operands: Vec<Node<'t>>,
    /// The operands that do nothing but read an object by its name. They are evaluated first.
    pub plain: Vec<Operand>,
    /// The operands that read in other ways, and write nothing that others see.
    pub reading: Vec<Operand>,
    /// The operands that change what others see, or may see what others change.
    pub acting: Vec<Operand>,
    /// The parts of operands that may be evaluated apart from the rest.
    parts: Vec<(Operand, Vec<Node<'t>>)>,
    /// The orders that become paths: at least one, the first of them from left to right.
    pub orders: Vec<Vec<Step>>,
    /// Whether C allows more orders than these.
    pub is_open: bool,
    /// Whether plain operands may be read in the middle of another operand.
    pub is_mixed: bool,
}

impl<'t> Plan<'t> {
    pub(super) fn parts(&self, at: Operand) -> &[Node<'t>] {
        self.parts.iter().find(|(of, _)| *of == at).map_or(&[], |(_, parts)| parts)
    }
}

impl<'a> Lowering<'a> {
    /// Returns how to evaluate operands; `None` if it does not matter in which order.
    pub(super) fn plan(&mut self, operands: Vec<Node<'a>>) -> Option<Plan<'a>> {
        let beside: Vec<Beside<'a>> = operands.iter().map(|node| self.beside(*node)).collect();
        let mut acting = meeting(&beside, Beside::meets);
        if acting.is_empty() {
            let alone = |at: &Operand| beside[*at].writes && beside[*at].calls > 0;
            acting.extend((0..operands.len()).filter(alone));
        }
        let mut plan = Plan {
            operands,
            plain: Vec::new(),
            reading: Vec::new(),
            acting,
            parts: Vec::new(),
            orders: Vec::new(),
            is_open: false,
            is_mixed: false,
        };
        if plan.acting.is_empty() {
            let answered = meeting(&beside, Beside::is_answered_beside);
            let order: Vec<Step> = answered.into_iter().map(Step::Whole).collect();
            let reversed = order.iter().rev().copied().collect();
            plan.orders = vec![order, reversed];
            return (!plan.orders[0].is_empty()).then_some(plan);
        }
        for at in 0..plan.operands.len() {
            let node = plan.operands[at];
            if !plan.acting.contains(&at) && self.reads_shared(node) {
                let to = if is_plain(node) { &mut plan.plain } else { &mut plan.reading };
                to.push(at);
            }
        }
        if plan.acting.len() == 1 && plan.plain.is_empty() && plan.reading.is_empty() {
            return None;
        }
        self.arrange(&mut plan, &beside);
        Some(plan)
    }

    /// Adds the orders to a plan.
    fn arrange(&mut self, plan: &mut Plan<'a>, beside: &[Beside<'a>]) {
        let blocks = plan.acting.len() + usize::from(!plan.reading.is_empty());
        self.take_apart(plan, beside, blocks);
        let all = plan.reading.iter().chain(&plan.plain).chain(&plan.acting);
        let is_whole = all.copied().any(|at| self.type_reader().type_of(plan.operands[at]).is_aggregate());
        let first = in_source_order(plan);
        let cannot_repeat = is_whole || plan.acting.iter().any(|at| beside[*at].is_fixed);
        plan.orders.push(first.iter().copied().map(Step::Whole).collect());
        if blocks == 1 {
            plan.is_open |= is_whole;
        } else if cannot_repeat {
            plan.is_open = true;
        } else {
            plan.is_open |= blocks > MOST_BLOCKS;
            plan.orders.extend(other_orders(plan, blocks));
        }
        // Parts that act are evaluated first in any case, so that plain operands may be read behind them.
        let acts = |at: Operand| plan.parts(at).iter().any(|part| self.beside(*part).acts());
        let apart: Vec<Operand> = plan.acting.iter().copied().filter(|at| acts(*at)).collect();
        for order in &mut plan.orders {
            for at in &apart {
                if let Some(index) = order.iter().position(|step| *step == Step::Whole(*at))
                    && !order.contains(&Step::Parts(*at))
                {
                    order.insert(index, Step::Parts(*at));
                }
            }
        }
    }

    /// Finds the parts of operands between which others may be evaluated.
    fn take_apart(&mut self, plan: &mut Plan<'a>, beside: &[Beside<'a>], blocks: usize) {
        for &at in &plan.acting {
            if blocks == 1 && beside[at].is_single() || plan.acting.len() == 1 && beside[at].is_single() {
                continue;
            }
            match self.parts(plan.operands[at]) {
                Parts::None => {}
                Parts::First(parts)
                    if blocks <= 2
                        && !parts.iter().any(|part| self.type_reader().type_of(*part).is_aggregate()) =>
                {
                    plan.parts.push((at, parts));
                }
                _ if blocks == 1 => plan.is_mixed = true,
                _ => plan.is_open = true,
            }
        }
    }
}

/// Returns the operands of a plan that are not plain, in source order.
fn in_source_order(plan: &Plan) -> Vec<Operand> {
    let mut all: Vec<Operand> = plan.reading.iter().chain(&plan.acting).copied().collect();
    all.sort_unstable();
    all
}

/// Returns the orders other than that from left to right: of the operands that act, and of all others together.
fn other_orders(plan: &Plan, blocks: usize) -> Vec<Vec<Step>> {
    let first = in_source_order(plan);
    // Runs of operands that read stay together, as far as no other operand is between them.
    let runs = first.chunk_by(|one, other| plan.reading.contains(one) && plan.reading.contains(other));
    let mut orders: Vec<Vec<Operand>> = vec![first.clone(), runs.rev().flatten().copied().collect()];
    if blocks <= MOST_BLOCKS {
        let mut all: Vec<&[Operand]> = plan.acting.iter().map(std::slice::from_ref).collect();
        if !plan.reading.is_empty() {
            all.push(&plan.reading);
        }
        for order in permutations(all.len()) {
            let order: Vec<Operand> = order.into_iter().flat_map(|block| all[block]).copied().collect();
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
    }
    let whole = |order: Vec<Operand>| order.into_iter().map(Step::Whole).collect();
    let mut steps: Vec<Vec<Step>> = orders.into_iter().skip(1).map(whole).collect();
    for (at, _) in &plan.parts {
        let others = first.iter().filter(|other| *other != at).map(|other| Step::Whole(*other));
        let parts = std::iter::once(Step::Parts(*at));
        steps.push(parts.chain(others).chain([Step::Whole(*at)]).collect());
    }
    steps
}

/// Returns the orders of up to [`MOST_BLOCKS`] things.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    match count {
        2 => vec![vec![0, 1], vec![1, 0]],
        3 => [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]].map(Vec::from).into(),
        _ => vec![(0..count).collect()],
    }
}

/// Returns the operands that meet another one, in source order.
fn meeting<'t>(beside: &[Beside<'t>], meets: impl Fn(&Beside<'t>, &Beside<'t>) -> bool) -> Vec<Operand> {
    let all = 0..beside.len();
    let is_met = |at: &Operand| all.clone().any(|other| other != *at && meets(&beside[*at], &beside[other]));
    all.clone().filter(is_met).collect()
}
