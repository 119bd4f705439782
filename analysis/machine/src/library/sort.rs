//! The library functions that call a function of the program to compare elements: `qsort` and `bsearch`.
//!
//! C leaves open which elements they compare, and in which order. So they are followed only if the comparison
//! changes nothing, and if the result does not depend on that.

use super::{pointer, size};
use crate::{
    call::Argument,
    inputs::{Callee, Host},
    object::{Blank, Object, Origin},
    outcome::{Followed, unknown},
    state::Machine,
    value::{Known, ObjectId, Value},
};
use csieve_graph::{Calls, Cfg, Frees, Type, VarId, VarKind};

/// The largest number of elements that are compared.
const MOST_ELEMENTS: i128 = 1 << 10;

/// The largest number of steps of the comparisons of one call.
const MOST_STEPS: u32 = 1 << 16;

/// An array whose elements are compared.
struct Elements<'g> {
    array: (ObjectId, i128),
    count: i128,
    size: i128,
    compare: &'g Cfg,
    /// The number of steps that comparisons may still take.
    steps: u32,
}

impl Elements<'_> {
    fn at(&self, index: i128) -> Known {
        pointer((self.array.0, self.array.1 + index * self.size))
    }
}

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Performs a call of `qsort` or `bsearch`. Returns false, and changes nothing, if the function is another
    /// one or its result is not known.
    pub(crate) fn sorts(
        &mut self,
        function: &str,
        args: &[Argument<H::Shadow>],
        result: Option<VarId>,
    ) -> bool {
        let known: Vec<Known> = args.iter().map(|(value, _)| value.known).collect();
        let depth = self.frames.len();
        let found = match (function, known.as_slice()) {
            ("qsort", [array, count, size, compare]) => {
                match self.elements(*array, *count, *size, *compare) {
                    Some(mut elements) => self.sort(&mut elements).map(|()| None),
                    None => return false,
                }
            }
            ("bsearch", [key, array, count, size, compare]) => {
                match self.elements(*array, *count, *size, *compare) {
                    Some(mut elements) => self.search(*key, &mut elements).map(Some),
                    None => return false,
                }
            }
            _ => return false,
        };
        let Ok(found) = found else {
            self.unwind(depth);
            return false;
        };
        if let (Some(var), Some(found)) = (result, found) {
            self.set(var, Value::plain(found));
        }
        true
    }

    fn elements(&self, array: Known, count: Known, bytes: Known, compare: Known) -> Option<Elements<'g>> {
        let (array, count, size) = (array.as_place()?, size(count)?, size(bytes)?);
        let (function, _) = compare.as_place()?;
        let Origin::Function(name) = &self.memory.get(function).origin else { return None };
        let graphs = self.graphs;
        let Callee::Graph(compare) = graphs.graph(name) else { return None };
        let fits = count <= MOST_ELEMENTS && size > 0 && changes_nothing(compare);
        fits.then_some(Elements { array, count, size, compare, steps: MOST_STEPS })
    }

    fn sort(&mut self, elements: &mut Elements<'g>) -> Followed<()> {
        let bytes = elements.count * elements.size;
        if bytes == 0 {
            return Ok(());
        }
        self.range(elements.at(0), bytes)?;
        let mut order: Vec<i128> = Vec::new();
        for index in 0..elements.count {
            let (mut low, mut high) = (0, order.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                match self.compared_elements(elements.at(index), elements.at(order[middle]), elements)? {
                    Some(std::cmp::Ordering::Less) => high = middle,
                    Some(std::cmp::Ordering::Greater) => low = middle + 1,
                    // C leaves the order of equal elements open.
                    _ => return unknown("the order of equal elements is not known"),
                }
            }
            order.insert(low, index);
        }
        let origin = Origin::Automatic("elements that are sorted".to_owned());
        let copy = self.memory.add(Object::new(origin, Some(bytes), Blank::Unknown));
        self.copied(pointer((copy, 0)), elements.at(0), bytes)?;
        for (to, from) in (0..).zip(order) {
            self.copied(elements.at(to), pointer((copy, from * elements.size)), elements.size)?;
        }
        self.memory.remove(copy);
        Ok(())
    }

    /// Returns a pointer to the only element that is equal to a key; NULL if there is none.
    fn search(&mut self, key: Known, elements: &mut Elements<'g>) -> Followed<Known> {
        let mut orders = Vec::new();
        for index in 0..elements.count {
            let Some(order) = self.compared_elements(key, elements.at(index), elements)? else {
                return unknown("the result of a comparison is not known");
            };
            orders.push(order);
        }
        let mut equal = (0..).zip(&orders).filter(|(_, order)| order.is_eq()).map(|(index, _)| index);
        let found = equal.next();
        if !orders.is_sorted_by(|a, b| a >= b) || equal.next().is_some() {
            return unknown("which element is found is not known");
        }
        Ok(found.map_or(Known::Number(0), |index| elements.at(index)))
    }

    /// Calls the function that compares two elements. Returns the order that its result stands for, if that is
    /// known.
    fn compared_elements(
        &mut self,
        a: Known,
        b: Known,
        elements: &mut Elements<'g>,
    ) -> Followed<Option<std::cmp::Ordering>> {
        let depth = self.frames.len();
        let args = [a, b].map(|known| (Value::plain(known), Type::Pointer));
        self.enter(elements.compare, &args, None)?;
        while self.frames.len() > depth {
            let Some(left) = elements.steps.checked_sub(1) else {
                return unknown("too many steps are needed to compare elements");
            };
            elements.steps = left;
            self.work = self.work.saturating_add(1);
            self.advance()?;
        }
        Ok(match self.returned {
            Known::Number(number) => Some(number.cmp(&0)),
            Known::NotZero { negative: Some(true) } => Some(std::cmp::Ordering::Less),
            Known::NotZero { negative: Some(false) } => Some(std::cmp::Ordering::Greater),
            Known::NotZero { negative: None } | Known::Real(_) | Known::Pointer(_) | Known::Nothing => None,
        })
    }

    /// Ends the calls above a number of calls, which changed nothing.
    fn unwind(&mut self, depth: usize) {
        while self.frames.len() > depth {
            for id in self.own_objects() {
                self.memory.end(id);
            }
            self.frames.pop();
        }
    }
}

/// Returns whether a function changes nothing but its own variables, and calls no function that may do more.
fn changes_nothing(cfg: &Cfg) -> bool {
    let is_own = |var: VarId| cfg.var(var).kind != VarKind::Global;
    cfg.concrete.lists.is_empty()
        && cfg.edges.iter().all(|edge| {
            let effects = edge.effects();
            let keeps_within = match effects.calls {
                Calls::Nothing | Calls::Library { .. } => true,
                Calls::Unknown { .. } | Calls::Maker { .. } => false,
            };
            keeps_within
                && !effects.writes.is_any()
                && effects.frees == Frees::Nothing
                && effects.sets().all(is_own)
        })
}
