//! Objects of any size: memory whose size is symbolic, without a capacity.
//!
//! A proof about a program that allocates `n` elements is about every `n`. Such an object's content is an array, which has elements without end, and
//! its size is a term, with which every access is compared. What has an end is the address space: an object that may be larger than
//! [`LARGEST_RESERVED`] bytes does not get addresses of its own for all its bytes. As long as its address is a number plus an
//! offset, the number says which object is meant. Where only the address as a whole counts (a comparison of pointers, an address that is read back from memory, one of
//! which nothing is known), it could be that of another object, and the path is given up. So it is where a number is added that leads out of the object's
//! own addresses, and in programs that make pointers of integers nothing has any size.

use std::sync::Arc;

use lariat_program::InstId;
use lariat_term::{Model, Sort, TermId};

use super::{Executor, Step};
use crate::bug::EndReason;
use crate::memory::{Handle, Region};
use crate::object::{Bytes, Origin};
use crate::state::State;
use crate::value::{Value, mask};

/// Which objects of symbolic size may have any size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AnySize {
    /// None: all of them are limited by the capacity.
    #[default]
    No,
    /// What the program allocates: sizes up to the capacity are one path, and larger ones another.
    Heap,
    /// Local arrays too, in one path. Lengths that no address space has room for are left out.
    All,
}

/// Bounds of sizes that are tried.
const BOUNDS: [u64; 3] = [1 << 14, 1 << 20, LARGEST_RESERVED];

/// Objects that are never larger have all their addresses to themselves.
const LARGEST_RESERVED: u64 = 1 << 26;

/// The addresses that larger ones have.
const RESERVED: u64 = 1 << 22;

/// Sizes in bytes that a witness is asked for, one after the other. The first is what a person reads easily, the last what every
/// machine has, on its stack as well.
const WITNESSED: [u64; 4] = [64, 1 << 12, 1 << 16, 1 << 20];

impl Executor<'_> {
    /// Lets the state's own input make an object small if it can be: a size is chosen from it, and larger ones come later.
    pub(crate) fn prefer_small(
        &mut self,
        state: &mut State,
        count: &Value,
        width: u32,
        element: u64,
    ) {
        let store = Arc::clone(&self.store);
        let (Value::Term(_), Some(count)) = (count, count.bits(&store, width)) else { return };
        for size in WITNESSED {
            let most = size / element.max(1);
            if most > mask(width) {
                return;
            }
            let fits = store.bv_ule(count, store.bv_const(width, most));
            match self.feasible(state, fits) {
                Ok(Some(model)) => {
                    state.model = model;
                    return;
                }
                Ok(None) => {}
                Err(_) => return,
            }
        }
    }

    /// A model like this one in which the objects of the state are small, so that the native program has room for them; none if
    /// there is none. What is violated in the model stays violated.
    pub(super) fn small_witness(
        &mut self,
        state: &State,
        model: &Arc<Model>,
        violation: Option<TermId>,
    ) -> Option<Arc<Model>> {
        let (bits, store) = (self.machine.pointer_bits, Arc::clone(&self.store));
        let sizes: Vec<TermId> = state
            .memory
            .live_handles()
            .filter_map(|handle| state.memory.get(handle)?.symbolic_size)
            .filter(|size| store.as_word(*size).is_none())
            .collect();
        if sizes.is_empty() || state.given.is_some() || self.config.report_all {
            return Some(Arc::clone(model));
        }
        for most in WITNESSED {
            let most = store.bv_const(bits, most);
            let mut all: Vec<TermId> = sizes.iter().map(|size| store.bv_ule(*size, most)).collect();
            all.extend(violation);
            match self.feasible(state, store.and(&all)) {
                Ok(Some(small)) => return Some(small),
                Ok(None) => {}
                Err(_) => return None,
            }
        }
        None
    }

    /// Makes an object of a symbolic size, which is at most half of the address space on this path.
    pub(crate) fn allocate_any(
        &mut self,
        state: &mut State,
        region: Region,
        size: TermId,
        zero: bool,
        origin: Origin,
    ) -> Step<Handle> {
        let bits = self.machine.pointer_bits;
        let store = Arc::clone(&self.store);
        let bound = BOUNDS.into_iter().find(|&bound| {
            let above = store.bv_ult(store.bv_const(bits, bound), size);
            matches!(self.feasible(state, above), Ok(None))
        });
        let index = self.machine.pointer_sort();
        let content = if zero {
            store.const_array(index, store.bv_const(8, 0))
        } else {
            store.fresh_var("uninitialised", Sort::array(index, Sort::BitVec(8)))
        };
        if bound.is_none() && self.machine.makes_pointers {
            return Err(self.crowded(state));
        }
        let bytes = Bytes::of_array(bound.unwrap_or(mask(bits - 1)), content);
        let reserved = bound.unwrap_or(RESERVED);
        let handle = state
            .memory
            .allocate_within(region, bytes, origin, reserved)
            .ok_or(EndReason::AddressSpace)?;
        if let Some(object) = state.memory.get_mut(handle) {
            object.symbolic_size = Some(size);
        }
        state.approximations.uninitialised |= !zero;
        Ok(handle)
    }

    /// A local array whose length is symbolic; none if it is not. Lengths for which no address space has room are left out.
    pub(super) fn any_local_array(
        &mut self,
        state: &mut State,
        inst: InstId,
        count: &Value,
        width: u32,
        element: u64,
    ) -> Step<Option<u64>> {
        let (bits, store) = (self.machine.pointer_bits, Arc::clone(&self.store));
        let (Value::Term(_), Some(count)) = (count, count.bits(&store, width)) else {
            return Ok(None);
        };
        if element == 0 || width > 64 {
            return Ok(None);
        }
        let wide = store.zero_extend(128 - width, count);
        let total = store.bv_mul(wide, store.bv_const(128, element));
        let fits = store.bv_ule(total, store.bv_const(128, mask(bits - 1)));
        self.ask_pending(state)?;
        match self.feasible(state, store.not(fits)) {
            Ok(None) => {}
            _ => self.left_out_arrays = true,
        }
        self.require(state, fits, EndReason::AssumptionFailed)?;
        let size = store.extract(bits - 1, 0, total);
        let origin = Origin::Stack(state.frame.function, inst);
        let handle = self.allocate_any(state, Region::Stack, size, false, origin)?;
        Ok(state.memory.get(handle).map(|object| object.base))
    }

    /// Gives a path up on which an address counts as a whole that may be beyond what its object has for itself.
    pub(super) fn needs_own_address(&self, state: &State, value: &Value) -> Step<()> {
        let Value::Term(term) = value else { return Ok(()) };
        if !state.memory.is_crowded() {
            return Ok(());
        }
        let is_address = |part: &TermId| {
            self.store.as_word(*part).is_some_and(|word| state.memory.is_in_crowd(word))
        };
        match self.store.parts(&[*term]).iter().any(is_address) {
            true => Err(self.crowded(state)),
            false => Ok(()),
        }
    }

    /// The end of a path on which an address may be that of several objects.
    pub(super) fn crowded(&self, state: &State) -> super::Halt {
        let what = "the address of an object of any size".to_owned();
        EndReason::Unsupported { what, site: self.site(state) }.into()
    }
}
