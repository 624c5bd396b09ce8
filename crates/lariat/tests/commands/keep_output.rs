//! `lariat test --keep-output`: what the program prints on each test lies beside it.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"
#include <stdio.h>
#include <unistd.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
int main(void)
{
    unsigned char x;
    printf("hello %d\n", 42);
    klee_make_symbolic(&x, 1, "x");
    if (x < 10) {
        fputs("small\n", stderr);
        x += '0';
        write(1, &x, 1);
    } else {
        printf("large\n");
    }
    return 0;
}
"#;

#[test]
fn what_each_test_prints_lies_beside_it() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("program.c");
    std::fs::write(&file, PROGRAM).expect("the program is written");
    let run = |out: &Path, more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
            .args(["test", "--all-paths", "--quiet", "--out"])
            .arg(out)
            .args(more)
            .arg(&file)
            .output()
            .expect("lariat runs");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let out = directory.path().join("out");
    run(&out, &["--keep-output"]);
    let mut seen = Vec::new();
    for number in 1..=2 {
        let read = |extension: &str| {
            std::fs::read(out.join(format!("tests/test{number:06}.{extension}"))).ok()
        };
        let test = read("ktest").expect("there are two tests");
        let input = *test.last().expect("the test has bytes");
        let (stdout, stderr) = (read("stdout").expect("both tests print"), read("stderr"));
        if input < 10 {
            assert_eq!(stdout, [b"hello 42\n".as_slice(), &[b'0' + input]].concat());
            assert_eq!(stderr.as_deref(), Some(b"small\n".as_slice()));
        } else {
            assert_eq!(stdout, b"hello 42\nlarge\n");
            assert_eq!(stderr, None);
        }
        seen.push(input < 10);
    }
    seen.sort_unstable();
    assert_eq!(seen, [false, true]);

    let silent = directory.path().join("silent");
    run(&silent, &[]);
    assert!(silent.join("tests/test000001.ktest").is_file());
    assert!(!silent.join("tests/test000001.stdout").exists());
}
