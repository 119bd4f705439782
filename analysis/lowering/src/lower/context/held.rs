//! The functions that pointers of the file hold, where they keep what their initialisers give them.

use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::Level;

use super::UnitContext;
use crate::lower::usage::inner;

impl UnitContext {
    /// Returns the function that a call through a pointer calls in every run: the pointer is an object of the file, or a part
    /// of one, that nothing writes and that begins with it. `is_local` tells the names that mean something else where the call is,
    /// and `is_replaced` the library functions that other files define.
    pub(crate) fn held(
        &self,
        function: Node<'_>,
        text: &str,
        is_local: impl Fn(&str) -> bool,
        is_replaced: impl Fn(&str) -> bool,
    ) -> Option<&str> {
        let mut way: Vec<Level> = Vec::new();
        // Levels are found from the last one to the first.
        let (mut node, mut indices) = (inner(function), 0);
        let name = loop {
            node = match node.kind() {
                Kind::Identifier => break &text[node.byte_range()],
                // A function is called by its pointer and by what that leads to alike.
                Kind::PointerExpression
                    if way.is_empty() && indices == 0 && node.operator() == Kind::Star =>
                {
                    inner(node.field(Field::Argument)?)
                }
                Kind::SubscriptExpression => {
                    indices += 1;
                    inner(node.field(Field::Argument)?)
                }
                Kind::FieldExpression if node.operator() != Kind::Arrow => {
                    way.push((text[node.field(Field::Field)?.byte_range()].to_owned(), indices));
                    indices = 0;
                    inner(node.field(Field::Argument)?)
                }
                _ => return None,
            };
        };
        way.push((String::new(), indices));
        way.reverse();
        let listed = self.table(name, is_replaced).filter(|_| !is_local(name))?;
        let [only] = listed.functions(&way)? else { return None };
        let is_function = self.functions.contains_key(&**only) && !self.globals.contains_key(&**only);
        is_function.then_some(only)
    }
}
