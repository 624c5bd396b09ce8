//! Wrong input: each kind has its own sentence.

use lariat_frontend::{FrontendError, LoadOptions, load};
use lariat_program::DataModel;

use super::support::{Files, error};

/// The message begins with the file and goes on like this.
fn check(files: &Files, name: &str, expected: &str) {
    let message = files.error(&[name]);
    let rest = message.strip_prefix(&format!("{}: ", files.path(name).display()));
    let rest = rest.unwrap_or_else(|| panic!("does not begin with the file: {message}"));
    assert!(rest.starts_with(expected), "{rest}");
}

#[test]
fn nothing_given() {
    assert!(matches!(load(&LoadOptions::default()), Err(FrontendError::NoInput)));
}

#[test]
fn files_that_cannot_be_read() {
    let files = Files::new(&[("sub/a.c", "int x;")]);
    check(&files, "absent.c", "there is no such file");
    check(&files, "absent.bc", "there is no such file");
    check(&files, "sub", "this is a directory; give the files in it that belong to the program");
    check(&files, "sub/a.c/b.c", "cannot be read: Not a directory");
}

#[test]
fn files_of_another_kind() {
    let files = Files::new(&[
        ("a.h", "int x;"),
        ("a.cpp", "int x;"),
        ("notes", "hello"),
        ("text.bc", "define void @f() { ret void }"),
        ("empty.bc", ""),
    ]);
    files.write("a.o", b"\x7fELF\x02\x01\x01");
    files.write("noise.bc", [0, 1, 2, 3, 4, 5, 6, 7]);
    check(&files, "a.h", "this is a header; give the .c files that include it");
    check(&files, "a.cpp", "this is C++; Lariat reads C only");
    check(&files, "notes", "this is a text file of unknown kind");
    check(&files, "text.bc", "this is text, not bitcode; rename LLVM assembly to .ll");
    check(&files, "empty.bc", "this is an empty file");
    check(&files, "a.o", "this is a compiled ELF file; give the .c files or their bitcode");
    check(&files, "noise.bc", "this is no LLVM bitcode, whatever its name says");
}

#[test]
fn c_that_does_not_compile_shows_the_message_of_clang() {
    let files = Files::new(&[("bad.c", "int f(void) {\n  return undeclared;\n}\n")]);
    let message = files.error(&["bad.c"]);
    assert!(message.contains("does not compile; clang says:\n"), "{message}");
    let place = format!(
        "{}:2:10: error: use of undeclared identifier 'undeclared'",
        files.path("bad.c").display()
    );
    assert!(message.contains(&place), "{message}");
    assert!(message.contains("1 error generated."), "{message}");
    assert_eq!(files.names(), ["bad.c"], "nothing is left behind");
}

#[test]
fn of_several_bad_files_the_first_is_reported() {
    let names = ["a.c", "b.c", "c.c", "d.c", "e.c"];
    let files = Files::new(&[
        ("a.c", "int a;"),
        ("b.c", "int b"),
        ("c.c", "int c"),
        ("d.c", "int d;"),
        ("e.c", "int e"),
    ]);
    for _ in 0..3 {
        assert!(files.error(&names).starts_with(&files.path("b.c").display().to_string()));
    }
}

#[test]
fn a_missing_header_is_a_message_of_clang() {
    let files = Files::new(&[("a.c", "#include \"absent.h\"\n")]);
    assert!(files.error(&["a.c"]).contains("'absent.h' file not found"));
}

#[test]
fn an_unknown_flag_of_the_user_is_a_message_of_clang() {
    let files = Files::new(&[("a.c", "int x;")]);
    let mut options = files.options(&["a.c"]);
    options.cflags = vec!["-fno-such-flag".to_owned()];
    assert!(error(&options).contains("unknown argument: '-fno-such-flag'"));
}

#[test]
fn bitcode_cut_short_or_damaged() {
    let files = Files::new(&[("a.c", "int f(int x) { return x; }")]);
    files.clang(&["-c", "-emit-llvm", "-g", "a.c", "-o", "a.bc"]);
    let whole = std::fs::read(files.path("a.bc")).unwrap();
    for length in [4, 5, 20, 100, whole.len() / 2, whole.len() - 8] {
        files.write("cut.bc", &whole[..length]);
        check(&files, "cut.bc", "this bitcode is damaged or cut short: ");
    }
}

#[test]
fn bitcode_of_a_newer_llvm() {
    let files = Files::new(&[("a.c", "int f(int x) { return x; }")]);
    files.clang(&["-c", "-emit-llvm", "a.c", "-o", "a.bc"]);
    let mut bits = Bits(std::fs::read(files.path("a.bc")).unwrap());
    bits.replace("LLVM19", "LLVM77");
    files.write("renamed.bc", &bits.0);
    files.program(&["renamed.bc"]); // The version alone does not matter as long as LLVM understands it.
    // Somewhere in the module's first records a changed bit makes one that this reader has never heard of.
    let future = (8 * 48..8 * 64).find_map(|place| {
        let mut changed = Bits(bits.0.clone());
        changed.flip(place);
        files.write("future.bc", &changed.0);
        match files.load(&["future.bc"]) {
            Err(error @ FrontendError::BitcodeTooNew { .. }) => Some(error.to_string()),
            _ => None,
        }
    });
    let message = future.expect("one of the bits makes the module unreadable");
    assert!(message.contains("this bitcode was written by LLVM77.1"), "{message}");
    assert!(message.ends_with("compile it again with clang 19 or older"), "{message}");
}

/// Bitcode as the stream of bits that it is; names are in LLVM's 6-bit characters.
struct Bits(Vec<u8>);

impl Bits {
    fn get(&self, place: usize) -> bool {
        self.0[place / 8] >> (place % 8) & 1 == 1
    }

    fn flip(&mut self, place: usize) {
        self.0[place / 8] ^= 1 << (place % 8);
    }

    fn encode(text: &str) -> Vec<bool> {
        const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
        text.chars()
            .flat_map(|c| {
                let code = ALPHABET.find(c).unwrap();
                (0..6).map(move |bit| code >> bit & 1 == 1)
            })
            .collect()
    }

    fn replace(&mut self, old: &str, new: &str) {
        let (old, new) = (Bits::encode(old), Bits::encode(new));
        let found = (0..self.0.len() * 8 - old.len())
            .find(|start| (0..old.len()).all(|bit| self.get(start + bit) == old[bit]))
            .expect("the name is there");
        for (bit, wanted) in new.iter().enumerate() {
            if self.get(found + bit) != *wanted {
                self.flip(found + bit);
            }
        }
    }
}

#[test]
fn assembly_with_a_mistake() {
    let files = Files::new(&[("a.ll", "define i32 @f() {\n  ret i64 0\n}\n"), ("b.ll", "garbage")]);
    let message = files.error(&["a.ll"]);
    assert!(message.contains("is not valid LLVM 19 assembly: "), "{message}");
    assert!(message.contains("a.ll:2:"), "{message}");
    assert!(message.contains("value doesn't match function result type 'i32'"), "{message}");
    check(&files, "b.ll", "is not valid LLVM 19 assembly: ");
}

#[test]
fn a_module_against_the_rules() {
    let text = "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  ret i32 %x\n}\n";
    let flags = "!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
    let files = Files::new(&[("a.ll", text)]);
    files.write("b.ll", format!("{text}{flags}"));
    for name in ["a.ll", "b.ll"] {
        check(
            &files,
            name,
            "LLVM's verifier rejects this module: Instruction does not dominate all uses!",
        );
    }
}

#[test]
fn targets_that_are_not_supported() {
    for triple in [
        "aarch64-unknown-linux-gnu",
        "x86_64-pc-windows-msvc",
        "x86_64-apple-macosx13.0.0",
        "riscv32",
    ] {
        let files = Files::new(&[]);
        files.write(
            "a.ll",
            format!("target triple = \"{triple}\"\ndefine void @f() {{ ret void }}\n"),
        );
        check(
            &files,
            "a.ll",
            &format!(
                "is for the target \"{triple}\"; Lariat handles x86-64 and 32-bit x86 ELF targets only so far"
            ),
        );
    }
    let files =
        Files::new(&[("a.ll", "target datalayout = \"E\"\ndefine void @f() { ret void }\n")]);
    assert!(files.error(&["a.ll"]).contains("(big endian)"));
    let files = Files::new(&[("a.c", "int x;")]);
    let mut options = files.options(&["a.c"]);
    options.cflags = vec!["--target=armv7-linux-gnueabihf".to_owned()];
    assert!(error(&options).contains("is for the target \"armv7-unknown-linux-gnueabihf\""));
}

#[test]
fn a_module_of_another_data_model_than_asked_for() {
    let files = Files::new(&[("a.c", "int x;")]);
    files.clang(&["-c", "-emit-llvm", "-m32", "a.c", "-o", "a.bc"]);
    let mut options = files.options(&["a.bc"]);
    options.data_model = Some(DataModel::Lp64);
    let message = error(&options);
    let expected = "was compiled for ILP32 (32-bit), but LP64 (64-bit) was asked for: compile it again with -m64";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn no_such_entry() {
    let code = "int prase(int x) { return x; } int other(void) { return 1; } int parser(void); int main(void) { return parser(); }";
    let files = Files::new(&[("a.c", code)]);
    let entry = |name: &str| {
        let mut options = files.options(&["a.c"]);
        options.entry = Some(name.to_owned());
        options
    };
    assert_eq!(
        error(&entry("parse")),
        "there is no function `parse` to start at; there is `prase`, `main`, `other`"
    );
    assert_eq!(
        error(&entry("parser")),
        "there is no function `parser` to start at: it is declared but has no body in the files given; \
         there is `prase`, `other`, `main`"
    );
    assert!(load(&entry("prase")).is_ok());
}
