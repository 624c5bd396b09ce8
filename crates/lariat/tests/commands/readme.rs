//! What the README shows is what comes out: every `console` block of it is run and compared. `…` stands for what differs from run to
//! run, such as times.

use std::path::Path;
use std::process::Command;

use regex::Regex;

#[test]
fn console_blocks_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("a README");
    let blocks: Vec<&str> = readme
        .split("```console\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a block ends"))
        .collect();
    assert!(!blocks.is_empty(), "the README shows how to use Lariat");
    let place = tempfile::tempdir().expect("a directory");
    std::os::unix::fs::symlink(
        root.join("examples").canonicalize().expect("examples"),
        place.path().join("examples"),
    )
    .expect("a link");
    for block in blocks {
        let (command, expected) = block.split_once('\n').expect("a command and its output");
        let args = command.strip_prefix("$ lariat ").expect("a lariat command");
        let args = shell_words::split(args).expect("balanced quotes");
        let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
            .args(&args)
            .current_dir(place.path())
            .output()
            .expect("lariat runs");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
        let parts: Vec<String> = expected.split('…').map(regex::escape).collect();
        let pattern = Regex::new(&format!("^{}$", parts.join("[^\n]*"))).expect("a pattern");
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(pattern.is_match(&out), "{command}\nexpected:\n{expected}\nbut:\n{out}");
    }
}
