//! What a loop changes, and the state in which one generic iteration starts.
//!
//! Between two visits of a loop's header only the header's phis and memory can differ (and, where cycles are [tangled](crate::tangle), some other
//! registers). Each of them that the loop changes becomes a
//! *carrier*: a variable of the loop in the sense of `lariat-loop`. In the generic state the carriers hold fresh symbols, everything else what it
//! holds when the loop is entered.
//!
//! A pointer that moves over one object is a number for `lariat-loop`: how far it is from where it was at the entry. So the executor still sees to which
//! object it belongs. Whether the loop keeps it there is only known afterwards; if not, its generic iteration is run again with an
//! address that may be anything. It is the same with memory: first nothing is taken to be changed, then what the iteration has changed.

use lariat_exec::{Byte, Bytes, Handle, Machine, Memory, State, Value};
use lariat_loop::Variable;
use lariat_program::{Body, Type, ValueId};
use lariat_term::{Op, Sort, TermId, TermStore};
use rustc_hash::FxHashMap;

use crate::fields::field_at;

/// Objects of up to so many bytes are one number for `lariat-loop`; larger ones are arrays of bytes.
const SCALAR_BYTES: u64 = 8;

/// Objects of which more words are written are taken as a whole.
const MOST_CELLS: usize = 8;

/// Where a loop variable lives.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// A phi of the header, as a rule.
    Register {
        value: ValueId,
        /// For a pointer that stays with its object: the address at the entry, from which its symbol counts.
        from: Option<TermId>,
        width: u32,
    },
    /// A memory object as one number, or some bytes of one.
    Number { handle: Handle, offset: u64, bytes: u64 },
    /// A memory object as an array of bytes.
    Array { handle: Handle },
}

/// Why a loop is not taken that moves a pointer beyond what an object of any size has for itself.
pub(crate) const LEAVES_ADDRESSES: &str = "a pointer into an object of any size goes very far";

impl Place {
    /// What a variable's symbol counts from, if it does not count from zero.
    pub(crate) fn starts_from(&self) -> Option<TermId> {
        match self {
            Place::Register { from, .. } => *from,
            Place::Number { .. } | Place::Array { .. } => None,
        }
    }
}

/// A loop variable.
#[derive(Clone, Debug)]
pub(crate) struct Carrier {
    pub(crate) place: Place,
    pub(crate) name: String,
    /// The value at the start of an iteration.
    pub(crate) symbol: TermId,
    /// The value when the loop is entered.
    pub(crate) entry: TermId,
}

/// What is known so far about what a loop changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Objects it writes.
    pub(crate) objects: Vec<Handle>,
    /// Words it writes within objects that it writes nothing else of: object, offset, bytes.
    pub(crate) cells: Vec<(Handle, u64, u64)>,
    /// Pointers that it moves to other objects.
    pub(crate) wandering: Vec<ValueId>,
    /// A state behind an iteration that has used variables which were not initialised before the loop.
    pub(crate) uninitialised: Option<State>,
}

impl Changes {
    /// What the carriers of a generic state say.
    pub(crate) fn of(generic: &Generic) -> Changes {
        let mut changes = Changes::default();
        for carrier in &generic.carriers {
            match &carrier.place {
                Place::Number { handle, offset, bytes } => {
                    let object = generic.state.memory.get(*handle);
                    match object.is_some_and(|object| object.bytes.size() == *bytes) {
                        true => changes.objects.push(*handle),
                        false => changes.cells.push((*handle, *offset, *bytes)),
                    }
                }
                Place::Array { handle } => changes.objects.push(*handle),
                Place::Register { .. } => {}
            }
        }
        changes
    }
}

/// Which parts of an object a loop may change alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Members of a `struct`. Other objects are taken as a whole.
    Fields,
    /// All words.
    Words,
}

impl Changes {
    /// Adds what differs between the start and the end of an iteration. False if that is known already.
    pub(crate) fn add(
        &mut self,
        machine: &Machine,
        (before, after): (&State, &State),
        parts: Parts,
    ) -> Result<bool, String> {
        let changed =
            changed_objects(machine, before, after).ok_or("the loop makes or frees objects")?;
        let mut more = false;
        for handle in changed {
            if self.objects.contains(&handle) {
                continue;
            }
            let cells = changed_cells(machine, (before, after), handle, (&self.cells, parts));
            let known = self.cells.iter().filter(|cell| cell.0 == handle).copied();
            if cells.as_ref().is_some_and(|cells| known.eq(cells.iter().copied())) {
                continue;
            }
            more = true;
            self.cells.retain(|cell| cell.0 != handle);
            match cells {
                Some(cells) => self.cells.extend(cells),
                None => self.objects.push(handle),
            }
        }
        Ok(more)
    }
}

/// All loop variables, and the state with their symbols.
pub(crate) struct Generic {
    pub(crate) carriers: Vec<Carrier>,
    pub(crate) state: State,
}

/// The sort of a scalar register of this width: one bit is a truth value.
fn register_sort(width: u32) -> Sort {
    if width == 1 { Sort::Bool } else { Sort::BitVec(width) }
}

/// The width of a scalar type in a register.
fn width_of(machine: &Machine, body: &Body, value: ValueId) -> Option<u32> {
    lariat_exec::scalar_width(&machine.program, body.values[value].ty)
}

/// A register as a term of its sort; something arbitrary for poison, which stays unused or is a bug that ends the path.
fn register_term(store: &TermStore, value: &Value, width: u32) -> Option<TermId> {
    let term = if width == 1 { value.truth(store) } else { value.bits(store, width) };
    match value {
        Value::Poison => Some(store.fresh_var("poison", register_sort(width))),
        _ => term,
    }
}

impl Generic {
    /// The generic state of a loop that `state` is about to enter at its header. None with the reason if some part of what it changes is not a
    /// scalar.
    pub(crate) fn new(
        machine: &Machine,
        body: &Body,
        registers: &[ValueId],
        state: &State,
        changes: &Changes,
    ) -> Result<Generic, String> {
        let store = &machine.store;
        let mut generic = state.clone();
        generic.approximations.over = true;
        let mut carriers = Vec::new();
        for &value in registers {
            let name = body.value_name(value).unwrap_or("value").to_owned();
            let width = width_of(machine, body, value)
                .ok_or_else(|| format!("{name} is neither a number nor a pointer"))?;
            let content = &state.frame.registers[value.as_u32() as usize];
            let entry = register_term(store, content, width)
                .ok_or_else(|| format!("{name} has no single value"))?;
            let is_pointer =
                matches!(machine.program.types.get(body.values[value].ty), Type::Pointer);
            let symbol = store.fresh_var(&name, register_sort(width));
            let stays = is_pointer
                && !changes.wandering.contains(&value)
                && moved(store, &state.memory, entry, entry).is_some();
            if is_pointer && !stays && state.memory.is_crowded() {
                return Err(format!("{name} may point anywhere, and objects may have any size"));
            }
            let (from, entry, start) = if stays {
                (Some(entry), store.bv_const(width, 0), store.bv_add(entry, symbol))
            } else {
                (None, entry, symbol)
            };
            generic.frame.registers[value.as_u32() as usize] = Value::from_term(store, start);
            carriers.push(Carrier {
                place: Place::Register { value, from, width },
                name,
                symbol,
                entry,
            });
        }
        for handle in &changes.objects {
            carriers.push(object_carrier(machine, &mut generic, *handle)?);
        }
        for &cell in &changes.cells {
            carriers.push(cell_carrier(machine, &mut generic, cell)?);
        }
        // Checks that were put off belong to what was before the loop.
        debug_assert!(state.pending.is_empty(), "checks are asked before a loop is entered");
        Ok(Generic { carriers, state: generic })
    }

    /// The loop variables for `lariat-loop`.
    pub(crate) fn variables(&self) -> Vec<Variable> {
        self.carriers
            .iter()
            .map(|carrier| Variable { name: carrier.name.clone(), symbol: carrier.symbol })
            .collect()
    }

    /// The values of the loop variables in a state at the end of an iteration; the pointer that does not stay with its object if there is
    /// one.
    pub(crate) fn after(&self, machine: &Machine, state: &mut State) -> Result<Vec<TermId>, After> {
        let store = &machine.store;
        let mut values = Vec::with_capacity(self.carriers.len());
        for carrier in &self.carriers {
            values.push(match &carrier.place {
                Place::Register { value, from, width } => {
                    let content = &state.frame.registers[value.as_u32() as usize];
                    let term = register_term(store, content, *width).ok_or_else(|| {
                        After::GiveUp(format!("{} has no single value", carrier.name))
                    })?;
                    match from {
                        Some(from) => moved(store, &state.memory, term, *from)
                            .ok_or(After::Wanders(*value))?,
                        None => term,
                    }
                }
                Place::Number { handle, offset, bytes } => {
                    let object = state.memory.get(*handle).ok_or_else(|| gone(carrier))?;
                    number(machine, &object.bytes, *offset, *bytes)
                }
                Place::Array { handle } => {
                    let object = state.memory.get_mut(*handle).ok_or_else(|| gone(carrier))?;
                    object.bytes.as_array_term(store, machine.pointer_sort())
                }
            });
        }
        Ok(values)
    }
}

/// Why the values after an iteration cannot be told.
pub(crate) enum After {
    /// This pointer goes to other objects.
    Wanders(ValueId),
    /// Not at all.
    GiveUp(String),
}

fn gone(carrier: &Carrier) -> After {
    After::GiveUp(format!("{} is freed in the loop", carrier.name))
}

/// How far an address is from where the pointer started, if it visibly belongs to the same object: the constant parts of both are
/// addresses of that object, and there is no choice that could be another one.
fn moved(store: &TermStore, memory: &Memory, address: TermId, from: TermId) -> Option<TermId> {
    let object = memory.nearest(constant_part(store, from)?)?;
    let same = memory.nearest(constant_part(store, address)?)? == object;
    let distance = store.bv_sub(address, from);
    (same && !has_choice(store, distance)).then_some(distance)
}

/// The constant in a sum.
fn constant_part(store: &TermStore, term: TermId) -> Option<u64> {
    let (op, args) = store.view(term);
    match op {
        Op::BvAdd => args.iter().find_map(|arg| store.as_word(*arg)),
        _ => store.as_word(term),
    }
}

/// Whether the term chooses between alternatives, which may be addresses of different objects.
fn has_choice(store: &TermStore, term: TermId) -> bool {
    store.parts(&[term]).into_iter().any(|part| matches!(store.op(part), Op::Ite | Op::Select))
}

/// Some bytes of an object as one number, the first byte the lowest.
fn number(machine: &Machine, bytes: &Bytes, start: u64, count: u64) -> TermId {
    let store = &machine.store;
    let mut whole = None;
    for offset in start..start + count {
        let byte = match bytes.byte(store, machine.pointer_sort(), offset) {
            Byte::Concrete(number) => store.bv_const(8, u64::from(number)),
            Byte::Term(term) => term,
            Byte::Uninitialised => store.fresh_var("uninitialised", Sort::BitVec(8)),
        };
        whole = Some(match whole {
            Some(low) => store.concat(byte, low),
            None => byte,
        });
    }
    whole.unwrap_or_else(|| store.bv_const(8, 0))
}

/// Writes a number over some bytes of an object.
pub(crate) fn put_number(
    machine: &Machine,
    bytes: &mut Bytes,
    start: u64,
    count: u64,
    term: TermId,
) {
    let store = &machine.store;
    for offset in start..start + count {
        let low = (offset - start) as u32 * 8;
        let byte = store.extract(low + 7, low, term);
        let byte = match store.as_word(byte) {
            Some(word) => Byte::Concrete(word as u8),
            None => Byte::Term(byte),
        };
        bytes.set_byte(store, machine.pointer_sort(), offset, byte);
    }
}

/// Makes an object of the generic state a loop variable.
fn object_carrier(
    machine: &Machine,
    generic: &mut State,
    handle: Handle,
) -> Result<Carrier, String> {
    let store = &machine.store;
    let index = machine.pointer_sort();
    let object = generic.memory.get_mut(handle).ok_or("an object is gone")?;
    let name = lariat_exec::object_name(&machine.program, object.origin);
    let size = object.bytes.size();
    if (1..=SCALAR_BYTES).contains(&size) && object.symbolic_size.is_none() {
        return cell_carrier(machine, generic, (handle, 0, size));
    }
    let entry = object.bytes.as_array_term(store, index);
    let symbol = store.fresh_var(&name, Sort::array(index, Sort::BitVec(8)));
    object.bytes.set_array(symbol);
    Ok(Carrier { place: Place::Array { handle }, name, symbol, entry })
}

/// Makes some bytes of an object of the generic state a loop variable.
fn cell_carrier(
    machine: &Machine,
    generic: &mut State,
    (handle, offset, bytes): (Handle, u64, u64),
) -> Result<Carrier, String> {
    let store = &machine.store;
    let object = generic.memory.get(handle).ok_or("an object is gone")?;
    let own = lariat_exec::object_name(&machine.program, object.origin);
    let name = match field_at(machine, generic, object, offset) {
        Some(field) if (field.start, field.bytes) == (offset, bytes) => field.name,
        _ if bytes == object.bytes.size() => own,
        _ => format!("{own}+{offset}"),
    };
    let object = generic.memory.get_mut(handle).ok_or("an object is gone")?;
    let entry = number(machine, &object.bytes, offset, bytes);
    let symbol = store.fresh_var(&name, Sort::BitVec(bytes as u32 * 8));
    put_number(machine, &mut object.bytes, offset, bytes, symbol);
    Ok(Carrier { place: Place::Number { handle, offset, bytes }, name, symbol, entry })
}

/// The words of an object that differ between two states, together with those that are known already; none if they cannot be told, so that
/// the object is to be taken as a whole.
fn changed_cells(
    machine: &Machine,
    (before, after): (&State, &State),
    handle: Handle,
    (known, parts): (&[(Handle, u64, u64)], Parts),
) -> Option<Vec<(Handle, u64, u64)>> {
    let object = before.memory.get(handle)?;
    let (old, new) = (&object.bytes, &after.memory.get(handle)?.bytes);
    let field = |offset: u64| field_at(machine, before, object, offset);
    let small = old.size() <= SCALAR_BYTES && (0..old.size()).all(|at| field(at).is_none());
    let whole = small || old.array().is_some() || new.array().is_some();
    if whole || object.symbolic_size.is_some() {
        return None;
    }
    let store = &machine.store;
    let byte = |bytes: &Bytes, offset| bytes.byte(store, machine.pointer_sort(), offset);
    // Where a word was stored, its bytes are parts of one term; a number has bytes that are not known to belong together.
    let part = |offset: u64| match byte(new, offset) {
        Byte::Term(term) => match store.op(term) {
            Op::Extract { hi, lo } if lo % 8 == 0 && hi == lo + 7 => {
                Some((store.args(term)[0], u64::from(lo / 8)))
            }
            _ => None,
        },
        _ => None,
    };
    let own = known.iter().filter(|cell| cell.0 == handle);
    let mut cells: Vec<(u64, u64)> = own.map(|&(_, start, bytes)| (start, start + bytes)).collect();
    let mut offset = 0;
    while offset < new.size() {
        let inside = cells.iter().any(|&(start, end)| (start..end).contains(&offset));
        if inside || byte(old, offset) == byte(new, offset) {
            offset += 1;
            continue;
        }
        let (mut start, mut end) = (offset, offset + 1);
        if let Some(field) = field(offset) {
            (start, end) = (field.start, field.start + field.bytes);
        } else if parts == Parts::Fields {
            return None;
        } else if let Some((word, place)) = part(offset).filter(|&(_, place)| place <= offset) {
            start = offset - place;
            while end < new.size() && part(end) == Some((word, end - start)) {
                end += 1;
            }
        }
        // Words that overlap are parts of a larger one.
        cells.retain(|&(other, other_end)| {
            let overlaps = other < end && start < other_end;
            if overlaps {
                (start, end) = (start.min(other), end.max(other_end));
            }
            !overlaps
        });
        cells.push((start, end));
        if end - start > SCALAR_BYTES || cells.len() > MOST_CELLS {
            return None;
        }
        offset = end;
    }
    cells.sort_unstable();
    Some(cells.into_iter().map(|(start, end)| (handle, start, end - start)).collect())
}

/// The objects whose content differs between two states; none if more than content has changed: objects were made or freed between them, or
/// come into scope.
pub(crate) fn changed_objects(
    machine: &Machine,
    before: &State,
    after: &State,
) -> Option<Vec<Handle>> {
    let mut changed = Vec::new();
    let mut later: FxHashMap<Handle, &lariat_exec::Object> = after
        .memory
        .live_handles()
        .filter_map(|handle| Some((handle, after.memory.get(handle)?)))
        .collect();
    for handle in before.memory.live_handles() {
        let old = before.memory.get(handle)?;
        let new = later.remove(&handle)?;
        if std::ptr::eq(old, new) {
            continue;
        }
        // An object that goes out of scope may be taken to be still there: nothing that is defined accesses it.
        if old.base != new.base
            || old.bytes.size() != new.bytes.size()
            || old.symbolic_size != new.symbolic_size
            || old.writable != new.writable
            || (old.out_of_scope && !new.out_of_scope)
            // The next iteration has another one.
            || (old.out_of_scope != new.out_of_scope && machine.is_new_each_time(new))
        {
            return None;
        }
        if !same_bytes(machine, &old.bytes, &new.bytes) {
            changed.push(handle);
        }
    }
    later.is_empty().then_some(changed)
}

fn same_bytes(machine: &Machine, old: &Bytes, new: &Bytes) -> bool {
    let byte = |bytes: &Bytes, offset| bytes.byte(&machine.store, machine.pointer_sort(), offset);
    match (old.array(), new.array()) {
        (Some(old), Some(new)) => old == new,
        // Reading at a symbolic place has turned the content into an array; it may still be the same.
        (None, Some(new)) if !old.has_uninitialised() => {
            old.clone().as_array_term(&machine.store, machine.pointer_sort()) == new
        }
        (None, None) => {
            old.size() == new.size()
                && (0..old.size()).all(|offset| byte(old, offset) == byte(new, offset))
        }
        _ => false,
    }
}
