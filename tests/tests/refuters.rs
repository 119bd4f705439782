//! Tests that each refuter finds a proof in its examples in `docs/refuters.md`, as the page says.

use csieve::project::analyse_text;
use csieve_analysis::{
    options::Options,
    refuter_id::{Portfolio, RefuterId},
    refuters::declaration,
    rule::Rule,
    watch::NoWatch,
};
use csieve_refuters::Turn;
use csieve_tests::builds;

/// Returns the refuter with this id together with all refuters that are asked about every path.
fn chosen(id: RefuterId) -> Portfolio {
    let is_chosen = |other: &&RefuterId| **other == id || declaration(**other).turn == Turn::Path;
    let names = RefuterId::ALL.iter().filter(is_chosen).map(|other| other.as_str());
    names.filter_map(|name| Portfolio::NONE.with(name)).fold(Portfolio::NONE, Portfolio::or)
}

/// Returns the refuter and the certificate of every proof in the findings of a program.
fn proofs(id: RefuterId, program: &str, refuters: Portfolio) -> Vec<(RefuterId, Option<String>)> {
    let options = Options { rules: Rule::ALL.to_vec(), refuters, ..Options::default() };
    let path = format!("{id}.c");
    let file = analyse_text(path.into(), program.to_owned(), None, &builds(), &options, &NoWatch);
    let located = file.findings().map(|(_, located)| located);
    let proofs = located.flat_map(|located| located.proofs());
    proofs
        .map(|(at, proof)| (proof.refuter, proof.certificate.as_ref().map(|text| at.sentence(text))))
        .collect()
}

#[test]
fn every_example_has_a_proof_of_its_refuter() {
    let mut wrong = Vec::new();
    for id in RefuterId::EVERY {
        let declared = declaration(*id);
        for program in declared.examples() {
            // Other refuters may find a proof first, so each example is analysed without them. Some examples
            // need the others for other paths, so each is also analysed with all.
            let proofs =
                [chosen(*id), Portfolio::ALL].map(|refuters| proofs(*id, &program, refuters)).concat();
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
