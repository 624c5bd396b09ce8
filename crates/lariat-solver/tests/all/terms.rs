//! Random terms: what the evaluator, the simplifier and the printer say about a term, Z3 says too.

use std::sync::Arc;

use lariat_solver::{Answer, Backend, CancelToken, Features, Limits, Z3Backend, check_smtlib};
use lariat_term::testing::{Generator, TermShape, rebuilt, seeds};
use lariat_term::{Evaluator, FloatFormat, Op, Sort, TermId, TermStore};

/// Some random terms are too hard for any solver; a test may skip those, but not many.
const WORK: Limits = Limits { deadline: None, resource: Some(1_000_000) };

fn shapes() -> Vec<(&'static str, TermShape)> {
    let plain = TermShape {
        depth: 4,
        integers: false,
        floats: false,
        arrays: false,
        lambdas: false,
        quantifiers: false,
        nonlinear: false,
        widths: vec![1, 3, 8, 16, 70],
        formats: vec![FloatFormat::Half, FloatFormat::BFloat],
        variables: 2,
    };
    vec![
        ("bit-vectors", plain.clone()),
        ("arrays", TermShape { arrays: true, ..plain.clone() }),
        ("lambdas", TermShape { arrays: true, lambdas: true, ..plain.clone() }),
        ("integers", TermShape { integers: true, widths: vec![4], ..plain.clone() }),
        (
            "quantifiers",
            TermShape { quantifiers: true, integers: true, widths: vec![4], ..plain.clone() },
        ),
        ("floats", TermShape { floats: true, depth: 3, widths: vec![8, 16], ..plain.clone() }),
        (
            "wide floats",
            TermShape {
                floats: true,
                depth: 2,
                widths: vec![64],
                formats: vec![FloatFormat::Double, FloatFormat::Quad, FloatFormat::X87],
                ..plain
            },
        ),
    ]
}

fn backend(store: &Arc<TermStore>) -> Z3Backend {
    let mut backend = Z3Backend::new(Arc::clone(store), Features::ALL).expect("Z3 is there");
    backend.set_limits(WORK);
    backend.set_cancel(CancelToken::new());
    backend
}

/// Asserts that a query is unsatisfiable, or too hard; returns whether it was decided.
fn expect_unsat(store: &Arc<TermStore>, query: &[TermId], what: &str) -> bool {
    let mut backend = backend(store);
    for &term in query {
        backend.assert(term);
    }
    match backend.check(&[]) {
        Answer::Unsat => true,
        Answer::Unknown(_) => false,
        Answer::Sat => {
            panic!("{what}: Z3 disagrees, with {:?}", backend.model(&store.free_vars_of(query)))
        }
    }
}

fn different(store: &TermStore, a: TermId, b: TermId) -> TermId {
    store.raw(Op::Not, &[store.raw(Op::Eq, &[a, b])])
}

fn sorts(shape: &TermShape, generator: &mut Generator<'_>) -> Sort {
    if shape.arrays && generator.below(4) == 0 { generator.sort() } else { generator.scalar_sort() }
}

#[test]
fn evaluation_under_a_model_agrees_with_z3() {
    for (name, shape) in shapes() {
        let mut decided = 0;
        let seeds = seeds(0..40);
        let cases = seeds.end - seeds.start;
        for seed in seeds {
            let store = Arc::new(TermStore::new());
            let mut generator = Generator::new(&store, shape.clone(), seed);
            let sort = sorts(&shape, &mut generator);
            let term = generator.term(sort);
            let model = generator.model(&[term]);
            let Ok(value) = Evaluator::new(model.clone()).eval(&store, term) else { continue };
            let mut query: Vec<TermId> = model
                .iter()
                .map(|(symbol, value)| {
                    let constant = store.constant(value, store.symbol_sort(symbol));
                    store.raw(Op::Eq, &[store.symbol_term(symbol), constant])
                })
                .collect();
            query.push(different(&store, term, store.constant(&value, sort)));
            let what = format!("{name}, seed {seed}: {}", model.display(&store));
            decided += u64::from(expect_unsat(&store, &query, &what));
        }
        assert!(decided * 2 >= cases, "{name}: only {decided} of {cases} were decided");
    }
}

#[test]
fn simplified_terms_are_equal_for_all_models() {
    for (name, shape) in shapes() {
        for seed in seeds(1000..1040) {
            let store = Arc::new(TermStore::new());
            let mut generator = Generator::new(&store, shape.clone(), seed);
            let sort = sorts(&shape, &mut generator);
            let term = generator.term(sort);
            for simplified in [store.simplify(term), rebuilt(&store, term)] {
                if simplified != term {
                    let what = format!("{name}, seed {seed}");
                    expect_unsat(&store, &[different(&store, term, simplified)], &what);
                }
            }
        }
    }
}

#[test]
fn the_printed_script_means_the_same_to_z3_as_the_translated_term() {
    for (name, shape) in shapes() {
        let mut decided = 0;
        let seeds = seeds(2000..2012);
        let cases = seeds.end - seeds.start;
        for seed in seeds {
            let store = Arc::new(TermStore::new());
            let mut generator = Generator::new(&store, shape.clone(), seed);
            let term = generator.term(Sort::Bool);
            for query in [term, store.raw(Op::Not, &[term])] {
                let mut backend = backend(&store);
                backend.assert(query);
                let translated = backend.check(&[]);
                let script = store.smtlib_script(None, &[query]);
                let printed = check_smtlib(&script, WORK);
                let printed = printed.unwrap_or_else(|e| panic!("{name}, {seed}: {e}: {script}"));
                if translated.is_definite() && printed.is_definite() {
                    assert_eq!(translated, printed, "{name}, seed {seed}: {script}");
                    decided += 1;
                }
            }
        }
        assert!(decided * 4 >= cases, "{name}: only {decided} of {} were decided", 2 * cases);
    }
}
