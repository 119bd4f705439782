//! Rules of users: the automaton of a rule as a property, and its messages.
//!
//! An automaton follows one object at a time through the events of a run. It begins anew at each event that
//! leaves its first state, for the object of this event. If the first state itself forbids an event, it
//! begins at the entry of the function instead, once for each object that the function names.

mod any;
mod check;
mod events;
mod handed;
mod labelled;
mod property;
mod starts;
mod thread;

pub use check::Own;
pub use labelled::{Labelled, labelled};

use any::AnyOwn;
use events::{Labels, labels};
use thread::{Identity, Thread};
