//! Structures and unions as values: copied, passed and returned.

use super::{
    access::BYTE,
    cells::{Byte, Cell},
    inputs::Host,
    object::{Blank, Object, Origin},
    outcome::Followed,
    state::Machine,
    value::{Known, Pointer, Value},
};
use csieve_graph::{EdgeId, ExprId, Layout, Meant};

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Returns the place and the layout of the structure that an expression of the innermost call has as
    /// value; `None` if the value is no structure, or its place is not known.
    pub(crate) fn structure(&mut self, expr: ExprId) -> Followed<Option<(Pointer, &'g Layout)>> {
        let cfg = self.cfg();
        let Some(Meant::Object { pointer, layout }) = cfg.concrete.values.get(&expr) else { return Ok(None) };
        let place = Self::place(self.value(*pointer)?.known)?;
        Ok(place.filter(|place| place.offset.is_some()).map(|place| (place, layout)))
    }

    /// Copies a structure to a place.
    pub(crate) fn copy_structure(&mut self, to: Known, from: Pointer, layout: &Layout) -> Followed<()> {
        let (bytes, known) = (i128::from(layout.bytes), Known::Pointer(from));
        if to == known || bytes == 0 {
            return Ok(());
        }
        let (id, start) = self.range(known, bytes)?;
        // Memory that is an input is chosen scalar by scalar, as the program will read it.
        for (offset, ty) in &layout.scalars {
            let at = start + i128::from(*offset);
            if matches!(self.memory.get(id).cells.byte(at), Byte::Blank) {
                self.read(id, at, *ty)?;
            }
        }
        let is_chosen = matches!(self.memory.get(id).blank, Blank::Input | Blank::Written { .. });
        for at in (start..start + bytes).filter(|_| is_chosen) {
            let cells = &mut self.memory.get_mut(id).cells;
            if matches!(cells.byte(at), Byte::Blank) {
                cells.write(Cell { offset: at, width: 1, value: Value::unknown(), ty: BYTE });
            }
        }
        self.copied(to, known, bytes)
    }

    /// Keeps a structure that the innermost call returns, in an object of its caller.
    pub(crate) fn keep_returned(&mut self, from: Pointer, layout: &Layout) -> Followed<()> {
        let Some(caller) = self.frames.len().checked_sub(2) else { return Ok(()) };
        let edge = self.frames[caller].edge;
        let object = match self.frames[caller].returned.get(&edge) {
            Some(object) => *object,
            None => {
                let origin = Origin::Automatic("the result of a call".to_owned());
                let object = Object::new(origin, Some(i128::from(layout.bytes)), Blank::Unknown);
                self.memory.add(object)
            }
        };
        self.frames[caller].returned.insert(edge, object);
        self.memory.get_mut(object).cells.clear();
        self.copy_structure(Known::Pointer(Pointer { object, offset: Some(0) }), from, layout)
    }

    /// Returns a pointer to the structure that the call on an edge returned last.
    pub(crate) fn returned_by(&self, call: EdgeId) -> Value<H::Shadow> {
        let object = self.frame().returned.get(&call);
        object.map_or_else(Value::unknown, |object| {
            Value::plain(Known::Pointer(Pointer { object: *object, offset: Some(0) }))
        })
    }
}
