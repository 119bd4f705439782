//! The automaton of a rule from its table of states.

use csieve_base::own::{Automaton, Guard, MAX_STATES, Source, State, Target, Transition};
use toml::Spanned;

use crate::{
    formula,
    labels::is_word,
    read::{At, at},
    table::RuleTable,
};

const START: &str = "start";
const MISUSE: &str = "misuse";
const END: &str = "end";

/// Makes the automaton of a rule from its states.
pub(crate) fn automaton(rule: &RuleTable, labels: &[(String, Source)]) -> Result<Automaton, At> {
    let mut names: Vec<&str> = rule.states.keys().map(|name| name.get_ref().as_str()).collect();
    names.sort_by_key(|name| *name != START);
    if names.first() != Some(&START) {
        let first = rule.states.keys().next();
        let at = first.map_or(rule.id.span(), Spanned::span);
        return Err((at, "there is no state `start`, in which every object begins".to_owned()));
    }
    if names.len() > MAX_STATES {
        return Err(at(&rule.id, format!("a rule has at most {MAX_STATES} states")));
    }
    let target = |word: &Spanned<String>| match word.get_ref().as_str() {
        MISUSE => Ok(Target::Misuse),
        END => Ok(Target::End),
        name => names.iter().position(|state| *state == name).map(Target::State).ok_or_else(|| {
            at(word, format!("there is no state `{name}`. There are: {}, misuse, end", names.join(", ")))
        }),
    };
    let mut states = Vec::new();
    for name in &names {
        let Some((key, events)) = rule.states.iter().find(|(key, _)| key.get_ref() == name) else { continue };
        if !is_word(name) || [MISUSE, END].contains(name) {
            return Err(at(key, format!("`{name}` cannot be the name of a state")));
        }
        let mut transitions = Vec::new();
        for (label, to) in events {
            transitions.push(Transition { on: guard(labels, label)?, to: target(to)? });
        }
        states.push(State { name: (*name).to_owned(), transitions, stays: true });
    }
    let is_misuse = |state: &State| state.transitions.iter().any(|one| one.to == Target::Misuse);
    if !states.iter().any(is_misuse) {
        return Err(at(&rule.id, "no state leads to `misuse`".to_owned()));
    }
    Ok(Automaton { states })
}

/// Returns the condition that an event has a label, or several with `!`, `&` and `|` between them.
fn guard(labels: &[(String, Source)], label: &Spanned<String>) -> Result<Guard, At> {
    if is_word(label.get_ref()) {
        return of_label(labels, label.get_ref()).map_err(|problem| at(label, problem));
    }
    formula::guard(label.get_ref(), labels).map_err(|(_, problem)| at(label, problem))
}

/// Returns the set of the labels of a name.
pub(crate) fn set(labels: &[(String, Source)], name: &Spanned<String>) -> Result<u64, At> {
    of_label(labels, name.get_ref()).map_err(|problem| at(name, problem))?;
    let here = labels.iter().enumerate().filter(|(_, (label, _))| label == name.get_ref());
    Ok(here.fold(0, |set, (index, _)| set | 1 << index))
}

/// Returns the condition that an event has the label of a name.
pub(crate) fn of_label(labels: &[(String, Source)], name: &str) -> Result<Guard, String> {
    let here = labels.iter().enumerate().filter(|(_, (label, _))| label == name);
    let mut guards: Vec<Guard> = here.map(|(index, _)| Guard::Label(index)).collect();
    match guards.len() {
        0 => {
            let mut names: Vec<&str> = labels.iter().map(|(label, _)| label.as_str()).collect();
            names.dedup();
            Err(format!("there is no label `{name}`. There are: {}", names.join(", ")))
        }
        1 => Ok(guards.remove(0)),
        _ => Ok(Guard::Any(guards)),
    }
}
