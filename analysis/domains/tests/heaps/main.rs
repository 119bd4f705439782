//! Tests that heap graphs stand for every heap that a program reaches. Random programs are executed on small
//! concrete heaps and interpreted on heap graphs.

mod concrete;

use concrete::{Concrete, stands_for};
use csieve_domains::heap::{Along, Command, Feature, Heaps, Kept, Path, Relation, Scope, Source, Value};
use proptest::prelude::*;

/// The number of variables: three pointers and one number. Other code knows the address of the last pointer.
const VARS: usize = 4;
const POINTERS: usize = 3;
const EXPOSED: usize = 2;
/// The field that is a link; the other field, `NUMBER`, is a number.
const LINK: usize = 0;
const NUMBER: usize = 1;

/// The order of the numbers along the links.
const ALONG: Along = Along { link: LINK, number: NUMBER };

fn scope() -> Scope {
    Scope {
        exposed: vec![EXPOSED],
        clashes: vec![Vec::new(), Vec::new()],
        orders: vec![ALONG],
        numbers: vec![POINTERS],
    }
}

fn number(value: i128) -> Source {
    Source::Constant(Value::number(value))
}

/// Generates pointers: NULL, a variable, or the value after one or two links from a variable.
fn pointer() -> impl Strategy<Value = Source> {
    prop_oneof![
        1 => Just(number(0)),
        4 => (0..POINTERS, 0_usize..3).prop_map(|(var, links)| Source::Place(Path { var, fields: vec![LINK; links] })),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let var = || 0..POINTERS;
    let link = (var(), 1_usize..3).prop_map(|(var, links)| Path { var, fields: vec![LINK; links] });
    let value = || var().prop_map(|var| Path { var, fields: vec![NUMBER] });
    let equal = prop::sample::select(vec![Relation::Equal, Relation::Different]);
    let order = prop::sample::select(vec![
        Relation::Equal,
        Relation::Different,
        Relation::Less,
        Relation::AtMost,
        Relation::Greater,
        Relation::AtLeast,
    ]);
    let numeric = || {
        let field = (var(), 0_usize..2).prop_map(|(var, links)| {
            let links = std::iter::repeat_n(LINK, links);
            Path { var, fields: links.chain([NUMBER]).collect() }
        });
        prop_oneof![3 => field, 1 => Just(Path::var(POINTERS))]
    };
    prop_oneof![
        4 => (var(), pointer()).prop_map(|(var, from)| Command::Set(var, from)),
        4 => (var(), any::<bool>()).prop_map(|(var, blank)| {
            Command::Make(var, if blank { Value::number(0) } else { Value::garbage() })
        }),
        4 => (link, pointer()).prop_map(|(to, from)| Command::Write(to, from)),
        3 => (value(), 0_i128..3).prop_map(|(to, from)| Command::Write(to, number(from))),
        1 => value().prop_map(|from| Command::Set(POINTERS, Source::Place(from))),
        1 => var().prop_map(|var| Command::Free(Path::var(var))),
        2 => (pointer(), equal.clone(), pointer()).prop_map(|(a, relation, b)| Command::Test(a, relation, b)),
        2 => (value(), equal, 0_i128..3)
            .prop_map(|(at, relation, to)| Command::Test(Source::Place(at), relation, number(to))),
        6 => (numeric(), order, numeric())
            .prop_map(|(a, relation, b)| Command::Test(Source::Place(a), relation, Source::Place(b))),
        1 => (value(), numeric()).prop_map(|(to, from)| Command::Write(to, Source::Place(from))),
        1 => prop::collection::vec(var(), 0..2).prop_map(Command::Escape),
        1 => Just(Command::EscapeAll),
    ]
}

/// Generates commands on lists whose items all have numbers: three items first, then writes to links and
/// numbers, comparisons, and steps along links.
fn numbered() -> impl Strategy<Value = Vec<Command>> {
    let var = || 0..POINTERS - 1;
    let at = move |last: usize| {
        (var(), 0_usize..2).prop_map(move |(var, links)| {
            let links = std::iter::repeat_n(LINK, links);
            Path { var, fields: links.chain([last]).collect() }
        })
    };
    let numeric = move || prop_oneof![4 => at(NUMBER), 1 => Just(Path::var(POINTERS))];
    let item = move || prop_oneof![3 => var().prop_map(Path::var), 2 => at(LINK)];
    let order =
        prop::sample::select(vec![Relation::AtMost, Relation::AtLeast, Relation::Less, Relation::Equal]);
    let command = prop_oneof![
        5 => (numeric(), order, numeric())
            .prop_map(|(a, relation, b)| Command::Test(Source::Place(a), relation, Source::Place(b))),
        3 => (at(NUMBER), 0_i128..4).prop_map(|(to, from)| Command::Write(to, number(from))),
        2 => (at(NUMBER), numeric()).prop_map(|(to, from)| Command::Write(to, Source::Place(from))),
        3 => (at(LINK), item()).prop_map(|(to, from)| Command::Write(to, Source::Place(from))),
        4 => (var(), item()).prop_map(|(var, from)| Command::Set(var, Source::Place(from))),
        2 => (var(), at(LINK)).prop_map(|(var, from)| Command::Set(var, Source::Place(from))),
        1 => numeric().prop_map(|from| Command::Set(POINTERS, Source::Place(from))),
        1 => var().prop_map(|var| Command::Make(var, Value::number(0))),
        1 => var().prop_map(|var| Command::Free(Path::var(var))),
    ];
    let list = [
        Command::Make(0, Value::number(0)),
        Command::Make(1, Value::number(0)),
        Command::Write(Path { var: 1, fields: vec![LINK] }, Source::Place(Path::var(0))),
        Command::Make(0, Value::number(0)),
        Command::Write(Path { var: 0, fields: vec![LINK] }, Source::Place(Path::var(1))),
        Command::Set(POINTERS, number(1)),
    ];
    prop::collection::vec(command, 1..24)
        .prop_map(move |commands| list.iter().cloned().chain(commands).collect())
}

fn kept() -> impl Strategy<Value = Kept> {
    let features = vec![Feature::Field(LINK), Feature::Field(NUMBER), Feature::Order(ALONG)];
    prop::sample::subsequence(features, 0..3).prop_map(|kept| kept.into_iter().collect())
}

/// Returns the set of heap graphs after a command.
fn behind(heaps: &Heaps, command: &Command, kept: &Kept) -> Heaps {
    let mut after = Heaps::default();
    for graph in heaps.graphs() {
        for graph in scope().run(graph.clone(), command) {
            after.add(graph, kept);
        }
    }
    after
}

fn all_behind(heaps: &Heaps, commands: &[Command], kept: &Kept) -> Heaps {
    commands.iter().fold(heaps.clone(), |heaps, command| behind(&heaps, command, kept))
}

fn step(states: &[Concrete], command: &Command) -> Vec<Concrete> {
    let mut after: Vec<Concrete> = states.iter().flat_map(|state| state.behind(command, EXPOSED)).collect();
    after.sort();
    after.dedup();
    // A few of many states are enough for the test.
    after.truncate(12);
    after
}

fn is_covered(heaps: &Heaps, state: &Concrete) -> bool {
    heaps.graphs().any(|graph| stands_for(graph, state))
}

/// Returns a sentence about the first concrete heap that commands lead to and no graph stands for.
fn missed(commands: &[Command], kept: &Kept) -> Option<String> {
    let mut heaps = Heaps::unknown(VARS);
    let mut states = vec![Concrete::start(VARS)];
    for command in commands {
        let next = step(&states, command);
        // A test that ends all runs would leave nothing to look at behind it.
        if next.is_empty() && matches!(command, Command::Test(..)) {
            continue;
        }
        heaps = behind(&heaps, command, kept);
        states = next;
        if let Some(state) = states.iter().find(|state| !is_covered(&heaps, state)) {
            return Some(format!("{command:?} leads to {state:?}, not in {heaps:?}"));
        }
    }
    None
}

#[test]
fn an_object_that_escaped_before_it_was_written_has_indeterminate_fields() {
    let commands = [
        Command::Make(0, Value::garbage()),
        Command::EscapeAll,
        Command::Make(2, Value::garbage()),
        Command::Set(POINTERS, Source::Place(Path { var: 0, fields: vec![NUMBER] })),
    ];
    assert_eq!(missed(&commands, &Kept::new()), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..Default::default() })]

    #[test]
    fn graphs_stand_for_what_commands_do(commands in prop::collection::vec(command(), 1..14), kept in kept()) {
        prop_assert_eq!(missed(&commands, &kept), None);
    }

    #[test]
    fn numbers_are_in_the_order_that_is_claimed(commands in numbered(), kept in kept()) {
        prop_assert_eq!(missed(&commands, &kept), None);
    }

    #[test]
    fn loops_end_and_stand_for_every_round(
        before in prop::collection::vec(command(), 0..5),
        round in prop::collection::vec(command(), 1..6),
        kept in kept(),
    ) {
        let mut head = all_behind(&Heaps::unknown(VARS), &before, &kept);
        let mut rounds = 0;
        loop {
            let mut grown = head.clone();
            let mut is_new = false;
            for graph in all_behind(&head, &round, &kept).graphs() {
                is_new |= grown.add(graph.clone(), &kept).is_new;
            }
            head = grown;
            rounds += 1;
            prop_assert!(rounds < 500, "the heaps at the head of the loop never stop growing");
            if !is_new {
                break;
            }
        }
        let mut states = vec![Concrete::start(VARS)];
        for command in &before {
            states = step(&states, command);
        }
        for _ in 0..5 {
            for state in &states {
                prop_assert!(is_covered(&head, state), "{state:?} is not in {head:?}");
            }
            for command in &round {
                states = step(&states, command);
            }
        }
    }

    #[test]
    fn adding_keeps_what_there_was(commands in prop::collection::vec(command(), 1..10), kept in kept()) {
        let mut heaps = Heaps::unknown(VARS);
        let mut all = Heaps::default();
        let mut seen: Vec<Concrete> = Vec::new();
        let mut states = vec![Concrete::start(VARS)];
        for command in &commands {
            heaps = behind(&heaps, command, &kept);
            states = step(&states, command);
            for graph in heaps.graphs() {
                all.add(graph.clone(), &kept);
            }
            seen.extend(states.iter().cloned());
            for state in &seen {
                prop_assert!(is_covered(&all, state), "{state:?} got lost in {all:?}");
            }
            let again = all.clone();
            for graph in again.graphs() {
                prop_assert!(!all.add(graph.clone(), &kept).is_new, "adding what is there changes {all:?}");
            }
        }
    }
}
