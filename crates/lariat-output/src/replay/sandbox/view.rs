//! What a program under test sees of the file system: parts of the system, to be read, and nothing of its users.
//!
//! This is a list of what is there, not of what is hidden: a secret that nobody thought of is not on it. The program's sources are not on it
//! either. A native run does not need them, and they may lie in a home directory.

use std::path::{Path, PathBuf};

/// Programs, libraries and their data.
const SYSTEM: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"];

/// What the C library looks at. None of it is secret.
const SETTINGS: [&str; 19] = [
    "/etc/alternatives",
    "/etc/debian_version",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hostname",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/mtab",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/protocols",
    "/etc/services",
    "/etc/timezone",
];

/// Devices without memory.
pub(crate) const DEVICES: [&str; 5] =
    ["/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero"];

/// Names of the streams.
pub(crate) const STREAMS: [&str; 4] = ["/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr"];

/// A part of the system that programs under test see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// A directory or a file, to be read.
    Read(PathBuf),
    /// A symbolic link to a place that is seen anyway.
    Link(PathBuf),
}

/// Everything that all programs see, and the directory of a tool that sanitizers run.
pub(crate) fn system(tool: Option<&Path>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for path in SYSTEM.into_iter().chain(SETTINGS).map(Path::new) {
        let Ok(real) = path.canonicalize() else { continue };
        let is_link = path.is_symlink() && is_seen(&real, &parts);
        parts.push(if is_link { Part::Link(path.into()) } else { Part::Read(path.into()) });
    }
    // One that is installed elsewhere has its libraries beside it.
    if let Some(directory) = tool.and_then(Path::parent)
        && !is_seen(directory, &parts)
    {
        let libraries = directory.parent().map(|prefix| prefix.join("lib"));
        parts.push(Part::Read(directory.into()));
        parts.extend(libraries.filter(|path| path.is_dir()).map(Part::Read));
    }
    parts
}

fn is_seen(path: &Path, parts: &[Part]) -> bool {
    parts.iter().any(|part| matches!(part, Part::Read(directory) if path.starts_with(directory)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_seen_belongs_to_a_user() {
        let parts = system(Some(Path::new("/usr/bin/llvm-symbolizer")));
        for secret in ["/root/.ssh", "/home/me", "/etc/shadow", "/etc/ssl/private", "/var", "/run"]
        {
            assert!(!is_seen(Path::new(secret), &parts), "{secret}");
        }
        assert!(is_seen(Path::new("/usr/bin/env"), &parts));
        let elsewhere = system(Some(Path::new("/home/me/llvm/bin/llvm-symbolizer")));
        assert!(is_seen(Path::new("/home/me/llvm/bin/llvm-symbolizer"), &elsewhere));
        assert!(!is_seen(Path::new("/home/me/llvm/secret"), &elsewhere));
    }
}
