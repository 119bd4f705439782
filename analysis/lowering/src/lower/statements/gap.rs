//! Gaps: what syntax errors hide of a function, for graphs of functions in which somebody types.
//!
//! A gap begins with the statement of a block that has an error, and ends with the block: what stands behind the error may
//! be a part of it, as the statement behind `if (a` is. The braces say where the block ends, since the parser may take one
//! for a part of the error. A function is lowered without the text of its gaps, if the rest is C.

use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, Gap, Loc};
use rustc_hash::FxHashMap;

use super::jump::Frame;
use crate::lower::{Lowered, Lowering, SYNTAX_ERROR, ctype::CType};

/// The gaps of a function. Without any, its text has to be C.
#[derive(Debug, Default)]
pub(in crate::lower) struct Gaps {
    /// The byte offsets in the text at which gaps begin, by the offsets of their blocks.
    begin: FxHashMap<usize, usize>,
}

impl Gaps {
    /// Returns whether the function has any.
    pub(in crate::lower) fn are_there(&self) -> bool {
        !self.begin.is_empty()
    }

    /// Adds the gap of an error: its text is replaced by spaces in `text`. Returns whether there was any.
    pub(in crate::lower) fn add(&mut self, hidden: &Hidden, text: &mut String) -> bool {
        let Some(gap) = text.get(hidden.from..hidden.to).filter(|gap| !gap.trim().is_empty()) else {
            return false;
        };
        let blank: String = gap.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        text.replace_range(hidden.from..hidden.to, &blank);
        let begin = self.begin.entry(hidden.block).or_insert(hidden.from);
        *begin = hidden.from.min(*begin);
        true
    }
}

/// What an error may hide: the rest of a block, as byte offsets in the text.
pub(in crate::lower) struct Hidden {
    /// The start of the block.
    block: usize,
    /// The start of the first statement that is not certain.
    from: usize,
    /// The brace that ends the block.
    to: usize,
}

impl<'a> Lowering<'a> {
    /// Returns what the first syntax error of a function may hide; `None` if there is no error.
    ///
    /// # Errors
    /// If the error leaves open where blocks end, or concerns the header.
    pub(in crate::lower) fn hidden(&self, function: Node<'a>) -> Lowered<Option<Hidden>> {
        let root = function.around().last().unwrap_or(function);
        let mut nodes = root.subtree().filter(|node| node.end_byte() >= function.start_byte());
        let Some(error) = nodes.find(|node| self.is_broken(*node)) else { return Ok(None) };
        match self.hidden_by(error) {
            Some(hidden) => Ok(Some(hidden)),
            None => Err(self.skipped(SYNTAX_ERROR, error)),
        }
    }

    /// Returns the end of the innermost block around an error that surely is one.
    fn hidden_by(&self, error: Node<'a>) -> Option<Hidden> {
        let mut found = None;
        let mut inside = error;
        for node in error.around() {
            match node.kind() {
                Kind::FunctionDefinition => return found,
                Kind::CompoundStatement => {
                    let block = node.start_byte();
                    let to = closing(self.text, block)?;
                    let from = inside.start_byte();
                    let is_inside = (block + 1..=to).contains(&from);
                    found = found.or_else(|| is_inside.then_some(Hidden { block, from, to }));
                }
                Kind::IfStatement
                | Kind::ElseClause
                | Kind::WhileStatement
                | Kind::DoStatement
                | Kind::ForStatement
                | Kind::LabeledStatement => {}
                // A gap in a `switch` may have cases, and one in an expression leaves its value open.
                _ => found = None,
            }
            inside = node;
        }
        None
    }

    fn gap_of(&self, block: Node<'a>) -> Option<usize> {
        let begin =
            self.gaps.begin.get(&block.start_byte()).filter(|_| block.kind() == Kind::CompoundStatement);
        begin.copied()
    }

    /// Lowers the gap of a block, if it has one. Anything may happen there, and control may go on anywhere.
    pub(super) fn gap(&mut self, block: Node<'a>) {
        let Some(begin) = self.gap_of(block) else { return };
        let mut span = self.span(block);
        span.start = (begin - self.base) as u32;
        let vars = self.scopes.visible_vars();
        self.dead_end(Action::Opaque { vars }, span);
        let mut to: Vec<Loc> = vec![self.graph.exit(), self.graph.location()];
        let next = to[1];
        match self.jumps.frames.last() {
            Some(Frame::Loop { after, .. }) => to.push(*after),
            Some(Frame::Switch(switch)) => to.push(switch.after),
            None => {}
        }
        to.extend(self.jumps.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop { next, .. } => Some(*next),
            Frame::Switch(_) => None,
        }));
        self.reached.extend(&to);
        self.resume(next);
        self.graph.gaps().all.push(Gap { span, to });
    }

    /// Lowers the jumps to labels that only gaps may have, and lets gaps lead to all labels.
    ///
    /// # Errors
    /// If the function has jumps whose targets a gap may change.
    pub(super) fn finish_gaps(&mut self, function: Node<'a>) -> Lowered<()> {
        if !self.jumps.computed.is_empty() || !self.second_returns.is_empty() {
            return Err(self.skipped(SYNTAX_ERROR, function));
        }
        let mut placed = Vec::new();
        for (at, mention) in self.labels.places() {
            match mention {
                None => placed.push(at),
                Some(mention) => {
                    let (span, vars) = (self.span(mention), Vec::new());
                    self.graph.step(at, Action::Opaque { vars }, span);
                }
            }
        }
        self.graph.gaps().all.iter_mut().for_each(|gap| gap.to.extend(&placed));
        let own = function.field(Field::Declarator).map(Node::byte_range);
        let name = self.graph.so_far().function.clone();
        let is_outside = |node: &Node<'_>| own.as_ref().is_none_or(|own| !own.contains(&node.start_byte()));
        let names_itself = function
            .subtree()
            .any(|node| node.kind() == Kind::Identifier && is_outside(&node) && self.source(node) == name);
        self.graph.gaps().rests_on_text |= names_itself;
        Ok(())
    }

    /// Notes that an object is taken for what its first value says, because no text writes it.
    pub(in crate::lower) fn note_unwritten(&mut self, ty: &CType) {
        if self.gaps.are_there() && !ty.is_constant() {
            self.graph.gaps().rests_on_text = true;
        }
    }
}

/// Returns the place of the brace that closes the one at a place. Braces in literals do not count.
fn closing(text: &str, open: usize) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    let mut bytes = text.bytes().enumerate().skip(open);
    while let Some((at, byte)) = bytes.next() {
        match (byte, quote) {
            (b'\n', _) => quote = None,
            (b'\\', Some(_)) => drop(bytes.next()),
            (_, Some(begun)) if begun == byte => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'', None) => quote = Some(byte),
            (b'{', None) => depth += 1,
            (b'}', None) => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
