//! From an LLVM module to the program model.
//!
//! First all symbols get their ids, so that constants can refer to them; then types, constants and source types are lowered
//! as they are met, each once; then functions one after the other. LLVM's pointers are the keys of hash maps for that, and
//! nothing is printed or searched on the way, because a module can have a million instructions.
//!
//! Whatever Lariat cannot execute becomes an unsupported instruction, terminator or constant with its reason.

mod blocks;
mod calls;
mod constants;
mod debug;
mod function;
mod initializer;
mod instructions;
mod intrinsics;
mod numbers;
mod raw;
mod source_types;
mod symbols;
mod terminators;
mod types;
mod variables;

use std::rc::Rc;

use inkwell::module::Module;
use lariat_program::{
    BlockId, ConstantId, ConstantTable, DataModel, FunctionId, GlobalId, LocationTable, Program,
    SourceTypeTable, Target, TypeId, TypeTable,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::FrontendError;
use debug::Debug;
use intrinsics::Action;
use raw::{Layout, RawBlock, RawContext, RawModule, Ty, Value};
use symbols::AttributeKinds;

/// Reads a module into the program model; `name` is the program's name in reports.
///
/// The module's debug records are turned into calls on the way; otherwise the module stays as it is.
///
/// # Errors
/// If the module is for a machine whose memory Lariat does not model.
pub(crate) fn lower(module: &Module<'_>, name: &str) -> Result<Program, FrontendError> {
    let module = module.as_mut_ptr();
    let target = target(module, name)?;
    raw::use_debug_calls(module);
    let mut lowering = Lowering::new(module, name, target);
    lowering.lower_symbols();
    lowering.lower_bodies();
    lowering.define_source_types();
    Ok(lowering.program)
}

/// Where the lowering of a module has got to.
struct Lowering {
    module: RawModule,
    context: RawContext,
    layout: Layout,
    program: Program,
    types: FxHashMap<Ty, TypeId>,
    /// Types whose values only unsupported instructions can handle.
    odd_types: FxHashSet<TypeId>,
    constants: FxHashMap<Value, ConstantId>,
    globals: FxHashMap<Value, GlobalId>,
    functions: FxHashMap<Value, FunctionId>,
    /// What a call of one of LLVM's own functions does.
    intrinsics: FxHashMap<Value, Action>,
    /// Functions that may return twice.
    returning_twice: FxHashSet<FunctionId>,
    /// The numbers of the blocks of functions whose blocks have an address.
    block_numbers: FxHashMap<Value, Rc<FxHashMap<RawBlock, BlockId>>>,
    attributes: AttributeKinds,
    debug: Debug,
}

impl Lowering {
    fn new(module: RawModule, name: &str, target: Target) -> Lowering {
        let context = raw::module_context(module);
        Lowering {
            module,
            context,
            layout: raw::module_layout(module),
            program: Program {
                name: name.to_owned(),
                target,
                types: TypeTable::default(),
                source_types: SourceTypeTable::default(),
                constants: ConstantTable::default(),
                files: Default::default(),
                locations: LocationTable::default(),
                globals: Default::default(),
                functions: Default::default(),
                constructors: Vec::new(),
                runs_error_functions: false,
                destructors: Vec::new(),
                module_assembly: raw::module_assembly(module),
                aliases: Vec::new(),
            },
            types: FxHashMap::default(),
            odd_types: FxHashSet::default(),
            constants: FxHashMap::default(),
            globals: FxHashMap::default(),
            functions: FxHashMap::default(),
            intrinsics: FxHashMap::default(),
            returning_twice: FxHashSet::default(),
            block_numbers: FxHashMap::default(),
            attributes: AttributeKinds::new(),
            debug: Debug::new(module, context),
        }
    }
}

/// The machine a module is for.
fn target(module: RawModule, name: &str) -> Result<Target, FrontendError> {
    let triple = raw::triple(module);
    let data_layout = raw::data_layout_text(module);
    let pointer_bits = raw::pointer_size(raw::module_layout(module)) * 8;
    let data_model = match pointer_bits {
        32 => DataModel::Ilp32,
        64 => DataModel::Lp64,
        _ => return Err(FrontendError::UnsupportedTarget { path: name.into(), triple }),
    };
    // The layout starts with a capital E if the machine is big endian.
    if data_layout.starts_with('E') {
        return Err(FrontendError::UnsupportedTarget { path: name.into(), triple });
    }
    Ok(Target { triple, data_layout, data_model, pointer_bits })
}
