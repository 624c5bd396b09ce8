//! Compiles a piece of C and gives what the tests ask about.

use lariat_frontend::{LoadOptions, Loaded, load};
use lariat_program::{
    BlockId, Body, Constant, ConstantData, DataModel, Function, Global, Inst, InstId, Location,
    Operand, Program, SourceTypeId, Terminator,
};

/// A loaded program.
pub(crate) struct Lowered {
    pub(crate) program: Program,
}

/// Loads C for 64 bits. The result must be well formed.
pub(crate) fn c(source: &str) -> Lowered {
    with_flags(source, &[], None)
}

/// Loads C for 32 bits.
pub(crate) fn c32(source: &str) -> Lowered {
    with_flags(source, &[], Some(DataModel::Ilp32))
}

/// Loads C with more flags for clang.
pub(crate) fn with_flags(source: &str, flags: &[&str], data_model: Option<DataModel>) -> Lowered {
    let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    file("test.c", source, flags, data_model)
}

/// Loads LLVM assembly.
pub(crate) fn ll(source: &str) -> Lowered {
    let target = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
                  target triple = \"x86_64-pc-linux-gnu\"\n";
    file("test.ll", &format!("{target}{source}"), Vec::new(), None)
}

fn file(name: &str, source: &str, cflags: Vec<String>, data_model: Option<DataModel>) -> Lowered {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join(name);
    std::fs::write(&path, source).expect("the file can be written");
    let options = LoadOptions { inputs: vec![path], cflags, data_model, ..LoadOptions::default() };
    let Loaded { program, .. } = load(&options).unwrap_or_else(|e| panic!("{e}"));
    let errors = lariat_program::verify::verify(&program);
    assert!(errors.is_empty(), "{errors:#?}");
    Lowered { program }
}

impl Lowered {
    pub(crate) fn function(&self, name: &str) -> &Function {
        let id = self.program.function_named(name).unwrap_or_else(|| panic!("{name} is there"));
        &self.program.functions[id]
    }

    pub(crate) fn body(&self, name: &str) -> &Body {
        self.function(name).body.as_ref().unwrap_or_else(|| panic!("{name} has a body"))
    }

    pub(crate) fn global(&self, name: &str) -> &Global {
        let id = self.program.global_named(name).unwrap_or_else(|| panic!("{name} is there"));
        &self.program.globals[id]
    }

    /// All instructions of a function.
    pub(crate) fn insts(&self, name: &str) -> Vec<Inst> {
        self.body(name).insts.values().map(|data| data.inst).collect()
    }

    /// The first instruction that the test picks out, with its id.
    pub(crate) fn find<T>(&self, name: &str, pick: impl Fn(Inst) -> Option<T>) -> (InstId, T) {
        let body = self.body(name);
        body.insts
            .iter()
            .find_map(|(id, data)| Some((id, pick(data.inst)?)))
            .unwrap_or_else(|| panic!("none in {name}: {:#?}", self.insts(name)))
    }

    /// Whether a function has an instruction like that.
    pub(crate) fn has(&self, name: &str, test: impl Fn(Inst) -> bool) -> bool {
        self.insts(name).into_iter().any(test)
    }

    /// The constant an operand is.
    pub(crate) fn constant(&self, operand: Operand) -> &Constant {
        self.program.constants.get(operand.constant().expect("a constant"))
    }

    /// The number an operand is.
    pub(crate) fn number(&self, operand: Operand) -> i64 {
        match &self.constant(operand).data {
            ConstantData::Int(value) => value.to_i64().expect("it fits"),
            other => panic!("{other:?} is no integer"),
        }
    }

    /// The returned constant of a function of one block.
    pub(crate) fn returned(&self, name: &str) -> &Constant {
        let body = self.body(name);
        let block = &body.blocks[BlockId::from_u32(body.blocks.len() as u32 - 1)];
        match block.terminator {
            Terminator::Return(Some(operand)) => self.constant(operand),
            ref other => panic!("{name} ends in {other:?}"),
        }
    }

    pub(crate) fn location(&self, name: &str, inst: InstId) -> Location {
        self.program.locations.get(self.body(name).location(inst).expect("a location"))
    }

    pub(crate) fn spelling(&self, ty: SourceTypeId) -> String {
        self.program.source_types.spelling(ty)
    }

    /// Why things of a function are unsupported.
    pub(crate) fn reasons(&self, name: &str) -> &[String] {
        &self.body(name).reasons
    }
}
