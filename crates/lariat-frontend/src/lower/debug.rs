//! Source locations, files and names from debug information.
//!
//! The C interface reads only some fields of debug metadata. Operands of nodes are walked; the few fields that are no
//! operands are got by other ways: tags, sizes and flags have their own functions, the number of a parameter and the kind
//! of a location expression by building the node we expect and comparing (equal nodes are the same node), encodings and
//! enumerators from the printed node (see [`source_types`](super::source_types)).

use std::path::{Path, PathBuf};

use lariat_program::{FileId, Location, LocationId, SourceFile, SourceTypeId};
use rustc_hash::FxHashMap;

use crate::files;

use super::Lowering;
use super::raw::{self, DebugBuilder, Metadata, RawContext, RawModule, Value, ValueKind};

/// `DW_OP_deref`.
const DEREFERENCE: u64 = 6;

/// What is known of the module's debug metadata.
pub(super) struct Debug {
    pub(super) builder: DebugBuilder,
    /// The expression that changes nothing.
    pub(super) plain: Metadata,
    /// The expression that says the variable is behind a pointer.
    pub(super) dereference: Metadata,
    /// The number of `!dbg` attachments.
    pub(super) attachment: u32,
    /// The number of `!llvm.loop` attachments.
    pub(super) loop_attachment: u32,
    pub(super) source_types: FxHashMap<Metadata, SourceTypeId>,
    pub(super) void: Option<SourceTypeId>,
    /// Types with an id whose definition is still to be read.
    pub(super) pending_types: Vec<(Metadata, SourceTypeId)>,
    last_location: (Metadata, Option<LocationId>),
    locations: FxHashMap<Metadata, Option<LocationId>>,
    scopes: FxHashMap<Metadata, Option<FileId>>,
    files: FxHashMap<(String, String), FileId>,
    working_directory: PathBuf,
}

impl Debug {
    pub(super) fn new(module: RawModule, context: RawContext) -> Debug {
        let builder = DebugBuilder::new(module);
        Debug {
            plain: builder.expression(&[]),
            dereference: builder.expression(&[DEREFERENCE]),
            builder,
            attachment: raw::metadata_kind_number(context, "dbg"),
            loop_attachment: raw::metadata_kind_number(context, "llvm.loop"),
            source_types: FxHashMap::default(),
            void: None,
            pending_types: Vec::new(),
            last_location: (std::ptr::null_mut(), None),
            locations: FxHashMap::default(),
            scopes: FxHashMap::default(),
            files: FxHashMap::default(),
            working_directory: files::absolute(Path::new(".")),
        }
    }

    /// A path as the user would write it. Clang splits an absolute path where it parts from the directory clang runs in, and a project's
    /// own build runs it anywhere; neither half means much to the reader. Files that are not on this machine keep their names.
    fn seen_from_here(&self, path: String, directory: &str) -> String {
        let directory = Path::new(directory);
        if !directory.is_absolute() || directory == self.working_directory {
            return path;
        }
        let full = files::tidy(&directory.join(&path));
        if !full.is_file() {
            return path;
        }
        let shown = full.strip_prefix(&self.working_directory).unwrap_or(&full);
        shown.to_str().map_or(path, str::to_owned)
    }
}

impl Lowering {
    /// Where an instruction comes from.
    pub(super) fn location(&mut self, instruction: Value) -> Option<LocationId> {
        self.debug_location(raw::debug_location(instruction))
    }

    /// The location of a `DILocation`.
    pub(super) fn debug_location(&mut self, location: Metadata) -> Option<LocationId> {
        if location.is_null() {
            return None;
        }
        // Neighbouring instructions often share one.
        if self.debug.last_location.0 == location {
            return self.debug.last_location.1;
        }
        let id = match self.debug.locations.get(&location) {
            Some(&id) => id,
            None => {
                let id = self.lower_location(location);
                self.debug.locations.insert(location, id);
                id
            }
        };
        self.debug.last_location = (location, id);
        id
    }

    fn lower_location(&mut self, location: Metadata) -> Option<LocationId> {
        let inlined_at = self.debug_location(raw::location_inlined_at(location));
        let line = raw::location_line(location);
        // Line 0 marks code that the compiler made up.
        if line == 0 {
            return None;
        }
        let scope = raw::location_scope(location);
        let file = match self.debug.scopes.get(&scope) {
            Some(&file) => file,
            None => {
                let file = self.file(raw::scope_file(scope));
                self.debug.scopes.insert(scope, file);
                file
            }
        };
        let column = raw::location_column(location);
        Some(self.program.locations.intern(Location { file: file?, line, column, inlined_at }))
    }

    /// A line of a file.
    pub(super) fn line(&mut self, file: Metadata, line: u32) -> Option<LocationId> {
        if line == 0 {
            return None;
        }
        let file = self.file(file)?;
        let location = Location { file, line, column: 0, inlined_at: None };
        Some(self.program.locations.intern(location))
    }

    fn file(&mut self, file: Metadata) -> Option<FileId> {
        if file.is_null() {
            return None;
        }
        let key = (raw::file_name(file), raw::file_directory(file));
        if let Some(&id) = self.debug.files.get(&key) {
            return Some(id);
        }
        let (path, directory) = key.clone();
        let path = self.debug.seen_from_here(path, &directory);
        let id = self.program.files.push(SourceFile { path, directory });
        self.debug.files.insert(key, id);
        Some(id)
    }

    /// The operands of a node.
    pub(super) fn node(&self, node: Metadata) -> Node {
        Node(raw::node_operands(raw::metadata_value(self.context, node)))
    }
}

/// The operands of a metadata node.
pub(super) struct Node(pub(super) Vec<Value>);

impl Node {
    /// An operand that is a constant or a node, as LLVM's value for it.
    pub(super) fn value(&self, index: usize) -> Option<Value> {
        self.0.get(index).copied().filter(|value| !value.is_null())
    }

    /// An operand that is a node; null if there is none.
    pub(super) fn metadata(&self, index: usize) -> Metadata {
        match self.value(index) {
            Some(value) if raw::value_kind(value) == ValueKind::LLVMMetadataAsValueValueKind => {
                raw::value_metadata(value)
            }
            _ => std::ptr::null_mut(),
        }
    }

    /// An operand that is a string.
    pub(super) fn string(&self, index: usize) -> Option<String> {
        let text = raw::metadata_string(self.value(index)?);
        Some(text).filter(|text| !text.is_empty())
    }
}
