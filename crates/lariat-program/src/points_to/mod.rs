//! Which memory objects a pointer may point to, for the whole program at once.
//!
//! The analysis is inclusion-based (Andersen) and ignores the order of instructions, calling contexts and offsets: an object is
//! one cell that holds everything ever stored anywhere in it. That loses precision and keeps it right for unions, casts, copies
//! byte by byte and any layout trick. Abstract objects are global variables, functions, one object per stack or heap allocation
//! *site* (which stands for all objects made there), copies of arguments passed by value, the area of variable arguments of a
//! function, and one [external](ObjectId::EXTERNAL) object.
//!
//! Addresses may travel through integers and floats, so every value is tracked whatever its type, through arithmetic too. An
//! integer made a pointer may in addition point to anything unknown code knows about. What is *not* followed is an address passed
//! on by decisions alone (`if (p == 4096) q = 4096`), by one-bit values, written out and read in again as text, or handed to
//! unknown code in pieces narrower than an address (an `int` given to an unknown function is no escape). A
//! pointer computed out of one object into another is taken to stay in the first: the program that relies on it breaks C's rules.
//!
//! The external object stands for all memory from outside (`argv`, what unknown functions return) **and** for all objects whose
//! address unknown code may know: these have *escaped*. Unknown code may read, write and call whatever has escaped. So a set that
//! contains the external object means all escaped objects as well; [`PointsTo::expand`] writes them out.
//!
//! Which code is unknown depends on how the program is used, see [`World`].

mod constraints;
mod set;
mod solver;
#[cfg(test)]
mod tests;

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

pub(crate) use constraints::known_effects;
pub use set::ObjectSet;

use crate::ids::*;
use crate::inst::{Operand, OperandKind};
use crate::program::{Linkage, Program};
use solver::{Node, Solver};

/// An abstract object of a program's points-to analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(u32);
entity_impl!(ObjectId, "o");

impl ObjectId {
    /// All memory from outside the program, and all escaped objects.
    pub const EXTERNAL: ObjectId = ObjectId(0);
}

/// What an abstract object stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    /// Everything outside.
    External,
    /// A global variable.
    Global(GlobalId),
    /// A function's code.
    Function(FunctionId),
    /// All stack objects made by an instruction.
    Stack(FunctionId, InstId),
    /// All heap objects made by a call.
    Heap(FunctionId, InstId),
    /// The copies of an argument passed by value at a call.
    ArgumentCopy(FunctionId, InstId, u32),
    /// The variable arguments of a function.
    VariableArguments(FunctionId),
}

/// What is outside the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum World {
    /// The program is a library or a part: unknown code may call every function and use every variable that is visible from
    /// outside.
    Open,
    /// Execution starts in these functions only (and in constructors and destructors). Unknown code learns of functions and
    /// variables only what the program gives it.
    Closed(Vec<FunctionId>),
}

impl World {
    /// Whether a function may be called from outside without the program having given its address away.
    pub fn calls(&self, program: &Program, function: FunctionId) -> bool {
        let data = &program.functions[function];
        let start =
            program.constructors.contains(&function) || program.destructors.contains(&function);
        start
            || match self {
                World::Open => data.linkage != Linkage::Internal,
                World::Closed(entries) => entries.contains(&function),
            }
    }
}

/// Where an indirect call may go.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Callees {
    /// Functions of the program, in order.
    pub functions: Vec<FunctionId>,
    /// Whether it may also go to code outside the program.
    pub external: bool,
}

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct PointsTo {
    objects: PrimaryMap<ObjectId, Object>,
    solver: Solver,
    /// The node of each function's first value.
    first_value: PrimaryMap<FunctionId, Node>,
    /// What each constant is the address of.
    constants: PrimaryMap<ConstantId, ObjectSet>,
    sites: constraints::Sites,
}

impl PointsTo {
    /// Analyses a program.
    pub fn new(program: &Program, world: &World) -> PointsTo {
        constraints::analyse(program, world)
    }

    /// What an object stands for.
    pub fn object(&self, object: ObjectId) -> Object {
        self.objects[object]
    }

    /// All objects in order.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, Object)> {
        self.objects.iter().map(|(id, object)| (id, *object))
    }

    /// What a value of a function may point to.
    pub fn of_value(&self, function: FunctionId, value: ValueId) -> &ObjectSet {
        self.solver.targets(self.first_value[function] + value.as_u32())
    }

    /// What an operand in a function may point to.
    pub fn of_operand(&self, function: FunctionId, operand: Operand) -> &ObjectSet {
        match operand.kind() {
            OperandKind::Value(value) => self.of_value(function, value),
            OperandKind::Constant(constant) => &self.constants[constant],
        }
    }

    /// What the addresses in an object may point to.
    pub fn content(&self, object: ObjectId) -> &ObjectSet {
        self.solver.targets(self.solver.content(object))
    }

    /// All objects whose address unknown code may know.
    pub fn escaped(&self) -> &ObjectSet {
        &self.solver.escaped
    }

    /// Whether unknown code may know an object's address.
    pub fn escapes(&self, object: ObjectId) -> bool {
        object == ObjectId::EXTERNAL || self.solver.escaped.contains(object)
    }

    /// The set with all escaped objects written out if it contains the external object.
    pub fn expand(&self, set: &ObjectSet) -> ObjectSet {
        let mut set = set.clone();
        if set.contains(ObjectId::EXTERNAL) {
            set.union(&self.solver.escaped);
        }
        set
    }

    /// Whether an object is in a set, escaped ones being in all sets with the external object.
    pub fn may_contain(&self, set: &ObjectSet, object: ObjectId) -> bool {
        set.contains(object) || set.contains(ObjectId::EXTERNAL) && self.escapes(object)
    }

    /// Whether two sets have an object in common, escaped ones being in all sets with the external object.
    pub fn may_overlap(&self, a: &ObjectSet, b: &ObjectSet) -> bool {
        let through_external = |a: &ObjectSet, b: &ObjectSet| {
            a.contains(ObjectId::EXTERNAL) && b.intersects(&self.solver.escaped)
        };
        a.intersects(b) || through_external(a, b) || through_external(b, a)
    }

    /// Whether two pointers of a function may point into the same object.
    pub fn may_alias(&self, function: FunctionId, a: Operand, b: Operand) -> bool {
        self.may_overlap(self.of_operand(function, a), self.of_operand(function, b))
    }

    /// Where a call through a pointer of a function may go.
    pub fn callees(&self, function: FunctionId, pointer: Operand) -> Callees {
        let set = self.of_operand(function, pointer);
        let all = self.expand(set);
        let functions = all.iter().filter_map(|object| match self.objects[object] {
            Object::Function(function) => Some(function),
            _ => None,
        });
        let mut functions: Vec<FunctionId> = functions.collect();
        functions.sort_unstable();
        Callees { functions, external: set.contains(ObjectId::EXTERNAL) }
    }

    /// The object of a global variable.
    pub fn global_object(&self, global: GlobalId) -> ObjectId {
        ObjectId::new(1 + global.index())
    }

    /// The object of a function's code.
    pub fn function_object(&self, function: FunctionId) -> ObjectId {
        ObjectId::new(1 + self.sites.globals as usize + function.index())
    }

    /// The object or objects an instruction makes: an alloca, an allocating call, or copies of arguments.
    pub fn made_by(&self, function: FunctionId, inst: InstId) -> impl Iterator<Item = ObjectId> {
        self.sites.made.get(&(function, inst)).into_iter().flatten().copied()
    }

    /// How many rounds the solver took; for measurements.
    pub fn waves(&self) -> u32 {
        self.solver.waves
    }

    /// A short name of an object, e.g. `@table` or `stack object at f:i3`.
    pub fn describe(&self, program: &Program, object: ObjectId) -> String {
        let name = |function: FunctionId| &program.functions[function].name;
        let variable = |function: FunctionId, inst: InstId| {
            let body = program.functions[function].body.as_ref()?;
            body.value_name(body.result(inst)?).map(str::to_owned)
        };
        match self.objects[object] {
            Object::External => "anything outside".into(),
            Object::Global(global) => format!("@{}", program.globals[global].name),
            Object::Function(function) => format!("@{}", name(function)),
            Object::Stack(function, inst) => match variable(function, inst) {
                Some(variable) => format!("{variable} of {}", name(function)),
                None => format!("stack object {inst} of {}", name(function)),
            },
            Object::Heap(function, inst) => format!("heap object {inst} of {}", name(function)),
            Object::ArgumentCopy(function, inst, number) => {
                format!("copy of argument {number} of call {inst} in {}", name(function))
            }
            Object::VariableArguments(function) => {
                format!("variable arguments of {}", name(function))
            }
        }
    }
}
