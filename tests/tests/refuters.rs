//! The examples on the page of the refuters are what the page says: the refuter proves something about each.

use csieve::project::analyse_text;
use csieve_analysis::{
    options::Options,
    refuter_id::{Portfolio, RefuterId},
    refuters::declaration,
    rule::Rule,
    watch::Nobody,
};
use csieve_refuters::Turn;
use csieve_tests::builds;

/// The refuter of an example and those that are asked before all others: what the search for it rests on.
fn chosen(id: RefuterId) -> Portfolio {
    let is_chosen = |other: &&RefuterId| **other == id || declaration(**other).turn == Turn::Path;
    let names = RefuterId::ALL.iter().filter(is_chosen).map(|other| other.as_str());
    names.filter_map(|name| Portfolio::NONE.with(name)).fold(Portfolio::NONE, Portfolio::or)
}

#[test]
fn every_example_has_a_proof_of_its_refuter() {
    let mut wrong = Vec::new();
    for id in RefuterId::EVERY {
        let declared = declaration(*id);
        let options = Options { rules: Rule::ALL.to_vec(), refuters: chosen(*id), ..Options::default() };
        for program in declared.examples() {
            let path = format!("{id}.c");
            let file = analyse_text(path.into(), program.clone(), None, &builds(), &options, &Nobody);
            let mut proofs = Vec::new();
            for (_, located) in file.findings() {
                for (at, proof) in located.proofs() {
                    let certificate = proof.certificate.as_ref().map(|text| at.sentence(text));
                    proofs.push((proof.refuter, certificate));
                }
            }
            let is_own = |(refuter, certificate): &(RefuterId, Option<String>)| {
                refuter == id && declared.proof.is_form_of(certificate.as_deref())
            };
            if !proofs.iter().any(is_own) {
                wrong.push(format!("{id}: {proofs:?} in\n{program}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
