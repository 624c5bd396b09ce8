//! Whether a native run gets to a line, exactly, or to one of several.
//!
//! Coverage counts pieces of code that are entered, not lines: a call in the middle of a piece that does not come back, or a crash, leaves
//! the rest of the piece counted as executed. So the executable gets breakpoints where the line's code begins or goes on, which its line table
//! says. The replay library's handler says which one was hit. This works for bitcode too.

use std::collections::BTreeMap;
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
    /// Where they are, and which line that is.
    addresses: BTreeMap<u64, Place>,
}

impl Breakpoints {
    /// Sets breakpoints at lines, of which one must be there. The directories are those the program was compiled in.
    pub(crate) fn set(
        executable: &Path,
        places: &[Place],
        directories: &[PathBuf],
    ) -> Result<Breakpoints, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", executable.display());
        let mut bytes = std::fs::read(executable).map_err(|error| failed(&error))?;
        let (addresses, offsets) = {
            let file = object::File::parse(bytes.as_slice()).map_err(|error| failed(&error))?;
            let addresses =
                addresses_of(&file, places, directories).map_err(|error| failed(&error))?;
            let offsets: Vec<u64> =
                addresses.keys().filter_map(|address| file_offset(&file, *address)).collect();
            (addresses, offsets)
        };
        if offsets.is_empty() {
            let lines = places.iter().map(|place| format!("{}:{}", place.file, place.line));
            let lines = lines.collect::<Vec<_>>().join(" or ");
            return Err(format!("the native program has no code at {lines}"));
        }
        for offset in offsets {
            if let Some(byte) = usize::try_from(offset).ok().and_then(|at| bytes.get_mut(at)) {
                *byte = BREAKPOINT;
            }
        }
        std::fs::write(executable, bytes).map_err(|error| failed(&error))?;
        Ok(Breakpoints { addresses })
    }

    /// The line at which one of them was hit, by what the run printed last.
    pub(crate) fn hit(&self, messages: &str) -> Option<&Place> {
        messages
            .lines()
            .filter_map(|line| line.find(MESSAGE).map(|at| &line[at + MESSAGE.len()..]))
            .filter_map(|address| u64::from_str_radix(address.trim(), 16).ok())
            .find_map(|address| self.addresses.get(&address))
    }
}

/// The addresses at which a line's code begins or goes on.
fn addresses_of(
    file: &object::File<'_>,
    places: &[Place],
    directories: &[PathBuf],
) -> Result<BTreeMap<u64, Place>, gimli::Error> {
    let load = |id: gimli::SectionId| -> Result<_, gimli::Error> {
        let section = file.section_by_name(id.name());
        Ok(section.and_then(|section| section.data().ok()).unwrap_or_default())
    };
    let sections = gimli::DwarfSections::load(load)?;
    let dwarf = sections.borrow(|section| EndianSlice::new(section, LittleEndian));
    let mut addresses = BTreeMap::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let Some(program) = unit.line_program.clone() else { continue };
        let mut rows = program.rows();
        while let Some((header, row)) = rows.next_row()? {
            let line = row.line().map_or(0, |line| line.get());
            let mut there = places.iter().filter(|place| u64::from(place.line) == line).peekable();
            if row.end_sequence() || there.peek().is_none() || !row.is_stmt() {
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
            let is_it = |place: &&Place| {
                let seen = Place { file: file.clone(), line: place.line, column: 0 };
                verdict::is_same(place, &seen, directories)
            };
            if let Some(place) = there.find(is_it) {
                addresses.insert(row.address(), place.clone());
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
    use super::{Breakpoints, Place};

    #[test]
    fn only_its_own_breakpoints_count() {
        let place = |line| Place { file: "a.c".into(), line, column: 0 };
        let addresses = [(0x40_1136, place(3)), (0x40_1140, place(7))];
        let breakpoints = Breakpoints { addresses: addresses.into() };
        let hit = |messages| breakpoints.hit(messages).map(|place| place.line);
        assert_eq!(hit("hello\nlariat: breakpoint 401136\n"), Some(3));
        assert_eq!(hit("no end of linelariat: breakpoint 401140\n"), Some(7));
        assert_eq!(hit("lariat: breakpoint 401137\n"), None);
        assert_eq!(hit(""), None);
    }
}
