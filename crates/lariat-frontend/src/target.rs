//! Which machines a module may be for.
//!
//! So far: x86-64 (LP64) and 32-bit x86 (ILP32), little endian, with ELF's rules. A module that names no target, as hand-written LLVM
//! assembly often does, is taken to be for one of the two by its data layout, and for x86-64 Linux if that is missing too.

use std::path::Path;

use inkwell::module::Module;
use inkwell::targets::{TargetData, TargetTriple};
use lariat_program::DataModel;

use crate::error::FrontendError;
use crate::options::Warning;

const TRIPLE_64: &str = "x86_64-pc-linux-gnu";
const TRIPLE_32: &str = "i386-pc-linux-gnu";
const LAYOUT_64: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const LAYOUT_32: &str =
    "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

/// What a module is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ModuleTarget {
    pub(crate) triple: String,
    pub(crate) layout: String,
    pub(crate) data_model: DataModel,
}

impl ModuleTarget {
    /// Whether code for the two can be in one program. The triples may differ in the parts that name a vendor.
    pub(crate) fn agrees_with(&self, other: &ModuleTarget) -> bool {
        self.data_model == other.data_model && self.layout == other.layout
    }

    /// For messages.
    pub(crate) fn describe(&self, other: &ModuleTarget) -> String {
        if self.triple == other.triple {
            format!("{} with data layout {:?}", self.triple, self.layout)
        } else {
            self.triple.clone()
        }
    }
}

/// Finds out what a module is for, completes it where it does not say, and rejects what we do not know.
pub(crate) fn settle(
    module: &Module<'_>,
    path: &Path,
    warnings: &mut Vec<Warning>,
) -> Result<ModuleTarget, FrontendError> {
    let mut triple = module.get_triple().as_str().to_string_lossy().into_owned();
    let mut layout = module.get_data_layout().as_str().to_string_lossy().into_owned();
    if triple.is_empty() {
        let is_32 =
            layout.split('-').any(|part| part.starts_with("p:32") || part.starts_with("p0:32"));
        triple = if is_32 { TRIPLE_32 } else { TRIPLE_64 }.to_owned();
        let assumed = if is_32 { "32-bit x86 Linux (ILP32)" } else { "x86-64 Linux (LP64)" };
        warnings
            .push(Warning::AssumedTarget { path: path.to_owned(), assumed: assumed.to_owned() });
    }
    let data_model = data_model(&triple);
    let big_endian = layout.split('-').next() == Some("E");
    let (Some(data_model), false) = (data_model, big_endian) else {
        let triple = if big_endian { format!("{triple} (big endian)") } else { triple };
        return Err(FrontendError::UnsupportedTarget { path: path.to_owned(), triple });
    };
    if layout.is_empty() {
        layout = if data_model == DataModel::Ilp32 { LAYOUT_32 } else { LAYOUT_64 }.to_owned();
    }
    set(module, &triple, &layout);
    Ok(ModuleTarget { triple, layout, data_model })
}

/// Gives a module the target of another one with which it agrees, so that the linker does not warn.
pub(crate) fn adopt(module: &Module<'_>, target: &ModuleTarget) {
    set(module, &target.triple, &target.layout);
}

fn set(module: &Module<'_>, triple: &str, layout: &str) {
    module.set_triple(&TargetTriple::create(triple));
    // The layout was accepted by LLVM before, or is one of the two above.
    module.set_data_layout(&TargetData::create(layout).get_data_layout());
}

/// The data model of a triple; none if we do not handle it.
fn data_model(triple: &str) -> Option<DataModel> {
    const FOREIGN: [&str; 12] = [
        "windows", "win32", "mingw", "cygwin", "darwin", "macos", "ios", "uefi", "gnux32",
        "muslx32", "macho", "coff",
    ];
    let mut parts = triple.split('-');
    let machine = parts.next().unwrap_or("");
    if parts.any(|part| FOREIGN.iter().any(|foreign| part.starts_with(foreign))) {
        return None;
    }
    match machine {
        "x86_64" | "amd64" | "x86_64h" => Some(DataModel::Lp64),
        "x86" | "i386" | "i486" | "i586" | "i686" => Some(DataModel::Ilp32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_decide_the_data_model() {
        for (triple, expected) in [
            ("x86_64-pc-linux-gnu", Some(DataModel::Lp64)),
            ("x86_64-unknown-none-elf", Some(DataModel::Lp64)),
            ("x86_64", Some(DataModel::Lp64)),
            ("amd64-unknown-freebsd13", Some(DataModel::Lp64)),
            ("i686-pc-linux-gnu", Some(DataModel::Ilp32)),
            ("i386-unknown-unknown", Some(DataModel::Ilp32)),
            ("x86_64-pc-windows-msvc", None),
            ("x86_64-apple-macosx10.15.0", None),
            ("x86_64-pc-linux-gnux32", None),
            ("aarch64-unknown-linux-gnu", None),
            ("powerpc64-unknown-linux", None),
            ("wasm32", None),
        ] {
            assert_eq!(data_model(triple), expected, "{triple}");
        }
    }
}
