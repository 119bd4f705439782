//! What attributes tell of functions without a body: `access` and `alloc_size`.

use super::Call;
use csieve_base::library::BufferSize;
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, Allocated, Type};

use crate::lower::{
    Lowered, Lowering, context::FunctionInfo, convert::Value, ctype::Shape, scope::Symbol, sizes::Touch,
    types::Accessed, usage::addressed,
};

impl<'a> Lowering<'a> {
    /// Records how the function of a call uses the objects that its arguments point to, as its attributes `access` tell.
    /// An argument may be NULL all the same. The body of a function says more than its attributes.
    pub(super) fn told_accesses(
        &mut self,
        call: &Call<'a>,
        function: &FunctionInfo,
        args: &[Value],
    ) -> Lowered<()> {
        for accessed in function.attributes.accesses.iter().filter(|_| !function.defined) {
            let Some(pointer) = args.get(accessed.pointer).map(|pointer| pointer.expr) else { continue };
            let is_something = accessed
                .size
                .is_none_or(|at| args.get(at).is_some_and(|size| self.as_truth(size) == Some(true)));
            if accessed.mode.reads() && is_something {
                self.told_read(call, accessed.pointer)?;
            }
            if let Some(size) = self.told_bytes(function, accessed)
                && let Some(bytes) = self.touched(&size, call, args)
            {
                let touch = Touch { callee: call.name, surely: false, is_text: false, is_told: true };
                self.note_buffer(pointer, bytes, touch, call.span);
            }
        }
        Ok(())
    }

    /// Returns the most bytes that an access may use: of as many elements as an argument says, or of one element. `None` if
    /// the size of an element is not known; without a number of elements, `void *` may point to anything.
    fn told_bytes(&mut self, function: &FunctionInfo, accessed: &Accessed) -> Option<BufferSize> {
        let target = function.params.as_ref()?.get(accessed.pointer)?.target()?.clone();
        let each = match target.shape {
            Shape::Void => accessed.size.map(|_| 1)?,
            _ => self.size_of(&target)?,
        };
        Some(BufferSize::Product { arguments: accessed.size.into_iter().collect(), each })
    }

    /// Reads the number whose address `&x` is an argument: the function reads it before it writes it.
    fn told_read(&mut self, call: &Call<'a>, position: usize) -> Lowered<()> {
        let Some(object) = call.args.get(position).and_then(|arg| addressed(*arg)) else { return Ok(()) };
        if !self.is_local_number(object) {
            return Ok(());
        }
        let args = vec![self.value(object)?.expr];
        let callee = call.name.to_owned();
        self.step(
            Action::LibraryCall { callee, args, result: None, range: None, writes_memory: false },
            call.span,
        );
        self.graph.tell(self.graph.last_edge(), call.name);
        Ok(())
    }

    fn is_local_number(&self, object: Node<'a>) -> bool {
        match self.scopes.get(self.source(object)) {
            Some(Symbol::Scalar { var, .. }) => matches!(self.graph.var_info(*var).ty, Type::Int(_)),
            _ => false,
        }
    }

    /// Returns the size of the object to which the result of a call points, as the attribute `alloc_size` tells.
    pub(super) fn told_size(
        &mut self,
        call: &Call<'a>,
        function: &FunctionInfo,
        args: &[Value],
    ) -> Option<Allocated> {
        let positions = &function.attributes.alloc_size;
        let bytes = self.requested(positions, args).filter(|_| !function.defined)?;
        let allocated = Allocated { bytes, is_safe: positions.len() != 1, checked: None, is_told: true };
        self.note_allocation(Some(allocated), call.name, call.span)
    }
}
