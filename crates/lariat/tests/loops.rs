//! `lariat loops` on small programs: types, cases and bounds in the source's names.

use std::process::Command;

fn loops(source: &str, options: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("prog.c");
    std::fs::write(&file, source).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .arg("loops")
        .arg(&file)
        .args(options)
        .output()
        .expect("lariat runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn phases_and_periods_have_cases_and_bounds() {
    let source = "
int count(int n) { int i = 0; while (i < n) i++; return i; }
int grid(int n, int m) {
    int i = 0, j = 0;
    if (!(0 < m && m < n)) return 0;
    while (i < n) { if (j < m) j++; else { j = 0; i++; } }
    return i;
}
";
    let text = loops(source, &[]);
    assert!(text.contains("in count\n  type 1, sequential"), "{text}");
    assert!(text.contains("iterations: n\n"), "{text}");
    assert!(text.contains("in grid\n  type 1, periodic"), "{text}");
    assert!(text.contains("iterations: n + n*m") || text.contains("iterations: n*m + n"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 100 || line.starts_with('/')),
        "{text}"
    );
}

#[test]
fn one_function_as_json_with_its_automaton() {
    let source = "
int other(int n) { while (n > 0) n--; return n; }
int meet(int x, int z, int n) { while (x < n) { if (z > x) x++; else z++; } return x == z; }
";
    let directory = tempfile::tempdir().expect("a directory");
    let automata = directory.path().to_str().expect("a name");
    let text = loops(source, &["--function", "meet", "--json", "--dot", automata]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let found = document["loops"].as_array().expect("loops");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["analysis"]["type"], 1);
    assert_eq!(found[0]["analysis"]["order"], "periodic");
    assert_eq!(found[0]["analysis"]["transitions"].as_array().map(Vec::len), Some(3));
    assert_eq!(found[0]["analysis"]["residue"].as_array().map(Vec::len), Some(0));
    let dot = std::fs::read_to_string(directory.path().join("meet-1.dot")).expect("a picture");
    assert!(dot.starts_with("digraph"), "{dot}");
}
