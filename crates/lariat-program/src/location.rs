//! Where in the source something comes from.

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

use crate::ids::{FileId, LocationId};

/// A source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceFile {
    /// The path as the compiler was given it.
    pub path: String,
    /// The directory the compiler ran in, to resolve a relative path against.
    pub directory: String,
}

/// A place in a source file. Lines and columns count from 1; a column of 0 is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Where the code was inlined to, if a compiler before us inlined it.
    pub inlined_at: Option<LocationId>,
}

/// All locations of a program, each stored once.
#[derive(Clone, Default, Debug)]
pub struct LocationTable {
    locations: PrimaryMap<LocationId, Location>,
    known: FxHashMap<Location, LocationId>,
}

impl LocationTable {
    /// The id of a location.
    pub fn intern(&mut self, location: Location) -> LocationId {
        *self.known.entry(location).or_insert_with(|| self.locations.push(location))
    }

    /// The location of an id.
    pub fn get(&self, id: LocationId) -> Location {
        self.locations[id]
    }

    /// All locations.
    pub fn iter(&self) -> impl Iterator<Item = Location> {
        self.locations.values().copied()
    }

    /// Whether there is a location of this id.
    pub fn contains(&self, id: LocationId) -> bool {
        self.locations.is_valid(id)
    }
}
