//! Random functions of three numbers, run natively, on words, and on terms: a run on free variables that follows a model must print what
//! the model's numbers give on the machine. No assumption pins the inputs, so the terms cannot fold to constants on the way.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use crate::common::{Loaded, Run, native_output};
use lariat_exec::{EndReason, ExecutorConfig, Value, initial_state};
use lariat_program::DataModel;
use lariat_solver::SolverConfig;
use lariat_term::{BitVec, Model, Op, Sort, Value as TermValue};

/// The same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// A number that is often near the edge of something.
    fn number(&mut self) -> u64 {
        let shift = self.below(64);
        match self.below(4) {
            0 => self.next() % 5,
            1 => (1u64 << shift).wrapping_sub(self.next() % 3),
            2 => u64::MAX - self.next() % 4,
            _ => self.next() << 20 ^ self.next(),
        }
    }
}

const FUNCTIONS: usize = 16;
const TYPES: &[&str] = &["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];

/// Statements whose behaviour C defines, whatever the numbers are.
fn function(random: &mut Random, number: usize) -> String {
    let mut text = format!(
        "__attribute__((noinline)) void test_{number}(u64 v0, u64 v1, u64 v2) {{\n  \
         u8 bytes[8] = {{1, 2, 3}}; u32 words[3] = {{7, 8, 9}};\n"
    );
    let count = 14;
    for target in 3..count {
        let (x, y) = (format!("v{}", random.below(target)), format!("v{}", random.below(target)));
        let ty = random.pick(TYPES);
        let constant = random.number();
        let expression = match random.below(12) {
            0..=3 => {
                format!("((u64){x} {} (u64){y})", random.pick(&["+", "-", "*", "&", "|", "^"]))
            }
            4 => format!("((u64){x} << ((u64){y} & 63))"),
            5 => format!("({x} >> ((u32){y} & (sizeof {x} * 8 - 1)))"),
            6 => format!("({x} {} (({y} & 127) | 1))", random.pick(&["/", "%"])),
            7 => format!("({x} {} {y} ? {x} : {constant}ull)", random.pick(&["<", ">=", "=="])),
            8 => format!("(bytes[{x} & 7] + words[(u64){y} % 3])"),
            9 => format!("(__builtin_popcount((u32){x}) + __builtin_bswap32((u32){y}))"),
            10 => format!("(~(u64){x} + (u8)!{y})"),
            _ => format!("__builtin_rotateleft64((u64){x}, (u64){y})"),
        };
        let _ = writeln!(text, "  {ty} v{target} = ({ty}){expression};");
        let _ = match random.below(6) {
            0 => writeln!(
                text,
                "  if ({x} > v{target}) v{target} ^= (u16){y}; else bytes[{y} & 7] = (u8)v{target};"
            ),
            1 => writeln!(
                text,
                "  words[(u64){x} % 3] = (u32){y}; *(u16 *)(bytes + ({x} & 3)) = (u16)v{target};"
            ),
            2 => writeln!(
                text,
                "  switch (v{target} & 3) {{ case 0: v{target} += 3; break; case 2: v{target} = (u8){x}; }}"
            ),
            _ => Ok(()),
        };
    }
    for value in 3..count {
        let _ = writeln!(text, "  emit((u64)v{value});");
    }
    text.push_str("  emit_bytes(bytes, 8); emit_bytes(words, 12);\n}\n");
    text
}

fn run(loaded: &Loaded, number: usize, inputs: &[u64; 3], symbolic: bool) -> Run {
    let store = &loaded.machine.store;
    let mut model = Model::new();
    let mut args = Vec::new();
    for (position, input) in inputs.iter().enumerate() {
        if symbolic {
            let term = store.var(&format!("input_{position}"), Sort::BitVec(64));
            let (Op::Var(symbol), _) = store.view(term) else { panic!("a variable is a variable") };
            model.set(store, symbol, TermValue::BitVec(BitVec::new(64, *input)));
            args.push(Value::Term(term));
        } else {
            args.push(Value::Word(*input));
        }
    }
    let function = loaded.function(&format!("test_{number}"));
    let mut state = initial_state(&loaded.machine, function, args).expect("a body");
    state.model = Arc::new(model);
    // The other sides of branches do not matter here, so that nobody needs to wait for them.
    let solver =
        SolverConfig { time_limit: Some(Duration::from_millis(5)), ..SolverConfig::default() };
    loaded.run_with(state, ExecutorConfig::default(), solver)
}

fn compare(model: DataModel, seed: u64) {
    let mut random = Random(seed);
    let header = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/semantics/semantics.h");
    let mut text = format!("#include \"{header}\"\n");
    let mut calls = String::new();
    let mut inputs = Vec::new();
    for number in 0..FUNCTIONS {
        text.push_str(&function(&mut random, number));
        let numbers = [random.number(), random.number(), random.number()];
        let [a, b, c] = numbers;
        let _ = writeln!(calls, "  test_{number}({a}ull, {b}ull, {c}ull);");
        inputs.push(numbers);
    }
    let _ = write!(text, "int main(void) {{\n{calls}  return 0;\n}}\n");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("expressions.c");
    std::fs::write(&path, &text).expect("the program is written");
    let (expected, _) = native_output(&path, model, &[]);
    let loaded = Loaded::new(&path, model);
    let mut rest = expected.as_slice();
    for (number, numbers) in inputs.iter().enumerate() {
        let size = 11 * 8 + 20;
        let (mine, others) = rest.split_at(size);
        rest = others;
        for symbolic in [false, true] {
            let run = run(&loaded, number, numbers, symbolic);
            assert!(
                matches!(run.reason, EndReason::Exit(_)),
                "{:?} {:?}",
                run.reason,
                run.findings
            );
            let what = format!("test_{number} {numbers:x?} symbolic: {symbolic}, seed {seed}");
            assert_eq!(run.output, mine, "{what}\n{}", function_text(&text, number));
        }
    }
    assert!(rest.is_empty());
}

fn function_text(text: &str, number: usize) -> &str {
    let start = text.find(&format!("void test_{number}(")).unwrap_or(0);
    let end = text[start..].find("\n}\n").map_or(text.len(), |end| start + end);
    &text[start..end]
}

#[test]
fn random_functions_behave_as_natively_on_64_bits() {
    for seed in [1, 2] {
        compare(DataModel::Lp64, seed);
    }
}

#[test]
fn random_functions_behave_as_natively_on_32_bits() {
    compare(DataModel::Ilp32, 4);
}
