//! What kind of thing an input file is, and clear words where it is none of ours.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::error::FrontendError;

/// What to do with an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputKind {
    /// Compile it. Preprocessed C (`.i`) too: clang knows it by its name.
    C,
    /// Parse it as bitcode.
    Bitcode,
    /// Parse it as LLVM assembly.
    Assembly,
}

pub(crate) fn is_c_source(path: &Path) -> bool {
    matches!(path.extension().and_then(|extension| extension.to_str()), Some("c" | "i"))
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FrontendError> {
    if path.is_dir() {
        return Err(FrontendError::IsDirectory { path: path.to_owned() });
    }
    std::fs::read(path).map_err(|error| unreadable(path, &error))
}

/// Makes sure that a file is there and can be opened.
pub(crate) fn check_readable(path: &Path) -> Result<(), FrontendError> {
    if path.is_dir() {
        return Err(FrontendError::IsDirectory { path: path.to_owned() });
    }
    std::fs::File::open(path).map(drop).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> FrontendError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => FrontendError::MissingFile { path },
        _ => FrontendError::UnreadableFile { path, reason: error.to_string() },
    }
}

/// The path seen from the root; the path itself where the current directory is gone.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Removes `.` and resolves `..` by name, so that two ways to write a path compare equal.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if tidied.file_name().is_some() => {
                tidied.pop();
            }
            other => tidied.push(other),
        }
    }
    tidied
}

/// Decides by the name, and where the name says nothing by the first bytes.
pub(crate) fn kind(path: &Path, content: &[u8]) -> Result<InputKind, FrontendError> {
    const GIVE: &str = "give the .c files or their bitcode (clang -g -c -emit-llvm)";
    let wrong = |what: &str, advice: &str| {
        let (what, advice) = (what.to_owned(), advice.to_owned());
        Err(FrontendError::WrongKind { path: path.to_owned(), what, advice })
    };
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    if is_bitcode(content) {
        return Ok(InputKind::Bitcode);
    }
    match content {
        [0x7f, b'E', b'L', b'F', ..] => return wrong("a compiled ELF file", GIVE),
        content if content.starts_with(b"!<arch>\n") => {
            return wrong("an archive of compiled files", GIVE);
        }
        _ => {}
    }
    match extension {
        "c" | "i" => Ok(InputKind::C),
        "ll" => Ok(InputKind::Assembly),
        "bc" if content.is_empty() => wrong("an empty file", "write the bitcode again"),
        "bc" if looks_like_text(content) => {
            wrong("text, not bitcode", "rename LLVM assembly to .ll")
        }
        "bc" => wrong("no LLVM bitcode, whatever its name says", GIVE),
        "h" => wrong("a header", "give the .c files that include it"),
        "cc" | "cpp" | "cxx" | "C" | "c++" | "ii" | "hpp" => wrong("C++", "Lariat reads C only"),
        "s" | "S" | "asm" => wrong("machine assembly", GIVE),
        _ if looks_like_text(content) => {
            wrong("a text file of unknown kind", "name C files .c or .i, LLVM assembly .ll")
        }
        _ => wrong("a binary file of unknown kind", GIVE),
    }
}

/// Raw bitcode, or bitcode in the wrapper that Darwin's tools put around it.
fn is_bitcode(content: &[u8]) -> bool {
    content.starts_with(b"BC\xC0\xDE") || content.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

fn looks_like_text(content: &[u8]) -> bool {
    let start = &content[..content.len().min(4096)];
    !start.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(name: &str, content: &[u8]) -> Result<InputKind, String> {
        kind(Path::new(name), content).map_err(|error| error.to_string())
    }

    #[test]
    fn names_decide_and_content_overrules_them() {
        assert_eq!(kind_of("a.c", b"int x;"), Ok(InputKind::C));
        assert_eq!(kind_of("a.i", b""), Ok(InputKind::C));
        assert_eq!(kind_of("a.ll", b"; ModuleID"), Ok(InputKind::Assembly));
        assert_eq!(kind_of("a.o", b"BC\xC0\xDE..."), Ok(InputKind::Bitcode));
        assert_eq!(kind_of("a.ll", b"BC\xC0\xDE..."), Ok(InputKind::Bitcode));
    }

    #[test]
    fn foreign_files_are_called_by_their_name() {
        for (name, content, expected) in [
            ("a.o", &b"\x7fELF\x02"[..], "a compiled ELF file"),
            ("a.bc", b"\x7fELF\x02", "a compiled ELF file"),
            ("liba.a", b"!<arch>\nx", "an archive"),
            ("a.bc", b"define i32 @f()", "text, not bitcode"),
            ("a.bc", b"\x00\x01", "no LLVM bitcode"),
            ("a.bc", b"", "an empty file"),
            ("a.h", b"int x;", "a header"),
            ("a.cpp", b"int x;", "C++"),
            ("a.s", b"ret", "machine assembly"),
            ("README", b"hello", "a text file of unknown kind"),
            ("data", b"\x00\x01", "a binary file of unknown kind"),
        ] {
            let message = kind_of(name, content).unwrap_err();
            assert!(message.contains(expected), "{name}: {message}");
        }
    }
}
