//! `#if` inside a function: one unknown per condition, the same wherever it is tested.

use tree_sitter::Node;

use crate::{
    cfg::{Action, Type, VarId, VarKind},
    lower::{Lowered, Lowering},
    text::Span,
};

/// A condition of the preprocessor.
enum Condition {
    Decided(bool),
    /// The text it is known by, and whether it is negated.
    Unknown(String, bool),
}

fn condition(text: &str) -> Condition {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = joined.as_str();
    let mut negated = false;
    while let Some(rest) = text.strip_prefix('!') {
        let rest = rest.trim();
        // Only a condition that the negation spans as a whole.
        if rest.contains(['&', '|', '=', '<', '>', '?', '+', '-', '*']) {
            break;
        }
        (text, negated) = (rest, !negated);
    }
    if let Ok(number) = text.parse::<i64>() {
        return Condition::Decided((number != 0) != negated);
    }
    let name = text
        .strip_prefix("defined")
        .map(|rest| rest.trim().trim_start_matches('(').trim_end_matches(')').trim())
        .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    match name {
        Some(name) => Condition::Unknown(format!("defined({name})"), negated),
        None => Condition::Unknown(text.to_owned(), negated),
    }
}

impl<'a> Lowering<'a> {
    /// `#if` ... `#endif`, or the rest of one from an `#elif` on.
    pub(super) fn conditional(&mut self, node: Node<'a>) -> Lowered<()> {
        let span = self.span(node);
        let (condition_node, condition) = self.read_condition(node)?;
        let place = self.span(condition_node);
        let start = (self.here, self.dead);
        let mut ends = Vec::new();
        for holds in [true, false] {
            (self.here, self.dead) = start;
            let guard = match &condition {
                Condition::Decided(truth) if *truth != holds => continue,
                Condition::Decided(_) => None,
                Condition::Unknown(text, negated) => Some((self.config_var(text), holds != *negated)),
            };
            if let Some((var, holds)) = guard {
                self.assume_config(var, holds, place);
                self.jumps.conditions.push((var, holds));
            }
            if holds {
                self.guarded(node, condition_node)?;
            } else if let Some(alternative) = node.child_by_field_name("alternative") {
                self.enter(alternative)?;
                if alternative.kind() == "preproc_else" {
                    self.sequence(alternative)?;
                } else {
                    self.conditional(alternative)?;
                }
                self.leave();
            }
            if guard.is_some() {
                self.jumps.conditions.pop();
            }
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        Ok(())
    }

    fn guarded(&mut self, node: Node<'a>, condition: Node<'a>) -> Lowered<()> {
        let alternative = node.child_by_field_name("alternative");
        for child in node.named_children(&mut node.walk()) {
            if child != condition && Some(child) != alternative {
                self.statement(child)?;
            }
        }
        Ok(())
    }

    fn read_condition(&self, node: Node<'a>) -> Lowered<(Node<'a>, Condition)> {
        if let Some(name) = node.child_by_field_name("name") {
            let keyword = node.child(0).map_or("", |keyword| self.source(keyword));
            let negated = keyword.contains("ndef");
            return Ok((name, Condition::Unknown(format!("defined({})", self.source(name)), negated)));
        }
        let text = self.field(node, "condition")?;
        Ok((text, condition(self.source(text))))
    }

    fn config_var(&mut self, text: &str) -> VarId {
        if let Some(&var) = self.config.get(text) {
            return var;
        }
        let var = self.graph.var(text, Type::INT, VarKind::Config);
        self.config.insert(text.to_owned(), var);
        var
    }

    /// The run goes on only in one configuration.
    pub(super) fn assume_config(&mut self, var: VarId, holds: bool, span: Span) {
        let cond = self.graph.exprs().var(var, Type::INT);
        self.step(Action::Assume { cond, holds }, span);
    }
}

#[cfg(test)]
mod tests {
    use super::{Condition, condition};

    fn read(text: &str) -> String {
        match condition(text) {
            Condition::Decided(truth) => truth.to_string(),
            Condition::Unknown(text, negated) => format!("{}{text}", if negated { "not " } else { "" }),
        }
    }

    #[test]
    fn spellings_of_one_condition_are_one() {
        assert_eq!(read("defined(X)"), "defined(X)");
        assert_eq!(read("defined  X"), "defined(X)");
        assert_eq!(read("!defined( X )"), "not defined(X)");
        assert_eq!(read("0"), "false");
        assert_eq!(read("!0"), "true");
        assert_eq!(read("!A && B"), "!A && B");
        assert_eq!(read("defined(A) && defined(B)"), "defined(A) && defined(B)");
    }
}
