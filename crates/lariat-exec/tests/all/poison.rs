//! Poison: the result of an operation that breaks a promise is no bug by itself; a branch, an address or a division that depends
//! on it is. C has no way to write these promises down, so the programs are in LLVM's own language.

use crate::common::Loaded;
use lariat_program::DataModel;

const HEADER: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@cell = global i32 5
"#;

/// Runs `f` with the given lines as its body: the kinds of the bugs found.
fn bugs(body: &str) -> Vec<String> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.ll");
    let text =
        format!("{HEADER}\ndefine i32 @f() {{\n  %x = load volatile i32, ptr @cell\n{body}\n}}\n");
    std::fs::write(&path, text).expect("the program is written");
    let run = Loaded::new(&path, DataModel::Lp64).run("f");
    let kind = |finding: &String| finding.split(':').next().unwrap_or_default().to_owned();
    run.findings.iter().map(kind).collect()
}

/// An instruction whose result is poison when `%x` is 5.
const POISONS: &[&str] = &[
    "%p = add nuw i32 %x, -1",
    "%p = sub nuw i32 %x, 6",
    "%p = mul nuw i32 %x, 1000000000",
    "%p = shl nuw i32 %x, 31",
    "%p = shl nsw i32 %x, 30",
    "%p = udiv exact i32 %x, 2",
    "%p = sdiv exact i32 %x, 2",
    "%p = lshr exact i32 %x, 1",
    "%p = ashr exact i32 %x, 1",
    "%p = or disjoint i32 %x, 4",
];

#[test]
fn unused_poison_is_no_bug() {
    for poison in POISONS {
        assert!(bugs(&format!("  {poison}\n  %q = add i32 %p, 1\n  ret i32 0")).is_empty());
    }
}

#[test]
fn a_branch_on_poison_is_a_bug() {
    for poison in POISONS {
        let body = format!(
            "  {poison}\n  %c = icmp eq i32 %p, 3\n  br i1 %c, label %a, label %b\na:\n  ret i32 1\nb:\n  ret i32 0"
        );
        assert_eq!(bugs(&body), ["poison-use"], "{poison}");
    }
}

#[test]
fn a_kept_promise_is_a_number() {
    for poison in ["%p = add nuw i32 %x, 1", "%p = or disjoint i32 %x, 8", "%p = shl nsw i32 %x, 2"]
    {
        let body = format!("  {poison}\n  %q = udiv i32 100, %p\n  ret i32 %q");
        assert!(bugs(&body).is_empty(), "{poison}");
    }
}

#[test]
fn addresses_and_divisors_must_not_be_poison() {
    let poison = "  %p = add nuw i32 %x, -1\n";
    assert_eq!(bugs(&format!("{poison}  %q = udiv i32 1, %p\n  ret i32 %q")), ["poison-use"]);
    let load = "  %w = zext i32 %p to i64\n  %a = getelementptr i8, ptr @cell, i64 %w\n  %v = load i8, ptr %a\n  ret i32 0";
    assert_eq!(bugs(&format!("{poison}{load}")), ["poison-use"]);
}

#[test]
fn frozen_poison_is_some_number_and_an_unchosen_one_does_not_matter() {
    let poison = "  %p = add nuw i32 %x, -1\n";
    let frozen = "  %q = freeze i32 %p\n  %r = and i32 %q, 7\n  %s = add i32 %r, 1\n  %t = udiv i32 9, %s\n  ret i32 %t";
    assert!(bugs(&format!("{poison}{frozen}")).is_empty());
    let unchosen = "  %c = icmp eq i32 %x, 5\n  %q = select i1 %c, i32 1, i32 %p\n  %t = udiv i32 9, %q\n  ret i32 %t";
    assert!(bugs(&format!("{poison}{unchosen}")).is_empty());
}
