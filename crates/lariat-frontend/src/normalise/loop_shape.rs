//! Checks the loops of LLVM's functions after normalising, with the program model's own idea of what a loop is.

use std::collections::HashMap;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{LLVMGetNumSuccessors, LLVMGetSuccessor};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use lariat_program::BlockId;
use lariat_program::cfg::Cfg;
use lariat_program::dominators::Dominators;
use lariat_program::loops::{LoopForest, LoopKind};

use super::instructions::{blocks, opcode, terminator};

/// How many loops there are, and those that are not as promised.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    pub(super) natural: usize,
    pub(super) irreducible: usize,
    pub(super) nested: usize,
    /// Function, header, what is missing.
    pub(super) faults: Vec<String>,
    /// Faults of loops that a computed jump leads into.
    pub(super) excused: Vec<String>,
}

pub(super) fn shapes(module: &Module<'_>) -> Shapes {
    let mut shapes = Shapes::default();
    for function in module.get_functions() {
        if function.count_basic_blocks() > 0 {
            look_at(function.as_value_ref(), &function.get_name().to_string_lossy(), &mut shapes);
        }
    }
    shapes
}

fn look_at(function: LLVMValueRef, name: &str, shapes: &mut Shapes) {
    let list: Vec<_> = blocks(function).collect();
    let numbers: HashMap<_, _> = list
        .iter()
        .enumerate()
        .map(|(number, block)| (*block, BlockId::from_u32(number as u32)))
        .collect();
    let last = |block: BlockId| terminator(list[block.as_u32() as usize]).unwrap();
    let cfg = Cfg::from_successors(list.len(), |block| {
        // SAFETY: the terminator is alive and has these successors.
        unsafe {
            (0..LLVMGetNumSuccessors(last(block)))
                .map(|number| numbers[&LLVMGetSuccessor(last(block), number)])
                .collect()
        }
    });
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    for (_, found) in forest.iter() {
        if found.kind == LoopKind::Irreducible {
            shapes.irreducible += 1;
            continue;
        }
        shapes.natural += 1;
        shapes.nested += usize::from(found.depth > 1);
        let mut missing = Vec::new();
        if found.preheader.is_none() {
            missing.push("a preheader");
        }
        if found.single_latch().is_none() {
            missing.push("a single latch");
        }
        let dedicated = found.exit_blocks.iter().all(|exit| {
            cfg.predecessors(*exit).all(|from| found.contains(from) || !cfg.is_reachable(from))
        });
        if !dedicated {
            missing.push("dedicated exits");
        }
        if missing.is_empty() {
            continue;
        }
        let computed =
            cfg.blocks().any(|block| opcode(last(block)) == Some(LLVMOpcode::LLVMIndirectBr));
        let fault =
            format!("{name}: loop at block {} lacks {}", found.header.as_u32(), missing.join(", "));
        if computed { &mut shapes.excused } else { &mut shapes.faults }.push(fault);
    }
}
