//! The address space of a state.
//!
//! Addresses are plain numbers in four regions that the top two usable bits tell apart: nothing, globals, heap, stack. Within
//! a region an object takes one or more *slots* (2^32 bytes on 64-bit targets, 2^12 on 32-bit ones) and starts at a slot's start, so
//! finding the object of an address is a shift and a lookup, and an address just past an object belongs to nobody. Heap and
//! stack slots are not used again, so a stale pointer is recognised; 32-bit targets start over when they run out.

use std::sync::Arc;

use lariat_program::{FunctionId, InstId};
use lariat_term::{Op, TermId, TermStore};

use crate::addresses::Holds;
use crate::code::Reads;
use crate::cow::CowVec;
use crate::object::{Bytes, Object, ObjectRef, Origin};
use crate::value::mask;

/// Addresses below this are in the null page, where nothing is ever mapped.
pub(crate) const NULL_PAGE: u64 = 4096;

/// So many bytes behind an object a number still counts as an address of it: what is rounded up to a line of a cache does.
const NEAR: u64 = 64;

/// A region of the address space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Region {
    /// Globals, functions, inputs.
    Static,
    /// The program's allocations.
    Heap,
    /// Local variables.
    Stack,
    /// Where the program wants its objects to be, outside of the other regions.
    Fixed,
}

const ALL_REGIONS: [Region; 4] = [Region::Static, Region::Heap, Region::Stack, Region::Fixed];

/// Which object of a memory; valid as long as the object lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Handle {
    region: Region,
    index: u32,
}

impl Handle {
    /// Where the object is.
    pub fn region(self) -> Region {
        self.region
    }
}

/// What is at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// An object, the address being inside it or just past its end.
    Inside(Handle),
    /// The address is in the slot of an object but beyond its end.
    Beyond(Handle),
    /// An object that was freed, or a local variable of a call that returned.
    Gone {
        /// Which region it was in.
        region: Region,
    },
    /// The null page.
    Null,
    /// Nothing was ever there.
    Nowhere,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Slot {
    Live(ObjectRef),
    /// Where a freed object was, so that a stale pointer is recognised.
    Freed(Arc<Freed>),
}

/// An object that was freed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freed {
    base: u64,
    /// Its size in bytes; none if that was symbolic.
    pub size: Option<u64>,
    /// Where it came from.
    pub origin: Origin,
    /// The call that freed it, if that is known.
    pub by: Option<(FunctionId, InstId)>,
}

impl Freed {
    /// Whether an address was in it or just past its end.
    pub(crate) fn has(&self, address: u64) -> bool {
        address >= self.base && self.size.is_some_and(|size| address - self.base <= size)
    }
}

impl Slot {
    fn base(&self) -> u64 {
        match self {
            Slot::Live(object) => object.base,
            Slot::Freed(freed) => freed.base,
        }
    }
}

/// How many places are remembered.
const HINTS: usize = 256;

/// Indexes at which objects were found, by slot. Each is only where to look first: whatever is there is checked.
#[derive(Clone, Debug)]
pub struct Hints([u32; HINTS]);

impl Default for Hints {
    fn default() -> Hints {
        Hints([0; HINTS])
    }
}

/// How addresses are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pointer_bits: u32,
}

impl Layout {
    /// For a target with addresses of 32 or 64 bits.
    pub fn new(pointer_bits: u32) -> Layout {
        Layout { pointer_bits }
    }

    fn slot_bits(self) -> u32 {
        if self.pointer_bits == 32 { 12 } else { 32 }
    }

    fn region_shift(self) -> u32 {
        if self.pointer_bits == 32 { 30 } else { 61 }
    }

    fn region(self, address: u64) -> Option<Region> {
        match address >> self.region_shift() {
            1 => Some(Region::Static),
            2 => Some(Region::Heap),
            3 => Some(Region::Stack),
            _ => None,
        }
    }

    fn base(self, region: Region, slot: u64) -> u64 {
        let region = match region {
            Region::Static => 1,
            Region::Heap => 2,
            Region::Stack => 3,
            // These have the addresses that the program says.
            Region::Fixed => 0,
        };
        (region << self.region_shift()) | (slot << self.slot_bits())
    }

    fn slot(self, address: u64) -> u64 {
        (address & ((1 << self.region_shift()) - 1)) >> self.slot_bits()
    }

    /// Whether a number can be an address that Lariat gives to objects.
    #[inline]
    pub(crate) fn is_address(self, number: u64) -> bool {
        (number >> self.region_shift()).wrapping_sub(1) < 3
    }

    /// Whether two addresses are in one slot, and so in one object.
    #[inline]
    pub(crate) fn is_same_slot(self, a: u64, b: u64) -> bool {
        (a ^ b) >> self.slot_bits() == 0
    }

    /// Bytes of an address.
    fn address_bytes(self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }

    /// Slots a region has.
    fn slots(self) -> u64 {
        1 << (self.region_shift() - self.slot_bits())
    }

    /// Slots an object of this size takes; one byte more is needed for the address just past its end.
    fn slots_for(self, size: u64) -> u64 {
        (size >> self.slot_bits()) + 1
    }
}

/// The memory of a state.
#[derive(Clone, Debug)]
pub struct Memory {
    layout: Layout,
    /// Objects by ascending base.
    statics: CowVec<Slot>,
    heap: CowVec<Slot>,
    stack: CowVec<Slot>,
    /// A few at most, in no order.
    fixed: CowVec<Slot>,
    next_slot: [u64; 3],
    /// Whether pieces of addresses were copied, so that any object may hold some.
    pub(crate) copied_in_pieces: bool,
    /// Where objects begin that have fewer addresses than they may have bytes, and how many.
    crowd: Arc<Vec<(u64, u64)>>,
}

impl Memory {
    /// An empty memory.
    pub fn new(layout: Layout) -> Memory {
        Memory {
            layout,
            statics: CowVec::default(),
            heap: CowVec::default(),
            stack: CowVec::default(),
            fixed: CowVec::default(),
            // Slot 0 of a region stays empty: a null pointer plus a little is not an object.
            next_slot: [1; 3],
            copied_in_pieces: false,
            crowd: Arc::default(),
        }
    }

    /// Whether the same objects are at the same places with the same content. Where the next object will be does not count.
    pub(crate) fn has_same_content(&self, other: &Memory) -> bool {
        self.copied_in_pieces == other.copied_in_pieces
            && self.crowd == other.crowd
            && ALL_REGIONS.iter().all(|region| self.objects(*region) == other.objects(*region))
    }

    fn objects(&self, region: Region) -> &CowVec<Slot> {
        match region {
            Region::Static => &self.statics,
            Region::Heap => &self.heap,
            Region::Stack => &self.stack,
            Region::Fixed => &self.fixed,
        }
    }

    fn objects_mut(&mut self, region: Region) -> &mut CowVec<Slot> {
        match region {
            Region::Static => &mut self.statics,
            Region::Heap => &mut self.heap,
            Region::Stack => &mut self.stack,
            Region::Fixed => &mut self.fixed,
        }
    }

    /// Makes an object. `None` if the address space is full.
    pub fn allocate(
        &mut self,
        region: Region,
        bytes: Bytes,
        origin: Origin,
        writable: bool,
    ) -> Option<Handle> {
        let reserved = bytes.size();
        self.place(region, bytes, origin, writable, reserved)
    }

    /// Makes an object that may have more bytes than addresses.
    pub(crate) fn allocate_within(
        &mut self,
        region: Region,
        bytes: Bytes,
        origin: Origin,
        reserved: u64,
    ) -> Option<Handle> {
        let is_larger = bytes.size() > reserved;
        let handle = self.place(region, bytes, origin, true, reserved)?;
        if is_larger {
            let base = self.get(handle)?.base;
            Arc::make_mut(&mut self.crowd).push((base, reserved));
        }
        Some(handle)
    }

    /// Whether some object may have more bytes than addresses.
    pub fn is_crowded(&self) -> bool {
        !self.crowd.is_empty()
    }

    /// Whether an address is one of an object that may have more bytes than addresses, or near to it.
    pub(crate) fn is_in_crowd(&self, address: u64) -> bool {
        let near = 1 << (self.layout.slot_bits() - 1);
        self.crowd.iter().any(|&(base, reserved)| {
            address >= base.saturating_sub(near) && address - base.min(address) <= reserved + near
        })
    }

    /// Whether what was the address of an object with more bytes than addresses is still one of the same object. A number beyond the object's own addresses
    /// would be that of another object.
    pub fn keeps_object(&self, store: &TermStore, before: TermId, after: TermId) -> bool {
        if self.crowd.is_empty() || before == after {
            return true;
        }
        let own = |address: u64| {
            let near = 1 << (self.layout.slot_bits() - 1);
            self.crowd.iter().position(|&(base, reserved)| {
                (base.saturating_sub(near)..=base + reserved).contains(&address)
            })
        };
        let constant = |term: TermId| match store.as_word(term) {
            None if store.op(term) == Op::BvAdd => {
                store.args(term).iter().find_map(|&part| store.as_word(part))
            }
            word => word,
        };
        match constant(before).and_then(own) {
            Some(object) => constant(after).and_then(own) == Some(object),
            // A choice between addresses, or something of the kind.
            None => !store
                .parts(&[before])
                .into_iter()
                .any(|part| store.as_word(part).is_some_and(|word| self.is_in_crowd(word))),
        }
    }

    fn place(
        &mut self,
        region: Region,
        bytes: Bytes,
        origin: Origin,
        writable: bool,
        reserved: u64,
    ) -> Option<Handle> {
        let needed = self.layout.slots_for(reserved);
        let slot = self.next_slot[region as usize];
        if slot + needed > self.layout.slots() {
            return None;
        }
        self.next_slot[region as usize] = slot + needed;
        let object = Object {
            base: self.layout.base(region, slot),
            bytes,
            symbolic_size: None,
            supplies: None,
            origin,
            writable,
            out_of_scope: false,
            holds: Holds::Nothing,
            ends: None,
        };
        let objects = self.objects_mut(region);
        let index = u32::try_from(objects.len()).ok()?;
        objects.push(Slot::Live(Arc::new(object)));
        Some(Handle { region, index })
    }

    /// The object of a handle, if it still lives.
    #[inline]
    pub fn get(&self, handle: Handle) -> Option<&Object> {
        match self.objects(handle.region).get(handle.index as usize)? {
            Slot::Live(object) => Some(object),
            Slot::Freed(_) => None,
        }
    }

    /// The object of a handle, to be changed.
    #[inline]
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut Object> {
        match self.objects_mut(handle.region).get_mut(handle.index as usize)? {
            Slot::Live(object) => Some(Arc::make_mut(object)),
            Slot::Freed(_) => None,
        }
    }

    /// What is at an address.
    #[inline]
    pub fn find(&self, address: u64) -> Place {
        let Some(region) = self.layout.region(address) else { return self.find_fixed(address) };
        let slot = self.layout.slot(address);
        if slot == 0 || slot >= self.next_slot[region as usize] {
            return Place::Nowhere;
        }
        let objects = self.objects(region);
        let index = match region {
            // One slot per object, and none is ever dropped: the slot is the index.
            Region::Static | Region::Heap if self.layout.pointer_bits == 64 => {
                let guess = (slot - 1) as usize;
                if objects.get(guess).map(Slot::base) == Some(address & !0xffff_ffff) {
                    guess
                } else {
                    self.search(objects, address)
                }
            }
            _ => self.search(objects, address),
        };
        match objects.get(index) {
            None | Some(Slot::Freed(_)) => Place::Gone { region },
            Some(Slot::Live(object)) => {
                let handle = Handle { region, index: index as u32 };
                let offset = address.wrapping_sub(object.base);
                if offset <= object.bytes.size() {
                    Place::Inside(handle)
                } else if offset >> self.layout.slot_bits()
                    < self.layout.slots_for(object.bytes.size())
                {
                    Place::Beyond(handle)
                } else {
                    Place::Gone { region }
                }
            }
        }
    }

    /// What is at an address outside of the regions that objects are usually in.
    fn find_fixed(&self, address: u64) -> Place {
        let has = |slot: &Slot| match slot {
            Slot::Live(object) => {
                (object.base..=object.base + object.bytes.size()).contains(&address)
            }
            Slot::Freed { .. } => false,
        };
        match self.fixed.iter().position(has) {
            Some(index) => Place::Inside(Handle { region: Region::Fixed, index: index as u32 }),
            None if address < NULL_PAGE => Place::Null,
            None => Place::Nowhere,
        }
    }

    /// Makes an object at an address. `None` if there are others, or may be.
    pub(crate) fn allocate_at(
        &mut self,
        address: u64,
        bytes: Bytes,
        origin: Origin,
    ) -> Option<Handle> {
        let end = address.checked_add(bytes.size())?;
        let overlaps = |slot: &Slot| match slot {
            Slot::Live(object) => address < object.base + object.bytes.size() && object.base < end,
            Slot::Freed { .. } => false,
        };
        let is_free = |address| self.layout.region(address).is_none();
        let is_mapped = self.layout.pointer_bits == 64 || end >> 32 == 0;
        if !is_free(address) || !is_free(end) || !is_mapped || self.fixed.iter().any(overlaps) {
            return None;
        }
        let (symbolic_size, supplies, out_of_scope) = (None, None, false);
        let object = Object {
            base: address,
            bytes,
            symbolic_size,
            origin,
            writable: true,
            out_of_scope,
            holds: Holds::Nothing,
            ends: None,
            supplies,
        };
        self.fixed.push(Slot::Live(Arc::new(object)));
        Some(Handle { region: Region::Fixed, index: self.fixed.len() as u32 - 1 })
    }

    /// The object that has all of `count` bytes at an address, where nothing but these bytes matters: it lives, is in scope and of
    /// known size.
    #[inline]
    fn locate(&self, hints: &mut Hints, address: u64, count: usize) -> Option<(Handle, &Object)> {
        let region = self.layout.region(address)?;
        let objects = self.objects(region);
        let slot = self.layout.slot(address);
        let fitting = |index: usize| match objects.get(index) {
            Some(Slot::Live(object)) => {
                let offset = address.wrapping_sub(object.base);
                let fits = offset < object.bytes.size()
                    && count as u64 <= object.bytes.size() - offset
                    && object.is_simple();
                fits.then_some((Handle { region, index: index as u32 }, &**object))
            }
            _ => None,
        };
        // On 64 bits the slots of globals and of the heap are their indexes.
        let hint = &mut hints.0[(slot as usize ^ ((region as usize) << 6)) % HINTS];
        let guess = match region {
            Region::Static | Region::Heap if self.layout.pointer_bits == 64 => {
                (slot as usize).wrapping_sub(1)
            }
            _ => *hint as usize,
        };
        let found = fitting(guess);
        if found.is_some() {
            return found;
        }
        let index = self.search(objects, address);
        *hint = index as u32;
        fitting(index)
    }

    /// The word at an address, if the access is fine, all its bytes are numbers, and it shows no address as a number.
    #[inline]
    pub(crate) fn read_word(
        &self,
        hints: &mut Hints,
        address: u64,
        count: usize,
        reads: Reads,
    ) -> Option<u64> {
        let (_, object) = self.locate(hints, address, count)?;
        let offset = address - object.base;
        if reads == Reads::Part && (object.holds != Holds::Nothing || self.copied_in_pieces) {
            return self.read_beside(object, offset, count);
        }
        let word = object.bytes.read_word(offset, count)?;
        let shows_address =
            reads == Reads::Number && self.layout.is_address(word) && self.may_be_address(word);
        (!shows_address).then_some(word)
    }

    /// The word in an object that holds addresses, if it is not a part of one. Most are in words that are none, and so they are read
    /// with these words at once.
    fn read_beside(&self, object: &Object, offset: u64, count: usize) -> Option<u64> {
        let size = self.layout.address_bytes();
        let at = offset & !(size - 1);
        let end = offset + count as u64;
        if object.holds == Holds::Anywhere || end > at + size || at + size > object.bytes.size() {
            return match self.is_part(object, offset, count as u64) {
                true => None,
                false => object.bytes.read_word(offset, count),
            };
        }
        match object.bytes.read_word(at, size as usize) {
            Some(around) if !self.layout.is_address(around) || !self.is_known_address(around) => {
                Some((around >> (8 * (offset - at))) & mask(8 * count as u32))
            }
            Some(_) => None,
            // Not all of its bytes are numbers.
            None => object.bytes.read_word(offset, count),
        }
    }

    /// Whether bytes of an object are in an address that is there. Bytes that are not numbers are not looked at.
    pub(crate) fn is_part(&self, object: &Object, offset: u64, count: u64) -> bool {
        let size = self.layout.address_bytes();
        let (step, first) = match object.holds {
            Holds::Anywhere => (1, offset.saturating_sub(size - 1)),
            _ => (size as usize, offset & !(size - 1)),
        };
        (first..offset + count).step_by(step).any(|at| {
            at + size <= object.bytes.size()
                && (object.bytes.read_word(at, size as usize))
                    .is_some_and(|word| self.is_known_address(word))
        })
    }

    /// How addresses are laid out.
    #[inline]
    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether a number can be an address that was given to an object: one of a slot that was used.
    #[inline]
    pub(crate) fn may_be_address(&self, number: u64) -> bool {
        let Some(region) = self.layout.region(number) else { return false };
        let slot = self.layout.slot(number);
        slot != 0 && slot < self.next_slot[region as usize]
    }

    /// Whether a number is an address in or near to an object that there is or was. On 32-bit targets plain numbers can look like that,
    /// so only a little behind an object counts.
    pub(crate) fn is_known_address(&self, number: u64) -> bool {
        self.may_be_address(number)
            && match self.find(number) {
                Place::Beyond(handle) => self
                    .get(handle)
                    .is_some_and(|object| number - object.base - object.bytes.size() <= NEAR),
                place => place != Place::Nowhere,
            }
    }

    /// The number that stands for the object of an address, its first address.
    pub(crate) fn identity(&self, address: u64) -> u64 {
        match self.find(address) {
            Place::Inside(handle) | Place::Beyond(handle) => {
                self.get(handle).map_or(address, |object| object.base)
            }
            _ => address >> self.layout.slot_bits() << self.layout.slot_bits(),
        }
    }

    /// Writes a word at an address; false if that needs a closer look, and nothing was done.
    #[inline]
    pub fn write_word(&mut self, hints: &mut Hints, address: u64, count: usize, word: u64) -> bool {
        let handle = match self.locate(hints, address, count) {
            Some((handle, object)) if object.writable => handle,
            _ => return false,
        };
        let layout = self.layout;
        match self.objects_mut(handle.region).get_mut(handle.index as usize) {
            Some(Slot::Live(object)) => {
                let object = Arc::make_mut(object);
                let offset = address - object.base;
                if layout.is_address(word) && count as u64 == layout.address_bytes() {
                    object.hold(offset, count as u64);
                }
                object.bytes.write_word(offset, count, word)
            }
            _ => false,
        }
    }

    /// The index of the last object that starts at or before an address; one past the end if there is none.
    fn search(&self, objects: &CowVec<Slot>, address: u64) -> usize {
        let (mut low, mut high) = (0, objects.len());
        while low < high {
            let middle = (low + high) / 2;
            let starts_before = objects.get(middle).is_some_and(|slot| slot.base() <= address);
            if starts_before { low = middle + 1 } else { high = middle }
        }
        low.checked_sub(1).unwrap_or(objects.len())
    }

    /// Frees an object of the heap, or a local variable that begins to live again elsewhere.
    pub fn free(&mut self, handle: Handle, by: Option<(FunctionId, InstId)>) {
        if let Some(slot) = self.objects_mut(handle.region).get_mut(handle.index as usize)
            && let Slot::Live(object) = slot
        {
            let size = object.symbolic_size.is_none().then(|| object.bytes.size());
            *slot =
                Slot::Freed(Arc::new(Freed { base: object.base, size, origin: object.origin, by }));
        }
    }

    /// The object that was freed at an address.
    pub fn freed_at(&self, address: u64) -> Option<&Freed> {
        let region = self.layout.region(address)?;
        let freed = self.objects(region).iter().filter_map(|slot| match slot {
            Slot::Freed(freed) => Some(&**freed),
            Slot::Live(_) => None,
        });
        // The last one that starts there or before.
        freed.filter(|freed| freed.base <= address).max_by_key(|freed| freed.base)
    }

    /// Whether an address is one that Lariat gives to objects.
    pub fn is_internal(&self, address: u64) -> bool {
        self.layout.region(address).is_some()
    }

    /// Number of stack objects, to come back to with [`Memory::pop_stack`].
    pub fn stack_mark(&self) -> usize {
        self.stack.len()
    }

    /// Drops the stack objects made since the mark.
    pub fn pop_stack(&mut self, mark: usize) {
        self.stack.truncate(mark);
        if self.stack.is_empty() && self.next_slot[Region::Stack as usize] > self.layout.slots() / 2
        {
            self.next_slot[Region::Stack as usize] = 1;
        }
    }

    /// The address from which on nothing has been made in a region yet.
    pub fn next_address(&self, region: Region) -> u64 {
        self.layout.base(region, self.next_slot[region as usize])
    }

    /// The object whose base is nearest to an address in its region: what a pointer a little outside of an object belongs to.
    pub fn nearest(&self, address: u64) -> Option<Handle> {
        if let Place::Inside(handle) = self.find(address) {
            return Some(handle);
        }
        let rounded = address.wrapping_add(1 << (self.layout.slot_bits() - 1));
        let up = rounded & !((1 << self.layout.slot_bits()) - 1);
        match (self.find(up), self.find(address)) {
            (Place::Inside(handle), _) | (_, Place::Beyond(handle)) => Some(handle),
            _ => None,
        }
    }

    /// All live objects with their handles.
    pub fn handles(&self) -> impl Iterator<Item = (Handle, &Object)> {
        ALL_REGIONS.into_iter().flat_map(move |region| {
            self.objects(region).iter().enumerate().filter_map(move |(index, slot)| match slot {
                Slot::Live(object) => Some((Handle { region, index: index as u32 }, &**object)),
                Slot::Freed(_) => None,
            })
        })
    }

    /// All live objects with content.
    pub fn live_objects(&self) -> impl Iterator<Item = &Object> {
        [&self.statics, &self.heap, &self.stack, &self.fixed]
            .into_iter()
            .flat_map(CowVec::iter)
            .filter_map(|slot| match slot {
                Slot::Live(object) if !object.out_of_scope => Some(&**object),
                _ => None,
            })
    }

    /// The handles of all objects that were not freed, those out of scope included.
    pub fn live_handles(&self) -> impl Iterator<Item = Handle> {
        ALL_REGIONS.into_iter().flat_map(|region| {
            self.objects(region).iter().enumerate().filter_map(move |(index, slot)| match slot {
                Slot::Live(_) => Some(Handle { region, index: index as u32 }),
                Slot::Freed(_) => None,
            })
        })
    }

    /// The live heap objects.
    pub fn heap_objects(&self) -> impl Iterator<Item = &Object> {
        self.heap.iter().filter_map(|slot| match slot {
            Slot::Live(object) => Some(&**object),
            Slot::Freed(_) => None,
        })
    }
}
