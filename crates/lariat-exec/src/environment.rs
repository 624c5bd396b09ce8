//! Where a run starts.
//!
//! Before `main` there is work to do: the models set up symbolic files, constructors run; behind it handlers and destructors
//! do. All of it is the program's own code or the models', so it is executed like the rest: a function `lariat_start` is
//! added to the program that calls everything in order, as the start-up code of a C library does. What it passes on (the
//! arguments of `main`, names of files, the parameters of an entry function) are its own parameters, and the initial state
//! (`entry.rs`) gives them their values.

use cranelift_entity::{EntityRef, PrimaryMap};
use lariat_program::{
    Block, BlockId, Body, Call, Callee, Definition, Function, FunctionId, Inst, InstData, InstId,
    Linkage, LocationId, Operand, OperandKind, Param, Passing, Program, Terminator, Type, TypeId,
    TypeInfo, ValueData,
};

use crate::plan::{EntryPlan, Leaf, MemoryPlan, PlanLimits, Target};

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
pub const START_FUNCTIONS: [&str; 3] = ["exit", "atexit", FILE_SETUP];

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
    #[error("symbolic files and standard input need the C library models")]
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

    /// A start at a function whose parameters are inputs.
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
        builder.construct();
        let types: Vec<TypeId> =
            builder.program.functions[entry].params.iter().map(|param| param.ty).collect();
        let args =
            types.into_iter().zip(values).map(|(ty, value)| builder.param(ty, value)).collect();
        builder.call(entry, args);
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
    result: Option<usize>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p mut Program) -> Builder<'p> {
        Builder { program, values: Vec::new(), calls: Vec::new(), result: None }
    }

    /// A function of this name that has a body.
    fn defined(&self, name: &str) -> Option<FunctionId> {
        let function = self.program.function_named(name)?;
        self.program.functions[function].body.is_some().then_some(function)
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
        Ok(())
    }

    /// Destructors run behind the handlers that the program registers, so they are registered first. Whether that is done.
    fn register_destructors(&mut self) -> bool {
        let destructors = self.program.destructors.clone();
        let (Some(register), Some(_)) = (self.defined("atexit"), self.defined("exit")) else {
            return false;
        };
        for destructor in destructors.into_iter().rev() {
            self.call_with(register, vec![StartValue::Function(destructor)]);
        }
        true
    }

    fn construct(&mut self) {
        for constructor in self.program.constructors.clone() {
            self.call_with_arguments(constructor);
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
        match self.defined("exit") {
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
        let Builder { program, values, calls, result } = self;
        let mut body = Body::default();
        for (index, (ty, _)) in values.iter().enumerate() {
            let definition = Definition::Param(index as u32);
            body.values.push(ValueData { ty: *ty, definition, variable: None.into() });
        }
        let params = body.values.keys().map(Operand::from).collect::<Vec<_>>();
        let mut results: Vec<Option<Operand>> = Vec::new();
        for (callee, args) in calls {
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
