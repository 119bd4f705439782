use super::{
    LockHint, expectation, is_assertion, is_lock_for_callers, is_program, leaves_locked, may_end_owner,
    mentions_loss, names_a_constant, repeats_release,
};

#[test]
fn locks_are_recognised_by_whole_words() {
    assert!(
        is_lock_for_callers("queue_lock")
            && is_lock_for_callers("queueLock")
            && is_lock_for_callers("trylock")
    );
    assert!(!is_lock_for_callers("unlock") && !is_lock_for_callers("block"));
    assert!(LockHint::Releases.is_in("queue_leave") && !LockHint::Releases.is_in("queue_enter"));
    assert!(LockHint::Takes.is_in("queue_enter") && !LockHint::Takes.is_in("queue_unlock"));
    assert!(may_end_owner("queue_destroy") && !may_end_owner("queue_length"));
}

#[test]
fn comments_on_losses_are_told_from_comments_for_tools() {
    let none = std::iter::empty;
    assert!(mentions_loss("/* no need\n * to free it */", none()));
    assert!(mentions_loss("/* this leaks on purpose */", none()));
    assert!(
        !mentions_loss("/* avoid a leak */", none()) && !mentions_loss("/* FIXME: this leaks */", none())
    );
    assert!(!mentions_loss("// NOLINT(memory-leak)", ["memory-leak"].into_iter()));
    assert!(leaves_locked("// leaves p locked.") && leaves_locked("/* the caller must unlock it */"));
    assert!(!leaves_locked("// the table is locked") && !leaves_locked("// BUG: returns locked"));
    assert!(repeats_release("/* else free ( p ); */", "p") && !repeats_release("/* free(q) */", "p"));
}

#[test]
fn names_are_read_as_authors_write_them() {
    assert!(
        names_a_constant("n < MAX_SIZE") && !names_a_constant("p == NULL") && !names_a_constant("n < Max")
    );
    assert!(is_program("tar_main") && !is_program("main_loop"));
    assert!(is_assertion("GIT_ASSERT") && !is_assertion("check"));
    assert_eq!(
        (expectation("ALWAYS"), expectation("NEVER"), expectation("MAYBE")),
        (Some(true), Some(false), None)
    );
}
