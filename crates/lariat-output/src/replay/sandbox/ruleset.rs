//! The Landlock rules of a run: the same places as with namespaces.
//!
//! The rules are made here and handed to the helper as an open file, which applies them to itself.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, Scope, path_beneath_rules,
};

use super::view::{self, Part};

/// The newest version whose rights are used. Of these, a kernel restricts what it knows; the system call filter has the rest.
const NEWEST: ABI = ABI::V6;

/// The rules, as standard input for the helper.
pub(crate) fn make(
    parts: &[Part],
    reads: &[&Path],
    writes: &[PathBuf],
    work: &Path,
) -> io::Result<Stdio> {
    let ruleset = (|| {
        let read = parts.iter().filter_map(|part| match part {
            Part::Read(path) => Some(path.as_path()),
            Part::Link(_) => None,
        });
        let read = read.chain(reads.iter().copied()).chain([Path::new("/proc")]);
        let devices = view::DEVICES.map(Path::new);
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(read, AccessFs::from_read(NEWEST)))?
            .add_rules(path_beneath_rules(
                devices,
                AccessFs::from_file(NEWEST) & !AccessFs::Execute,
            ))?
            .add_rules(path_beneath_rules(
                writes,
                AccessFs::from_file(NEWEST) & !AccessFs::Execute,
            ))?
            .add_rules(path_beneath_rules([work], AccessFs::from_all(NEWEST)))
    })();
    let ruleset = ruleset.map_err(|error: landlock::RulesetError| io::Error::other(error))?;
    let descriptor: Option<OwnedFd> = ruleset.into();
    descriptor.map(Stdio::from).ok_or_else(|| io::Error::other("there is no Landlock"))
}
