//! The syntactic model and the search for counterexamples in it ([PR], section 2.1).

mod addresses;
mod blank;
mod candidates;
mod contexts;
mod function;
mod holders;
mod live;
mod local_objects;
mod may_holders;
mod observer;
mod phase;
mod product;
mod property;
pub mod rounds;
mod states;
mod switched_off;
mod trail;
mod zero_test;

pub use addresses::{is_changed, may_change};
pub use blank::{Blank, Touch};
pub use candidates::candidates;
pub use function::Function;
pub use holders::{
    Holder, Holders, Relation, are_other_members, holder, is_stable_address, is_written, strip_pointer_casts,
};
pub use live::live;
pub use may_holders::MayHolders;
pub use observer::{Observation, Observer, ObserverState, rejected_at, rejects};
pub use phase::{Mark, Phase};
pub use product::{Counterexample, Outcome, ProductSearch, can_reach};
pub use property::{Move, Property, Tracked};
pub use trail::{signature, trail};
pub use zero_test::{ZeroTest, zero_test};
