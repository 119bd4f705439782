//! Describes the event between the cause of a misuse and the misuse, for the message.

use csieve_base::text::{Line, Sentence, sentence};
use csieve_dataflow::automaton::Automaton;
use csieve_graph::{Cfg, EdgeId, Loc};
use csieve_modelcheck::model::Counterexample;
use csieve_refuters::{PathIntervals, Scope};

use super::way::{is_condition, is_possible};
use csieve_graph::edge_text;

/// Returns when the misuse follows its cause: "when the loop on line 6 runs again" if the misuse is in a
/// later iteration, else "when `n < 0` on line 9" for the last condition that the misuse needs. None if the
/// misuse always follows.
pub fn when(
    cfg: &Cfg,
    automaton: &Automaton,
    function_text: &str,
    found: &Counterexample,
) -> Option<Sentence> {
    let cause = found.turn.or(found.start)?;
    if let Some(line) = repeated(cfg, &found.word, cause) {
        return Some(sentence!("when the loop on line {} runs again", Line(line)));
    }
    let decision = decision(cfg, automaton, &found.word, cause)?;
    // A condition that contains the misuse tells no more than its place.
    if cfg.edge(decision).span.contains(cfg.edge(found.misuse()).span) {
        return None;
    }
    let (text, line) = (edge_text(cfg, function_text, decision), Line(cfg.edge(decision).span.start));
    Some(sentence!("when `{}` on line {}", text, line))
}

/// Joins a message and the event that [`when`] returns. The event goes after the first part of the message,
/// which ends at "; ". A comma comes before the event if that part already has a comma.
pub fn joined(message: &Sentence, when: &Sentence) -> Sentence {
    let (first, rest) = message.split_before("; ");
    let comma = if first.text().contains(", ") { "," } else { "" };
    sentence!("{}{} {}{}", first, comma, when, rest)
}

/// Returns the start of the condition of the loop that the path takes again after the position `cause`, as an
/// offset in bytes. The head of the loop is the first location of the path that is visited both before and
/// after the position. None if there is no such loop.
fn repeated(cfg: &Cfg, word: &[EdgeId], cause: usize) -> Option<u32> {
    let first_visit = |loc: Loc| word[..=cause].iter().position(|id| cfg.edge(*id).from == loc);
    let again = word[cause + 1..].iter().filter_map(|id| first_visit(cfg.edge(*id).to));
    let rest = &word[again.min()?..];
    let condition = rest.iter().find(|id| is_condition(cfg, **id)).or(rest.first())?;
    Some(cfg.edge(*condition).span.start)
}

/// Returns the last branch after the position `cause` that decides about the misuse: the path could take
/// another branch there, and no other branch leads to the misuse.
fn decision(cfg: &Cfg, automaton: &Automaton, word: &[EdgeId], cause: usize) -> Option<EdgeId> {
    let misuse = cfg.edge(*word.last()?).from;
    let leading = cfg.leading_to([misuse], |_| true);
    let mut known = PathIntervals::default();
    let mut last = None;
    for (position, &id) in word.iter().enumerate() {
        let others = || cfg.siblings(id).iter().copied().filter(|other| *other != id);
        let is_decision = position > cause
            && is_condition(cfg, id)
            && !cfg.is_implied(id)
            && cfg.edge(id).expanded.is_none()
            && others().all(|other| !leading.contains(cfg.edge(other).to.index()))
            && others().any(|other| is_possible(automaton, &known, other));
        if is_decision {
            last = Some(id);
        }
        for event in &automaton.events[id.index()] {
            known.apply(automaton, event, Scope::All);
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::joined;
    use csieve_base::text::Sentence;

    #[test]
    fn what_decides_stands_behind_the_first_part() {
        let when = Sentence::from("when `n < 0` on line 3");
        let joined = |message: &str| joined(&message.into(), &when).text().to_owned();
        assert_eq!(joined("`p` is used"), "`p` is used when `n < 0` on line 3");
        assert_eq!(joined("`p`, freed, is used"), "`p`, freed, is used, when `n < 0` on line 3");
        assert_eq!(joined("`p` is lost; why"), "`p` is lost when `n < 0` on line 3; why");
    }
}
