//! What the README shows is what comes out: every `console` block of it is run and compared.

use std::path::Path;
use std::process::Command;

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
    for block in blocks {
        let (command, expected) = block.split_once('\n').expect("a command and its output");
        let args = command.strip_prefix("$ lariat ").expect("a lariat command");
        let args = shell_words::split(args).expect("balanced quotes");
        let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
            .args(&args)
            .current_dir(&root)
            .output()
            .expect("lariat runs");
        assert!(output.status.success(), "{command}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{command}");
    }
}
