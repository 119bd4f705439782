//! The integers and pointers in `static` arrays and structures of the file, and who assigns to them.

use csieve_graph::{Level, Type};

use super::{
    TranslationUnit,
    mentions::{declares_only, means_only, says},
    private::is_declared,
};
use crate::lower::{Touch, touched};

impl TranslationUnit {
    /// Returns the functions of the file that assign to scalars in a `static` array or structure, as indices into
    /// `functions`, ascending. `None` if the object may be written in any other way, or by code that the file does not
    /// show: the code of the file only reads its scalars and assigns to them, and passes no address on.
    pub fn assigning_parts(&self, object: &str) -> Option<Vec<usize>> {
        self.context.listed(object)?;
        let is_hidden = self.hidden.iter().any(|hidden| hidden == object);
        if is_hidden || says(&self.headers.text, object) || !declares_only(self, object, is_declared) {
            return None;
        }
        let mut assigning = Vec::new();
        for at in self.mentions.candidates(self, object) {
            let tree = &self.functions[at].tree;
            let touch = |start: usize| touched(tree, &self.context, object, start);
            let mut assigns = false;
            let is_fine = means_only(tree, object, |node| {
                matches!(touch(node.start_byte()), Touch::Reads | Touch::Assigns)
            });
            for (name, start) in super::mentions::words(tree.text()) {
                assigns |= name == object && touch(start) == Touch::Assigns;
            }
            if !is_fine {
                return None;
            }
            if assigns {
                assigning.push(at);
            }
        }
        Some(assigning)
    }

    /// Returns the smallest and the largest value of the integers or pointers of a type to which a way leads in a
    /// `static` array or structure, when the program starts; NULL is 0. `None` if they are not known.
    pub fn first_of_parts(&self, object: &str, way: &[Level], ty: Type) -> Option<(i128, i128)> {
        self.context.listed(object)?.range(way, ty)
    }

    /// Returns the way to the integer or pointer of a type at an offset in bytes in a `static` array or structure.
    pub fn way_to(&self, object: &str, offset: u64, ty: Type) -> Option<&[Level]> {
        self.context.listed(object)?.way_to(offset, ty)
    }
}
