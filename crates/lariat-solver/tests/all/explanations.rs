//! Explanations contradict themselves, and no part of them does.

use std::sync::Arc;
use std::time::Duration;

use lariat_solver::{
    Answer, CancelToken, ExplainMethod, Explanation, Limits, Solver, SolverConfig, Tagged,
    UnknownReason, explain,
};
use lariat_term::testing::{Generator, TermShape, seeds};
use lariat_term::{Sort, TermId, TermStore};

const METHODS: [ExplainMethod; 2] = [ExplainMethod::Deletion, ExplainMethod::QuickXplain];

fn tagged(terms: &[TermId]) -> Vec<Tagged<usize>> {
    terms.iter().enumerate().map(|(tag, &term)| Tagged { tag, term }).collect()
}

fn explained(
    store: &Arc<TermStore>,
    background: &[TermId],
    terms: &[TermId],
    method: ExplainMethod,
) -> Option<Explanation<usize>> {
    let limits = Limits::within(Duration::from_secs(60));
    explain(store, background, &tagged(terms), method, limits, &CancelToken::new())
        .expect("small queries are decided")
}

#[test]
fn random_contradictions_are_explained_minimally() {
    let shape = TermShape {
        depth: 2,
        integers: false,
        floats: false,
        arrays: false,
        lambdas: false,
        quantifiers: false,
        nonlinear: false,
        widths: vec![4],
        variables: 3,
        ..TermShape::default()
    };
    let mut contradictions = 0;
    for seed in seeds(0..30) {
        let store = Arc::new(TermStore::new());
        let mut generator = Generator::new(&store, shape.clone(), seed);
        let terms: Vec<TermId> = (0..14).map(|_| generator.term(Sort::Bool)).collect();
        let (background, constraints) = terms.split_at(2);
        let mut plain = Solver::new(Arc::clone(&store), SolverConfig::plain());
        let expected = plain.check_sat(&terms).answer;
        for method in METHODS {
            let Some(explanation) = explained(&store, background, constraints, method) else {
                assert_eq!(expected, Answer::Sat, "seed {seed}");
                continue;
            };
            contradictions += 1;
            assert_eq!(expected, Answer::Unsat, "seed {seed}");
            assert!(explanation.minimal);
            let with = |tags: &[usize]| {
                let members = tags.iter().map(|&tag| constraints[tag]);
                background.iter().copied().chain(members).collect::<Vec<TermId>>()
            };
            assert_eq!(plain.check_sat(&with(&explanation.tags)).answer, Answer::Unsat);
            for left_out in 0..explanation.tags.len() {
                let mut fewer = explanation.tags.clone();
                fewer.remove(left_out);
                assert_eq!(plain.check_sat(&with(&fewer)).answer, Answer::Sat, "seed {seed}");
            }
        }
    }
    assert!(contradictions >= 20, "the test needs contradictions, it had {contradictions}");
}

#[test]
fn the_few_that_matter_are_found_among_many() {
    let store = Arc::new(TermStore::new());
    let mut terms: Vec<TermId> = (0..60)
        .map(|i| {
            let variable = store.var(&format!("v{i}"), Sort::BitVec(8));
            store.bv_ult(variable, store.bv_const(8, 200))
        })
        .collect();
    let (x, y) = (store.var("x", Sort::BitVec(8)), store.var("y", Sort::BitVec(8)));
    terms[10] = store.bv_ult(x, y);
    terms[30] = store.bv_ult(y, store.bv_const(8, 5));
    terms[50] = store.bv_ult(store.bv_const(8, 7), x);
    for method in METHODS {
        let explanation = explained(&store, &[], &terms, method).expect("a contradiction");
        assert_eq!(explanation.tags, [10, 30, 50]);
        assert!(explanation.minimal);
        assert!(explanation.checks < 40, "{method:?} took {} checks", explanation.checks);
    }
}

#[test]
fn a_contradictory_background_needs_nothing_else() {
    let store = Arc::new(TermStore::new());
    let p = store.var("p", Sort::Bool);
    let q = store.var("q", Sort::Bool);
    for method in METHODS {
        let explanation = explained(&store, &[p, store.not(p)], &[q], method).unwrap();
        assert!(explanation.tags.is_empty() && explanation.minimal);
        // The same constraint twice: one of them is enough.
        let twice = explained(&store, &[], &[p, p, store.not(p)], method).unwrap();
        assert_eq!(twice.tags.len(), 2);
    }
}

#[test]
fn no_time_means_no_explanation() {
    let store = Arc::new(TermStore::new());
    let p = store.var("p", Sort::Bool);
    let terms = tagged(&[p, store.not(p)]);
    for method in METHODS {
        let limits = Limits::within(Duration::ZERO);
        let result = explain(&store, &[], &terms, method, limits, &CancelToken::new());
        assert_eq!(result, Err(UnknownReason::Timeout));
    }
}

/// Assumptions stand for their constraints by names of the backend's own; no variable may have one of these names, whatever
/// it is called and whatever its number.
#[test]
fn a_variable_is_not_taken_for_an_assumption() {
    for between in 0..40 {
        let store = Arc::new(TermStore::new());
        let constraint = store.var("p", Sort::Bool);
        for number in 0..between {
            store.var(&format!("v{number}"), Sort::Bool);
        }
        let background = store.not(store.var("assume", Sort::Bool));
        for method in METHODS {
            assert_eq!(explained(&store, &[background], &[constraint], method), None, "{between}");
        }
    }
}
