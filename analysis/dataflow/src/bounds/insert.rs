//! Inserts an edge into the graph for each question that is asked (is this access outside its object?).

use super::reason::SelectedQuestions;
use csieve_graph::{Action, Cfg, CfgBuilder, EdgeId, Reason};

/// Returns the graph with a misuse edge for each question that is asked, and with the reasons to ask.
pub(super) fn insert(cfg: Cfg, found: SelectedQuestions) -> Cfg {
    let SelectedQuestions { questions, asked, drafts } = found;
    let mut graph = CfgBuilder::reopen(cfg);
    let mut misuses: Vec<Option<EdgeId>> = vec![None; questions.len()];
    let mut index = 0;
    while index < questions.len() {
        let edge = questions[index].edge;
        let mut checks = Vec::new();
        let first = index;
        while index < questions.len() && questions[index].edge == edge {
            if asked[index] {
                checks.push(index);
            }
            index += 1;
        }
        debug_assert!(first < index);
        let actions: Vec<(Action, Option<Action>)> = checks
            .iter()
            .map(|&at| {
                let (kind, operand) = (questions[at].kind, questions[at].cond);
                // The opposite of the condition is not assumed after a certain misuse, which ends every run,
                // nor after a misuse that a run may survive.
                let is_assumed = !questions[at].limit.is_certain && !questions[at].is_survived;
                let otherwise = is_assumed.then_some(Action::Assume { cond: operand, holds: false });
                (Action::Misuse { kind, operand }, otherwise)
            })
            .collect();
        for (at, added) in checks.into_iter().zip(graph.insert_after(edge, actions)) {
            misuses[at] = Some(added);
        }
    }
    let mut cfg = graph.finish();
    for (question, misuse) in questions.into_iter().zip(&misuses) {
        if let Some(misuse) = misuse {
            cfg.limits.of.insert(*misuse, question.limit);
        }
    }
    for draft in drafts {
        let edges = |questions: &[usize]| {
            let mut edges: Vec<EdgeId> = questions.iter().filter_map(|index| misuses[*index]).collect();
            edges.sort_unstable();
            edges
        };
        cfg.limits.starts.entry(draft.start).or_default().push(cfg.limits.reasons.len() as u8);
        cfg.limits.reasons.push(Reason {
            because: draft.because,
            misuses: edges(&draft.questions),
            copied: edges(&draft.copied),
            ends: draft.ends,
            armed: draft.armed,
            handed: draft.handed,
        });
    }
    cfg
}
