//! Where the numeric value of an address can matter.
//!
//! Objects have fixed addresses here: each begins at a slot of its own, those of the heap and of the stack are not used again, and the next
//! object lies higher than the last. A machine does it differently, so a decision that depends on these numbers is one that the
//! machine may take the other way. C fixes only a few things: an object is not null; its address is a multiple of its alignment; places in
//! one object, its end included, are ordered; two objects that live at the same time share no byte. Whatever else a
//! program learns from an address makes a proof rest on an assumption, which is printed with its place.
//!
//! # What is watched
//!
//! The numbers here tell by themselves that they are addresses: the top bits name a region, the middle the object. So nothing is tracked as
//! long as an address stays whole. It is looked at where it stops being one, or decides something:
//!
//! 1. *Pointers are compared.* With null, or within one object, C says what comes out. Two objects are different if both
//!    live and both places are inside. A place behind the end, a freed object, or an order of two objects is an assumption. String literals
//!    may share their bytes.
//! 2. *A number made of an address is used.* The analysis below finds the instructions that may see one: everything that
//!    `ptrtoint` gives, through sums, choices, calls and, if such a number is ever stored, all loads of numbers of this size. At
//!    these, the numbers are looked at when they are executed. An address minus one of the same object is a plain number. An address plus
//!    a number, or with bits cleared or set that the alignment decides, is still an address of this object. Bits that the alignment decides are
//!    known. Comparisons are as for pointers. Everything else (products, shifts, narrower types, a difference of two objects) makes
//!    a number of which nobody knows any more where it came from: it is an assumption at this place, whatever the number is used for.
//!    So no number is both derived from an address, and neither one by its looks nor reported.
//! 3. *An address in memory is read as a number* although no number made of an address was ever stored: through a union, `memcpy` into an integer,
//!    or byte by byte. A load of an integer as large as a pointer looks at its result; a load of another size looks at the
//!    word around it if the object holds addresses at all ([`Holds`]). It is an assumption unless the value is only
//!    stored again or made a pointer again, as copies byte by byte do. After such a copy every object may hold addresses.
//! 4. *A constant is computed of addresses* by the linker (`&a - &b`): at the block that uses it.
//!
//! What is symbolic is a term, and its addresses are the constants in it. A term without one is a number that the engine has not fixed.
//!
//! # Library functions
//!
//! The models compare pointers for reasons of their own (`memmove`): these comparisons do not count. Reading bytes (`memcmp`) and printing (`%p`)
//! count, at the call in the user's code, but not text that goes to the standard output with nobody looking at its length.
//!
//! # What is not seen
//!
//! The bits of an address read as a floating-point number; a bytewise copy to another alignment that is then read byte by byte.
//!
//! # Costs
//!
//! A program without `ptrtoint` pays a comparison of two words at comparisons of pointers with others than null and at loads of integers as
//! large as pointers. A narrower load from an object that holds addresses reads the whole word around it, and takes its part of that.

use cranelift_entity::EntityRef;
use lariat_program::callgraph::address_taken;
use lariat_program::{
    BinaryOp, Body, Callee, CastOp, ConstantData, ConstantId, ConstantOp, FunctionId, GlobalId,
    Inst, InstId, Operand, OperandKind, Program, Terminator, Type, TypeId, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether an object holds addresses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Holds {
    /// None.
    #[default]
    Nothing,
    /// At places that are multiples of their size, perhaps.
    Aligned,
    /// Anywhere, perhaps.
    Anywhere,
}

/// The values of a program that may be numbers made of addresses.
#[derive(Debug, Default)]
pub(crate) struct Derived {
    values: Vec<Vec<bool>>,
    /// Whether such a number is ever stored.
    in_memory: bool,
    /// How often the program mentions each string literal.
    mentions: FxHashMap<GlobalId, u32>,
    repeats_literals: bool,
}

impl Derived {
    /// Reads a program.
    pub(crate) fn new(program: &Program) -> Derived {
        let mentions = mentions(program);
        let repeats_literals = mentions.values().any(|count| *count > 1);
        let mut derived = Derived { mentions, repeats_literals, ..Derived::default() };
        let makes_numbers =
            program.functions.values().filter_map(|function| function.body.as_ref());
        let makes_numbers = makes_numbers.flat_map(|body| {
            let insts = body.blocks.values().flat_map(|block| block.insts());
            insts.map(move |inst| body.inst(inst))
        });
        let is_one = |inst: Inst| matches!(inst, Inst::Cast { op: CastOp::PtrToInt, .. });
        let in_constants = (program.constants.iter())
            .any(|(_, constant)| matches!(constant.data, ConstantData::Expression { .. }));
        if !in_constants && !makes_numbers.into_iter().any(is_one) {
            return derived;
        }
        derived.values = (program.functions.values())
            .map(|function| {
                let body = function.body.as_ref();
                vec![false; body.map_or(0, |body| body.values.len())]
            })
            .collect();
        let mut search = Search { program, derived, changed: true, taken: address_taken(program) };
        while std::mem::take(&mut search.changed) {
            for (id, function) in &program.functions {
                if let Some(body) = &function.body {
                    search.function(id, body);
                }
            }
        }
        search.derived
    }

    /// Whether an operand may be a number made of an address.
    pub(crate) fn is_derived(
        &self,
        program: &Program,
        function: FunctionId,
        operand: Operand,
    ) -> bool {
        match operand.kind() {
            OperandKind::Value(value) => self.has(function, value),
            OperandKind::Constant(constant) => is_number(program, constant),
        }
    }

    fn has(&self, function: FunctionId, value: ValueId) -> bool {
        let values = self.values.get(function.index());
        values.and_then(|values| values.get(value.index())).copied().unwrap_or(false)
    }

    /// Whether the program mentions a string literal more than once.
    #[inline]
    pub(crate) fn repeats_literals(&self) -> bool {
        self.repeats_literals
    }

    /// How often the program mentions a string literal.
    pub(crate) fn mentions(&self, literal: GlobalId) -> u32 {
        self.mentions.get(&literal).copied().unwrap_or(0)
    }
}

/// Whether a global variable is a string literal, or something else without a name that may share its bytes with others.
pub(crate) fn is_literal(program: &Program, global: GlobalId) -> bool {
    let global = &program.globals[global];
    global.constant && global.source_name.is_none() && global.name.starts_with(".str")
}

/// Whether an instruction calls a library function that gives no pointer: what it is passed goes nowhere else.
fn is_of_library(program: &Program, body: &Body, inst: InstId) -> bool {
    let Inst::Call(call) = body.inst(inst) else { return false };
    let call = &body.calls[call];
    let gives_pointer = *program.types.get(call.result) == Type::Pointer;
    matches!(call.callee, Callee::Direct(callee) if program.functions[callee].library)
        && !gives_pointer
}

/// How often each string literal is mentioned, where it may be compared later.
fn mentions(program: &Program) -> FxHashMap<GlobalId, u32> {
    let mut mentions: FxHashMap<GlobalId, u32> = FxHashMap::default();
    let mut count = |constant: ConstantId| {
        if let ConstantData::Global { global, .. } = program.constants.get(constant).data
            && is_literal(program, global)
        {
            *mentions.entry(global).or_default() += 1;
        }
    };
    for function in program.functions.values().filter(|function| !function.library) {
        let Some(body) = &function.body else { continue };
        for block in body.blocks.values() {
            for inst in block.insts() {
                if is_of_library(program, body, inst) {
                    continue;
                }
                body.for_each_operand(inst, |operand| {
                    operand.constant().into_iter().for_each(&mut count);
                });
            }
            let incoming = block.phis.iter().flat_map(|phi| &phi.incoming);
            incoming.filter_map(|from| from.value.constant()).for_each(&mut count);
            let last = block.terminator.operand().and_then(|operand| operand.constant());
            last.into_iter().for_each(&mut count);
        }
    }
    for global in program.globals.values() {
        let relocations = global.initializer.iter().flat_map(|image| &image.relocations);
        relocations.for_each(|relocation| count(relocation.value));
    }
    mentions
}

/// Whether a constant is a number that the linker makes of an address.
fn is_number(program: &Program, constant: ConstantId) -> bool {
    let constant = program.constants.get(constant);
    matches!(constant.data, ConstantData::Expression { .. })
        && matches!(program.types.get(constant.ty), Type::Int(_))
}

/// What the linker computes of addresses so that nobody can tell any more: the constants that it is made of; empty if
/// it is still an address, or C fixes what comes out.
pub(crate) fn lost_in(program: &Program, constant: ConstantId) -> Vec<ConstantId> {
    let ConstantData::Expression { op, args } = &program.constants.get(constant).data else {
        return Vec::new();
    };
    match op {
        ConstantOp::PointerAdd => lost_in(program, args[0]),
        ConstantOp::Cast(CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast)
            if is_whole(program, constant) =>
        {
            lost_in(program, args[0])
        }
        _ => {
            let mut bases = Vec::new();
            args.iter().for_each(|arg| addresses_in(program, *arg, &mut bases));
            let is_difference = *op == ConstantOp::Binary(BinaryOp::Sub);
            let whose = |constant: &ConstantId| match program.constants.get(*constant).data {
                ConstantData::Global { global, .. } => (0, global.index()),
                ConstantData::Function { function, .. } => (1, function.index()),
                ConstantData::Block { function, .. } => (2, function.index()),
                _ => (3, constant.index()),
            };
            match bases.as_slice() {
                [a, b] if is_difference && whose(a) == whose(b) => Vec::new(),
                _ => bases,
            }
        }
    }
}

/// Whether a constant has all the bits of an address.
fn is_whole(program: &Program, constant: ConstantId) -> bool {
    match program.types.get(program.constants.get(constant).ty) {
        Type::Int(bits) => *bits >= program.target.pointer_bits,
        _ => true,
    }
}

fn addresses_in(program: &Program, constant: ConstantId, found: &mut Vec<ConstantId>) {
    match &program.constants.get(constant).data {
        ConstantData::Expression { args, .. } => {
            args.iter().for_each(|arg| addresses_in(program, *arg, found));
        }
        ConstantData::Global { .. }
        | ConstantData::Function { .. }
        | ConstantData::Block { .. } => {
            found.push(constant);
        }
        _ => {}
    }
}

/// Whether what an instruction gives is only stored, or made a pointer: whatever it is, no decision depends on it.
pub(crate) fn is_only_moved(body: &Body, value: ValueId) -> bool {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        if !seen.insert(value) {
            continue;
        }
        let is_it = |operand: Operand| operand.value() == Some(value);
        for (id, _) in &body.insts {
            let mut uses = false;
            body.for_each_operand(id, |operand| uses |= is_it(operand));
            if !uses {
                continue;
            }
            match body.inst(id) {
                Inst::Store { pointer, .. } if !is_it(pointer) => {}
                Inst::Cast { op: CastOp::IntToPtr, .. } => {}
                Inst::Freeze { .. } => waiting.extend(body.result(id)),
                _ => return false,
            }
        }
        for block in body.blocks.values() {
            if block.terminator.operand().is_some_and(is_it) {
                return false;
            }
            let takes =
                block.phis.iter().filter(|phi| phi.incoming.iter().any(|from| is_it(from.value)));
            waiting.extend(takes.map(|phi| phi.result));
        }
    }
    true
}

struct Search<'p> {
    program: &'p Program,
    derived: Derived,
    changed: bool,
    /// The functions that may be called through pointers.
    taken: Vec<FunctionId>,
}

impl Search<'_> {
    fn mark(&mut self, function: FunctionId, value: ValueId) {
        if let Some(place) = self.derived.values[function.index()].get_mut(value.index())
            && !*place
        {
            *place = true;
            self.changed = true;
        }
    }

    /// A number made of an address is stored. What library functions store they read again themselves, and such loads are looked at.
    fn store(&mut self, function: FunctionId) {
        if !self.program.functions[function].library {
            self.changed |= !std::mem::replace(&mut self.derived.in_memory, true);
        }
    }

    /// Whether a type is an integer as large as an address.
    fn is_wide(&self, ty: TypeId) -> bool {
        *self.program.types.get(ty) == Type::Int(self.program.target.pointer_bits)
    }

    fn function(&mut self, function: FunctionId, body: &Body) {
        for block in body.blocks.values() {
            for phi in &block.phis {
                if phi.incoming.iter().any(|from| self.is_derived(function, from.value)) {
                    self.mark(function, phi.result);
                }
            }
            for inst in block.insts() {
                self.inst(function, body, inst);
            }
            if let Terminator::Return(Some(value)) = block.terminator
                && self.is_derived(function, value)
            {
                self.returned(function);
            }
        }
    }

    fn is_derived(&self, function: FunctionId, operand: Operand) -> bool {
        self.derived.is_derived(self.program, function, operand)
    }

    fn inst(&mut self, function: FunctionId, body: &Body, id: InstId) {
        let is = |operand: Operand| self.is_derived(function, operand);
        let result = body.result(id);
        let is_derived = match body.inst(id) {
            Inst::Cast { op: CastOp::PtrToInt, .. } => true,
            Inst::Cast { op: CastOp::Bitcast, arg, .. } | Inst::Freeze { arg } => is(arg),
            // The difference of two addresses is a plain number, or reported.
            Inst::Binary { op: BinaryOp::Sub, lhs, rhs, .. } => is(lhs) && !is(rhs),
            Inst::Binary {
                op: BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor,
                lhs,
                rhs,
                ..
            } => is(lhs) || is(rhs),
            Inst::Select { then, otherwise, .. } => is(then) || is(otherwise),
            Inst::Load { .. } | Inst::VaArg { .. } | Inst::ExtractValue { .. } => {
                self.derived.in_memory
            }
            Inst::AtomicUpdate { value, .. } => {
                if is(value) {
                    self.store(function);
                }
                self.derived.in_memory
            }
            Inst::Store { value, .. } | Inst::InsertValue { value, .. } => {
                if is(value) {
                    self.store(function);
                }
                false
            }
            Inst::CompareExchange { new, .. } => {
                if is(new) {
                    self.store(function);
                }
                self.derived.in_memory
            }
            Inst::Call(call) => return self.call(function, body, call),
            _ => false,
        };
        if is_derived
            && let Some(result) = result
            && self.is_wide(body.values[result].ty)
        {
            self.mark(function, result);
        }
    }

    fn call(&mut self, function: FunctionId, body: &Body, call: lariat_program::CallId) {
        let call = &body.calls[call];
        let one;
        let callees: &[FunctionId] = match call.callee {
            Callee::Direct(callee) => {
                one = [callee];
                &one
            }
            Callee::Indirect(_) => &self.taken.clone(),
        };
        for (number, arg) in call.args.iter().enumerate() {
            if !self.is_derived(function, *arg) {
                continue;
            }
            for callee in callees {
                let data = &self.program.functions[*callee];
                if number >= data.params.len() {
                    // A variable argument.
                    self.store(function);
                } else if data.body.is_some() {
                    self.mark(*callee, ValueId::from_u32(number as u32));
                }
            }
        }
    }

    /// A function returns a number made of an address: all calls of it give one.
    fn returned(&mut self, callee: FunctionId) {
        let program = self.program;
        for (id, function) in &program.functions {
            let Some(body) = &function.body else { continue };
            for block in body.blocks.values() {
                for inst in block.insts() {
                    let Inst::Call(call) = body.inst(inst) else { continue };
                    let goes_there = match body.calls[call].callee {
                        Callee::Direct(direct) => direct == callee,
                        Callee::Indirect(_) => self.taken.contains(&callee),
                    };
                    if goes_there && let Some(result) = body.result(inst) {
                        self.mark(id, result);
                    }
                }
            }
        }
    }
}
