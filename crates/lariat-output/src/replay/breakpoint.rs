//! Whether a native run gets to a line, exactly.
//!
//! Coverage counts pieces of code that are entered, not lines: a call in the middle of a piece that does not come back, or a crash, leaves
//! the rest of the piece counted as executed. So the executable gets breakpoints where the line's code begins or goes on, which its line table
//! says. The replay library's handler says which one was hit. This works for bitcode too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gimli::{EndianSlice, LittleEndian};
use object::{Object as _, ObjectSection as _, ObjectSegment as _};

use crate::bugs::Place;
use crate::replay::verdict;

/// The instruction `int3`.
const BREAKPOINT: u8 = 0xcc;

/// How the replay library's message begins; the address follows.
const MESSAGE: &str = "lariat: breakpoint ";

/// Breakpoints in an executable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Breakpoints {
    addresses: BTreeSet<u64>,
}

impl Breakpoints {
    /// Sets breakpoints at a line. The directories are those the program was compiled in.
    pub(crate) fn set(
        executable: &Path,
        place: &Place,
        directories: &[PathBuf],
    ) -> Result<Breakpoints, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", executable.display());
        let mut bytes = std::fs::read(executable).map_err(|error| failed(&error))?;
        let (addresses, offsets) = {
            let file = object::File::parse(bytes.as_slice()).map_err(|error| failed(&error))?;
            let addresses =
                addresses_of(&file, place, directories).map_err(|error| failed(&error))?;
            let offsets: Vec<u64> =
                addresses.iter().filter_map(|address| file_offset(&file, *address)).collect();
            (addresses, offsets)
        };
        if offsets.is_empty() {
            return Err(format!("the native program has no code at {}:{}", place.file, place.line));
        }
        for offset in offsets {
            if let Some(byte) = usize::try_from(offset).ok().and_then(|at| bytes.get_mut(at)) {
                *byte = BREAKPOINT;
            }
        }
        std::fs::write(executable, bytes).map_err(|error| failed(&error))?;
        Ok(Breakpoints { addresses })
    }

    /// Whether one of them was hit, by what the run printed last.
    pub(crate) fn hit(&self, messages: &str) -> bool {
        messages
            .lines()
            .filter_map(|line| line.find(MESSAGE).map(|at| &line[at + MESSAGE.len()..]))
            .filter_map(|address| u64::from_str_radix(address.trim(), 16).ok())
            .any(|address| self.addresses.contains(&address))
    }
}

/// The addresses at which a line's code begins or goes on.
fn addresses_of(
    file: &object::File<'_>,
    place: &Place,
    directories: &[PathBuf],
) -> Result<BTreeSet<u64>, gimli::Error> {
    let load = |id: gimli::SectionId| -> Result<_, gimli::Error> {
        let section = file.section_by_name(id.name());
        Ok(section.and_then(|section| section.data().ok()).unwrap_or_default())
    };
    let sections = gimli::DwarfSections::load(load)?;
    let dwarf = sections.borrow(|section| EndianSlice::new(section, LittleEndian));
    let mut addresses = BTreeSet::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let Some(program) = unit.line_program.clone() else { continue };
        let mut rows = program.rows();
        while let Some((header, row)) = rows.next_row()? {
            let line = row.line().map_or(0, |line| line.get());
            if row.end_sequence() || line != u64::from(place.line) || !row.is_stmt() {
                continue;
            }
            let Some(entry) = row.file(header) else { continue };
            let mut path = PathBuf::new();
            if let Some(directory) = &unit.comp_dir {
                path.push(directory.to_string_lossy().as_ref());
            }
            if let Some(directory) = entry.directory(header) {
                path.push(dwarf.attr_string(&unit, directory)?.to_string_lossy().as_ref());
            }
            path.push(dwarf.attr_string(&unit, entry.path_name())?.to_string_lossy().as_ref());
            let file = path.to_string_lossy().into_owned();
            let seen = Place { file, line: place.line, column: 0 };
            if verdict::is_same(place, &seen, directories) {
                addresses.insert(row.address());
            }
        }
    }
    Ok(addresses)
}

fn file_offset(file: &object::File<'_>, address: u64) -> Option<u64> {
    file.segments().find_map(|segment| {
        let (offset, size) = segment.file_range();
        let inside = address.checked_sub(segment.address())?;
        (inside < size).then_some(offset + inside)
    })
}

#[cfg(test)]
mod tests {
    use super::Breakpoints;

    #[test]
    fn only_its_own_breakpoints_count() {
        let breakpoints = Breakpoints { addresses: [0x40_1136].into() };
        assert!(breakpoints.hit("hello\nlariat: breakpoint 401136\n"));
        assert!(breakpoints.hit("no end of linelariat: breakpoint 401136\n"));
        assert!(!breakpoints.hit("lariat: breakpoint 401137\n"));
        assert!(!breakpoints.hit(""));
    }
}
