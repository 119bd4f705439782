//! How much is told of a finding. Paths may have thousands of steps, and verdicts dozens of proofs.

use csieve_analysis::{
    finding::{Conflict, Step},
    text::Sentence,
};

use super::Located;

/// How much is told of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What people and programs take in: of long paths the beginning, the end, and the steps that matter; proofs only of what they
    /// prove, and the first ones of many.
    Brief,
    /// Everything.
    Whole,
}

/// The longest path of which each step is told briefly, and how many steps of a longer one, at its beginning and at its end.
const LONG: usize = 80;
const ENDS: (usize, usize) = (15, 45);

/// The most proofs of a finding that are told briefly, how long they may be together, and how long a certificate may be, in
/// bytes.
const MOST_PROOFS: usize = 20;
const MOST_TEXT: usize = 24_000;
const MOST_CERTIFICATE: usize = 12_000;

impl Extent {
    /// Returns the steps of a path that are told, with their positions.
    pub fn steps(self, path: &[Step]) -> Vec<(usize, &Step)> {
        let (first, last) = ENDS;
        let is_long = self == Self::Brief && path.len() > LONG;
        let is_told =
            |at: usize, step: &Step| !is_long || step.decisive || at < first || at + last >= path.len();
        path.iter().enumerate().filter(|(at, step)| is_told(*at, step)).collect()
    }

    /// Returns the proofs of a finding that are told. Those that only ruled out other paths than the one that is left are
    /// told to who wants everything: next to that path they read as contradictions.
    pub fn proofs<'a>(self, located: &Located<'a>) -> Vec<(Located<'a>, &'a Conflict)> {
        let finding = located.finding;
        let mut proofs = match self {
            Self::Brief if !finding.is_refuted() && !finding.is_proved() => return Vec::new(),
            Self::Brief | Self::Whole => located.proofs(),
        };
        if self == Self::Brief {
            let lengths = proofs.iter().map(|(_, proof)| self.length(proof));
            let ends = lengths.scan(0, |end, length| Some(std::mem::replace(end, *end + length)));
            let fitting = ends.take(MOST_PROOFS).take_while(|begin| *begin < MOST_TEXT).count();
            proofs.truncate(fitting);
        }
        proofs
    }

    /// Returns whether a certificate of this length, in bytes, is told.
    pub fn has_certificate(self, length: usize) -> bool {
        self == Self::Whole || length <= MOST_CERTIFICATE
    }

    /// Returns about how many bytes a proof takes.
    fn length(self, proof: &Conflict) -> usize {
        let equations = proof.equations.iter();
        let equations: usize =
            equations.map(|row| row.text.len() + row.equation.len() + row.solution.len() + 100).sum();
        let certificate = proof.certificate.as_ref().map_or(0, Sentence::len);
        equations + if self.has_certificate(certificate) { certificate } else { 0 }
    }
}
