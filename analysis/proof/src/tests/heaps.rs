//! Tests certificates over heaps with a list of sevens of any length: the valid one, and changed ones.

use super::check;

const SEVENS: &str = "\
csieve heaps 1
var v0 ; list
var v1 ; made
field f0 ; next
field f1 ; value
state 1
graph v0=0 v1=any
graph v0=n0 v1=any
node n0 one f0=0|n1 f1=7 rest=garbage
node n1 many f0=0|n1 f1=7 rest=garbage
way 0 1: set v0 0 ; line 3: list = NULL
way 1 1: make v1 garbage, write v1.f1 7, write v1.f0 v0, set v0 v1 ; line 5: list = made
way 1 1: test v0 != 0, set v1 v0, set v0 v1.f0, free v1 ; line 9: list = next
end 1: test v0 != 0, test v0.f1 != 7 ; line 12: list->value != 7
";

/// Returns why the certificate is refused after one part of it is replaced. Panics if it is accepted.
fn refused(part: &str, by: &str) -> String {
    assert!(SEVENS.contains(part), "`{part}` is a part of the certificate");
    check(&SEVENS.replacen(part, by, 1)).expect_err("what is not so has no proof").to_string()
}

#[test]
fn a_list_of_sevens_has_only_sevens() {
    assert_eq!(check(SEVENS), Ok(()));
}

#[test]
fn every_way_is_gone_again() {
    let elsewhere = "it leads to heaps that are not in the state claimed";
    assert_eq!(refused("write v1.f1 7", "write v1.f1 8"), format!("line 12: {elsewhere}"));
    assert_eq!(refused("n1 many", "n1 one"), format!("line 12: {elsewhere}"));
    assert_eq!(refused("n1 many f0=0|n1", "n1 many f0=0"), format!("line 12: {elsewhere}"));
    assert_eq!(refused("set v0 v1 ;", "set v0 v1, escape v0 ;"), format!("line 12: {elsewhere}"));
    assert_eq!(refused("set v0 0", "set v0 0|other"), format!("line 11: {elsewhere}"));
}

#[test]
fn what_is_freed_or_shares_bytes_is_not_what_it_was() {
    let elsewhere = "it leads to heaps that are not in the state claimed";
    assert_eq!(refused("set v0 v1.f0, free v1", "free v1"), format!("line 13: {elsewhere}"));
    assert_eq!(refused("f0 ; next", "f0 f1 ; next"), format!("line 12: {elsewhere}"));
}

#[test]
fn nothing_may_get_past_the_end() {
    assert_eq!(refused("test v0.f1 != 7", "test v0.f1 == 7"), "line 14: some heap gets past the end");
    assert_eq!(refused("end 1", "end 0"), "line 14: some heap gets past the end");
}

#[test]
fn what_no_graph_can_say_is_not_read() {
    assert_eq!(
        refused("v0=n0", "v0=n1"),
        "a variable may point to several objects, or a node is not declared"
    );
    assert_eq!(
        refused("f0=0|n1 f1=7 rest=garbage\nway", "f0=0|n2 f1=7 rest=garbage\nway"),
        "a variable may point to several objects, or a node is not declared"
    );
    assert_eq!(refused("rest=garbage", "rest=n1"), "a node does not say what is in its other fields");
    assert_eq!(refused("v0=0 v1=any", "v0=nothing v1=any"), "line 7: `othing` is no number");
    assert_eq!(refused("state 1", "state 0"), "line 6: state 0 cannot be claimed here");
    assert_eq!(refused("test v0.f1 != 7", "test v9.f1 != 7"), "line 14: there is no variable `v9`");
    assert_eq!(refused("end 1", "so 1"), "line 14: `so` is not understood");
}

/// A list whose numbers never fall: a new item is put in front only if its number is at most that of the front.
const RISING: &str = "\
csieve heaps 1
var v0 ; list
var v1 ; made
var v2 ; number
field f0 ; next
field f1 ; value
state 1
graph v0=0 v1=any v2=any
graph v0=n0 v1=any v2=any
node n0 one f0=0|n1 f1=0|other rest=garbage f1/f0
node n1 many f0=0|n1 f1=0|other rest=garbage f1/f0
state 2
graph v0=n0 v1=any v2=0|other
node n0 one f0=0|n1 f1=0|other rest=garbage f1/f0
node n1 many f0=0|n1 f1=0|other rest=garbage f1/f0
atmost v2 n0.f1
way 0 1: set v0 0 ; line 3: list = NULL
way 1 1: make v1 garbage, write v1.f1 0|other, write v1.f0 0, test v0 == 0, set v0 v1 ; line 5: the first
way 1 2: test v0 != 0, set v2 0|other, test v2 <= v0.f1 ; line 7: number <= list->value
way 2 1: make v1 garbage, write v1.f1 v2, write v1.f0 v0, set v0 v1 ; line 8: list = made
way 1 1: test v0 != 0, set v1 v0, set v0 v1.f0, free v1 ; line 10: list = next
end 1: test v0 != 0, test v0.f0 != 0, test v0.f1 > v0.f0.f1 ; line 12: list->value > list->next->value
";

/// Returns why the certificate of a rising list is refused after one part of it is replaced.
fn falling(part: &str, by: &str) -> String {
    assert!(RISING.contains(part), "`{part}` is a part of the certificate");
    check(&RISING.replacen(part, by, 1)).expect_err("what is not so has no proof").to_string()
}

#[test]
fn the_numbers_of_a_list_rise() {
    assert_eq!(check(RISING), Ok(()));
    assert_eq!(check(&RISING.replace("test v2 <= v0.f1", "test v0.f1 > v2")), Ok(()));
}

#[test]
fn numbers_are_in_no_order_that_nothing_establishes() {
    let elsewhere = "it leads to heaps that are not in the state claimed";
    assert_eq!(falling("test v2 <= v0.f1", "test v2 >= v0.f1"), format!("line 19: {elsewhere}"));
    assert_eq!(falling("test v2 <= v0.f1", "test v2 != v0.f1"), format!("line 19: {elsewhere}"));
    assert_eq!(falling("write v1.f1 v2", "write v1.f1 0|other"), format!("line 20: {elsewhere}"));
    assert_eq!(falling("atmost v2 n0.f1", "atmost n0.f1 v2"), format!("line 19: {elsewhere}"));
    assert_eq!(falling("atmost v2 n0.f1\n", ""), format!("line 19: {elsewhere}"));
    // The items behind the front are in no order.
    let front_only = RISING
        .replace("n1 many f0=0|n1 f1=0|other rest=garbage f1/f0", "n1 many f0=0|n1 f1=0|other rest=garbage");
    assert_eq!(
        check(&front_only).map_err(|why| why.to_string()),
        Err(format!("line 21: {elsewhere}")),
        "the walk takes an item out of them"
    );
    assert_eq!(
        falling("test v0.f1 > v0.f0.f1", "test v0.f1 >= v0.f0.f1"),
        "line 22: some heap gets past the end"
    );
}

#[test]
fn a_write_ends_the_order() {
    let elsewhere = "it leads to heaps that are not in the state claimed";
    // The number of the old front, of the new one, and the variable.
    assert_eq!(
        falling("set v0 v1 ; line 8", "write v0.f1 0|other, set v0 v1 ; line 8"),
        format!("line 20: {elsewhere}")
    );
    assert_eq!(
        falling("set v0 v1 ; line 8", "set v0 v1, write v1.f1 0|other ; line 8"),
        format!("line 20: {elsewhere}")
    );
    assert_eq!(
        falling("make v1 garbage, write v1.f1 v2", "set v2 0|other, make v1 garbage, write v1.f1 v2"),
        format!("line 20: {elsewhere}")
    );
    assert_eq!(
        falling("set v0 v1 ; line 8", "set v0 v1, write v0.f0.f1 0|other ; line 8"),
        format!("line 20: {elsewhere}")
    );
    assert_eq!(falling("f0 ; next", "f0 f1 ; next"), format!("line 18: {elsewhere}"));
}

#[test]
fn other_code_may_change_an_exposed_number() {
    let owned = "a number belongs to several objects, or code outside the path may write it";
    assert_eq!(falling("v2 ; number", "v2 exposed ; number"), owned);
    assert_eq!(falling("atmost v2 n0.f1", "atmost v2 n1.f1"), owned);
    assert_eq!(
        falling("test v2 <= v0.f1", "test v2 <= v0.f1, escape v0"),
        "line 19: it leads to heaps that are not in the state claimed"
    );
    assert_eq!(falling("atmost v2 n0.f1", "atmost v2"), "line 16: `atmost` compares two numbers");
    assert_eq!(falling("rest=garbage f1/f0", "rest=garbage f1/f9"), "line 10: there is no field `f9`");
}
