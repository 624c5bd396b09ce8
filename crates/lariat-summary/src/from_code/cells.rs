//! Places in memory that a loop treats like variables: a global counter, a field of a structure.
//!
//! A *cell* is a place whose address is the same in every iteration, and such that every instruction of the loop either reads or
//! writes exactly it, or certainly something else: another part of the same object, or an object that pointers cannot be confused with.
//!
//! Where nothing is certain, as with calls to unknown functions, one can still [trust](Trust) that others write elsewhere, and say so.

use lariat_program::effects::Effects;
use lariat_program::loops::Loop;
use lariat_program::points_to::{ObjectSet, PointsTo};
use lariat_program::{
    Body, ConstantData, Definition, FunctionId, GlobalId, Inst, InstId, Operand, OperandKind,
    Program, ValueId,
};
use rustc_hash::FxHashMap;
use std::cell::{Cell as Mutable, RefCell};

/// What an address is counted from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Base {
    /// A value from before the loop.
    Value(ValueId),
    /// A global variable.
    Global(GlobalId),
    /// What is found at an address that the loop does not write to.
    Loaded(Box<Address>),
}

/// An address that is the same in every iteration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address {
    pub(crate) base: Base,
    pub(crate) offset: i64,
}

impl Address {
    /// What people call it.
    pub(crate) fn name(&self, program: &Program, body: &Body) -> String {
        let pointer = match &self.base {
            Base::Value(value) => body.value_name(*value).unwrap_or("pointer").to_owned(),
            Base::Global(global) => {
                let global = &program.globals[*global];
                let name = global.source_name.as_ref().unwrap_or(&global.name);
                return match self.offset {
                    0 => name.clone(),
                    offset => format!("{name}+{offset}"),
                };
            }
            Base::Loaded(from) => from.name(program, body),
        };
        match self.offset {
            0 => format!("*{pointer}"),
            offset => format!("*({pointer}+{offset})"),
        }
    }
}

/// A place with a size in bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cell {
    pub(crate) address: Address,
    pub(crate) size: u64,
}

impl Cell {
    fn overlaps(&self, other: &Cell) -> bool {
        let end = |cell: &Cell| i128::from(cell.address.offset) + i128::from(cell.size);
        i128::from(self.address.offset) < end(other) && i128::from(other.address.offset) < end(self)
    }
}

/// Whether calls, and writes through other pointers, may write what the loop reads at a place that is the same in every iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// They may, if nothing shows the contrary.
    Nobody,
    /// They do not, and what is found out depends on that.
    Others,
}

/// What is known about a loop's accesses to memory.
pub(crate) struct Cells<'p> {
    program: &'p Program,
    body: &'p Body,
    this: &'p Loop,
    points_to: &'p PointsTo,
    function: FunctionId,
    /// What the loop writes.
    writes: ObjectSet,
    /// The instructions that write, with what.
    writers: Vec<(InstId, ObjectSet)>,
    /// The cells that are written, with the stores.
    written: FxHashMap<Cell, Vec<InstId>>,
    trust: Trust,
    /// Whether others had to be trusted.
    relied: Mutable<bool>,
    /// Addresses that were asked for, when others are trusted; none while it is being found out.
    addresses: RefCell<FxHashMap<Operand, Option<Address>>>,
}

impl<'p> Cells<'p> {
    pub(crate) fn new(
        program: &'p Program,
        function: FunctionId,
        body: &'p Body,
        this: &'p Loop,
        points_to: &'p PointsTo,
        effects: &Effects<'p>,
        trust: Trust,
    ) -> Cells<'p> {
        let insts = this.blocks.iter().flat_map(|&block| body.blocks[block].insts());
        let writers: Vec<(InstId, ObjectSet)> = insts
            .map(|inst| (inst, effects.may_write(function, inst)))
            .filter(|(_, writes)| !writes.is_empty())
            .collect();
        let mut writes = ObjectSet::default();
        writers.iter().for_each(|(_, more)| {
            writes.union(more);
        });
        let mut cells = Cells {
            program,
            body,
            this,
            points_to,
            function,
            writes,
            writers,
            written: FxHashMap::default(),
            trust,
            relied: Mutable::new(false),
            addresses: RefCell::default(),
        };
        let stores: Vec<(InstId, Cell)> = cells
            .writers
            .iter()
            .filter_map(|&(inst, _)| Some((inst, cells.stored(inst)?)))
            .collect();
        for (inst, cell) in stores {
            if cells.is_sound(&cell) {
                cells.written.entry(cell).or_default().push(inst);
            }
        }
        cells
    }

    /// Whether what was found out depends on others writing elsewhere.
    pub(crate) fn relied_on_others(&self) -> bool {
        self.relied.get()
    }

    /// The cell that is read or written at an address, if it is one that is written in the loop.
    pub(crate) fn written_at(&self, pointer: Operand, size: u64) -> Option<&Cell> {
        let cell = Cell { address: self.address(pointer)?, size };
        self.written.get_key_value(&cell).map(|(cell, _)| cell)
    }

    /// The stores to what an instruction reads, if that is a cell.
    pub(crate) fn stores_to(&self, inst: InstId) -> Vec<InstId> {
        let Inst::Load { pointer, .. } = self.body.inst(inst) else { return Vec::new() };
        let size = self.size_of(inst);
        let cell = self.written_at(pointer, size);
        cell.map_or_else(Vec::new, |cell| self.written[cell].clone())
    }

    /// Whether the loop may write to these bytes.
    pub(crate) fn may_be_written(&self, pointer: Operand, size: u64) -> bool {
        if !self.object_is_written(self.function, pointer) {
            return false;
        }
        let target = self.points_to.of_operand(self.function, pointer);
        let Some(address) = self.address(pointer) else { return true };
        let cell = Cell { address, size };
        !self.others_write_elsewhere(&cell, target, |_| false)
    }

    /// Whether the loop may write anywhere in the objects a pointer of some function points to.
    pub(crate) fn object_is_written(&self, function: FunctionId, pointer: Operand) -> bool {
        self.points_to.may_overlap(&self.writes, self.points_to.of_operand(function, pointer))
    }

    /// The number of bytes an instruction loads.
    fn size_of(&self, inst: InstId) -> u64 {
        let result = self.body.result(inst);
        result.map_or(0, |value| self.program.types.info(self.body.values[value].ty).store_size)
    }

    /// An address that is the same in every iteration.
    pub(crate) fn address(&self, pointer: Operand) -> Option<Address> {
        if self.trust == Trust::Nobody {
            return self.find_address(pointer);
        }
        if let Some(known) = self.addresses.borrow().get(&pointer) {
            return known.clone();
        }
        self.addresses.borrow_mut().insert(pointer, None);
        let found = self.find_address(pointer);
        self.addresses.borrow_mut().insert(pointer, found.clone());
        found
    }

    fn find_address(&self, pointer: Operand) -> Option<Address> {
        let value = match pointer.kind() {
            OperandKind::Value(value) => value,
            OperandKind::Constant(constant) => {
                return match self.program.constants.get(constant).data {
                    ConstantData::Global { global, offset } => {
                        Some(Address { base: Base::Global(global), offset })
                    }
                    _ => None,
                };
            }
        };
        let Some(inst) = self.defined_inside(value) else {
            let outside = match self.body.values[value].definition {
                Definition::Phi(block, _) => !self.this.contains(block),
                _ => true,
            };
            return outside.then_some(Address { base: Base::Value(value), offset: 0 });
        };
        match self.body.inst(inst) {
            Inst::PointerAdd { base, offset, indexes, .. } if indexes.length == 0 => {
                let Address { base, offset: more } = self.address(base)?;
                Some(Address { base, offset: more.checked_add(offset)? })
            }
            Inst::Load { pointer, access } if !access.volatile && !access.atomic => {
                if self.object_is_written(self.function, pointer)
                    && (self.trust == Trust::Nobody
                        || self.may_be_written(pointer, self.size_of(inst)))
                {
                    return None;
                }
                let from = self.address(pointer)?;
                Some(Address { base: Base::Loaded(Box::new(from)), offset: 0 })
            }
            _ => None,
        }
    }

    fn defined_inside(&self, value: ValueId) -> Option<InstId> {
        let Definition::Inst(inst) = self.body.values[value].definition else { return None };
        let inside = self.this.blocks.iter().any(|&block| {
            let block = &self.body.blocks[block];
            (block.first.as_u32()..block.end.as_u32()).contains(&inst.as_u32())
        });
        inside.then_some(inst)
    }

    fn stored(&self, inst: InstId) -> Option<Cell> {
        let Inst::Store { pointer, value, access } = self.body.inst(inst) else { return None };
        if access.volatile || access.atomic {
            return None;
        }
        let ty = self.program.operand_type(self.body, value);
        Some(Cell { address: self.address(pointer)?, size: self.program.types.info(ty).store_size })
    }

    /// Whether every write of the loop is exactly to this cell, or certainly to something else.
    fn is_sound(&self, cell: &Cell) -> bool {
        let target = match &cell.address.base {
            Base::Value(value) => self.points_to.of_value(self.function, *value).clone(),
            Base::Global(global) => ObjectSet::of(&[self.points_to.global_object(*global)]),
            // What the pointer points to was found by the analysis at the load; here it could be anything.
            Base::Loaded(_) if self.trust == Trust::Nobody => return false,
            Base::Loaded(_) => self.writes.clone(),
        };
        self.others_write_elsewhere(cell, &target, |other| other == cell)
    }

    /// Whether every write of the loop is to another part of the object the cell is in, to another object, or one of those that are
    /// welcome.
    fn others_write_elsewhere(
        &self,
        cell: &Cell,
        target: &ObjectSet,
        welcome: impl Fn(&Cell) -> bool,
    ) -> bool {
        self.writers.iter().all(|(inst, writes)| {
            let same_base = self
                .stored(*inst)
                .filter(|other| other.address.base == cell.address.base)
                .map(|other| welcome(&other) || !other.overlaps(cell));
            same_base.unwrap_or_else(|| {
                let elsewhere = !self.points_to.may_overlap(writes, target);
                let trusted = !elsewhere && self.trust == Trust::Others;
                if trusted {
                    self.relied.set(true);
                }
                elsewhere || trusted
            })
        })
    }
}
