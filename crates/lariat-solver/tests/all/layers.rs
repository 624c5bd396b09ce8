//! The layers change how fast an answer comes, never the answer.

use std::sync::Arc;
use std::time::Duration;

use lariat_solver::{Answer, Incremental, Layer, QueryLog, Signedness, Solver, SolverConfig};
use lariat_term::testing::{Generator, TermShape, seeds};
use lariat_term::{Evaluator, Op, Sort, TermId, TermStore, Value};

const TIME: Duration = Duration::from_secs(5);

/// A configuration for each combination of switches, by number.
fn configuration(number: u64) -> SolverConfig {
    let bit = |position: u32| (number >> position) & 1 == 1;
    SolverConfig {
        simplify: bit(0),
        slice: bit(1),
        recent_models: if bit(2) { 4 } else { 0 },
        intervals: bit(12),
        repair: bit(13),
        orders: bit(12) != bit(13),
        exact_cache: bit(3),
        subset_cache: bit(4),
        cache_capacity: if bit(5) { 40 } else { 10_000 },
        elements: if bit(0) == bit(3) { 1 + (number >> 4 & 1) as usize } else { 0 },
        expand_quantifiers: if bit(6) { 3 } else { 0 },
        unfold_quantifiers: if bit(6) == bit(7) { 2 } else { 0 },
        incremental: match number >> 8 & 3 {
            0 => Incremental::Off,
            1 => Incremental::PushPop,
            _ => Incremental::Assumptions,
        },
        contexts: 1 + (number >> 10 & 1) as usize,
        race: bit(7),
        backend_capacity: if bit(11) { 300 } else { 1 << 20 },
        time_limit: Some(TIME),
        ..SolverConfig::default()
    }
}

/// Asks questions along paths that grow, turn back and start anew, and compares every answer with a plain solver's.
fn explore(shape: TermShape, seed: u64, steps: usize, configurations: &[u64]) {
    let store = Arc::new(TermStore::new());
    let mut generator = Generator::new(&store, shape, seed);
    let mut plain = Solver::new(
        Arc::clone(&store),
        SolverConfig { time_limit: Some(TIME), ..SolverConfig::plain() },
    );
    let mut layered: Vec<(u64, Solver)> = (configurations.iter())
        .map(|&number| (number, Solver::new(Arc::clone(&store), configuration(number))))
        .collect();
    let mut path: Vec<TermId> = Vec::new();
    let mut asked: Vec<TermId> = Vec::new();
    for step in 0..steps {
        match generator.below(8) {
            0 => path.truncate(generator.below(path.len() as u64 + 1) as usize),
            1 if step % 7 == 0 => path.clear(),
            _ => {}
        }
        let condition = if !asked.is_empty() && generator.below(4) == 0 {
            generator.pick(&asked)
        } else {
            generator.term(Sort::Bool)
        };
        asked.push(condition);
        let negated = store.raw(Op::Not, &[condition]);
        let mut feasible = Vec::new();
        for question in [condition, negated] {
            let expected = plain.check(&path, question).answer;
            for (number, solver) in &mut layered {
                let result = solver.check(&path, question);
                if result.answer.is_definite() && expected.is_definite() {
                    let layer = result.answered_by;
                    assert_eq!(
                        result.answer, expected,
                        "seed {seed}, step {step}, configuration {number:#x}, layer {layer}"
                    );
                }
                if let Some(model) = &result.model {
                    let mut evaluator = Evaluator::new(Arc::clone(model));
                    for &term in path.iter().chain([&question]) {
                        let value = evaluator.eval(&store, term);
                        assert_eq!(value, Ok(Value::Bool(true)), "configuration {number:#x}");
                    }
                }
            }
            if expected == Answer::Sat {
                feasible.push(question);
            }
        }
        // Now and then the path becomes one that cannot be taken: answers must be right there too.
        if generator.below(25) == 0 {
            path.push(generator.pick(&[condition, negated]));
        } else if !feasible.is_empty() && path.len() < 12 {
            path.push(generator.pick(&feasible));
        }
    }
}

fn bit_vector_shape() -> TermShape {
    TermShape {
        depth: 3,
        integers: false,
        floats: false,
        arrays: false,
        lambdas: false,
        quantifiers: false,
        nonlinear: false,
        widths: vec![4, 8],
        variables: 5,
        ..TermShape::default()
    }
}

#[test]
fn every_combination_of_layers_gives_the_plain_answers() {
    // Each of the five main layers on and off, in the three incremental modes: 96 combinations; intervals and repair change along
    // with them.
    let all: Vec<u64> = (0..32)
        .flat_map(|layers| {
            (0..3).map(move |mode| layers | mode << 8 | 0xc0 | ((layers / 2 + mode) % 4) << 12)
        })
        .collect();
    let rounds = all.chunks(8).count() as u64;
    for (seed, combinations) in seeds(100..100 + rounds).zip(all.chunks(8).cycle()) {
        explore(bit_vector_shape(), seed, 8, combinations);
    }
}

#[test]
fn long_explorations_with_small_caches_and_contexts() {
    for seed in seeds(0..2) {
        explore(bit_vector_shape(), seed, 60, &[0x1ff, 0x35df, 0x3dff, 0x1aff, 0x227f]);
    }
}

#[test]
fn arrays_and_quantifiers_through_the_layers() {
    let arrays = TermShape { arrays: true, variables: 3, ..bit_vector_shape() };
    let quantified =
        TermShape { quantifiers: true, variables: 3, widths: vec![4], ..bit_vector_shape() };
    let integers = TermShape { integers: true, variables: 3, ..bit_vector_shape() };
    for seed in seeds(0..3) {
        explore(arrays.clone(), 200 + seed, 25, &[0x31ff, 0x0ff, 0x32ff]);
        explore(quantified.clone(), 300 + seed, 15, &[0x31ff, 0x13f, 0x317f]);
        explore(integers.clone(), 400 + seed, 20, &[0x31ff, 0x2ff]);
    }
}

fn bytes(store: &TermStore, count: usize) -> Vec<TermId> {
    (0..count).map(|i| store.var(&format!("b{i}"), Sort::BitVec(8))).collect()
}

#[test]
fn each_layer_answers_what_it_is_there_for() {
    let store = Arc::new(TermStore::new());
    let mut solver = Solver::new(
        Arc::clone(&store),
        SolverConfig {
            cross_check: true,
            recent_models: 1,
            intervals: false,
            repair: false,
            orders: false,
            ..SolverConfig::default()
        },
    );
    let b = bytes(&store, 3);
    let byte = |n| store.bv_const(8, n);
    let small = store.bv_ult(b[0], byte(10));
    let large = store.bv_ult(byte(200), b[0]);
    let other = store.bv_ult(byte(5), b[1]);
    let answered = |solver: &mut Solver, path: &[TermId], question| {
        let result = solver.check(path, question);
        (result.answer, result.answered_by)
    };
    let truth = store.eq(b[2], b[2]);
    assert_eq!(answered(&mut solver, &[], store.not(truth)), (Answer::Unsat, Layer::Simplify));
    assert_eq!(answered(&mut solver, &[], small), (Answer::Sat, Layer::Backend));
    assert_eq!(answered(&mut solver, &[other, small], large), (Answer::Unsat, Layer::Backend));
    // The same without `other`, which is not part of the question's slice: known exactly.
    assert_eq!(answered(&mut solver, &[small], large), (Answer::Unsat, Layer::ExactCache));
    // A larger set around the same contradiction.
    let linked = store.bv_ult(b[0], b[2]);
    assert_eq!(answered(&mut solver, &[small, linked], large), (Answer::Unsat, Layer::SubsetCache));
    // A question the last model answers.
    let model = solver.model_for(&[small]).unwrap().unwrap();
    let value = Evaluator::new(model).eval(&store, b[0]).unwrap();
    let same = store.eq(b[0], store.constant(&value, Sort::BitVec(8)));
    assert_eq!(answered(&mut solver, &[small], same), (Answer::Sat, Layer::RecentModels));
    let statistics = solver.statistics();
    assert_eq!(statistics.queries, 7);
    assert_eq!(statistics.cross_checked, 7);
    assert!(statistics.constraints_sliced_away > 0);
    assert_eq!(statistics.models_rejected, 0);
}

#[test]
fn simple_questions_do_not_reach_the_backend() {
    let store = Arc::new(TermStore::new());
    let config = SolverConfig { cross_check: true, ..SolverConfig::default() };
    let mut solver = Solver::new(Arc::clone(&store), config);
    let b = bytes(&store, 4);
    let byte = |n| store.bv_const(8, n);
    // One number: decided by intervals, both ways.
    let small = store.bv_ult(b[0], byte(10));
    let moved = store.bv_ult(store.bv_add(b[0], byte(3)), byte(10));
    let result = solver.check(&[small, moved], store.eq(b[0], byte(255)));
    assert_eq!((result.answer, result.answered_by), (Answer::Unsat, Layer::Intervals));
    let result = solver.check(&[small], store.bv_ult(byte(8), b[0]));
    assert_eq!((result.answer, result.answered_by), (Answer::Sat, Layer::Intervals));
    // Two numbers: the model of the path is changed where the comparison wants it.
    let path = [store.bv_slt(b[1], b[2])];
    let model = solver.model_for(&path).unwrap().unwrap();
    for question in [store.bv_slt(b[2], b[3]), store.bv_slt(b[3], b[1]), store.eq(b[3], b[1])] {
        let result = solver.check_extending(&path, question, &model);
        assert_eq!(result.answer, Answer::Sat);
        assert!(matches!(result.answered_by, Layer::Repair | Layer::RecentModels));
    }
    // An order with a circle in it.
    let path = [store.bv_slt(b[1], b[2]), store.bv_sle(b[2], b[3])];
    let result = solver.check(&path, store.bv_slt(b[3], b[1]));
    assert_eq!((result.answer, result.answered_by), (Answer::Unsat, Layer::Orders));
    assert_eq!(solver.statistics().models_rejected, 0);
}

#[test]
fn an_unsatisfiable_path_is_noticed_although_the_question_does_not_touch_it() {
    let store = Arc::new(TermStore::new());
    let b = bytes(&store, 2);
    let byte = |n| store.bv_const(8, n);
    let product = store.bv_mul(b[0], b[0]);
    // No square ends with the bits 10.
    let contradiction = store.eq(store.bv_and(product, byte(3)), byte(2));
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
    let result = solver.check(&[contradiction], store.bv_ult(b[1], byte(7)));
    assert_eq!(result.answer, Answer::Unsat);
}

#[test]
fn values_ranges_and_modalities() {
    let store = Arc::new(TermStore::new());
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
    let x = store.var("x", Sort::BitVec(16));
    let n = store.var("n", Sort::Int);
    let word = |value| store.bv_const(16, value);
    let path = [
        store.bv_ule(word(37), x),
        store.bv_ult(x, word(1000)),
        store.eq(store.bv_urem(x, word(7)), word(3)),
        store.int_le(store.int_const(-12), n),
    ];
    assert_eq!(solver.must_be_true(&path, store.bv_ult(word(20), x)), Ok(true));
    assert_eq!(solver.must_be_true(&path, store.bv_ult(word(40), x)), Ok(false));
    assert_eq!(solver.may_be_true(&path, store.eq(x, word(38))), Ok(true));
    assert_eq!(solver.may_be_true(&path, store.eq(x, word(39))), Ok(false));
    let range = solver.range(&path, x, Signedness::Unsigned).unwrap().unwrap();
    let value = |n| Some(Value::BitVec(lariat_term::BitVec::new(16, n)));
    assert_eq!((range.least, range.greatest), (value(38), value(997)));
    let range = solver.range(&path, n, Signedness::Signed).unwrap().unwrap();
    assert_eq!(range.least, Some(Value::Int((-12).into())));
    assert_eq!(range.greatest, None);
    let negative = store.bv_slt(store.sign_extend(8, store.extract(7, 0, x)), word(0));
    let low = store.sign_extend(8, store.extract(7, 0, x));
    let range = solver.range(&[negative], low, Signedness::Signed).unwrap().unwrap();
    assert_eq!((range.least, range.greatest), (value(0xff80), value(0xffff)));
    let chosen = solver.value(&path, x).unwrap().unwrap();
    let chosen = chosen.as_bitvec().and_then(lariat_term::BitVec::to_u64).unwrap();
    assert!((37..1000).contains(&chosen) && chosen % 7 == 3);
    assert_eq!(solver.value(&[store.ff()], x), Ok(None));
}

#[test]
fn queries_are_logged_with_their_answers() {
    let directory = tempfile::tempdir().unwrap();
    let log = Arc::new(QueryLog::create(&directory.path().join("queries")).unwrap());
    let store = Arc::new(TermStore::new());
    let b = bytes(&store, 2);
    let config = SolverConfig { log_queries: Some(Arc::clone(&log)), ..SolverConfig::default() };
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (store, config, b) = (&store, &config, &b);
            scope.spawn(move || {
                let mut solver = Solver::new(Arc::clone(store), config.clone());
                let less = store.bv_ult(b[thread], store.bv_const(8, 9));
                assert_eq!(solver.check(&[], less).answer, Answer::Sat);
                let more = store.bv_ult(store.bv_const(8, 100), b[thread]);
                assert_eq!(solver.check(&[less], more).answer, Answer::Unsat);
            });
        }
    });
    let mut names: Vec<String> = std::fs::read_dir(directory.path().join("queries"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len() as u64, log.written());
    assert!(names[0].starts_with("000001-"), "{names:?}");
    let queries: Vec<&String> = names.iter().filter(|name| name.contains("query")).collect();
    assert_eq!(queries.len(), 4);
    for name in &names {
        let text = std::fs::read_to_string(directory.path().join("queries").join(name)).unwrap();
        for part in
            ["; answer: ", "; answered by: ", "; time: ", "(set-info :status", "(check-sat)"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        // The text itself says what the answer was.
        let expected = if text.contains(":status unsat") { Answer::Unsat } else { Answer::Sat };
        let limits = lariat_solver::Limits::default();
        assert_eq!(lariat_solver::check_smtlib(&text, limits), Ok(expected), "{text}");
    }
}
