//! Where a run starts.
//!
//! Before `main` there is work to do: the models set up symbolic files, constructors run; behind it handlers and destructors
//! do. All of it is the program's own code or the models', so it is executed like the rest: a function `lariat_start` is
//! added to the program that calls everything in order, as the start-up code of a C library does. What it passes on (the
//! arguments of `main`, names of files, the parameters of an entry function) are its own parameters, and the initial state
//! (`entry.rs`) gives them their values.

use std::collections::BTreeMap;

use cranelift_entity::{EntityRef, PrimaryMap};
use lariat_program::callgraph::address_taken;
use lariat_program::{
    Block, BlockId, Body, Call, Callee, ConstantData, Definition, Function, FunctionId, GlobalId,
    Inst, InstData, InstId, Linkage, LocationId, Operand, OperandKind, Param, Passing, Program,
    Terminator, Type, TypeId, TypeInfo, ValueData,
};

use crate::assumption::Assumption;
use crate::plan::{
    EntryPlan, Leaf, MemoryPlan, ParameterPlan, PlanLimits, PointerPlan, Target, are_compatible,
};

/// What a whole program finds when it starts.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// `argv[0]`.
    pub program_name: String,
    /// The arguments behind it that are known.
    pub arguments: Vec<String>,
    /// Those behind them that are inputs.
    pub symbolic_arguments: Option<SymbolicArguments>,
    /// Most bytes of standard input, if it is an input; it is empty if not.
    pub standard_input: Option<u64>,
    /// Files that are inputs: the name and most bytes of each.
    pub files: Vec<(String, u64)>,
    /// Environment variables that are inputs: the name and most characters of each. A test calls them `env:NAME`.
    pub variables: Vec<(String, u64)>,
}

/// What the models are to make inputs of, beyond what [`Environment`] says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// The numbers of the process, its parent and its group.
    pub process: bool,
    /// The numbers of the user and the group.
    pub user: bool,
    /// The working directory: most characters behind the first slash.
    pub directory: Option<u64>,
    /// The name of the machine: most characters.
    pub host: Option<u64>,
    /// Whether the clock shows any time.
    pub any_time: bool,
}

impl Declared {
    /// What a model asks for by name: 0 if it is not declared, else the most characters, or 1.
    pub(crate) fn get(&self, name: &str) -> u64 {
        match name {
            "process" => u64::from(self.process),
            "user" => u64::from(self.user),
            "directory" => self.directory.unwrap_or(0),
            "host" => self.host.unwrap_or(0),
            "time" => u64::from(self.any_time),
            _ => 0,
        }
    }
}

/// Arguments that are inputs. A test calls their number `n_args`, if it is not fixed, and each of them `arg00`, `arg01`, …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicArguments {
    /// The smallest number.
    pub fewest: u64,
    /// The largest number.
    pub most: u64,
    /// Most characters of each.
    pub length: u64,
}

/// Library functions that [`Start`] calls where they are there: roots when the models are linked.
pub const START_FUNCTIONS: [&str; 5] =
    [PROGRAM_END, DESTRUCTOR_REGISTRATION, HANDLER_RUN, FILE_SETUP, VARIABLE_SETUP];

/// What follows `main`. It is no function that a program may have, too.
const PROGRAM_END: &str = "lariat_end_program";

/// Registers a destructor.
const DESTRUCTOR_REGISTRATION: &str = "lariat_register_destructor";

/// Runs what `exit` runs, and comes back.
const HANDLER_RUN: &str = "lariat_run_exit_handlers";

/// Library functions that register what runs at the end.
const REGISTRATIONS: [&str; 3] = ["atexit", "on_exit", "__cxa_atexit"];

/// The names under which the C library has the list of environment variables.
const VARIABLE_LISTS: [&str; 2] = ["environ", "__environ"];

const VARIABLE_SETUP: &str = "lariat_setup_environment";

const FILE_SETUP: &str = "lariat_setup_symbolic_file";

/// Why a run cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// There is no `main`.
    #[error("the program has no function `main`; name one to start at with --entry")]
    NoMain,
    /// The function has no body.
    #[error("`{0}` is only declared: there is nothing to run")]
    NoBody(String),
    /// A parameter that the machine passes in a way nobody thought of.
    #[error("the parameter {parameter} of `{function}` is passed in a way that is not supported")]
    Passing {
        /// The function.
        function: String,
        /// The parameter.
        parameter: String,
    },
    /// `main` has parameters that are not those of C.
    #[error("`main` has parameters that are neither (void) nor (int, char **)")]
    StrangeMain,
    /// Files need their model.
    #[error("symbolic files, standard input and variables need the C library models")]
    NoFiles,
    /// More symbolic arguments at least than at most.
    #[error("at least {0} symbolic arguments and at most {1} are none")]
    NoArguments(u64, u64),
    /// The inputs do not fit.
    #[error("the inputs do not fit into the program's address space")]
    AddressSpace,
}

/// A value that a parameter of `lariat_start` gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StartValue {
    /// A number.
    Word(u64),
    /// The address of a text.
    Text(String),
    /// The address of a function.
    Function(FunctionId),
    /// `argc`.
    ArgumentCount,
    /// `argv`.
    ArgumentList,
    /// `envp`.
    EnvironmentList,
    /// A part of a parameter of the entry function: which, and bytes from its start.
    Piece { parameter: usize, offset: u64 },
    /// The address of a parameter of the entry function.
    Whole { parameter: usize },
    /// The address of memory for the entry function's result.
    Result { size: u64 },
    /// The address of a variable that is an input, by its number in the plan.
    Variable { number: usize },
    /// The address of what such a variable holds when the entry function is called.
    Content { number: usize },
}

/// A program with its start.
#[derive(Clone, Debug)]
pub struct Start {
    /// The added function, at which the run starts.
    pub function: FunctionId,
    /// What the user calls the start: `main`, or the entry function.
    pub entry: FunctionId,
    /// How the parameters of an entry function are made; none for a whole program.
    pub plan: Option<EntryPlan>,
    /// What a whole program finds.
    pub environment: Environment,
    pub(crate) values: Vec<(TypeId, StartValue)>,
}

impl Start {
    /// A start at `main`.
    ///
    /// # Errors
    /// If there is none, or if the environment needs what is not there.
    pub fn at_main(program: &mut Program, environment: Environment) -> Result<Start, StartError> {
        let main = program.function_named("main").ok_or(StartError::NoMain)?;
        if program.functions[main].body.is_none() {
            return Err(StartError::NoMain);
        }
        if let Some(SymbolicArguments { fewest, most, .. }) = environment.symbolic_arguments
            && fewest > most
        {
            return Err(StartError::NoArguments(fewest, most));
        }
        let mut builder = Builder::new(program);
        builder.set_up_files(&environment)?;
        let handlers = builder.register_destructors();
        builder.construct();
        let width_of = |ty: TypeId| builder.program.types.int_width(ty);
        let main_params = &builder.program.functions[main].params;
        if main_params.len() > 3
            || main_params.first().is_some_and(|param| width_of(param.ty) != Some(32))
        {
            return Err(StartError::StrangeMain);
        }
        let result = builder.call_with_arguments(main);
        builder.finish(result, handlers);
        let (function, values) = builder.build();
        Ok(Start { function, entry: main, plan: None, environment, values })
    }

    /// Whether a whole program looks at its arguments, but nobody said which there are: the places where it does, if they are
    /// known.
    pub fn fixes_arguments(&self, program: &Program) -> Option<Vec<LocationId>> {
        let is_declared = self.plan.is_some()
            || !self.environment.arguments.is_empty()
            || self.environment.symbolic_arguments.is_some();
        let body = program.functions[self.entry].body.as_ref().filter(|_| !is_declared)?;
        let is_argument = |operand: Operand| match operand.kind() {
            OperandKind::Value(value) => {
                matches!(body.values[value].definition, Definition::Param(0 | 1))
            }
            _ => false,
        };
        let mut places = Vec::new();
        let mut is_used = false;
        for inst in body.insts.keys() {
            let mut uses = false;
            body.for_each_operand(inst, |operand| uses |= is_argument(operand));
            if uses {
                is_used = true;
                places.extend(body.location(inst));
            }
        }
        for block in body.blocks.values() {
            if block.terminator.operand().is_some_and(is_argument) {
                is_used = true;
                places.extend(block.terminator_location);
            }
        }
        places.dedup();
        is_used.then_some(places)
    }

    /// Where the program reads the list of environment variables itself, in which only declared ones are. None if it does not.
    pub fn fixes_variables(&self, program: &Program) -> Option<Vec<LocationId>> {
        let is_list = |operand: Operand| {
            operand.constant().is_some_and(|constant| match program.constants.get(constant).data {
                ConstantData::Global { global, .. } => {
                    VARIABLE_LISTS.contains(&program.globals[global].name.as_str())
                }
                _ => false,
            })
        };
        let (mut is_used, mut places) = (false, Vec::new());
        for function in self.functions_behind(program) {
            let Some(body) = &program.functions[function].body else { continue };
            let is_parameter = |operand: Operand| {
                self.plan.is_none()
                    && function == self.entry
                    && operand.value().is_some_and(|value| {
                        matches!(body.values[value].definition, Definition::Param(2))
                    })
            };
            for inst in body.insts.keys() {
                let mut uses = false;
                body.for_each_operand(inst, |operand| {
                    uses |= is_list(operand) || is_parameter(operand);
                });
                if uses {
                    is_used = true;
                    places.extend(body.location(inst));
                }
            }
        }
        places.dedup();
        is_used.then_some(places)
    }

    /// The program's own functions that a run may come to.
    fn functions_behind(&self, program: &Program) -> Vec<FunctionId> {
        let mut found = vec![self.function];
        let mut next = 0;
        while let Some(function) = found.get(next).copied() {
            next += 1;
            let Some(body) = &program.functions[function].body else { continue };
            for call in body.calls.values() {
                let callees = match call.callee {
                    Callee::Direct(callee) => vec![callee],
                    Callee::Indirect(_) => address_taken(program),
                };
                for callee in callees {
                    if !found.contains(&callee) {
                        found.push(callee);
                    }
                }
            }
        }
        found.retain(|function| !program.functions[*function].library);
        found
    }

    /// What the plan of an entry function fixes, as far as the functions of a run can see it, and where.
    pub fn fixes_entry(&self, program: &Program) -> Vec<(Assumption, Vec<LocationId>)> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let mut fixed = Vec::new();
        let mut add = |what: String, instead: &str, places: Vec<LocationId>| {
            let instead = instead.to_owned();
            fixed.push((Assumption::Environment { what, instead }, places));
        };
        let start: Vec<LocationId> = program.functions[self.entry].location.into_iter().collect();
        let all: Vec<&ParameterPlan> = plan.parameters.iter().chain(&plan.globals).collect();
        let pointers: Vec<Vec<&PointerPlan>> =
            all.iter().map(|parameter| parameter.layout.pointers()).collect();
        let is_used = |number: usize| {
            let body = program.functions[self.entry].body.as_ref();
            let is_it = |value: lariat_program::ValueId| {
                body.is_some_and(|body| {
                    body.value_name(value) == Some(&plan.parameters[number].name)
                })
            };
            body.is_some_and(|body| {
                body.values.keys().any(|value| is_it(value) && body.is_used(value))
            })
        };
        let outer = (0..plan.parameters.len()).filter(|number| is_used(*number));
        let outer: Vec<&PointerPlan> =
            outer.filter_map(|number| pointers[number].first().copied()).collect();
        let is_pair = |list: &[&PointerPlan]| {
            (1..list.len()).any(|n| list[..n].iter().any(|other| are_compatible(other, list[n])))
        };
        let every: Vec<&PointerPlan> = pointers.concat();
        let may_alias = plan.parameters.iter().any(|parameter| {
            matches!(parameter.layout.leaves.as_slice(), [Leaf::Pointer(pointer)] if !pointer.aliases.is_empty())
        });
        if is_pair(&outer) && may_alias {
            let what = "no pointer argument pointed into the middle of another one's object";
            add(what.to_owned(), "", start.clone());
        } else if is_pair(&outer) {
            let what = "pointer arguments pointed to different objects";
            add(what.to_owned(), "--aliases lets them point to the same", start.clone());
        }
        if every.len() > outer.len() && is_pair(&every) {
            let what = "pointers behind arguments pointed to objects of their own";
            add(what.to_owned(), "", start);
        }
        let is_input = |global: GlobalId| {
            plan.globals.iter().any(|plan| plan.name == program.globals[global].name)
        };
        let mut read: BTreeMap<GlobalId, Vec<LocationId>> = BTreeMap::new();
        for function in self.functions_behind(program) {
            let Some(body) = &program.functions[function].body else { continue };
            for block in body.blocks.values() {
                for inst in block.insts() {
                    let stored_to = match body.inst(inst) {
                        Inst::Store { pointer, .. } => Some(pointer),
                        _ => None,
                    };
                    body.for_each_operand(inst, |operand| {
                        if Some(operand) != stored_to
                            && let Some(constant) = operand.constant()
                            && let ConstantData::Global { global, .. } =
                                program.constants.get(constant).data
                        {
                            let data = &program.globals[global];
                            let is_variable = !data.constant
                                && data.initializer.is_some()
                                && data.location.is_some();
                            if is_variable && !is_input(global) {
                                read.entry(global).or_default().extend(body.location(inst));
                            }
                        }
                    });
                }
            }
        }
        for (global, places) in read {
            let data = &program.globals[global];
            let name = data.source_name.as_ref().unwrap_or(&data.name);
            let instead = match plan.globals.is_empty() {
                true => "--symbolic-globals makes such variables inputs",
                false => "",
            };
            add(
                format!("the variable {name} started with its initial value, read"),
                instead,
                places,
            );
        }
        fixed
    }

    /// A start at a function whose parameters are inputs. Behind it comes what comes behind a `main` that calls it and
    /// returns 0, which is how it is replayed.
    ///
    /// # Errors
    /// If the function has no body, or a parameter that cannot be made.
    pub fn at_function(
        program: &mut Program,
        entry: FunctionId,
        limits: PlanLimits,
    ) -> Result<Start, StartError> {
        if program.functions[entry].body.is_none() {
            return Err(StartError::NoBody(program.functions[entry].name.clone()));
        }
        let plan = EntryPlan::new(program, &program.functions[entry], limits);
        for parameter in &plan.parameters {
            declare_callbacks(program, &parameter.layout);
        }
        let values = pieces(program, &program.functions[entry], &plan)?;
        let mut builder = Builder::new(program);
        let has_handlers = builder.may_have_handlers();
        let registered = has_handlers && builder.register_destructors();
        builder.construct();
        // Constructors see the initial values.
        if !builder.program.constructors.is_empty() {
            let sizes = plan.globals.iter().map(|global| global.layout.size);
            sizes.enumerate().for_each(|(number, size)| builder.fill(number, size));
        }
        let types: Vec<TypeId> =
            builder.program.functions[entry].params.iter().map(|param| param.ty).collect();
        let args =
            types.into_iter().zip(values).map(|(ty, value)| builder.param(ty, value)).collect();
        builder.call(entry, args);
        if has_handlers {
            builder.run_handlers(registered);
        }
        let (function, values) = builder.build();
        let environment = Environment::default();
        Ok(Start { function, entry, plan: Some(plan), environment, values })
    }
}

/// Adds a function without body for each function the entry function may be given: calling it ends the path with its name.
fn declare_callbacks(program: &mut Program, memory: &MemoryPlan) {
    for leaf in &memory.leaves {
        let Leaf::Pointer(pointer) = leaf else { continue };
        match &pointer.target {
            Target::Function { symbol } if program.function_named(symbol).is_none() => {
                let result = void(program);
                program.functions.push(Function {
                    name: symbol.clone(),
                    source_name: None,
                    result,
                    result_extension: None,
                    source_result: None,
                    params: Vec::new(),
                    source_params: Vec::new(),
                    variadic: true,
                    linkage: Linkage::External,
                    no_return: false,
                    library: true,
                    location: None,
                    body: None,
                });
            }
            Target::Elements { memory, .. } => declare_callbacks(program, memory),
            _ => {}
        }
    }
}

/// Where each parameter of the machine comes from. The ABI passes a struct whole by its address, or in pieces of registers.
fn pieces(
    program: &Program,
    function: &Function,
    plan: &EntryPlan,
) -> Result<Vec<StartValue>, StartError> {
    let unsupported = |parameter: &str| StartError::Passing {
        function: function.source_name.as_ref().unwrap_or(&function.name).clone(),
        parameter: parameter.to_owned(),
    };
    // Bytes of each parameter of the source that were passed already.
    let mut passed = vec![0u64; plan.parameters.len()];
    let mut values = Vec::new();
    for param in &function.params {
        if let Passing::Result { ty } = param.passing {
            values.push(StartValue::Result { size: program.types.info(ty).alloc_size });
            continue;
        }
        let by_name =
            param.name.as_ref().filter(|_| plan.from_source).and_then(|name| {
                plan.parameters.iter().position(|parameter| parameter.name == *name)
            });
        // One without name is the next that nothing was passed of.
        let next = || {
            (0..passed.len()).find(|index| {
                passed[*index] == 0
                    && plan.parameters[*index].layout.size > 0
                    && passed[*index + 1..].iter().all(|bytes| *bytes == 0)
            })
        };
        let index = by_name.or_else(next);
        let index = index.ok_or_else(|| unsupported(param.name.as_deref().unwrap_or("?")))?;
        let parameter = &plan.parameters[index];
        if let Passing::ByValue { .. } = param.passing {
            passed[index] = parameter.layout.size;
            values.push(StartValue::Whole { parameter: index });
            continue;
        }
        let info = program.types.info(param.ty);
        let offset = match (passed[index], program.target.pointer_bits) {
            (0, _) => 0,
            // On 64-bit targets each piece is one of the struct's two words.
            (_, 64) => 8,
            (bytes, _) => bytes.next_multiple_of(u64::from(info.align.max(1))),
        };
        if offset >= parameter.layout.size.max(1) {
            return Err(unsupported(&parameter.name));
        }
        passed[index] = offset + info.store_size;
        values.push(StartValue::Piece { parameter: index, offset });
    }
    match plan
        .parameters
        .iter()
        .zip(&passed)
        .find(|(plan, bytes)| plan.layout.size > 0 && **bytes == 0)
    {
        Some((parameter, _)) => Err(unsupported(&parameter.name)),
        None => Ok(values),
    }
}

fn void(program: &mut Program) -> TypeId {
    program.types.intern(TypeInfo { ty: Type::Void, alloc_size: 0, store_size: 0, align: 1 })
}

/// What a call passes on.
#[derive(Clone, Copy)]
enum Arg {
    Param(usize),
    Result(usize),
}

/// Makes `lariat_start`.
struct Builder<'p> {
    program: &'p mut Program,
    values: Vec<(TypeId, StartValue)>,
    calls: Vec<(FunctionId, Vec<Arg>)>,
    /// Copies of memory that come before the call of a number: the parameters with target, source and length.
    copies: Vec<(usize, [usize; 3])>,
    result: Option<usize>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p mut Program) -> Builder<'p> {
        Builder { program, values: Vec::new(), calls: Vec::new(), copies: Vec::new(), result: None }
    }

    /// A function of the library that has a body.
    fn defined(&self, name: &str) -> Option<FunctionId> {
        let id = self.program.function_named(name)?;
        let function = &self.program.functions[id];
        (function.library && function.body.is_some()).then_some(id)
    }

    fn param(&mut self, ty: TypeId, value: StartValue) -> Arg {
        let known = self.values.iter().position(|known| *known == (ty, value.clone()));
        Arg::Param(known.unwrap_or_else(|| {
            self.values.push((ty, value));
            self.values.len() - 1
        }))
    }

    fn call(&mut self, function: FunctionId, args: Vec<Arg>) -> usize {
        self.calls.push((function, args));
        self.calls.len() - 1
    }

    /// Calls a function with values for its parameters; those that the function does not have are left out.
    fn call_with(&mut self, function: FunctionId, values: Vec<StartValue>) -> usize {
        let types: Vec<TypeId> =
            self.program.functions[function].params.iter().map(|param| param.ty).collect();
        let args = types.into_iter().zip(values).map(|(ty, value)| self.param(ty, value)).collect();
        self.call(function, args)
    }

    /// Calls a function with the arguments of `main`.
    fn call_with_arguments(&mut self, function: FunctionId) -> usize {
        self.call_with(
            function,
            vec![StartValue::ArgumentCount, StartValue::ArgumentList, StartValue::EnvironmentList],
        )
    }

    fn set_up_files(&mut self, environment: &Environment) -> Result<(), StartError> {
        let mut files: Vec<(StartValue, u64)> = Vec::new();
        files.extend(environment.standard_input.map(|size| (StartValue::Word(0), size)));
        let named = environment.files.iter();
        files.extend(named.map(|(name, size)| (StartValue::Text(name.clone()), *size)));
        for (name, size) in files {
            let set_up = self.defined(FILE_SETUP).ok_or(StartError::NoFiles)?;
            self.call_with(set_up, vec![name, StartValue::Word(size), StartValue::Word(0)]);
        }
        if !environment.variables.is_empty() {
            let set_up = self.defined(VARIABLE_SETUP).ok_or(StartError::NoFiles)?;
            self.call_with(set_up, vec![StartValue::EnvironmentList]);
        }
        Ok(())
    }

    /// Destructors run behind the handlers that the program registers, so they are registered first. Whether that is done.
    fn register_destructors(&mut self) -> bool {
        let destructors = self.program.destructors.clone();
        let (Some(register), Some(_)) =
            (self.defined(DESTRUCTOR_REGISTRATION), self.defined(PROGRAM_END))
        else {
            return false;
        };
        for destructor in destructors.into_iter().rev() {
            self.call_with(register, vec![StartValue::Function(destructor)]);
        }
        true
    }

    /// Gives a variable the value that is an input, by its number in the plan.
    fn fill(&mut self, number: usize, size: u64) {
        let bits = self.program.target.pointer_bits;
        let bytes = u64::from(bits) / 8;
        let word = |ty| TypeInfo { ty, alloc_size: bytes, store_size: bytes, align: bits / 8 };
        let pointer = self.program.types.intern(word(Type::Pointer));
        let length = self.program.types.intern(word(Type::Int(bits)));
        let params = [
            (pointer, StartValue::Variable { number }),
            (pointer, StartValue::Content { number }),
            (length, StartValue::Word(size)),
        ];
        let first = self.values.len();
        self.values.extend(params);
        self.copies.push((self.calls.len(), [first, first + 1, first + 2]));
    }

    fn construct(&mut self) {
        for constructor in self.program.constructors.clone() {
            self.call_with_arguments(constructor);
        }
    }

    /// Whether something may run at the end: a destructor, or a handler that the program's own code can register. Nothing is
    /// added to programs without them.
    fn may_have_handlers(&self) -> bool {
        let program = &*self.program;
        let named = REGISTRATIONS.iter().filter_map(|name| program.function_named(name));
        let registers: Vec<FunctionId> =
            named.filter(|function| program.functions[*function].library).collect();
        let own = program.functions.values().filter(|function| !function.library);
        let mut calls =
            own.filter_map(|function| function.body.as_ref()).flat_map(|body| body.calls.values());
        !program.destructors.is_empty()
            || calls
                .any(|call| matches!(call.callee, Callee::Direct(to) if registers.contains(&to)))
            || address_taken(program).iter().any(|function| registers.contains(function))
    }

    /// Runs the handlers behind an entry function, and comes back, so that the path ends as it does without any.
    fn run_handlers(&mut self, registered: bool) {
        if !registered {
            for destructor in self.program.destructors.clone() {
                self.call_with(destructor, Vec::new());
            }
        }
        if let Some(run) = self.defined(HANDLER_RUN) {
            self.call_with(run, vec![StartValue::Word(0)]);
        }
    }

    /// What follows `main`.
    fn finish(&mut self, result: usize, handlers: bool) {
        if !handlers {
            for destructor in self.program.destructors.clone() {
                self.call_with(destructor, Vec::new());
            }
        }
        let main = self.calls[result].0;
        let is_int = self.program.types.int_width(self.program.functions[main].result) == Some(32);
        match self.defined(PROGRAM_END) {
            Some(exit) if is_int => {
                self.call(exit, vec![Arg::Result(result)]);
            }
            Some(exit) => {
                self.call_with(exit, vec![StartValue::Word(0)]);
            }
            None => self.result = is_int.then_some(result),
        }
    }

    fn build(self) -> (FunctionId, Vec<(TypeId, StartValue)>) {
        let Builder { program, values, calls, copies, result } = self;
        let mut body = Body::default();
        for (index, (ty, _)) in values.iter().enumerate() {
            let definition = Definition::Param(index as u32);
            body.values.push(ValueData { ty: *ty, definition, variable: None.into() });
        }
        let params = body.values.keys().map(Operand::from).collect::<Vec<_>>();
        let mut results: Vec<Option<Operand>> = Vec::new();
        for (number, (callee, args)) in calls.into_iter().enumerate() {
            for (_, [target, source, length]) in copies.iter().filter(|copy| copy.0 == number) {
                let inst = Inst::MemoryCopy {
                    target: params[*target],
                    source: params[*source],
                    length: params[*length],
                    may_overlap: false,
                    volatile: false,
                };
                body.insts.push(InstData { inst, result: None.into() });
            }
            let function = &program.functions[callee];
            let args: Vec<Operand> = args
                .iter()
                .filter_map(|arg| match arg {
                    Arg::Param(index) => params.get(*index).copied(),
                    Arg::Result(call) => results.get(*call).copied().flatten(),
                })
                .collect();
            let call = body.calls.push(Call {
                callee: Callee::Direct(callee),
                passing: function.params.iter().map(|param| param.passing).collect(),
                args,
                result: function.result,
                fixed_args: None,
                no_return: function.no_return,
                returns_twice: false,
            });
            let definition = Definition::Inst(InstId::new(body.insts.len()));
            let value = match program.types.get(function.result) {
                Type::Void => None,
                _ => Some(body.values.push(ValueData {
                    ty: function.result,
                    definition,
                    variable: None.into(),
                })),
            };
            body.insts.push(InstData { inst: Inst::Call(call), result: value.into() });
            results.push(value.map(Operand::from));
        }
        let returned = result.and_then(|call| results[call]);
        let ty = match returned {
            Some(value) => program.operand_type(&body, value),
            None => void(program),
        };
        let mut blocks: PrimaryMap<BlockId, Block> = PrimaryMap::new();
        blocks.push(Block {
            name: "entry".into(),
            labels: Vec::new(),
            phis: Vec::new(),
            first: InstId::new(0),
            end: InstId::new(body.insts.len()),
            terminator: Terminator::Return(returned),
            terminator_location: None,
            loop_hints: None,
        });
        body.blocks = blocks;
        let param = |ty: &TypeId| Param { ty: *ty, name: None, passing: Passing::Direct };
        let function = program.functions.push(Function {
            name: "lariat_start".into(),
            source_name: None,
            result: ty,
            result_extension: None,
            source_result: None,
            params: values.iter().map(|(ty, _)| param(ty)).collect(),
            source_params: Vec::new(),
            variadic: false,
            linkage: Linkage::Internal,
            no_return: false,
            library: true,
            location: None,
            body: Some(body),
        });
        (function, values)
    }
}
