//! Functions tested without `main`: the driver makes the arguments that a test describes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lariat_exec::{BugKind, EntryPlan, PlanLimits, TestInput, TestObject};
use lariat_frontend::{LoadOptions, load};
use lariat_output::replay::{EntryDriver, ProgramSources, Replayer, Unit};
use lariat_output::{BugReport, KTest, Place, Verdict};
use lariat_program::{DataModel, Program};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn program(data_model: DataModel) -> Program {
    let options = LoadOptions {
        inputs: vec![directory().join("entry.c")],
        data_model: Some(data_model),
        ..LoadOptions::default()
    };
    load(&options).unwrap().program
}

fn replayer(program: &Program, function: &str, limits: PlanLimits) -> Replayer {
    let id = program.function_named(function).unwrap();
    let plan = EntryPlan::new(program, &program.functions[id], limits);
    let driver = EntryDriver::new(program, &plan).unwrap();
    assert_eq!(driver.function, function);
    let unit = Unit {
        path: directory().join("entry.c"),
        directory: directory(),
        flags: Vec::new(),
        inline: Vec::new(),
        wraps: false,
    };
    let is_32_bit = program.target.data_model == DataModel::Ilp32;
    let sources = ProgramSources { units: vec![unit], is_32_bit, ..Default::default() };
    Replayer::new(sources, Some(driver), Duration::from_secs(20)).unwrap()
}

fn report(kind: BugKind) -> BugReport {
    let text = std::fs::read_to_string(directory().join("entry.c")).unwrap();
    let comment = format!("/* {} */", kind.name());
    let line = text.lines().position(|line| line.ends_with(&comment)).unwrap() as u32 + 1;
    BugReport {
        kind,
        message: String::new(),
        place: Some(Place { file: "entry.c".into(), line, column: 0 }),
        stack: Vec::new(),
        stated: None,
        jumps_to: None,
        inputs: Vec::new(),
        verdict: Verdict::Unconfirmed { reason: String::new() },
    }
}

fn confirms(replayer: &Replayer, kind: BugKind, objects: &[(&str, &[u8])]) -> bool {
    let object = |(name, bytes): &(&str, &[u8])| TestObject {
        name: (*name).to_owned(),
        bytes: bytes.to_vec(),
    };
    let input = TestInput { objects: objects.iter().map(object).collect() };
    replayer.confirm(&report(kind), &KTest::new(Vec::new(), input)).is_confirmed()
}

#[test]
fn buffers_have_exactly_the_length_of_the_test() {
    for (model, size) in [(DataModel::Lp64, 8), (DataModel::Ilp32, 4)] {
        let replayer = replayer(&program(model), "last", PlanLimits::default());
        let number = |value: u64| value.to_le_bytes()[..size].to_vec();
        let numbers = [0; 64 * 4];
        let confirms = |length: u64, count: u64| {
            let (length, count) = (number(length), number(count));
            let objects: [(&str, &[u8]); 3] =
                [("numbers.length", &length), ("numbers", &numbers), ("count", &count)];
            confirms(&replayer, BugKind::OutOfBoundsRead, &objects)
        };
        assert!(confirms(3, 3));
        assert!(!confirms(4, 3));
        assert!(confirms(1, 1));
        assert!(!confirms(64, 63));
    }
}

#[test]
fn static_functions_and_lists() {
    let replayer = replayer(&program(DataModel::Lp64), "sum", PlanLimits::default());
    let five = 5i32.to_le_bytes();
    let six = 6i32.to_le_bytes();
    let list = |second_is_null: &'static [u8], limit: &'static [u8]| {
        [
            ("list->value", five.to_vec()),
            ("list->next.null", second_is_null.to_vec()),
            ("list->next->value", six.to_vec()),
            ("list->next->next.null", vec![1]),
            ("list->next->next->value", vec![0; 4]),
            ("limit", limit.to_vec()),
        ]
    };
    let confirms = |objects: [(&str, Vec<u8>); 6]| {
        let objects: Vec<(&str, &[u8])> =
            objects.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
        confirms(&replayer, BugKind::NullDereference, &objects)
    };
    assert!(confirms(list(&[1], &[6])), "the second element is not there");
    assert!(!confirms(list(&[0], &[6])), "the second element is the one");
    assert!(confirms(list(&[0], &[7])), "no element is the one");
    assert!(!confirms(list(&[1], &[5])), "the first element is the one");
}

#[test]
fn structs_are_filled_member_by_member() {
    let replayer = replayer(&program(DataModel::Lp64), "first_letter", PlanLimits::default());
    let weights = [0.0f64.to_le_bytes(), 3.0f64.to_le_bytes()].concat();
    let mut name = b"xyz".to_vec();
    name.resize(64, 0);
    let confirms = |kind: &[u8], strict: u8| {
        let objects: [(&str, &[u8]); 5] = [
            ("thing.kind", kind),
            ("thing.name.length", &[3, 0, 0, 0, 0, 0, 0, 0]),
            ("thing.name", &name),
            ("thing.weights", &weights),
            ("strict", &[strict]),
        ];
        confirms(&replayer, BugKind::DivisionByZero, &objects)
    };
    assert!(confirms(&[7, 0], 1));
    assert!(!confirms(&[8, 0], 1));
    assert!(!confirms(&[7, 0], 0));
}

#[test]
fn a_driver_needs_the_c_file() {
    let program = program(DataModel::Lp64);
    let id = program.function_named("last").unwrap();
    let plan = EntryPlan::new(&program, &program.functions[id], PlanLimits::default());
    let driver = EntryDriver::new(&program, &plan);
    let unit = Unit {
        path: "last.bc".into(),
        directory: directory(),
        flags: Vec::new(),
        inline: Vec::new(),
        wraps: false,
    };
    let sources = ProgramSources { units: vec![unit], ..Default::default() };
    let replayer = Replayer::new(sources, driver, Duration::from_secs(20)).unwrap();
    let verdict = replayer.confirm(&report(BugKind::OutOfBoundsRead), &KTest::default());
    let Verdict::Unconfirmed { reason } = verdict else { panic!("{verdict:?}") };
    assert!(reason.ends_with("a native program that calls `last` needs its C file"), "{reason}");
}
