//! Tests of code that no run reaches and of loops that no run leaves. What may differ in another build is
//! left out.

use csieve_base::rule::Rule;

use crate::tests::File;

/// Returns the messages of a rule's findings in a function that no proof refutes.
fn messages(text: &str, rule: Rule) -> Vec<String> {
    let file = File::checked(text, rule);
    let findings = file.findings().0.into_iter().filter(|finding| !finding.is_refuted());
    findings.map(|finding| file.told(&finding.message)).collect()
}

fn unreachable(text: &str) -> Vec<String> {
    messages(text, Rule::UnreachableCode)
}

#[test]
fn a_side_that_contradicts_an_earlier_condition_is_unreachable() {
    let text = "void f(int x) { if (x > 5 && x < 3) use(x); }";
    let message = "no run gets here: line 1 leaves `x > 5`, the same line then needs `x < 3`";
    assert_eq!(unreachable(text), [message]);
    assert_eq!(unreachable(&text.replace("x < 3", "x < 7")), [""; 0]);
}

#[test]
fn a_named_constant_may_be_another_in_another_build() {
    let literal = "void f(unsigned char byte) { if (byte > 300) use(byte); }";
    assert_eq!(unreachable(literal).len(), 1);
    let named = "#define LIMIT 300\nvoid f(unsigned char byte) { if (byte > LIMIT) use(byte); }";
    assert_eq!(unreachable(named), [""; 0]);
}

#[test]
fn a_variable_that_conditional_code_names_may_be_another_in_another_build() {
    let varies = "void f(int x) {
            int limit = x & 7;
#ifdef LARGE
            limit = x;
#endif
            if (limit > 9)
                use(limit);
        }";
    assert_eq!(unreachable(varies), [""; 0]);
    let another = varies.replace("            limit = x;", "            x = 0;");
    let another = another.replace("int limit = x & 7", "int limit = ask() & 7");
    let messages = unreachable(&another);
    assert_eq!(messages.len(), 1, "the other build changes nothing that decides: {messages:?}");
}

#[test]
fn an_option_that_is_nothing_here_may_be_something_elsewhere() {
    let text = "#define OPTION 0\nvoid f(int flags) { if (flags & OPTION) use(flags); }";
    assert_eq!(unreachable(text), [""; 0]);
    assert_eq!(unreachable("void f(int flags) { if ((flags & 4) == 9) use(flags); }").len(), 1);
}

#[test]
fn a_variable_with_one_constant_is_a_switch_of_the_build() {
    let switch = "void f(int x) { int on = 0; if (on) use(x); }";
    assert_eq!(unreachable(switch), [""; 0]);
    let twice = switch.replace("if (on)", "if (x) on = 0; if (on)");
    assert_eq!(unreachable(&twice).len(), 1, "the program writes it");
}

#[test]
fn only_conditions_outside_of_macros_have_sides() {
    let text = "#define CHECK(c) if (c) use(1)\nvoid f(int x) { if (x > 5) { if (x < 3) use(1); } }";
    assert_eq!(unreachable(text).len(), 1);
    assert_eq!(unreachable(&text.replace("if (x < 3) use(1)", "CHECK(x < 3)")), [""; 0]);
}

#[test]
fn the_sides_of_each_condition_are_their_own() {
    let text = "void f(int *p, int x) {
            *p = x;
            if (p && x > 5) use(x);
            else if (!p) use(2);
            if (x > 5 && x < 3) use(3);
            if (x > 7 && x < 3) use(4);
        }";
    let told = unreachable(text);
    let access =
        "`p` was accessed on line 2 already: this check for NULL is redundant, or the access comes too early";
    assert_eq!(told[0], access);
    assert_eq!(told.len(), 4, "{told:?}");
}

#[test]
fn a_conversion_may_lose_something_on_another_machine() {
    let text = "void f(unsigned n) { size_t size = n; if (size != n) use(1); }";
    assert_eq!(unreachable(text), [""; 0]);
    assert_eq!(unreachable(&text.replace("size != n", "size > 4294967295u")), [""; 0], "a limit of a type");
    assert_eq!(unreachable(&text.replace("= n; if (size != n)", "= n & 7; if (size == 9)")).len(), 1);
}

#[test]
fn a_callee_with_one_answer_may_have_another_body_elsewhere() {
    let constant = "static int level(void) { return 0; }
        void f(void) {
            int now = level();
            if (now > 3)
                use(now);
        }";
    assert_eq!(unreachable(constant), [""; 0]);
    let computed = constant.replace("(void) { return 0; }", "(int n) { return n & 1; }");
    let computed = computed.replace("f(void)", "f(int n)").replace("= level()", "= level(n)");
    assert_eq!(unreachable(&computed).len(), 1);
}

#[test]
fn a_statement_behind_a_jump_may_belong_to_another_build() {
    let plain = "int f(int x) {\n    return x;\n    use(x);\n}";
    let message = "no run gets here: `return x` on line 2 goes elsewhere";
    assert_eq!(unreachable(plain), [message]);
    let varies = plain.replace("    use(x);", "#ifdef MORE\n#endif\n    use(x);");
    assert_eq!(unreachable(&varies), [""; 0]);
}

#[test]
fn a_check_behind_the_access_is_redundant() {
    let same = "int f(struct set *s) {
            int n = s->count;
            if (s == NULL)
                return 2;
            return n;
        }";
    let message = "`s` was accessed on line 2 already: this check for NULL is redundant, \
                   or the access comes too early";
    assert_eq!(unreachable(same), [message]);
    let another = same.replace("if (s", "s = ask() ? s : NULL;\n            if (s");
    assert_eq!(unreachable(&another), [""; 0]);
}

#[test]
fn a_loop_that_changes_nothing_it_asks_for_never_ends() {
    let text = "int f(int n) {
            int i = 0, sum = 0;
            while (i < n)
                sum += 2;
            return sum;
        }";
    let message = "this loop never ends once it goes round: nothing in it changes `n` or `i`, \
                   and only `i >= n` would end it";
    assert_eq!(messages(text, Rule::InfiniteLoop), [message]);
    assert_eq!(messages(&text.replace("sum += 2", "i += 2"), Rule::InfiniteLoop), [""; 0]);
}

#[test]
fn a_loop_whose_values_never_meet_the_condition_never_ends() {
    let text = "int f(void) {
            unsigned i = 1;
            while (i <= 4294967295u)
                i++;
            return 1;
        }";
    assert_eq!(
        messages(text, Rule::InfiniteLoop),
        ["no run leaves this loop: `i > 4294967295u` on line 3 never holds"]
    );
    assert_eq!(messages(&text.replace("<=", "<"), Rule::InfiniteLoop), [""; 0]);
}
