//! Finding the object of an access and checking bounds.
//!
//! A concrete address finds its object directly. A symbolic one is a base object plus a symbolic offset where its constant part
//! points to an object: leaving that object is a bug, wherever the address leads then. An address that is symbolic altogether
//! is resolved with the state's model: the state goes on inside the object that the model points to, and a copy goes on outside.

use std::sync::Arc;

use lariat_program::{Definition, FunctionId, Inst, InstId, Operand, OperandKind};
use lariat_term::{Evaluator, Op as TermOp, TermId, Value as TermValue};

use super::{Executor, Halt, Step};
use crate::bug::{BugKind, EndReason};
use crate::memory::{Handle, NULL_PAGE, Place, Region};
use crate::object::{Object, Origin, object_name};
use crate::state::State;
use crate::value::Value;

/// What is done with the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written.
    Write,
}

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    /// So many bytes from the start.
    Concrete(u64),
    /// A term of an address's width.
    Term(TermId),
}

/// An access that is in bounds on this path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The object.
    pub handle: Handle,
    /// Where in it.
    pub offset: Offset,
}

impl Executor<'_> {
    /// Finds the object of an access of `size` bytes and makes sure that it is in bounds on this path.
    pub fn resolve(
        &mut self,
        state: &mut State,
        pointer: &Value,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        match pointer {
            Value::Word(address) => self.resolve_concrete(state, *address, size, access),
            Value::Term(_) => {
                let Some(term) = pointer.bits(&self.store, self.machine.pointer_bits) else {
                    return Err(self.poison_used(state));
                };
                self.ask_pending(state)?;
                match self.base_object(state, term) {
                    Some(handle) => self.resolve_in(state, handle, term, size, access),
                    None if state.memory.is_crowded() => Err(self.crowded(state)),
                    None => {
                        self.forbid_wild(state, term, access)?;
                        self.resolve_by_model(state, term, size, access)
                    }
                }
            }
            _ => Err(self.poison_used(state)),
        }
    }

    fn resolve_concrete(
        &mut self,
        state: &mut State,
        address: u64,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        // A little before an object is out of its bounds too, whatever was at that address once.
        let handle = state.memory.nearest(address);
        let (handle, object) =
            match handle.and_then(|handle| Some((handle, state.memory.get(handle)?))) {
                Some(found) => found,
                None => return Err(self.bad_address(state, address, false, access)),
            };
        let offset = address.wrapping_sub(object.base);
        if let Some(kind) = forbidden(object, access) {
            let bug = self.bug(state, kind, self.describe(object));
            return Err(self.fatal(state, bug));
        }
        let total = object.bytes.size();
        if offset > total || size > total - offset {
            let detail = self.describe_access(object, size, offset as i64);
            let bug = self.bug(state, bounds_bug(access), detail);
            return Err(self.fatal(state, bug));
        }
        if let Some(limit) = object.symbolic_size {
            let end = self.store.bv_const(self.machine.pointer_bits, offset + size);
            let detail = self.describe_access(object, size, offset as i64);
            let violation = self.store.bv_ult(limit, end);
            self.forbid(state, violation, bounds_bug(access), || detail)?;
        }
        Ok(Resolved { handle, offset: Offset::Concrete(offset) })
    }

    /// The object that the constant part of an address points to.
    fn base_object(&self, state: &State, address: TermId) -> Option<Handle> {
        let (op, args) = self.store.view(address);
        if op != TermOp::BvAdd {
            return None;
        }
        let constant = args.iter().find_map(|arg| self.store.as_word(*arg))?;
        let handle = state.memory.nearest(constant)?;
        // A part that is an address too, as in `p - q + r`, makes the constant a difference of addresses, which is no base.
        let more = args.iter().any(|arg| self.holds_address(state, *arg, 8));
        (!more).then_some(handle)
    }

    /// Whether a summand is a choice between addresses, or the negation of one.
    fn holds_address(&self, state: &State, term: TermId, depth: u32) -> bool {
        let (op, args) = self.store.view(term);
        match op {
            _ if depth == 0 => false,
            TermOp::Ite => args[1..].iter().any(|arg| match self.store.as_word(*arg) {
                Some(word) => !matches!(state.memory.find(word), Place::Null | Place::Nowhere),
                None => self.holds_address(state, *arg, depth - 1),
            }),
            TermOp::BvMul | TermOp::BvNeg => {
                args.iter().any(|arg| self.holds_address(state, *arg, depth - 1))
            }
            _ => false,
        }
    }

    /// An access at a symbolic place of a known object.
    fn resolve_in(
        &mut self,
        state: &mut State,
        handle: Handle,
        address: TermId,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        let Some(object) = state.memory.get(handle) else {
            return Err(self.gone(state, Region::Heap, access));
        };
        if let Some(kind) = forbidden(object, access) {
            let bug = self.bug(state, kind, self.describe(object));
            return Err(self.fatal(state, bug));
        }
        let bits = self.machine.pointer_bits;
        let base = self.store.bv_const(bits, object.base);
        let offset = self.store.bv_sub(address, base);
        let violation = self.outside(object, offset, size);
        let detail = format!("{} at a symbolic offset of {}", bytes(size), self.describe(object));
        self.forbid(state, violation, bounds_bug(access), || detail)?;
        Ok(Resolved { handle, offset: self.simplest(offset) })
    }

    fn simplest(&self, offset: TermId) -> Offset {
        match self.store.as_word(offset) {
            Some(word) => Offset::Concrete(word),
            None => Offset::Term(offset),
        }
    }

    /// The condition under which an access of `size` bytes at an offset is not inside an object.
    fn outside(&self, object: &Object, offset: TermId, size: u64) -> TermId {
        let store = &self.store;
        let bits = self.machine.pointer_bits;
        match object.symbolic_size {
            None => match object.bytes.size().checked_sub(size) {
                Some(last) => store.bv_ult(store.bv_const(bits, last), offset),
                None => store.tt(),
            },
            Some(limit) => {
                let wanted = store.bv_const(bits, size);
                let last = store.bv_sub(limit, wanted);
                store.or(&[store.bv_ult(limit, wanted), store.bv_ult(last, offset)])
            }
        }
    }

    /// A wild address that may be outside of all objects is a bug, and the end of the path.
    fn forbid_wild(&mut self, state: &mut State, address: TermId, access: Access) -> Step<()> {
        if !self.is_wild(state, address) {
            return Ok(());
        }
        let outside = self.store.not(self.in_objects(state, address));
        let Some(model) = self.possibly(state, outside) else { return Ok(()) };
        // Addresses inside of objects are left behind as well.
        let beyond = self.beyond_null(address);
        let or_others = self.may_hold(state, beyond);
        self.assume(state, outside, model);
        if self.is_uninitialised(state, address) {
            // Which address that is does not matter, and it is not the null pointer's fault if the input makes it one.
            let kind = match self.config.check_uninitialised {
                true => BugKind::UninitialisedBranch,
                false => BugKind::InvalidPointer,
            };
            let bug = self.bug(state, kind, "the pointer is uninitialised".to_owned());
            return Err(self.fatal(state, bug));
        }
        let concrete = self.model_word(state, address)?;
        Err(self.bad_address(state, concrete, or_others, access))
    }

    /// An address that is symbolic altogether: goes on inside the object the state's model points to; a copy of the state,
    /// which will try the access again, stands for all other addresses.
    fn resolve_by_model(
        &mut self,
        state: &mut State,
        address: TermId,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        let concrete = self.model_word(state, address)?;
        let bits = self.machine.pointer_bits;
        let store = Arc::clone(&self.store);
        let inside = match state.memory.find(concrete) {
            Place::Inside(handle) => state.memory.get(handle).and_then(|object| {
                let offset = store.bv_sub(address, store.bv_const(bits, object.base));
                let fine = forbidden(object, access).is_none()
                    && concrete - object.base + size <= object.bytes.size();
                fine.then(|| (handle, offset, store.not(self.outside(object, offset, size))))
            }),
            _ => None,
        };
        let Some((handle, offset, condition)) = inside else {
            return self.stray(state, address, concrete, size, access);
        };
        if self.holds_in_model(state, condition) != Some(true) {
            return self.stray(state, address, concrete, size, access);
        }
        let elsewhere = store.not(condition);
        match self.feasible(state, elsewhere) {
            Ok(None) => {}
            Ok(Some(model)) => {
                let other = self.split(state, elsewhere, model);
                self.forks.extend(other);
                let model = Arc::clone(&state.model);
                self.assume(state, condition, model);
            }
            Err(reason) => {
                self.leave_undecided(state, reason);
                let model = Arc::clone(&state.model);
                self.assume(state, condition, model);
            }
        }
        Ok(Resolved { handle, offset: self.simplest(offset) })
    }

    /// The model's address is in no object: a bug. A copy of the state goes on with other addresses.
    fn stray(
        &mut self,
        state: &mut State,
        address: TermId,
        concrete: u64,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        let site = (self.address_bug(state, concrete, access), self.site(state));
        let known = self.is_reported(state, site.0, site.1);
        // All addresses outside of every object are one bug: exclude the object-free neighbourhood of this one.
        let bits = self.machine.pointer_bits;
        let mut excluded = self.store.eq(address, self.store.bv_const(bits, concrete));
        // An object of symbolic size may be larger than the model has it, so that the same address is inside.
        if let Place::Inside(handle) = state.memory.find(concrete)
            && let Some(object) = state.memory.get(handle)
            && object.symbolic_size.is_some()
            && forbidden(object, access).is_none()
        {
            let offset = self.store.bv_sub(address, self.store.bv_const(bits, object.base));
            excluded = self.store.and(&[excluded, self.outside(object, offset, size)]);
        }
        let others = self.other_addresses(state, address, excluded);
        let missed = self.store.and(&[self.beyond_null(address), self.store.not(others)]);
        let or_others = site.0.is_trap() && self.may_hold(state, missed);
        match self.feasible(state, others) {
            Ok(None) => {}
            Ok(Some(model)) => {
                let other = self.split(state, others, model);
                self.forks.extend(other);
            }
            Err(reason) => {
                self.leave_undecided(state, reason);
            }
        }
        if known {
            let mut bug = self.bug(state, site.0, String::new());
            bug.may_go_on |= or_others || concrete >= NULL_PAGE;
            return Err(EndReason::Bug(Box::new(bug)).into());
        }
        Err(self.bad_address(state, concrete, or_others, access))
    }

    /// The condition that an address is not in the first page, where the machine ends every access.
    fn beyond_null(&self, address: TermId) -> TermId {
        let bits = self.machine.pointer_bits;
        self.store.bv_ule(self.store.bv_const(bits, NULL_PAGE), address)
    }

    /// The addresses inside of live objects, but for some.
    fn other_addresses(&self, state: &State, address: TermId, not: TermId) -> TermId {
        self.store.and(&[self.store.not(not), self.in_objects(state, address)])
    }

    /// The condition that an address is inside of a live object.
    fn in_objects(&self, state: &State, address: TermId) -> TermId {
        let bits = self.machine.pointer_bits;
        let inside: Vec<TermId> = state
            .memory
            .live_objects()
            .map(|object| {
                let offset = self.store.bv_sub(address, self.store.bv_const(bits, object.base));
                let size = self.store.bv_const(bits, object.bytes.size().max(1));
                self.store.bv_ult(offset, size)
            })
            .collect();
        self.store.or(&inside)
    }

    fn address_bug(&self, state: &State, address: u64, access: Access) -> BugKind {
        match state.memory.find(address) {
            Place::Null => BugKind::NullDereference,
            Place::Gone { region: Region::Stack } => BugKind::UseAfterScope,
            Place::Gone { .. } => BugKind::UseAfterFree,
            Place::Beyond(_) | Place::Inside(_) => bounds_bug(access),
            Place::Nowhere if self.starts_at_null(state) => BugKind::NullDereference,
            Place::Nowhere => BugKind::InvalidPointer,
        }
    }

    /// Whether the address of the access being executed is made from a null pointer, as those of `p->far` and `p[100000]` are, for the
    /// state's own input.
    fn starts_at_null(&self, state: &State) -> bool {
        let place = self.place(state);
        let body = self.body(place.function);
        let Some(inst) = self.code(place.function).insts[place.pc as usize] else { return false };
        let pointers = match body.inst(inst) {
            Inst::Load { pointer, .. } | Inst::Store { pointer, .. } => [Some(pointer), None],
            Inst::MemoryCopy { target, source, .. } => [Some(target), Some(source)],
            Inst::MemorySet { target, .. } => [Some(target), None],
            _ => return false,
        };
        pointers.into_iter().flatten().any(|mut pointer| {
            loop {
                let OperandKind::Value(value) = pointer.kind() else { return false };
                let Definition::Inst(inst) = body.values[value].definition else { return false };
                let Inst::PointerAdd { base, .. } = body.inst(inst) else { return false };
                if self.is_null(state, base) {
                    return true;
                }
                pointer = base;
            }
        })
    }

    fn is_null(&self, state: &State, pointer: Operand) -> bool {
        let value = match pointer.kind() {
            OperandKind::Value(value) => &state.frame.registers[value.as_u32() as usize],
            OperandKind::Constant(constant) if self.machine.is_undef(constant) => return false,
            OperandKind::Constant(constant) => self.machine.constant(constant),
        };
        match value {
            Value::Word(word) => *word == 0,
            Value::Term(term) => {
                let mut evaluator = Evaluator::new(Arc::clone(&state.model));
                let value = evaluator.eval(&self.store, *term);
                matches!(value, Ok(TermValue::BitVec(bits)) if bits.to_u64() == Some(0))
            }
            _ => false,
        }
    }

    /// The end of a state that accesses an address outside of every object. The address may be that of its model only.
    fn bad_address(
        &mut self,
        state: &mut State,
        address: u64,
        or_others: bool,
        access: Access,
    ) -> Halt {
        let kind = self.address_bug(state, address, access);
        let detail = match kind == BugKind::NullDereference && address >= NULL_PAGE {
            true => format!("NULL plus {}", bytes(address)),
            false => self.describe_address(state, address),
        };
        let mut bug = self.bug(state, kind, detail);
        bug.may_go_on |= or_others || address >= NULL_PAGE;
        self.fatal(state, bug)
    }

    fn gone(&mut self, state: &mut State, region: Region, _access: Access) -> Halt {
        let kind =
            if region == Region::Stack { BugKind::UseAfterScope } else { BugKind::UseAfterFree };
        let bug = self.bug(state, kind, String::new());
        self.fatal(state, bug)
    }

    /// What is at an address where nothing may be accessed, in words. Where Lariat puts objects is nobody's business; an address
    /// that the program has from elsewhere is said as it is.
    pub(crate) fn describe_address(&self, state: &State, address: u64) -> String {
        match state.memory.find(address) {
            Place::Null if address == 0 => "NULL".to_owned(),
            Place::Gone { region: Region::Heap } => {
                let Some(freed) = state.memory.freed_at(address) else { return String::new() };
                let size = freed.size.map_or(String::new(), |size| format!("{} of ", bytes(size)));
                let whose = match freed.origin {
                    Origin::Heap(..) => "memory",
                    _ => "an input",
                };
                let mut text = format!("{size}{whose}");
                if let Origin::Heap(function, inst) = freed.origin
                    && let Some(place) = self.place_of(function, inst)
                {
                    text += &format!(" allocated at {place}");
                }
                if let Some(place) =
                    freed.by.and_then(|(function, inst)| self.place_of(function, inst))
                {
                    text += &format!(", freed at {place}");
                }
                text
            }
            Place::Gone { .. } => match state.memory.freed_at(address) {
                Some(freed) if freed.has(address) => {
                    let name = match object_name(&self.machine.program, freed.origin).as_str() {
                        "local" => "a local variable".to_owned(),
                        name => format!("local variable {name}"),
                    };
                    format!("{name} of an earlier run through its block")
                }
                _ => "a local variable of a call that has returned".to_owned(),
            },
            Place::Inside(handle) | Place::Beyond(handle) => match state.memory.get(handle) {
                Some(object) => {
                    let offset = address.wrapping_sub(object.base);
                    format!("offset {offset} of {}", self.describe(object))
                }
                None => String::new(),
            },
            Place::Nowhere if state.memory.is_internal(address) => {
                "an address far from every object".to_owned()
            }
            Place::Null | Place::Nowhere => format!("address {address:#x}"),
        }
    }

    /// Where an instruction is in the source.
    pub(super) fn place_of(&self, function: FunctionId, inst: InstId) -> Option<String> {
        let program = &self.machine.program;
        let location = program.functions[function].body.as_ref()?.location(inst)?;
        let location = program.locations.get(location);
        let file = &program.files[location.file].path;
        Some(format!("{file}:{}:{}", location.line, location.column))
    }

    /// An object in words.
    pub fn describe(&self, object: &Object) -> String {
        let program = &self.machine.program;
        let name = match object.origin {
            Origin::Global(global) => {
                let global = &program.globals[global];
                match &global.source_name {
                    Some(name) => format!("global {name}"),
                    None if global.name.starts_with(".str") => "a string literal".to_owned(),
                    None => format!("global {}", global.name),
                }
            }
            Origin::Function(function) => format!("function {}", program.functions[function].name),
            Origin::Block(..) => "a label".to_owned(),
            Origin::Stack(function, inst) => {
                let body = program.functions[function].body.as_ref();
                let name = body
                    .and_then(|body| body.result(inst).and_then(|value| body.value_name(value)));
                match name {
                    Some(name) => format!("local variable {name}"),
                    None => "a local variable".to_owned(),
                }
            }
            Origin::Argument(_) => "an argument passed by value".to_owned(),
            Origin::Heap(..) => "allocated memory".to_owned(),
            Origin::Input => "an input".to_owned(),
        };
        let text = match object.symbolic_size {
            // The size of code is nobody's business.
            _ if matches!(object.origin, Origin::Function(_) | Origin::Block(..)) => name,
            Some(_) => format!("{name} of a symbolic size"),
            None => format!("{name} of {}", bytes(object.bytes.size())),
        };
        match object.origin {
            Origin::Heap(function, inst) => match self.place_of(function, inst) {
                Some(place) => format!("{text}, allocated at {place}"),
                None => text,
            },
            _ => text,
        }
    }

    fn describe_access(&self, object: &Object, size: u64, offset: i64) -> String {
        format!("{} at offset {offset} of {}", bytes(size), self.describe(object))
    }
}

/// A number of bytes in words. One that is negative as a signed number was computed as such.
pub(crate) fn bytes(count: u64) -> String {
    match count as i64 {
        1 => "1 byte".to_owned(),
        negative if negative < 0 => format!("{negative} bytes (as a size {count})"),
        _ => format!("{count} bytes"),
    }
}

/// Why an object must not be accessed at all.
fn forbidden(object: &Object, access: Access) -> Option<BugKind> {
    if object.out_of_scope {
        Some(BugKind::UseAfterScope)
    } else if access == Access::Write && !object.writable {
        Some(BugKind::WriteToConstant)
    } else {
        None
    }
}

fn bounds_bug(access: Access) -> BugKind {
    match access {
        Access::Read => BugKind::OutOfBoundsRead,
        Access::Write => BugKind::OutOfBoundsWrite,
    }
}
