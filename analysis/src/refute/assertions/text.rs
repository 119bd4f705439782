//! Rules as people and solvers read them.

use crate::{
    bits::{BinaryOp, SymbolId, TermId, Terms, script},
    cfg::Cfg,
    refute::{PathProgram, bits::Place},
};

use super::{AssertionClause, AssertionConflict, PredicateId, Rule, hold::Held, rule::Judge};

/// The printed form of rules that exclude the end of a path.
pub fn conflict(path: &PathProgram, proof: Held) -> AssertionConflict {
    let Held { predicates, rules } = proof;
    let cfg = path.function.cfg;
    let text = |id: PredicateId| predicates[id.index()].text(cfg);
    let mut clauses: Vec<AssertionClause> = Vec::new();
    for &edge in path.word {
        if clauses.iter().any(|clause| clause.edge == edge) {
            continue;
        }
        // A predicate that was there before, and stays, is no news.
        let is_news =
            |rule: &&Rule| rule.edge == edge && rule.gives.is_none_or(|given| rule.needs != [given]);
        let own: Vec<&Rule> = rules.iter().filter(is_news).collect();
        if !own.is_empty() {
            let holds = own.iter().filter_map(|rule| rule.gives).map(text).collect();
            clauses.push(AssertionClause { edge, holds });
        }
    }
    let script = {
        let judge = Judge::new(path, &predicates);
        failing(&judge, cfg, &rules)
    };
    AssertionConflict { predicates, rules, clauses, script }
}

/// The script that asks whether one of the rules can fail.
fn failing(judge: &Judge, cfg: &Cfg, rules: &[Rule]) -> String {
    let mut all = Terms::default();
    let mut names: Vec<String> = Vec::new();
    let mut failures: Vec<TermId> = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        // That nothing changes what it does not write needs no solver.
        if rule.gives.is_some_and(|given| rule.needs == [given] && !judge.writes(rule.edge, given)) {
            continue;
        }
        let Some((encoder, assertions, _)) = judge.question(&rule.needs, rule.edge, rule.gives) else {
            continue;
        };
        let facts = encoder.finish();
        let name = |symbol: SymbolId| match facts.version(symbol).place {
            Some(Place::Var(var)) => cfg.var(var).name.clone(),
            Some(Place::Value(expr)) => crate::cfg::expr_text(cfg, expr),
            None => "any".to_owned(),
        };
        let symbols = facts.terms.symbols_of(&assertions);
        let copied = all.import(&facts.terms, &assertions);
        names.extend(
            symbols
                .iter()
                .enumerate()
                .map(|(at, symbol)| format!("{}#{}.{}", name(*symbol), index + 1, at + 1)),
        );
        let conjunction = copied.into_iter().reduce(|left, right| all.binary(BinaryOp::And, left, right));
        failures.extend(conjunction);
    }
    let some = failures.into_iter().reduce(|left, right| all.binary(BinaryOp::Or, left, right));
    let assertion = some.unwrap_or_else(|| all.truth(false));
    script(&all, &[assertion], &|symbol| names[symbol.0 as usize].clone())
}
