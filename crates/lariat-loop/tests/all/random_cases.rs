//! Random loops over small numbers: for every entry state exactly one case applies, or the residue, and it says what really happens.

use crate::common::{Loop, Random, value};
use lariat_loop::case_check::{Applies, check_entry, check_exact};
use lariat_loop::{
    Choices, ExactCases, ExitInfo, ExitPath, Leaves, LoopAnalysis, LoopInput, NumberType,
    Quotients, Wanted, analyse, check_report, choice_cases, exact_cases, report,
};
use lariat_solver::{Solver, SolverConfig};
use lariat_term::testing::seeds;
use lariat_term::{BitVec, Evaluator, Model, Op, Sort, TermId, Value};

/// A random loop: a condition to stay, branches with steps of their own, sometimes a way out of the middle.
struct Generator {
    random: Random,
    inner: Loop,
    width: u32,
    numbers: Vec<TermId>,
    invariants: Vec<TermId>,
}

impl Generator {
    fn constant(&mut self) -> TermId {
        let value = match self.random.below(5) {
            0 => self.random.next(),
            1 => self.random.below(3).wrapping_neg(),
            _ => self.random.below(5),
        };
        self.inner.store.bv_const(self.width, value)
    }

    fn invariant(&mut self) -> TermId {
        match self.random.chance(55) {
            true => self.constant(),
            false => self.random.pick(&self.invariants),
        }
    }

    fn condition(&mut self) -> TermId {
        let s = self.inner.store.clone();
        let subject = self.random.pick(&self.numbers);
        let bound = match self.random.chance(20) {
            true => self.random.pick(&self.numbers),
            false => self.invariant(),
        };
        match self.random.below(9) {
            0 | 1 => s.bv_slt(subject, bound),
            2 | 3 => s.bv_ult(subject, bound),
            4 => s.bv_ult(bound, subject),
            5 => s.bv_sle(bound, subject),
            6 => s.ne(subject, bound),
            7 => s.eq(subject, bound),
            _ => s.bv_slt(s.sign_extend(2, subject), s.zero_extend(2, bound)),
        }
    }

    fn update(&mut self, symbol: TermId) -> TermId {
        let s = self.inner.store.clone();
        match self.random.below(14) {
            0 => self.invariant(),
            1 => {
                let other = self.random.pick(&self.numbers);
                s.bv_add(symbol, other)
            }
            2 => self.random.pick(&self.numbers),
            3 => {
                let by = self.random.pick(&self.invariants);
                s.bv_add(symbol, by)
            }
            4 | 5 => symbol,
            6 => {
                let by = self.constant();
                s.bv_add(symbol, by)
            }
            7 => s.bv_sub(symbol, s.bv_const(self.width, 1 + self.random.below(2))),
            _ => s.bv_add(symbol, s.bv_const(self.width, 1 + self.random.below(2))),
        }
    }
}

fn generate(seed: u64) -> (Loop, Vec<ExitPath>, Random, u32) {
    let mut random = Random(seed);
    random.next();
    let mut inner = Loop::new();
    let width = 3 + random.below(2) as u32;
    let count = 1 + random.below(3);
    let numbers = (0..count).map(|n| inner.variable(&format!("x{n}"), width)).collect();
    let invariants = (0..2).map(|n| inner.invariant(&format!("n{n}"), width)).collect();
    let mut g = Generator { random, inner, width, numbers, invariants };
    let s = g.inner.store.clone();
    let stay = g.condition();
    let branches = g.random.pick(&[0, 0, 1, 1, 1, 2]);
    let conditions: Vec<TermId> = (0..branches).map(|_| g.condition()).collect();
    let mut exits = Vec::new();
    // A sum that must not overflow: the first number, to which the last one is added.
    let summed = g.random.chance(15).then(|| (g.numbers[0], g.numbers[g.numbers.len() - 1]));
    let fits = summed.map(|(a, b)| {
        let wide = s.bv_add(s.sign_extend(1, a), s.sign_extend(1, b));
        s.eq(wide, s.sign_extend(1, s.bv_add(a, b)))
    });
    if let Some(fits) = fits {
        let (guard, after) = (vec![stay, s.not(fits)], g.numbers.clone());
        exits.push(ExitPath { guard, after, locals: Vec::new(), exit: exits.len() });
    }
    for outcome in 0..1u32 << branches {
        let mut guard = vec![stay];
        guard.extend(fits);
        for (number, &condition) in conditions.iter().enumerate() {
            let taken = outcome >> number & 1 == 1;
            guard.push(if taken { condition } else { s.not(condition) });
        }
        let numbers = g.numbers.clone();
        let mut after: Vec<TermId> = numbers.iter().map(|&symbol| g.update(symbol)).collect();
        if let Some((a, b)) = summed {
            after[0] = s.bv_add(a, b);
        }
        if outcome > 0 && g.random.chance(15) {
            exits.push(ExitPath { guard, after, locals: Vec::new(), exit: exits.len() });
        } else {
            g.inner.path(&guard, &after);
        }
    }
    let after = g.numbers.clone();
    exits.push(ExitPath { guard: vec![s.not(stay)], after, locals: Vec::new(), exit: exits.len() });
    (g.inner, exits, g.random, width)
}

/// How many entry states have a case, and how many the residue.
#[derive(Default, Debug)]
struct Figures {
    loops: usize,
    whole: usize,
    cases: usize,
    residue: usize,
    undecided: usize,
    /// How many have a case that the executor would take.
    taken: usize,
    /// How many have one by choices.
    chosen: usize,
    /// How many have a line in the report for people.
    reported: usize,
}

/// Work of the solver on one question, in its own unit.
const MOST_WORK: u32 = 100_000;

/// The report for people, of the loop with other values at its entry: what each line says is so.
fn check_lines(seed: u64, figures: &mut Figures) {
    let (mut example, exits, mut random, width) = generate(seed);
    let s = example.store.clone();
    let limit = SolverConfig { resource_limit: Some(MOST_WORK), ..SolverConfig::default() };
    example.solver = Solver::new(s.clone(), limit);
    let invariants: Vec<TermId> =
        (0..2).map(|n| s.var(&format!("n{n}"), Sort::BitVec(width))).collect();
    let mut entry: Vec<TermId> = example.body.variables.iter().map(|v| v.symbol).collect();
    let mut names = [entry.as_slice(), &invariants].concat();
    let mut context = Vec::new();
    match seed % 4 {
        0 => entry[0] = s.bv_const(width, random.below(3)),
        1 => entry[0] = s.bv_sub(invariants[0], s.bv_const(width, 1)),
        2 => context.push(s.bv_slt(entry[0], invariants[0])),
        _ => {}
    }
    names.retain(|name| entry.contains(name) || invariants.contains(name));
    let body = &example.body;
    let analysis = analyse(&s, &mut example.solver, &context, body, &exits, &entry);
    let last = exits.len() - 1;
    let leaving: Vec<ExitInfo> = (0..exits.len())
        .map(|exit| ExitInfo {
            leaves: match exit {
                _ if exit == last => Leaves::BeforeBody,
                0 if seed.is_multiple_of(2) => Leaves::Fails,
                _ => Leaves::WithinBody,
            },
            place: format!("exit {}", exit.min(1)),
            unknown: Vec::new(),
        })
        .collect();
    let signed: Vec<bool> = entry.iter().map(|_| random.chance(50)).collect();
    let declared = random.chance(50);
    let types = |name: &str| {
        (declared && name == "n0").then_some(NumberType {
            signed: false,
            element: None,
            float: false,
        })
    };
    let input = LoopInput {
        store: &s,
        context: &context,
        body,
        exits: &exits,
        entry: &entry,
        analysis: &analysis,
        leaving: &leaving,
        hidden: &[],
        ends_inside: false,
        ends: None,
        writes: &[],
        signed: &signed,
        arrival: &[],
        types: &types,
        long_is_64: true,
    };
    let told = report(&input, &mut example.solver);
    for _ in 0..40 {
        let mut model = Model::new();
        for &name in &names {
            if let Op::Var(symbol) = s.op(name) {
                model.set(&s, symbol, Value::BitVec(BitVec::new(width, random.next())));
            }
        }
        let holds = |term: &TermId| Evaluator::new(model.clone()).eval_bool(&s, *term) == Ok(true);
        if !context.iter().all(holds) {
            continue;
        }
        let mut new_value = |sort: Sort| value(sort, &mut random);
        match check_report(&input, &told, &model, 70, &mut new_value) {
            Ok(applying) => figures.reported += usize::from(applying.is_some()),
            Err(error) => {
                let lines: Vec<String> = (told.cases.iter())
                    .map(|case| format!("{} | {} | {:?}", case.when, case.count, case.values))
                    .collect();
                panic!("seed {seed}: {error}\n{}\n{model:?}", lines.join("\n"));
            }
        }
    }
}

fn check(seed: u64, figures: &mut Figures) {
    let (mut example, exits, mut random, width) = generate(seed);
    let s = example.store.clone();
    let limit = SolverConfig {
        // Work, not time, so that a busy machine finds the same cases.
        resource_limit: Some(MOST_WORK),
        ..SolverConfig::default()
    };
    example.solver = Solver::new(s.clone(), limit);
    let symbols: Vec<TermId> = example.body.variables.iter().map(|v| v.symbol).collect();
    let analysis: LoopAnalysis =
        analyse(&s, &mut example.solver, &[], &example.body, &exits, &symbols);
    figures.loops += 1;
    figures.whole += usize::from(analysis.residue.is_empty());
    let quotients = if seed.is_multiple_of(2) { Quotients::Named } else { Quotients::WrittenOut };
    let wanted = Wanted { quotients, scans: seed.is_multiple_of(4).then_some(1) };
    let taken = exact_cases(&s, &mut example.solver, &[], &example.body, &symbols, wanted);
    let taken = taken.unwrap_or(ExactCases { cases: Vec::new(), complete: false });
    let choices = Choices { paths: 1, at_most: 1 + seed % 12 };
    let chosen = match seed.is_multiple_of(4) {
        true => choice_cases(&s, &mut example.solver, &[], &example.body, &symbols, choices).ok(),
        false => None,
    };
    let chosen = chosen.unwrap_or(ExactCases { cases: Vec::new(), complete: false });
    let entry = symbols.clone();
    let mut names = symbols;
    names.extend((0..2).map(|n| s.var(&format!("n{n}"), Sort::BitVec(width))));
    for _ in 0..40 {
        let mut model = Model::new();
        for &name in &names {
            if let Op::Var(symbol) = s.op(name) {
                model.set(&s, symbol, Value::BitVec(BitVec::new(width, random.next())));
            }
        }
        match check_exact(&s, &example.body, &entry, &taken, &model, 70) {
            Ok(applying) => figures.taken += usize::from(applying.is_some()),
            Err(error) => panic!("seed {seed}: {error}\n{taken:?}"),
        }
        match check_exact(&s, &example.body, &entry, &chosen, &model, 70) {
            Ok(applying) => figures.chosen += usize::from(applying.is_some()),
            Err(error) => panic!("seed {seed}: {error}\n{chosen:?}"),
        }
        let mut new_value = |sort: Sort| value(sort, &mut random);
        match check_entry(&s, &example.body, &exits, &analysis, &model, 70, &mut new_value) {
            Ok(Applies::Case(_)) => figures.cases += 1,
            Ok(Applies::Residue) => figures.residue += 1,
            Ok(Applies::Undecided) => figures.undecided += 1,
            Ok(Applies::Inside) => panic!("seed {seed}: the guards leave something out"),
            Err(error) => {
                let print = |term: TermId| s.display(term).to_string();
                let mut text = String::new();
                for path in &example.body.paths {
                    let guard: Vec<String> = path.guard.iter().map(|&t| print(t)).collect();
                    let after: Vec<String> = path.after.iter().map(|&t| print(t)).collect();
                    text += &format!("path if {guard:?}: {after:?}\n");
                }
                for exit in &exits {
                    let guard: Vec<String> = exit.guard.iter().map(|&t| print(t)).collect();
                    text += &format!("exit if {guard:?}\n");
                }
                for (number, case) in analysis.cases.iter().enumerate() {
                    text += &format!("case {number}: {:?} {:?}\n", case.end, case.text);
                }
                let state: Vec<Value> = example
                    .body
                    .variables
                    .iter()
                    .map(|v| v.symbol)
                    .chain(names.iter().copied())
                    .filter_map(|name| match s.op(name) {
                        Op::Var(symbol) => Some(model.value(&s, symbol)),
                        _ => None,
                    })
                    .collect();
                panic!("seed {seed}: {error}\n{text}bound {:?}\nentry {state:?}", analysis.bound);
            }
        }
    }
}

fn check_all(range: std::ops::Range<u64>) {
    let mut figures = Figures::default();
    for seed in seeds(range) {
        check(seed, &mut figures);
    }
    if std::env::var_os("FUZZ_SEED").is_none() {
        assert!(figures.whole * 2 > figures.loops, "{figures:?}");
        assert!(figures.cases > 2 * figures.residue, "{figures:?}");
        assert!(figures.taken * 4 > figures.cases, "{figures:?}");
        assert!(figures.chosen * 16 > figures.cases, "{figures:?}");
    }
}

#[test]
fn cases_agree_with_executions() {
    check_all(0..125);
}

#[test]
fn more_cases_agree_with_executions() {
    check_all(125..250);
}

/// What people are told is so, line by line.
#[test]
fn reports_agree_with_executions() {
    let mut figures = Figures::default();
    let mut entries = 0;
    for seed in seeds(0..90) {
        check_lines(seed, &mut figures);
        entries += 40;
    }
    if std::env::var_os("FUZZ_SEED").is_none() {
        assert!(figures.reported * 3 > entries, "{figures:?} of {entries}");
    }
}
