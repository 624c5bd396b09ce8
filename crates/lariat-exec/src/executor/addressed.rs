//! Looks at numbers that may be addresses: does C say what comes out, or do the engine's own addresses? The argument is in
//! [`addresses`](crate::addresses).

use lariat_program::{BinaryOp, Inst, IntPredicate};
use lariat_term::{Op as TermOp, TermId};

use super::Executor;
use crate::addresses::{Holds, is_literal, is_only_moved, lost_in};
use crate::assumption::Assumption;
use crate::code::{Code, Reads};
use crate::memory::{Handle, Place, Region};
use crate::model_support::result_is_used;
use crate::object::{Byte, Object, Origin, object_name};
use crate::state::State;
use crate::value::{Value, mask};

/// The addresses that a value can be, as far as they can be seen.
#[derive(Debug, Default)]
struct Bases {
    /// Addresses that it is, or is some distance from.
    addresses: Vec<u64>,
    /// Whether it is exactly one of these, or a small number.
    is_exact: bool,
}

impl Executor<'_> {
    /// The addresses in a value.
    fn bases(&self, state: &State, value: &Value) -> Bases {
        let mut bases = Bases { addresses: Vec::new(), is_exact: true };
        match value {
            Value::Word(word) if state.memory.is_known_address(*word) => {
                bases.addresses.push(*word)
            }
            Value::Term(term) => {
                let mut waiting = vec![*term];
                let mut seen = rustc_hash::FxHashSet::default();
                while let Some(term) = waiting.pop() {
                    if seen.insert(term) {
                        self.look_at(state, term, &mut bases, &mut waiting);
                    }
                }
            }
            _ => {}
        }
        bases.addresses.sort_unstable();
        bases.addresses.dedup();
        bases
    }

    fn look_at(&self, state: &State, term: TermId, bases: &mut Bases, waiting: &mut Vec<TermId>) {
        let bits = self.machine.pointer_bits;
        match self.store.as_word(term) {
            Some(word) => {
                let is_wide = self.store.sort(term) == lariat_term::Sort::BitVec(bits);
                if is_wide && state.memory.is_known_address(word) {
                    bases.addresses.push(word);
                }
            }
            None if self.store.op(term) == TermOp::Ite => {
                waiting.extend(&self.store.args(term)[1..]);
            }
            None => {
                bases.is_exact = false;
                waiting.extend(self.store.args(term).iter());
            }
        }
    }

    /// Two pointers, or numbers that may be addresses, are compared.
    pub(super) fn watch_compare(
        &self,
        state: &State,
        predicate: IntPredicate,
        is_pointer: bool,
        (a, b): (&Value, &Value),
    ) {
        let (left, right) = (self.bases(state, a), self.bases(state, b));
        let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        if left.addresses.is_empty() && right.addresses.is_empty() {
            return;
        }
        if left.addresses.is_empty() || right.addresses.is_empty() {
            let (address, other) = if right.addresses.is_empty() { (left, b) } else { (right, a) };
            let is_signed = matches!(
                predicate,
                IntPredicate::Slt | IntPredicate::Sle | IntPredicate::Sgt | IntPredicate::Sge
            );
            let is_settled = match other {
                // Nothing is ever in the first and in the last page.
                Value::Word(word) => {
                    let last = mask(self.machine.pointer_bits) - crate::memory::NULL_PAGE;
                    !is_signed && (*word < crate::memory::NULL_PAGE || *word > last)
                }
                // A pointer of which nothing is known may be any.
                _ => is_pointer,
            };
            if !is_settled {
                self.fixed(state, &address.addresses);
            }
            return;
        }
        for one in &left.addresses {
            for two in &right.addresses {
                let is_same = state.memory.identity(*one) == state.memory.identity(*two);
                let is_settled = if is_same {
                    !is_equality || one != two || !self.is_repeated_literal(state, *one)
                } else {
                    let are_inside = (left.is_exact && self.is_inside(state, *one))
                        && (right.is_exact && self.is_inside(state, *two));
                    is_equality && are_inside && !self.may_share(state, *one, *two)
                };
                if !is_settled {
                    return self.fixed(state, &[*one, *two]);
                }
            }
        }
    }

    /// An address is certainly inside of an object that lives, and not at its end.
    fn is_inside(&self, state: &State, address: u64) -> bool {
        let Place::Inside(handle) = state.memory.find(address) else { return false };
        let Some(object) = state.memory.get(handle) else { return false };
        let offset = address - object.base;
        // An allocation of no bytes has an address of its own, and so have functions and labels.
        let has_own_start = offset == 0
            && (handle.region() == Region::Heap
                || matches!(object.origin, Origin::Function(_) | Origin::Block(..)));
        let is_before_end = object.symbolic_size.is_none() && offset < object.bytes.size();
        !object.out_of_scope && (has_own_start || is_before_end)
    }

    fn literal(&self, state: &State, address: u64) -> Option<(lariat_program::GlobalId, u64)> {
        let Place::Inside(handle) = state.memory.find(address) else { return None };
        let object = state.memory.get(handle)?;
        match object.origin {
            Origin::Global(global) if is_literal(&self.machine.program, global) => {
                Some((global, address - object.base))
            }
            _ => None,
        }
    }

    /// Whether an address is the start of a string literal that the program writes more than once: each may be a string of its own.
    fn is_repeated_literal(&self, state: &State, address: u64) -> bool {
        self.literal(state, address).is_some_and(|(global, offset)| {
            offset == 0 && self.machine.derived.mentions(global) > 1
        })
    }

    /// Whether two places in string literals may be the same, because the literals agree where they would overlap.
    fn may_share(&self, state: &State, a: u64, b: u64) -> bool {
        let (Some((one, at)), Some((two, other))) =
            (self.literal(state, a), self.literal(state, b))
        else {
            return false;
        };
        let bytes = |global| {
            let image = self.machine.program.globals[global].initializer.as_ref();
            image.map_or(&[][..], |image| image.bytes.as_slice())
        };
        let (one, two) = (bytes(one), bytes(two));
        let (at, other) = (at as usize, other as usize);
        let before = at.min(other);
        let (one, two) = (one.get(at - before..), two.get(other - before..));
        one.unwrap_or_default().iter().zip(two.unwrap_or_default()).all(|(a, b)| a == b)
    }

    /// An integer operation on what may be an address.
    pub(super) fn watch_binary(
        &self,
        state: &State,
        op: BinaryOp,
        (a, b): (&Value, &Value),
        result: &Value,
    ) {
        let (left, right) = (self.bases(state, a), self.bases(state, b));
        let identity = |address: &u64| state.memory.identity(*address);
        let is_settled = match (left.addresses.as_slice(), right.addresses.as_slice()) {
            ([], []) => true,
            ([one, ..], [_, ..]) => {
                let mut all = left.addresses.iter().chain(&right.addresses);
                op == BinaryOp::Sub && all.all(|address| identity(address) == identity(one))
            }
            (addresses, other) => {
                let (addresses, other, is_left) =
                    if other.is_empty() { (addresses, b, true) } else { (other, a, false) };
                let align = addresses.iter().map(|address| self.alignment(state, *address)).min();
                let align = align.unwrap_or(1);
                let most = mask(self.machine.pointer_bits);
                match (op, other) {
                    (BinaryOp::Sub, _) if !is_left => false,
                    (BinaryOp::Add | BinaryOp::Sub, _) => match result {
                        Value::Word(word) => {
                            state.memory.is_known_address(*word)
                                && identity(word) == identity(&addresses[0])
                        }
                        _ => true,
                    },
                    // Bits that the alignment decides, or all others.
                    (BinaryOp::And, Value::Word(bits)) => *bits < align || most & !bits < align,
                    (BinaryOp::Or | BinaryOp::Xor, Value::Word(bits)) => *bits < align,
                    (BinaryOp::URem, Value::Word(divisor)) => {
                        is_left && divisor.is_power_of_two() && *divisor <= align
                    }
                    _ => false,
                }
            }
        };
        if !is_settled {
            let all: Vec<u64> = left.addresses.into_iter().chain(right.addresses).collect();
            self.fixed(state, &all);
        }
    }

    /// What an address is certainly a multiple of, its distance from the start of its object left out.
    fn alignment(&self, state: &State, address: u64) -> u64 {
        let program = &self.machine.program;
        let allocated = u64::from(self.machine.pointer_bits / 4);
        let of_heap = |region: Region| if region == Region::Heap { allocated } else { 1 };
        match state.memory.find(address) {
            Place::Inside(handle) | Place::Beyond(handle) => {
                match state.memory.get(handle).map(|object| object.origin) {
                    Some(Origin::Global(global)) => u64::from(program.globals[global].align),
                    Some(Origin::Stack(function, inst)) => match self.body(function).inst(inst) {
                        Inst::Alloca { align, .. } => u64::from(align),
                        _ => 1,
                    },
                    Some(Origin::Argument(_)) => u64::from(self.machine.pointer_bits / 8),
                    _ => of_heap(handle.region()),
                }
            }
            Place::Gone { region } => of_heap(region),
            _ => 1,
        }
        .max(1)
    }

    /// An address is made something from which nobody can tell any more that it was one.
    pub(crate) fn watch_number(&self, state: &State, value: &Value) {
        let bases = self.bases(state, value);
        if !bases.addresses.is_empty() {
            self.fixed(state, &bases.addresses);
        }
    }

    /// A load gave a value: if that is an address read as a number, or a part of one, it must only be moved.
    pub(super) fn watch_load(
        &self,
        state: &mut State,
        code: &Code,
        reads: Reads,
        (handle, offset, count): (Handle, Option<u64>, u64),
        value: &Value,
    ) {
        let Some(object) = state.memory.get(handle) else { return };
        let found = match (reads, value) {
            (Reads::Pointer, _) => return,
            (Reads::Number, value) => self.bases(state, value).addresses,
            (Reads::Part, Value::Word(_)) => match offset {
                Some(offset) if state.memory.is_part(object, offset, count) => {
                    self.addresses_around(state, object, offset, count)
                }
                _ => return,
            },
            (Reads::Part, value) => {
                if object.holds == Holds::Nothing && !state.memory.copied_in_pieces {
                    return;
                }
                self.bases(state, value).addresses
            }
        };
        if found.is_empty() {
            return;
        }
        let place = self.place(state);
        let body = self.body(place.function);
        let result = code.insts[place.pc as usize].and_then(|inst| body.result(inst));
        if !result.is_some_and(|result| is_only_moved(body, result)) {
            self.fixed(state, &found);
        } else if reads == Reads::Part {
            state.memory.copied_in_pieces = true;
        }
    }

    /// A place is read at which the memory of an input ends only because it must end somewhere.
    pub(super) fn watch_end(&self, state: &State, handle: Handle, offset: Option<u64>, count: u64) {
        let Some(ends) = state.memory.get(handle).and_then(|object| object.ends.as_ref()) else {
            return;
        };
        let is_there = |end: &u64| offset.is_none_or(|at| *end < at + count && at <= *end);
        if ends.offsets.iter().any(is_there) {
            let what = format!("pointers behind arguments ended at depth {}", ends.depth);
            let instead = "--pointer-depth N follows more".to_owned();
            self.assume_fixed(state, Assumption::Environment { what, instead });
        }
    }

    fn addresses_around(
        &self,
        state: &State,
        object: &Object,
        offset: u64,
        count: u64,
    ) -> Vec<u64> {
        let size = u64::from(self.machine.pointer_bits / 8);
        let places = (offset.saturating_sub(size - 1)..offset + count)
            .filter(|at| at + size <= object.bytes.size());
        let words = places.filter_map(|at| object.bytes.read_word(at, size as usize));
        words.filter(|word| state.memory.is_known_address(*word)).collect()
    }

    /// Bytes of an object are copied: an address of which only a part is among them is none any more.
    pub(super) fn watch_copy(&self, state: &State, handle: Handle, offset: u64, count: u64) {
        self.watch_end(state, handle, Some(offset), count);
        let Some(object) = state.memory.get(handle) else { return };
        if object.holds == Holds::Nothing && !state.memory.copied_in_pieces {
            return;
        }
        let size = u64::from(self.machine.pointer_bits / 8);
        let is_cut = |at: u64| {
            let is_across = at > 0 && !at.is_multiple_of(size) && at < object.bytes.size();
            is_across && state.memory.is_part(object, at - 1, 2)
        };
        let found: Vec<u64> = [offset, offset + count]
            .into_iter()
            .filter(|at| is_cut(*at))
            .flat_map(|at| self.addresses_around(state, object, at - 1, 2))
            .collect();
        if !found.is_empty() {
            self.fixed(state, &found);
        }
    }

    /// Bytes are written to an object: it holds the addresses in them.
    pub(super) fn watch_write(
        &self,
        state: &mut State,
        handle: Handle,
        offset: Option<u64>,
        content: &[Byte],
    ) {
        let size = (self.machine.pointer_bits / 8) as usize;
        if content.len() < size {
            return;
        }
        let address_at = |window: &[Byte]| {
            let mut word = 0;
            for (position, byte) in window.iter().enumerate() {
                match byte {
                    Byte::Concrete(number) => word |= u64::from(*number) << (8 * position),
                    // A term may have addresses in it.
                    Byte::Term(_) => return true,
                    Byte::Uninitialised => return false,
                }
            }
            state.memory.is_known_address(word)
        };
        let found = content.windows(size).position(address_at);
        let (Some(at), size) = (found, size as u64) else { return };
        if let Some(object) = state.memory.get_mut(handle) {
            object.hold(offset.map_or(0, |offset| offset + at as u64), size);
        }
    }

    /// Constants that the linker computes of addresses are used.
    pub(super) fn watch_constants(&self, state: &State, code: &Code) {
        let place = self.place(state);
        let Some(inst) = code.insts[place.pc as usize] else { return };
        let program = &self.machine.program;
        let mut found = Vec::new();
        self.body(place.function).for_each_operand(inst, |operand| {
            if let Some(constant) = operand.constant() {
                for address in lost_in(program, constant) {
                    found.extend(self.machine.constant(address).word());
                }
            }
        });
        self.fixed(state, &found);
    }

    /// Something depends on the numbers that the engine gave to addresses.
    fn fixed(&self, state: &State, addresses: &[u64]) {
        if self.is_only_printed(state) {
            return;
        }
        let mut objects: Vec<u64> =
            addresses.iter().map(|address| state.memory.identity(*address)).collect();
        objects.sort_unstable();
        objects.dedup();
        let mut names: Vec<String> =
            objects.iter().map(|object| self.name_of(state, *object)).collect();
        names.sort();
        names.dedup();
        let of = match names.as_slice() {
            [] => {
                return self.assume_fixed(
                    state,
                    Assumption::Addresses { of: "addresses".into(), many: true },
                );
            }
            [one] => one.clone(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        };
        let many = objects.len() > 1;
        self.assume_fixed(state, Assumption::Addresses { of, many });
    }

    fn name_of(&self, state: &State, address: u64) -> String {
        let program = &self.machine.program;
        let origin = match state.memory.find(address) {
            Place::Inside(handle) | Place::Beyond(handle) => {
                state.memory.get(handle).map(|object| object.origin)
            }
            Place::Gone { region: Region::Heap } => {
                state.memory.freed_at(address).map(|freed| freed.origin)
            }
            _ => None,
        };
        match origin {
            Some(Origin::Heap(function, inst)) => match self.place_of(function, inst) {
                Some(place) => format!("the memory allocated at {place}"),
                None => "allocated memory".to_owned(),
            },
            Some(Origin::Global(global)) if is_literal(program, global) => "a string".to_owned(),
            Some(Origin::Input) => "an input".to_owned(),
            Some(Origin::Block(..)) => "a label".to_owned(),
            Some(origin) => object_name(program, origin),
            None => "a variable that is gone".to_owned(),
        }
    }

    /// Whether what is being computed is text that goes to the standard output with nobody looking at its length.
    fn is_only_printed(&self, state: &State) -> bool {
        let functions = &self.machine.program.functions;
        if !functions[state.frame.function].library {
            return false;
        }
        let mut called = state.frame.function;
        for caller in state.callers.iter().rev() {
            if !functions[caller.function].library {
                break;
            }
            called = caller.function;
        }
        matches!(functions[called].name.as_str(), "printf" | "vprintf")
            && !result_is_used(self, state)
    }
}
