//! Tests of loops that some run never leaves, with its inputs and the reason, and of loops that look like it.

use csieve_base::{cancel::Never, options::Options, rule::Rule, watch::NoWatch};

use super::endless;
use crate::tests::File;

/// Returns the findings of the loops of a function, as "MESSAGE; INPUT = VALUE, ...", with the hint that
/// doubts it in brackets; or "ends" if the graph alone shows that the loop ends.
fn found(text: &str) -> Vec<String> {
    let file = File::with(text, Options { rules: vec![Rule::InfiniteLoop], ..Options::default() });
    let (_, suspects) = file.findings();
    if suspects.is_empty() {
        return vec!["ends".to_owned()];
    }
    let found = endless(&file.graphs(), file.own(), &suspects, &file.options, &Never, &NoWatch);
    let findings = found.expect("nobody cancels").into_iter().map(|finding| {
        let inputs = finding.inputs().iter();
        let inputs: Vec<String> =
            inputs.map(|input| format!("{} = {}", file.told(&input.what), input.value)).collect();
        let doubt = finding.doubt().map(|doubt| format!(" ({})", doubt.hint.as_str()));
        let (message, inputs) = (file.told(&finding.message), inputs.join(", "));
        format!("{message}; {inputs}{}", doubt.unwrap_or_default()).replace('`', "")
    });
    findings.collect()
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_state_that_every_round_keeps_is_never_left() {
    let text = "int f(int n) {
            int i = 0, sum = 0;
            while (i < n) {
                if (i == 3)
                    continue;
                sum ^= i;
                i++;
            }
            return sum;
        }";
    assert_eq!(found(text), ["this loop never ends when n is 10: i changes only where i != 3; n = 10"]);
    assert_eq!(found(&text.replace("i == 3", "i == 3 && ask()")), NOTHING, "the answers may differ");
}

#[test]
fn values_that_come_again_come_for_ever() {
    let text = "int f(int n) {
            while (n != 5) {
                if (n == 0)
                    n = 1;
                else if (n == 1)
                    n = 3;
                else if (n == 3)
                    n = 0;
                else
                    n = 5;
            }
            return n;
        }";
    assert_eq!(found(text), ["this loop never ends when n is 0: after every 3 rounds n is 0 again; n = 0"]);
    assert_eq!(found(&text.replace("n = 0;", "n = 4;")), ["ends"]);
}

#[test]
fn one_value_that_callers_may_know_not_to_pass_is_no_finding() {
    let text = "int f(int n, int step) {
            int odd = 0;
            for (int i = 0; i < n; i += step)
                odd ^= 1;
            return odd;
        }";
    assert_eq!(found(text), NOTHING);
    let any_step = text.replace("i += step", "i += step & 0");
    assert_eq!(found(&any_step).len(), 1, "every step is 0");
}

#[test]
fn a_loop_that_calls_something_may_be_meant_to_run() {
    let waits = "void f(int n) {
            while (n != 3) {
                use(n);
                n &= 7;
            }
        }";
    assert_eq!(found(waits), NOTHING);
    assert_eq!(found(&waits.replace("use(n);", "")).len(), 1);
    let bound = waits.replace("n != 3", "n < 8");
    assert_eq!(found(&bound).len(), 1, "a bound says that the loop shall end");
}

#[test]
fn only_callers_in_the_file_choose_the_inputs_of_an_internal_function() {
    let text = "static int f(int n) {
            int odd = 0;
            while (n != 0) {
                n >>= 1;
                odd ^= 1;
            }
            return odd;
        }";
    let message = "this loop never ends when n is -1: n stays -1; n = -1";
    assert_eq!(found(text), [format!("{message} (internal-callers)")]);
    assert_eq!(found(&text.replace("static ", "")), [message]);
}

#[test]
fn an_assertion_does_not_end_a_loop() {
    let text =
        "_Noreturn void __assert_fail(const char *what, const char *file, unsigned line, const char *in);
        #define assert(x) ((x) ? (void)0 : __assert_fail(#x, \"main.c\", 1, \"f\"))
        int f(int n) {
            int i = 0, rounds = 0;
            while (i < n) {
                assert(rounds < 9);
                rounds++;
                if (i == 3)
                    continue;
                i++;
            }
            return i;
        }";
    assert_eq!(found(text).len(), 1);
}
