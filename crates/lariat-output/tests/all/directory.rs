//! The output directory: what is in it, what is never touched, and what happens when the system refuses.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use lariat_exec::{BugKind, TestInput, TestObject};
use lariat_output::{
    BugReport, KTest, MARKER, OutputDirectory, OutputError, Place, SavedRun, TestSuiteMetadata,
    Verdict,
};
use lariat_program::DataModel;

fn test(value: u8) -> KTest {
    let objects = vec![TestObject { name: "x".into(), bytes: vec![value] }];
    KTest::new(vec![b"prog".to_vec()], TestInput { objects })
}

fn report() -> BugReport {
    BugReport {
        kind: BugKind::DivisionByZero,
        message: "a division by zero".into(),
        place: Some(Place { file: "a.c".into(), line: 3, column: 9 }),
        stack: Vec::new(),
        stated: None,
        jumps_to: None,
        inputs: Vec::new(),
        verdict: Verdict::Unconfirmed { reason: "not replayed".into() },
    }
}

fn metadata() -> TestSuiteMetadata {
    TestSuiteMetadata {
        producer: "Lariat".into(),
        specification: String::new(),
        program_file: "a.c".into(),
        program_hash: String::new(),
        entry_function: "main".into(),
        data_model: DataModel::Lp64,
        creation_time: "2026-01-01T00:00:00Z".into(),
    }
}

/// All files below a directory with their contents, by name.
fn contents(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut directories = vec![path.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap().path();
            if entry.is_dir() {
                directories.push(entry);
            } else {
                let name = entry.strip_prefix(path).unwrap().display().to_string();
                all.push((name, fs::read(&entry).unwrap()));
            }
        }
    }
    all.sort();
    all
}

fn fill(path: &Path) -> OutputDirectory {
    let output = OutputDirectory::create(path, &SavedRun::default(), Some(&metadata())).unwrap();
    assert_eq!(output.write_test(&test(1), false).unwrap(), 1);
    assert_eq!(output.write_test(&test(2), true).unwrap(), 2);
    output.write_bug(&report(), &test(0)).unwrap();
    output.write_document("stats.json", &[1, 2, 3]).unwrap();
    output.log("started").unwrap();
    output.log("ended").unwrap();
    output
}

#[test]
fn a_run_leaves_these_files_and_they_are_read_back() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("deep/lariat-out");
    fill(&path);
    let names: Vec<String> = contents(&path).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            MARKER,
            "bug-001-division-by-zero/input.ktest",
            "bug-001-division-by-zero/report.json",
            "bug-001-division-by-zero/report.txt",
            "run.json",
            "run.log",
            "stats.json",
            "test-suite/metadata.xml",
            "test-suite/testcase-1.xml",
            "test-suite/testcase-2.xml",
            "tests/test000001.ktest",
            "tests/test000002.ktest",
        ]
    );
    assert_eq!(fs::read_to_string(path.join("run.log")).unwrap(), "started\nended\n");

    let output = OutputDirectory::open(&path).unwrap();
    assert_eq!(output.run().unwrap(), SavedRun::default());
    let tests: Vec<KTest> = output.tests().unwrap().into_iter().map(|(_, test)| test).collect();
    assert_eq!(tests, [test(1), test(2)]);
    let bugs = output.bugs().unwrap();
    assert_eq!((&bugs[0].1, &bugs[0].2), (&report(), &test(0)));
    let confirmed =
        BugReport { verdict: Verdict::Confirmed { evidence: "seen".into() }, ..report() };
    output.rewrite_bug(&bugs[0].0, &confirmed).unwrap();
    assert_eq!(output.bugs().unwrap()[0].1, confirmed);
    // Numbers go on where the last run ended.
    assert_eq!(output.write_test(&test(3), false).unwrap(), 3);
    assert!(output.write_bug(&report(), &test(0)).unwrap().ends_with("bug-002-division-by-zero"));
}

#[test]
fn equal_runs_leave_equal_bytes() {
    let place = tempfile::tempdir().unwrap();
    let (one, other) = (place.path().join("one"), place.path().join("other"));
    fill(&one);
    fill(&other);
    assert_eq!(contents(&one), contents(&other));
    // The second time in the same place as well: nothing of the first run is left.
    OutputDirectory::open(&one).unwrap().write_test(&test(9), false).unwrap();
    fill(&one);
    assert_eq!(contents(&one), contents(&other));
}

#[test]
fn what_lariat_did_not_make_is_left_alone() {
    let place = tempfile::tempdir().unwrap();
    let create = |path: &Path| OutputDirectory::create(path, &SavedRun::default(), None);
    let foreign = place.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("thesis.tex"), "years").unwrap();
    let before = contents(&foreign);
    assert!(matches!(create(&foreign), Err(OutputError::NotOurs { .. })));
    assert_eq!(contents(&foreign), before);
    let file = place.path().join("file");
    fs::write(&file, "text").unwrap();
    assert!(matches!(create(&file), Err(OutputError::NotOurs { .. })));
    assert!(matches!(OutputDirectory::open(&foreign), Err(OutputError::NoRun { .. })));
    assert!(matches!(
        OutputDirectory::open(&place.path().join("no")),
        Err(OutputError::NoRun { .. })
    ));
    // An empty directory belongs to nobody.
    let empty = place.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(create(&empty).is_ok());
}

#[test]
fn a_link_inside_is_removed_and_not_followed() {
    let place = tempfile::tempdir().unwrap();
    let (ours, precious) = (place.path().join("ours"), place.path().join("precious"));
    fill(&ours);
    fs::create_dir(&precious).unwrap();
    fs::write(precious.join("file"), "kept").unwrap();
    std::os::unix::fs::symlink(&precious, ours.join("link")).unwrap();
    fill(&ours);
    assert_eq!(fs::read_to_string(precious.join("file")).unwrap(), "kept");
    assert!(!ours.join("link").exists());
}

#[test]
fn a_refusal_is_an_error_that_names_the_file() {
    let place = tempfile::tempdir().unwrap();
    // A file in the way of a directory is refused to everybody, root included.
    fs::write(place.path().join("file"), "").unwrap();
    let error = OutputDirectory::create(&place.path().join("file/out"), &SavedRun::default(), None);
    assert!(matches!(error, Err(OutputError::NotOurs { .. } | OutputError::System { .. })));

    let path = place.path().join("out");
    let output = fill(&path);
    let before = contents(&path);
    let blocked = path.join("tests");
    fs::rename(&blocked, path.join("moved")).unwrap();
    fs::write(&blocked, "in the way").unwrap();
    let error = output.write_test(&test(3), false).unwrap_err().to_string();
    assert!(error.contains("test000003.ktest: cannot be written: "), "{error}");
    fs::remove_file(&blocked).unwrap();
    fs::rename(path.join("moved"), &blocked).unwrap();
    assert_eq!(contents(&path), before);

    let read_only = place.path().join("read-only");
    fs::create_dir(&read_only).unwrap();
    fs::set_permissions(&read_only, fs::Permissions::from_mode(0o555)).unwrap();
    // Root may write anyway; for everybody else this is refused.
    if let Err(error) = OutputDirectory::create(&read_only.join("out"), &SavedRun::default(), None)
    {
        assert!(error.to_string().contains("--out"), "{error}");
    }
}

/// Runs this very test again in a process whose files may have 1 KB only.
#[test]
fn a_full_disk_keeps_what_was_written_before() {
    if let Ok(path) = std::env::var("LARIAT_TEST_FULL_DISK") {
        return write_too_much(Path::new(&path));
    }
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("out");
    let status = Command::new("/bin/sh")
        // Without the trap the signal would end the process before the error is seen.
        .args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "directory::a_full_disk_keeps_what_was_written_before"])
        .env("LARIAT_TEST_FULL_DISK", &path)
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
    let output = OutputDirectory::open(&path).unwrap();
    assert_eq!(output.tests().unwrap().len(), 1);
    assert!(contents(&path).iter().all(|(name, _)| !name.contains("unfinished")));
}

fn write_too_much(path: &Path) {
    let output = OutputDirectory::create(path, &SavedRun::default(), None).unwrap();
    output.write_test(&test(1), false).unwrap();
    let mut large = test(2);
    large.input.objects[0].bytes = vec![0; 100_000];
    let error = output.write_test(&large, false).unwrap_err();
    assert!(error.to_string().ends_with("what was written before is kept"), "{error}");
    assert!(output.write_bug(&report(), &large).is_err());
}
