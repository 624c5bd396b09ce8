//! Bodies of loops that are statements without braces.
//!
//! C has a block there, of which debug information tells nothing: in `while (c) p = &(int){1};` the literal is another one in each round.
//! clang names the blocks of loops after the statement, so the body is what can be reached from `while.body` without coming
//! to the condition, to the step or to the end of the same loop.

use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use rustc_hash::{FxHashMap, FxHashSet};

use super::instructions::{block_name, blocks, successors};

/// The body of a loop.
pub(super) struct LoopBody {
    /// The block that decides whether there is another round. None if there is no condition: then it is not known where the body ends.
    pub(super) condition: Option<LLVMBasicBlockRef>,
    pub(super) blocks: FxHashSet<LLVMBasicBlockRef>,
}

/// The statements of C that are loops, as clang calls them.
const LOOPS: [&str; 3] = ["for", "while", "do"];

/// The bodies of a function's loops, the smallest first.
pub(super) fn loop_bodies(function: LLVMValueRef) -> Vec<LoopBody> {
    let mut before: FxHashMap<LLVMBasicBlockRef, Vec<LLVMBasicBlockRef>> = FxHashMap::default();
    for block in blocks(function) {
        for next in successors(block) {
            before.entry(next).or_default().push(block);
        }
    }
    let is = |block: LLVMBasicBlockRef, statement: &str, part: &str| {
        let name = block_name(block);
        let rest = name.strip_prefix(statement).and_then(|rest| rest.strip_prefix(part));
        rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut found: Vec<LoopBody> = Vec::new();
    for body in blocks(function) {
        let Some(statement) = LOOPS.into_iter().find(|name| is(body, name, ".body")) else {
            continue;
        };
        // The nearest condition before the body; of `do`, it is at the end of the round.
        let back = |block| before.get(&block).cloned().unwrap_or_default();
        let nearest = walk(body, back, |block| is(block, statement, ".cond"));
        let is_closed = |condition: &LLVMBasicBlockRef| {
            walk(body, successors, |block| block == *condition).stopped.contains(condition)
        };
        let Some(condition) = nearest.stopped.into_iter().find(is_closed) else {
            let blocks = walk(body, successors, |block| block == body).passed;
            found.push(LoopBody { condition: None, blocks });
            continue;
        };
        let ends =
            walk(condition, successors, |block| block == body || is(block, statement, ".end"));
        let is_step = |block: LLVMBasicBlockRef| {
            is(block, statement, ".inc") && successors(block) == [condition]
        };
        let inside = walk(body, successors, |block| {
            block == condition || is_step(block) || (block != body && ends.stopped.contains(&block))
        });
        found.push(LoopBody { condition: Some(condition), blocks: inside.passed });
    }
    found.sort_by_key(|body| body.blocks.len());
    found
}

/// The blocks that a walk has gone through and those that it stopped at, in order.
struct Walk {
    passed: FxHashSet<LLVMBasicBlockRef>,
    stopped: Vec<LLVMBasicBlockRef>,
}

/// Goes on from a block, breadth first. The first block is passed in any case.
fn walk(
    from: LLVMBasicBlockRef,
    next: impl Fn(LLVMBasicBlockRef) -> Vec<LLVMBasicBlockRef>,
    stops: impl Fn(LLVMBasicBlockRef) -> bool,
) -> Walk {
    let mut walk = Walk { passed: FxHashSet::from_iter([from]), stopped: Vec::new() };
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(block) = open.pop_front() {
        for block in next(block) {
            if stops(block) {
                if !walk.stopped.contains(&block) {
                    walk.stopped.push(block);
                }
            } else if walk.passed.insert(block) {
                open.push_back(block);
            }
        }
    }
    walk
}
