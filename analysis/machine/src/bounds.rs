//! Finds accesses outside of objects, and outside of arrays within objects.

use std::rc::Rc;

use super::{
    evaluate::{Values, among, distance},
    inputs::Host,
    outcome::{Followed, Stop, Subject},
    state::Machine,
};
use csieve_base::rule::Rule;
use csieve_graph::{Bytes, EdgeId, ExprId, ExprKind, MisuseKind, Tests, UseKind};

/// The largest number of locations with size checks that are searched after one access.
const MOST_QUESTIONS: usize = 64;

impl<H: Host> Machine<'_, '_, H> {
    /// Checks that `bytes` bytes at a pointer stay inside every array and member through which the pointer
    /// was computed: inside the row of a two-dimensional array, inside the whole array, and so on.
    pub(crate) fn within_rows(
        &self,
        pointer: ExprId,
        bytes: Option<i128>,
        values: &Values<H::Shadow>,
    ) -> Followed<()> {
        let (cfg, Some(bytes)) = (self.cfg(), bytes) else { return Ok(()) };
        if !matches!(cfg.expr(pointer).kind, ExprKind::Inside { .. } | ExprKind::Seen(..) | ExprKind::Cast(_))
        {
            return Ok(());
        }
        for (place, reach) in self.frame().code.rows(pointer).iter().enumerate() {
            let bytes_of =
                |(index, stride): &(ExprId, i128)| distance(cfg, *index, values)?.checked_mul(*stride);
            let parts = reach.parts.iter().map(bytes_of);
            let start = parts.chain([Some(reach.constant)]).sum::<Option<i128>>();
            let (Some(extent), Some(start)) = (reach.extent, start) else { continue };
            let width = if place == 0 { bytes } else { i128::from(reach.width) };
            if start < 0 || start + width > i128::from(extent) {
                let object = among(values, pointer).known.object();
                let subject = object.map_or(Subject::Nothing, |id| self.memory.get(id).subject());
                return Err(Stop::Misuse(Rule::OutOfBounds, subject));
            }
        }
        Ok(())
    }

    /// Checks that the accesses that an edge stands for stay inside their objects.
    pub(crate) fn within_objects(&mut self, edge: EdgeId) -> Followed<()> {
        let code = Rc::clone(&self.frame().code);
        let Some(uses) = code.uses.get(&edge) else { return Ok(()) };
        let cfg = self.cfg();
        for &index in uses {
            // A block of a constant size is meant to reach the members behind the first one.
            let kind = &cfg.sizes.uses[index].kind;
            let is_block = matches!(kind, UseKind::Buffer { is_text: false, bytes: Bytes::Known(_), .. });
            let (pointer, bytes) = match kind {
                UseKind::Access { pointer, bytes } => (*pointer, Some(i128::from(*bytes))),
                UseKind::Buffer { pointer, bytes: Bytes::Known(bytes), surely: true, .. } => {
                    (*pointer, Some(i128::from(*bytes)))
                }
                UseKind::Buffer { pointer, bytes: Bytes::Computed(bytes), surely: true, .. } => {
                    (*pointer, self.quietly(*bytes).as_number())
                }
                UseKind::Buffer { .. }
                | UseKind::Allocation { .. }
                | UseKind::Shift { .. }
                | UseKind::Arithmetic { .. } => continue,
            };
            // A misuse in computing the pointer itself ends the run on the edge where the program computes
            // it.
            let Ok(values) = self.values(pointer) else { continue };
            let Some(bytes) = bytes.filter(|bytes| *bytes > 0) else { continue };
            let in_rows = if is_block { Ok(()) } else { self.within_rows(pointer, Some(bytes), &values) };
            let in_object = in_rows.and_then(|()| match among(&values, pointer).known.as_place() {
                Some((object, offset)) if self.memory.is_live(object) => self.inside(object, offset, bytes),
                _ => Ok(()),
            });
            if in_object.is_err() {
                self.frame_mut().edge = self.edge_of_misuse(edge);
            }
            in_object?;
        }
        Ok(())
    }

    /// Returns the misuse edge after `edge` that says that an access of `edge` leaves its object; `edge`
    /// itself if the graph has no such misuse edge.
    fn edge_of_misuse(&mut self, edge: EdgeId) -> EdgeId {
        let cfg = self.cfg();
        let mut at = cfg.edge(edge).to;
        for _ in 0..MOST_QUESTIONS {
            let mut next = None;
            let mut asks = false;
            for &edge in &cfg.successors[at.index()] {
                match cfg.edge(edge).effects().tests {
                    Tests::Misuse { kind, operand } if kind.is_condition() => {
                        asks = true;
                        if kind == MisuseKind::OutOfBounds && self.quietly(operand).truth() == Some(true) {
                            return edge;
                        }
                    }
                    Tests::Nothing
                    | Tests::Condition { .. }
                    | Tests::Misuse { .. }
                    | Tests::Pointer { .. } => {
                        next = Some(cfg.edge(edge).to);
                    }
                    Tests::Handle { .. } | Tests::Within { .. } | Tests::NoneOf { .. } => {
                        next = Some(cfg.edge(edge).to);
                    }
                }
            }
            match next.filter(|_| asks) {
                Some(next) => at = next,
                None => break,
            }
        }
        edge
    }
}
