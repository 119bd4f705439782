//! The automaton of a rule of a user. It reads the events of a run in their order; other steps of the run do
//! not count.

/// The largest number of states. Sets of states are bits of a number.
pub const MAX_STATES: usize = 16;

/// A set of states, one bit for each.
pub type States = u16;

/// A nondeterministic automaton over sets of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The states; the first is the one in which an object begins.
    pub states: Vec<State>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The name of the state, for the user.
    pub name: String,
    /// What events lead to. All transitions whose guards hold are taken.
    pub transitions: Vec<Transition>,
    /// Whether the automaton stays in the state at events for which no guard holds.
    pub stays: bool,
}

/// A transition of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The condition on the labels of the event.
    pub on: Guard,
    /// Where the transition leads.
    pub to: Target,
}

/// Where a transition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To the state at this position.
    State(usize),
    /// To the misuse.
    Misuse,
    /// Nowhere: the object is followed no further.
    End,
}

/// A condition on the labels of an event. Labels are positions in the rule's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Every event.
    True,
    /// The event has this label.
    Label(usize),
    /// The condition does not hold.
    Not(Box<Self>),
    /// All conditions hold.
    All(Vec<Self>),
    /// One of the conditions holds.
    Any(Vec<Self>),
}

impl Guard {
    fn holds(&self, has: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::True => true,
            Self::Label(label) => has(*label),
            Self::Not(inner) => !inner.holds(has),
            Self::All(parts) => parts.iter().all(|part| part.holds(has)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(has)),
        }
    }
}

impl Automaton {
    /// The set of the state in which an object begins.
    pub const FIRST: States = 1;

    /// Returns the states after an event from a set of states, and whether the event may be the misuse.
    pub fn after(&self, states: States, has: &dyn Fn(usize) -> bool) -> (States, bool) {
        let (mut next, mut misuse) = (0, false);
        for (index, state) in self.states.iter().enumerate().filter(|(index, _)| states >> index & 1 == 1) {
            let mut taken = state.transitions.iter().filter(|one| one.on.holds(has)).peekable();
            if taken.peek().is_none() && state.stays {
                next |= 1 << index;
            }
            for transition in taken {
                match transition.to {
                    Target::State(to) => next |= 1 << to,
                    Target::Misuse => misuse = true,
                    Target::End => {}
                }
            }
        }
        (next, misuse)
    }

    /// Returns whether an object may begin anew at each event: the automaton always stays in its first state,
    /// as for `AG`, or this state forbids no event.
    pub fn may_begin_again(&self) -> bool {
        self.states.first().is_some_and(|first| {
            let always = Transition { on: Guard::True, to: Target::State(0) };
            first.transitions.contains(&always)
                || first.transitions.iter().all(|one| one.to != Target::Misuse)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Automaton, Guard, State, Target, Transition};

    fn state(name: &str, transitions: Vec<(usize, Target)>) -> State {
        let transitions =
            transitions.into_iter().map(|(label, to)| Transition { on: Guard::Label(label), to }).collect();
        State { name: name.to_owned(), transitions, stays: true }
    }

    #[test]
    fn a_lock_is_taken_once() {
        let (lock, unlock) = (0, 1);
        let automaton = Automaton {
            states: vec![
                state("free", vec![(lock, Target::State(1))]),
                state("held", vec![(lock, Target::Misuse), (unlock, Target::State(0))]),
            ],
        };
        let on = |label| move |has| has == label;
        assert_eq!(automaton.after(Automaton::FIRST, &on(unlock)), (0b01, false));
        assert_eq!(automaton.after(Automaton::FIRST, &on(lock)), (0b10, false));
        assert_eq!(automaton.after(0b10, &on(lock)), (0, true));
        assert_eq!(automaton.after(0b10, &on(unlock)), (0b01, false));
        assert!(automaton.may_begin_again());
    }
}
