//! Prints rules: in the syntax of C for readers, and as scripts in SMT-LIB 2 for solvers.

use csieve_base::budget::Steps;
use csieve_domains::bits::script;
use csieve_graph::{Cfg, EdgeId};
use csieve_modelcheck::model::Function;

use crate::bits::Names;

use super::{AssertionClause, AssertionConflict, PredicateId, Rule, hold::Held, rule::Judge};

/// The command between two scripts, by which a solver drops all assertions.
const NEXT_SCRIPT: &str = "(reset)\n";

/// Returns the conflict for a proof by rules that excludes the end of a path, with the printed form of the
/// rules. With `wrapv`, signed overflow wraps.
pub fn conflict(function: &Function, wrapv: bool, word: &[EdgeId], proof: Held) -> AssertionConflict {
    let Held { predicates, rules } = proof;
    let cfg = function.cfg;
    let text = |id: PredicateId| predicates[id.index()].text(cfg);
    let mut clauses: Vec<AssertionClause> = Vec::new();
    for &edge in word {
        if clauses.iter().any(|clause| clause.edge == edge) {
            continue;
        }
        // A predicate that held before the statement as well is not shown again.
        let is_news =
            |rule: &&Rule| rule.edge == edge && rule.gives.is_none_or(|given| rule.needs != [given]);
        let own: Vec<&Rule> = rules.iter().filter(is_news).collect();
        if !own.is_empty() {
            let holds = own.iter().filter_map(|rule| rule.gives).map(text).collect();
            clauses.push(AssertionClause { edge, holds });
        }
    }
    let script = {
        let judge = Judge::new(function, wrapv, &predicates);
        failing(&judge, cfg, &rules)
    };
    AssertionConflict { predicates, rules, clauses, refinements: Vec::new(), script }
}

/// Prints the scripts of all rules, joined by [`NEXT_SCRIPT`]. A script is satisfiable only if its rule can
/// fail. A rule whose edge writes nothing that its predicate reads needs no script.
fn failing(judge: &Judge, cfg: &Cfg, rules: &[Rule]) -> String {
    let is_asked = |rule: &&Rule| !rule.gives.is_some_and(|given| judge.stays(&rule.needs, rule.edge, given));
    let scripts = rules.iter().filter(is_asked).flat_map(|rule| {
        let mut budget = Steps::new(u32::MAX);
        if let Some(implied) = judge.implied(&rule.needs, rule.edge, rule.gives, &mut budget) {
            return implied.scripts;
        }
        let question = judge.question(&rule.needs, rule.edge, rule.gives);
        let of_bits = question.map(|(encoder, assertions, _)| {
            let facts = encoder.finish();
            let names = Names::new(cfg, &facts, &assertions);
            script(&facts.terms, &assertions, &|symbol| names.of(symbol))
        });
        of_bits.into_iter().collect()
    });
    scripts.collect::<Vec<_>>().join(NEXT_SCRIPT)
}
