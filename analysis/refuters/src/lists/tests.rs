//! Tests of the heaps along a path through a loop that builds a list. A path goes round twice; the proof
//! holds for any number of rounds.

use super::Lists;
use crate::{
    Reasoning,
    tests::{Said, asked, statement},
};

/// Returns the heaps behind the statements of the path, as "STATEMENT: CASE | CASE", with the hints at the
/// end.
fn heaps(text: &str) -> Said {
    asked(&Lists, (text, 2, false), |path, proof, own| {
        let Reasoning::Heaps(conflict) = &proof.reasoning else { panic!("a proof about heaps is expected") };
        assert_eq!(csieve_proof::check(conflict.certificate.text()), Ok(()));
        let clauses = conflict.clauses.iter();
        let clauses = clauses
            .map(|clause| format!("{}: {}", statement(path, own, clause.edge), clause.heaps.join(" | ")));
        let hints = conflict.hints.iter().map(|field| format!("apart in {field}"));
        clauses.chain(hints).collect()
    })
}

/// Returns the clauses of the proof that refutes the path.
fn proof(text: &str) -> Vec<String> {
    let said = heaps(text);
    let Said::Refuted(clauses, _) = said else { panic!("{said:?}") };
    clauses
}

/// A list whose items all have the value 7.
const SEVENS: &str = "void f(void) {
        struct item *list = 0;
        while (ask()) {
            struct item *made = malloc(sizeof *made);
            if (!made)
                return;
            made->value = 7;
            made->next = list;
            list = made;
        }
        if (list && list->next && list->next->value != 7)
            reached();
    }";

#[test]
fn every_item_has_the_value_that_its_loop_writes() {
    let told = [
        "list = 0: list = NULL",
        // Summary nodes are the `others`: any number of items.
        "made = malloc(sizeof *made): list → {next → others or NULL, value = 7}; made → {}; \
         others → {next → others or NULL, value = 7} | list = NULL; made → {}",
        "made != NULL: list → {next → others or NULL, value = 7}; made → {}; \
         others → {next → others or NULL, value = 7} | list = NULL; made → {}",
        "made->value = 7: list → {next → others or NULL, value = 7}; made → {value = 7}; \
         others → {next → others or NULL, value = 7} | list = NULL; made → {value = 7}",
        "made->next = list: made → {next → others or NULL, value = 7}; \
         others → {next → others or NULL, value = 7}",
        "list = made: list → {next → others or NULL, value = 7}; others → {next → others or NULL, value = 7}",
        "list != NULL: list → {next → others or NULL, value = 7}; \
         others → {next → others or NULL, value = 7}",
        "list->next != NULL: list → {next → others, value = 7}; others → {next → others or NULL, value = 7}",
        "list->next->value != 7: ",
    ];
    // Words with no round, one and two; each allocation succeeds or fails, though none that fails goes on.
    assert_eq!(heaps(SEVENS), Said::Refuted(told.map(str::to_owned).to_vec(), vec![true; 1 + 2 + 4]));
}

#[test]
fn an_unknown_value_may_be_another() {
    let text = SEVENS.replace("made->value = 7;", "made->value = ask();");
    assert_eq!(heaps(&text), Said::Unknown);
}

#[test]
fn a_call_that_is_given_the_list_may_change_it() {
    let text = SEVENS.replace("if (list &&", "use(list);\n        if (list &&");
    assert_eq!(heaps(&text), Said::Unknown);
}

#[test]
fn the_last_item_leads_nowhere() {
    let text = "void f(void) {
            struct item *tail = malloc(sizeof *tail);
            if (!tail)
                return;
            tail->next = 0;
            while (ask()) {
                struct item *made = malloc(sizeof *made);
                if (!made)
                    return;
                made->next = 0;
                tail->next = made;
                tail = made;
            }
            if (tail->next)
                reached();
        }";
    let told = [
        "tail = malloc(sizeof *tail): tail → {}",
        "tail->next = 0: tail → {next = NULL}",
        "made = malloc(sizeof *made): tail → {next = NULL}; made → {}",
        "made != NULL: tail → {next = NULL}; made → {}",
        "made->next = 0: tail → {next = NULL}; made → {next = NULL}",
        "tail->next = made: made → {next = NULL}",
        "tail = made: tail → {next = NULL}",
        "tail->next != NULL: ",
    ];
    assert_eq!(proof(text), told);
    assert_eq!(heaps(&text.replace("made->next = 0;", "made->next = tail;")), Said::Unknown, "a ring");
}

#[test]
fn the_front_is_not_mixed_up_with_the_items_behind_it() {
    let text = "void f(void) {
            struct item *front = malloc(sizeof *front);
            if (!front)
                return;
            front->value = 1;
            front->next = 0;
            while (ask()) {
                struct item *made = malloc(sizeof *made);
                if (!made)
                    return;
                made->value = 7;
                made->next = front->next;
                front->next = made;
            }
            struct item *at = front->next;
            if (at && at->next && at->next->value != 7)
                reached();
        }";
    let told = proof(text);
    let behind_the_loop = "at = front->next: at → {value = 7, next → others or NULL}; \
                           others → {value = 7, next → others or NULL} | at = NULL";
    assert!(told.iter().any(|clause| clause == behind_the_loop), "{told:#?}");
    let from_the_front = text.replace("at->next->value != 7", "at->next->value != 1");
    assert_eq!(heaps(&from_the_front), Said::Unknown, "the items behind the front have another value");
}

#[test]
fn a_path_without_lists_is_left_to_others() {
    let text = "void f(void) { int n = 0; while (ask()) n = n + 1; if (n < 0) reached(); }";
    assert_eq!(heaps(text), Said::Unknown);
}
