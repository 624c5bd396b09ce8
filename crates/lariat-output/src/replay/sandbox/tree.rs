//! What a native run uses, seen from outside: processes, memory, files.
//!
//! Everything that a program has started is below the helper in the tree of processes, also what has left its session. Address space cannot be limited,
//! because sanitizers reserve terabytes of it, so what is really used is added up now and then.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::LIMITS;

/// What a run uses too much of; none if it keeps to the limits. Files are counted where they are given.
pub(crate) fn excess(helper: u32, files: &[&Path], most: u64) -> Option<&'static str> {
    let processes = below(helper);
    if processes.len() as u64 > 2 * LIMITS.processes {
        return Some("had too many processes");
    }
    let memory: u64 = processes.iter().map(|process| memory(*process)).sum();
    if memory > most {
        return Some("used more memory than it may");
    }
    if buffers(&processes).len() > LIMITS.buffers {
        return Some("had too many open sockets and pipes");
    }
    let (mut bytes, mut count) = (0, 0);
    for path in files {
        add_up(path, &mut bytes, &mut count);
    }
    if bytes > 2 * LIMITS.written || count > LIMITS.files {
        return Some("wrote too much, or too many files");
    }
    None
}

/// All processes below one.
fn below(process: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut open = vec![process];
    while let Some(process) = open.pop() {
        // A process that ends in the meantime has no children any more.
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        for thread in threads {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            let children = children.split_whitespace().filter_map(|child| child.parse().ok());
            open.extend(children.filter(|child| found.insert(*child)));
        }
    }
    found
}

/// The bytes of memory that belong to a process, and those it shares through files in memory.
fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let is_counted = |line: &&str| line.starts_with("RssAnon:") || line.starts_with("RssShmem:");
    let number = |line: &str| line.split_whitespace().nth(1)?.parse::<u64>().ok();
    status.lines().filter(is_counted).filter_map(number).sum::<u64>() * 1024
}

/// The sockets and pipes that processes have open; those that several of them share are one. No more than the limit are looked for.
fn buffers(processes: &BTreeSet<u32>) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for process in processes {
        for file in fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten() {
            if found.len() > LIMITS.buffers {
                return found;
            }
            let Ok(target) = fs::read_link(file.path()) else { continue };
            let name = target.to_string_lossy();
            if name.starts_with("socket:") || name.starts_with("pipe:") {
                found.insert(target);
            }
        }
    }
    found
}

/// Adds the room that a file or a directory takes, and how many files there are.
fn add_up(path: &Path, bytes: &mut u64, count: &mut u64) {
    let status = match path.symlink_metadata() {
        Ok(status) => status,
        Err(error) => {
            // Deeper than paths can say: nobody would see what is there, and it would take long to remove.
            if error.raw_os_error() == Some(rustix::io::Errno::NAMETOOLONG.raw_os_error()) {
                *count = LIMITS.files + 1;
            }
            return;
        }
    };
    *bytes += status.blocks() * 512;
    *count += 1;
    if status.is_dir() && *count <= LIMITS.files {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            add_up(&entry.path(), bytes, count);
        }
    }
}

/// How many processes and threads a user has.
pub(crate) fn of_user(user: u32) -> u64 {
    let is_process = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let mut threads = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        if !is_process(&entry.file_name().to_string_lossy())
            || !entry.metadata().is_ok_and(|status| status.uid() == user)
        {
            continue;
        }
        let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let own = status.lines().find_map(|line| line.strip_prefix("Threads:"));
        threads += own.and_then(|own| own.trim().parse::<u64>().ok()).unwrap_or(1);
    }
    threads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_of_children_are_below_a_process() {
        let script = "sleep 60 & sh -c 'sleep 60 & echo; wait' & wait";
        let mut child = std::process::Command::new("sh")
            .args(["-c", script])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // The inner shell has started its child when it writes.
        let mut byte = [0];
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut byte).unwrap();
        let found = below(child.id());
        assert!(found.len() >= 3, "{found:?}");
        assert!(found.iter().any(|process| memory(*process) > 0));
        // All of them write to the one pipe.
        assert!(!buffers(&found).is_empty());
        assert!(of_user(rustix::process::geteuid().as_raw()) >= 4);
        for process in found.into_iter().chain([child.id()]) {
            let process = rustix::process::Pid::from_raw(process as i32).unwrap();
            let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
        }
        child.wait().unwrap();
    }

    #[test]
    fn files_below_a_directory_are_added_up() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("inner")).unwrap();
        fs::write(directory.path().join("inner/file"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/usr", directory.path().join("link")).unwrap();
        let (mut bytes, mut count) = (0, 0);
        add_up(directory.path(), &mut bytes, &mut count);
        assert_eq!(count, 4);
        assert!((100_000..1_000_000).contains(&bytes), "{bytes}");
        add_up(&directory.path().join("x/".repeat(5_000)), &mut bytes, &mut count);
        assert!(count > LIMITS.files);
    }
}
