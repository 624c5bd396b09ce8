//! The analyses of memory against what programs do: random programs are run by a small interpreter, and every address seen
//! and every object read or written must be in the sets.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::builder::{FunctionBuilder, ProgramBuilder};
use crate::callgraph::CallGraph;
use crate::effects::Effects;
use crate::inst::{Callee, CastOp, Inst, Passing};
use crate::program::Definition;
use crate::verify::verify;

/// One step of a random function. Numbers pick among the addresses that are there already.
#[derive(Clone, Debug)]
enum Step {
    Alloca,
    Malloc,
    Global(usize),
    Function(usize),
    Load(usize),
    Store(usize, usize),
    Copy(usize, usize),
    ThroughInteger(usize),
    Offset(usize),
    Select(usize, usize, bool),
    Call(usize, usize, usize),
    CallPointer(usize, usize, usize),
    CallByValue(usize, usize),
    Unknown(usize),
    CopyString(usize, usize),
}

const FUNCTIONS: usize = 3;
const GLOBALS: usize = 2;

fn step() -> impl Strategy<Value = Step> {
    let n = any::<usize>;
    prop_oneof![
        Just(Step::Alloca),
        Just(Step::Malloc),
        n().prop_map(Step::Global),
        n().prop_map(Step::Function),
        n().prop_map(Step::Load),
        n().prop_map(Step::Load),
        (n(), n()).prop_map(|(a, b)| Step::Store(a, b)),
        (n(), n()).prop_map(|(a, b)| Step::Store(a, b)),
        (n(), n()).prop_map(|(a, b)| Step::Copy(a, b)),
        n().prop_map(Step::ThroughInteger),
        n().prop_map(Step::Offset),
        (n(), n(), any::<bool>()).prop_map(|(a, b, c)| Step::Select(a, b, c)),
        (n(), n(), n()).prop_map(|(a, b, c)| Step::Call(a, b, c)),
        (n(), n(), n()).prop_map(|(a, b, c)| Step::CallPointer(a, b, c)),
        (n(), n()).prop_map(|(a, b)| Step::CallByValue(a, b)),
        n().prop_map(Step::Unknown),
        (n(), n()).prop_map(|(a, b)| Step::CopyString(a, b)),
    ]
}

type Shape = Vec<(Vec<Step>, usize)>;

fn shapes() -> impl Strategy<Value = Shape> {
    let function = (prop::collection::vec(step(), 1..10), any::<usize>());
    prop::collection::vec(function, FUNCTIONS)
}

/// Functions 0 to 2 take two pointers and return one; 3 is `malloc`, 4 unknown, 5 `strcpy`.
fn build(shape: &Shape) -> Program {
    let mut builder = ProgramBuilder::new("random.c");
    let pointer = builder.pointer();
    let long = builder.int(64);
    for index in 0..GLOBALS {
        builder.global(&format!("g{index}"), pointer);
    }
    let params = [("a", pointer), ("b", pointer)];
    for index in 0..FUNCTIONS {
        builder.declare(&format!("f{index}"), pointer, &params, Linkage::Internal);
    }
    builder.declare("malloc", pointer, &[("n", long)], Linkage::External);
    builder.declare("unknown", pointer, &[("p", pointer)], Linkage::External);
    builder.declare("strcpy", pointer, &params, Linkage::External);
    for (index, (steps, returned)) in shape.iter().enumerate() {
        let mut f = builder.define(FunctionId::from_u32(index as u32));
        f.block("entry");
        let mut values = vec![f.param(0), f.param(1)];
        steps.iter().for_each(|step| add(&mut f, step, &mut values));
        f.ret(Some(values[returned % values.len()]));
        f.finish();
    }
    builder.program
}

fn add(f: &mut FunctionBuilder<'_>, step: &Step, values: &mut Vec<Operand>) {
    let pointer = f.builder.pointer();
    let pick = |n: usize| values[n % values.len()];
    let function = |n: usize| FunctionId::from_u32(n as u32);
    let new = match *step {
        Step::Alloca => Some(f.alloca(pointer)),
        Step::Malloc => {
            let size = f.builder.number(64, 8);
            f.call(Callee::Direct(function(FUNCTIONS)), &[size], pointer)
        }
        Step::Global(n) => Some(f.builder.address_of(GlobalId::from_u32((n % GLOBALS) as u32))),
        Step::Function(n) => Some(f.builder.address_of_function(function(n % FUNCTIONS))),
        Step::Load(n) => Some(f.load(pick(n), pointer)),
        Step::Store(n, value) => {
            f.store(pick(n), pick(value));
            None
        }
        Step::Copy(target, source) => {
            let length = f.builder.number(64, 8);
            f.effect(Inst::MemoryCopy {
                target: pick(target),
                source: pick(source),
                length,
                may_overlap: true,
                volatile: false,
            });
            None
        }
        Step::ThroughInteger(n) => {
            let long = f.builder.int(64);
            let number = f.cast(CastOp::PtrToInt, pick(n), long);
            Some(f.cast(CastOp::IntToPtr, number, pointer))
        }
        Step::Offset(n) => Some(f.pointer_add(pick(n), 4, &[])),
        Step::Select(a, b, which) => {
            let condition = f.builder.number(1, i64::from(which));
            let inst = Inst::Select { condition, then: pick(a), otherwise: pick(b) };
            Some(f.inst(inst, pointer))
        }
        Step::Call(n, a, b) => {
            f.call(Callee::Direct(function(n % FUNCTIONS)), &[pick(a), pick(b)], pointer)
        }
        Step::CallPointer(n, a, b) => {
            f.call(Callee::Indirect(pick(n)), &[pick(a), pick(b)], pointer)
        }
        Step::CallByValue(n, a) => {
            let result =
                f.call(Callee::Direct(function(n % FUNCTIONS)), &[pick(a), pick(a)], pointer);
            if let Some((_, call)) = f.body.calls.iter_mut().last() {
                call.passing[0] = Passing::ByValue { ty: pointer, align: 8 };
            }
            result
        }
        Step::Unknown(n) => f.call(Callee::Direct(function(FUNCTIONS + 1)), &[pick(n)], pointer),
        Step::CopyString(a, b) => {
            f.call(Callee::Direct(function(FUNCTIONS + 2)), &[pick(a), pick(b)], pointer)
        }
    };
    values.extend(new);
}

/// An address while running: what its object is abstracted to, and which one of these it is.
type Address = Option<(Object, u32)>;

/// What was observed, to be compared with the sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Access {
    Read,
    Write,
}

struct Machine<'p> {
    program: &'p Program,
    memory: BTreeMap<u32, Address>,
    /// All live object instances, by number.
    instances: Vec<Object>,
    /// Stack objects whose function has returned: using one is an error, and nothing is claimed about it.
    dead: std::collections::BTreeSet<u32>,
    /// Addresses that unknown code has seen.
    outside: Vec<Address>,
    fuel: u32,
    values: Vec<(FunctionId, ValueId, Address)>,
    /// Accesses, with the call or access instruction of each function on the stack that they happened in.
    accesses: Vec<(FunctionId, InstId, Access, Object, u32)>,
    stack: Vec<(FunctionId, InstId, usize)>,
}

struct OutOfFuel;

impl Machine<'_> {
    fn instance(&mut self, object: Object) -> Address {
        self.instances.push(object);
        Some((object, self.instances.len() as u32 - 1))
    }

    fn operand(&self, frame: &BTreeMap<ValueId, Address>, operand: Operand) -> Address {
        match operand.kind() {
            OperandKind::Value(value) => frame.get(&value).copied().flatten(),
            OperandKind::Constant(constant) => match self.program.constants.get(constant).data {
                crate::constant::ConstantData::Global { global, .. } => {
                    Some((Object::Global(global), global.as_u32()))
                }
                crate::constant::ConstantData::Function { function, .. } => {
                    Some((Object::Function(function), u32::MAX))
                }
                _ => None,
            },
        }
    }

    /// Records an access for the instruction that makes it and for every call it happens under, unless the object was made
    /// after that call by a function that has it on its stack: callers do not see those.
    fn access(&mut self, access: Access, address: Address) -> Option<u32> {
        let (object, instance) = address?;
        if matches!(object, Object::Function(_)) || self.dead.contains(&instance) {
            return None;
        }
        for (function, inst, instances) in &self.stack {
            let local = matches!(object, Object::Stack(..) | Object::ArgumentCopy(..));
            let younger = instance as usize >= *instances;
            let outermost_access = (function, inst) == {
                let (f, i, _) = &self.stack[self.stack.len() - 1];
                (f, i)
            };
            if !(local && younger) || outermost_access {
                self.accesses.push((*function, *inst, access, object, instance));
            }
        }
        Some(instance)
    }

    fn run(&mut self, function: FunctionId, args: [Address; 2]) -> Result<Address, OutOfFuel> {
        let program = self.program;
        let Some(body) = &program.functions[function].body else { return Ok(None) };
        let mut frame = BTreeMap::new();
        for (index, arg) in args.into_iter().enumerate() {
            frame.insert(ValueId::new(index), arg);
            self.values.push((function, ValueId::new(index), arg));
        }
        for inst in body.insts.keys() {
            if self.fuel == 0 || self.stack.len() > 6 {
                return Err(OutOfFuel);
            }
            self.fuel -= 1;
            let made_before = self.instances.len();
            self.stack.push((function, inst, made_before));
            let result = self.step(function, body, inst, &frame);
            self.stack.pop();
            let result = result?;
            if let Inst::Call(_) = body.inst(inst) {
                self.bury(made_before);
            }
            if let Some(value) = body.result(inst) {
                assert_eq!(body.values[value].definition, Definition::Inst(inst));
                frame.insert(value, result);
                self.values.push((function, value, result));
            }
        }
        match &body.blocks[body.entry()].terminator {
            crate::inst::Terminator::Return(Some(value)) => Ok(self.operand(&frame, *value)),
            _ => Ok(None),
        }
    }

    /// The stack objects made since have died: a call has ended.
    fn bury(&mut self, since: usize) {
        for (number, object) in self.instances.iter().enumerate().skip(since) {
            if matches!(object, Object::Stack(..) | Object::ArgumentCopy(..)) {
                self.dead.insert(number as u32);
            }
        }
    }

    fn load(&mut self, address: Address) -> Address {
        let instance = self.access(Access::Read, address)?;
        self.memory.get(&instance).copied().flatten()
    }

    fn store(&mut self, address: Address, value: Address) {
        if let Some(instance) = self.access(Access::Write, address) {
            self.memory.insert(instance, value);
        }
    }

    fn step(
        &mut self,
        function: FunctionId,
        body: &crate::program::Body,
        inst: InstId,
        frame: &BTreeMap<ValueId, Address>,
    ) -> Result<Address, OutOfFuel> {
        let of = |machine: &Self, operand| machine.operand(frame, operand);
        Ok(match body.inst(inst) {
            Inst::Alloca { .. } => self.instance(Object::Stack(function, inst)),
            Inst::Load { pointer, .. } => self.load(of(self, pointer)),
            Inst::Store { pointer, value, .. } => {
                let value = of(self, value);
                self.store(of(self, pointer), value);
                None
            }
            Inst::MemoryCopy { target, source, .. } => {
                let value = self.load(of(self, source));
                self.store(of(self, target), value);
                None
            }
            Inst::Cast { arg, .. } | Inst::PointerAdd { base: arg, .. } => of(self, arg),
            Inst::Select { condition, then, otherwise } => {
                let one = match condition.constant().map(|c| &self.program.constants.get(c).data) {
                    Some(crate::constant::ConstantData::Int(bits)) => !bits.is_zero(),
                    _ => true,
                };
                of(self, if one { then } else { otherwise })
            }
            Inst::Call(call) => {
                let call = &body.calls[call];
                let mut args: Vec<Address> = call.args.iter().map(|arg| of(self, *arg)).collect();
                if let Passing::ByValue { .. } = call.passing[0] {
                    let content = self.load(args[0]);
                    let copy = self.instance(Object::ArgumentCopy(function, inst, 0));
                    self.store(copy, content);
                    args[0] = copy;
                }
                let callee = match call.callee {
                    Callee::Direct(callee) => Some(callee),
                    Callee::Indirect(pointer) => match of(self, pointer) {
                        Some((Object::Function(callee), _)) => Some(callee),
                        _ => None,
                    },
                };
                match callee {
                    None => None,
                    Some(callee) if callee.index() == FUNCTIONS => {
                        self.instance(Object::Heap(function, inst))
                    }
                    Some(callee) if callee.index() == FUNCTIONS + 1 => self.unknown(args[0])?,
                    Some(callee) if callee.index() == FUNCTIONS + 2 => {
                        let value = self.load(args[1]);
                        self.store(args[0], value);
                        args[0]
                    }
                    Some(callee) => self.run(callee, [args[0], args[1]])?,
                }
            }
            _ => None,
        })
    }

    /// Unknown code at its nosiest: remembers everything it is given or can find, writes some of it everywhere, calls back, and
    /// returns something old.
    fn unknown(&mut self, arg: Address) -> Result<Address, OutOfFuel> {
        self.outside.push(arg);
        let mut at = 0;
        while at < self.outside.len() && self.outside.len() < 12 {
            let found = self.load(self.outside[at]);
            if !self.outside.contains(&found) {
                self.outside.push(found);
            }
            at += 1;
        }
        let known = self.outside.clone();
        for (index, address) in known.iter().enumerate() {
            self.store(*address, known[(index * 7 + 3) % known.len()]);
        }
        let callable = known.iter().find_map(|address| match address {
            Some((Object::Function(function), _)) => Some(*function),
            _ => None,
        });
        if let Some(function) = callable.filter(|_| self.fuel.is_multiple_of(2)) {
            let result = self.run(function, [known[0], known[known.len() / 2]])?;
            self.outside.push(result);
        }
        Ok(known[known.len() / 2])
    }
}

fn id_of(points_to: &PointsTo, object: Object) -> Option<ObjectId> {
    points_to.objects().find(|(_, candidate)| *candidate == object).map(|(id, _)| id)
}

fn check(shape: &Shape) {
    let program = build(shape);
    assert_eq!(verify(&program), []);
    let entry = FunctionId::from_u32(0);
    let points_to = PointsTo::new(&program, &World::Closed(vec![entry]));
    let graph = CallGraph::new(&program, &points_to);
    let effects = Effects::new(&program, &points_to, &graph);
    let mut machine = Machine {
        program: &program,
        memory: BTreeMap::new(),
        instances: program.globals.keys().map(Object::Global).collect(),
        dead: Default::default(),
        outside: Vec::new(),
        fuel: 300,
        values: Vec::new(),
        accesses: Vec::new(),
        stack: Vec::new(),
    };
    // What was seen before the fuel ran out counts as well.
    let _ = machine.run(entry, [None, None]);
    for (function, value, address) in &machine.values {
        let Some((object, _)) = address else { continue };
        let id = id_of(&points_to, *object).expect("the object is known");
        let set = points_to.of_value(*function, *value);
        assert!(
            points_to.may_contain(set, id),
            "{value} of {function} pointed to {object:?}, the set is {set:?}\n{}",
            crate::print::program(&program, &Default::default())
        );
    }
    for (function, inst, access, object, _) in &machine.accesses {
        let id = id_of(&points_to, *object).expect("the object is known");
        let effect = effects.inst(*function, *inst);
        let set = if *access == Access::Read { &effect.reads } else { &effect.writes };
        assert!(
            points_to.may_contain(set, id),
            "{inst} of {function} did {access:?} {object:?}, the set is {set:?}\n{}",
            crate::print::program(&program, &Default::default())
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(1000)))]

    #[test]
    fn runs_stay_within_the_sets(shape in shapes()) {
        check(&shape);
    }
}

/// `static int *kept; void set(int *p) { kept = p; }` and a caller with two locals.
#[test]
fn sets_are_not_just_everything() {
    let mut builder = ProgramBuilder::new("kept.c");
    let (pointer, int, void) = (builder.pointer(), builder.int(32), builder.void());
    let kept = builder.global("kept", pointer);
    let address = builder.address_of(kept);
    let one = builder.number(32, 1);
    let set = builder.declare("set", void, &[("p", pointer)], Linkage::Internal);
    let main = builder.declare("main", int, &[], Linkage::External);
    let mut f = builder.define(set);
    f.block("entry");
    f.store(address, f.param(0));
    f.ret(None);
    f.finish();
    let mut f = builder.define(main);
    f.block("entry");
    let given = f.alloca(int);
    let own = f.alloca(int);
    f.store(own, one);
    f.call(Callee::Direct(set), &[given], void);
    let back = f.load(address, pointer);
    f.store(back, one);
    f.ret(Some(one));
    f.finish();
    let program = builder.program;
    let points_to = PointsTo::new(&program, &World::Closed(vec![main]));
    let inst = InstId::from_u32;
    let object = |n| id_of(&points_to, Object::Stack(main, inst(n))).unwrap();
    assert_eq!(*points_to.of_operand(main, back), ObjectSet::of(&[object(0)]));
    assert!(!points_to.may_alias(main, back, own));
    assert!(points_to.may_alias(main, back, given));
    assert!(points_to.escaped().is_empty());
    let graph = CallGraph::new(&program, &points_to);
    let effects = Effects::new(&program, &points_to, &graph);
    assert_eq!(effects.may_write(main, inst(3)), ObjectSet::of(&[points_to.global_object(kept)]));
    assert_eq!(effects.function(main).writes, ObjectSet::of(&[points_to.global_object(kept)]));
    assert!(!graph.is_recursive(main));
    assert_eq!(graph.reachable(&[main]), [set, main]);
    // The same program as a part of a larger one: `main` may be called by anybody, `set` and `kept` are still private.
    let open = PointsTo::new(&program, &World::Open);
    assert!(!open.escapes(open.global_object(kept)));
    assert!(open.escapes(open.function_object(main)));
}

#[test]
fn variable_arguments_reach_the_list() {
    let mut builder = ProgramBuilder::new("va.c");
    let (pointer, int) = (builder.pointer(), builder.int(32));
    let first = builder.declare("first", pointer, &[("n", int)], Linkage::Internal);
    builder.program.functions[first].variadic = true;
    let main = builder.declare("main", pointer, &[], Linkage::External);
    let one = builder.number(32, 1);
    let mut f = builder.define(first);
    f.block("entry");
    let list = f.alloca(pointer);
    f.effect(Inst::VaStart { list });
    let by_instruction = f.inst(Inst::VaArg { list }, pointer);
    let area = f.load(list, pointer);
    let by_loads = f.load(area, pointer);
    f.ret(Some(by_loads));
    f.finish();
    let mut f = builder.define(main);
    f.block("entry");
    let local = f.alloca(int);
    let result = f.call(Callee::Direct(first), &[one, local], pointer).unwrap();
    f.ret(Some(result));
    f.finish();
    let points_to = PointsTo::new(&builder.program, &World::Closed(vec![main]));
    let local = points_to.of_operand(main, local);
    assert_eq!(points_to.of_operand(first, by_instruction), local);
    assert_eq!(points_to.of_operand(first, by_loads), local);
    assert_eq!(points_to.of_operand(main, result), local);
}

/// An object holds its own address and a number; the number goes to unknown code, the address does not.
#[test]
fn numbers_beside_addresses_do_not_escape() {
    let mut builder = ProgramBuilder::new("list.c");
    let (pointer, int) = (builder.pointer(), builder.int(32));
    let unknown = builder.declare("unknown", int, &[("n", int)], Linkage::External);
    let main = builder.declare("main", int, &[], Linkage::External);
    let node = builder.structure(Some("node"), &[pointer, int]);
    let mut f = builder.define(main);
    f.block("entry");
    let local = f.alloca(node);
    f.store(local, local);
    let field = f.pointer_add(local, 8, &[]);
    let number = f.load(field, int);
    let answer = f.call(Callee::Direct(unknown), &[number], int).unwrap();
    f.ret(Some(answer));
    f.finish();
    let points_to = PointsTo::new(&builder.program, &World::Closed(vec![main]));
    assert!(points_to.escaped().is_empty());
    assert_eq!(points_to.of_operand(main, number).len(), 1);
    assert!(points_to.of_operand(main, answer).is_empty());
}
