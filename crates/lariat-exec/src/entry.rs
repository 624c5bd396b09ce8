//! The initial state: the values of what [`Start`] passes to the program.
//!
//! Buffers behind pointers of an entry function are on the heap, so that the function may free them; texts of the environment
//! are not. Each state must have a model of its conditions from the beginning, so whoever adds a condition here also
//! says which value fulfils it.

use std::sync::Arc;

use lariat_term::{ArrayValue, BitVec, Model, Sort, TermId, TermStore, Value as TermValue};
use rustc_hash::FxHashMap;

use crate::addresses::Holds;
use crate::engine::initial_state;
use crate::environment::{Start, StartError, StartValue, SymbolicArguments};
use crate::inputs;
use crate::machine::Machine;
use crate::memory::{Memory, Place, Region};
use crate::object::{Byte, Bytes, Ends, Origin, split};
use crate::plan::{ByteKind, Leaf, MemoryPlan, ParameterPlan, PointerPlan, Target};
use crate::state::{Input, State};
use crate::value::Value;

impl Start {
    /// The state at the start.
    ///
    /// # Errors
    /// If the inputs do not fit into the address space.
    pub fn state(&self, machine: &Machine) -> Result<State, StartError> {
        let mut maker = Maker::new(machine);
        maker.depth = self.plan.as_ref().map_or(0, |plan| plan.depth);
        let images = match &self.plan {
            Some(plan) => plan
                .parameters
                .iter()
                .map(|parameter| maker.memory_of(&parameter.layout, 1))
                .collect::<Result<Vec<_>, _>>()?,
            None => Vec::new(),
        };
        let constructs = !machine.program.constructors.is_empty();
        let mut variables = Vec::new();
        for global in self.plan.iter().flat_map(|plan| &plan.globals) {
            variables.push(maker.global(global, constructs)?);
        }
        let arguments = match &self.plan {
            Some(_) => None,
            None => Some(maker.arguments(self)?),
        };
        let mut values = Vec::with_capacity(self.values.len());
        for (ty, value) in &self.values {
            values.push(match value {
                StartValue::Word(word) => Value::Word(*word),
                StartValue::Text(text) => Value::Word(maker.text(text.as_bytes())?),
                StartValue::Function(function) => Value::Word(machine.function_address(*function)),
                StartValue::ArgumentCount => {
                    arguments.as_ref().map_or(Value::Word(0), |(count, _)| count.clone())
                }
                StartValue::ArgumentList => match &arguments {
                    Some((_, list)) => Value::Word(*list),
                    None => Value::Word(maker.list(&[])?),
                },
                StartValue::EnvironmentList => {
                    Value::Word(maker.variables(&self.environment.variables)?)
                }
                StartValue::Piece { parameter, offset } => {
                    inputs::typed(machine, &images[*parameter], *offset, *ty)
                }
                StartValue::Whole { parameter } => {
                    let image = &images[*parameter];
                    Value::Word(maker.object(Region::Static, image, None)?)
                }
                StartValue::Variable { number } => Value::Word(variables[*number].0),
                StartValue::Content { number } => Value::Word(variables[*number].1),
                StartValue::Result { size } => {
                    let bytes = vec![Byte::Uninitialised; *size as usize];
                    Value::Word(maker.object(Region::Static, &bytes, None)?)
                }
            });
        }
        let state = initial_state(machine, self.function, values);
        let mut state = state.ok_or_else(|| StartError::NoBody("lariat_start".into()))?;
        state.memory = maker.memory;
        state.inputs = maker.inputs;
        state.path = maker.path;
        state.model = Arc::new(maker.model);
        Ok(state)
    }
}

struct Maker<'m> {
    machine: &'m Machine,
    store: Arc<TermStore>,
    memory: Memory,
    inputs: Arc<Vec<Input>>,
    path: Vec<TermId>,
    model: Model,
    /// Pointers by their names.
    pointers: FxHashMap<String, Value>,
    /// How many pointers are followed one after the other.
    depth: u32,
}

impl<'m> Maker<'m> {
    fn new(machine: &'m Machine) -> Maker<'m> {
        Maker {
            machine,
            store: Arc::clone(&machine.store),
            memory: machine.initial_memory.clone(),
            inputs: Arc::default(),
            path: Vec::new(),
            model: Model::new(),
            pointers: FxHashMap::default(),
            depth: 0,
        }
    }

    fn bits(&self) -> u32 {
        self.machine.pointer_bits
    }

    fn require(&mut self, condition: TermId) {
        if self.store.as_bool(condition) != Some(true) {
            self.path.push(condition);
        }
    }

    /// Gives a variable its value in the model of the state.
    fn choose(&mut self, variable: TermId, value: u64) {
        if let [symbol] = self.store.free_vars(variable)[..] {
            let sort = self.store.symbol_sort(symbol);
            let chosen = |sort: Sort| TermValue::BitVec(BitVec::new(sort.width(), value));
            let chosen = match sort.array_parts() {
                // A large input is an array, and the variable one of its elements: all of them have the value.
                Some((index, element)) => {
                    TermValue::Array(ArrayValue::constant(index, chosen(element)))
                }
                None => chosen(sort),
            };
            self.model.set(&self.store, symbol, chosen);
        }
    }

    /// A new input that is a number of so many bytes between two bounds.
    fn number(&mut self, name: &str, bytes: u64, lowest: u64, highest: u64) -> TermId {
        let terms = inputs::add(self.machine, &mut self.inputs, name, &[bytes]);
        let width = bytes as u32 * 8;
        let term = inputs::whole(&self.store, &terms).unwrap_or(self.store.bv_const(width, lowest));
        self.require(self.store.bv_ule(self.store.bv_const(width, lowest), term));
        self.require(self.store.bv_ule(term, self.store.bv_const(width, highest)));
        self.choose(term, lowest);
        term
    }

    /// An object with this content. Gives its address.
    fn object(
        &mut self,
        region: Region,
        content: &[Byte],
        size: Option<TermId>,
    ) -> Result<u64, StartError> {
        let index = self.machine.pointer_sort();
        let mut bytes = Bytes::uninitialised(content.len() as u64);
        for (offset, byte) in content.iter().enumerate() {
            bytes.set_byte(&self.store, index, offset as u64, *byte);
        }
        let handle = self
            .memory
            .allocate(region, bytes, Origin::Input, true)
            .ok_or(StartError::AddressSpace)?;
        let object = self.memory.get_mut(handle).ok_or(StartError::AddressSpace)?;
        object.symbolic_size = size;
        object.holds = Holds::Aligned;
        Ok(object.base)
    }

    fn text(&mut self, text: &[u8]) -> Result<u64, StartError> {
        let content: Vec<Byte> = text.iter().copied().chain([0]).map(Byte::Concrete).collect();
        self.object(Region::Static, &content, None)
    }

    /// A list of addresses that ends with a null pointer.
    fn list(&mut self, addresses: &[Value]) -> Result<u64, StartError> {
        let bits = self.bits();
        let mut content = Vec::new();
        for address in addresses.iter().chain([&Value::Word(0)]) {
            content
                .extend(split(&self.store, address, bits, bits as usize / 8).unwrap_or_default());
        }
        self.object(Region::Static, &content, None)
    }

    /// `argc` and `argv`.
    fn arguments(&mut self, start: &Start) -> Result<(Value, u64), StartError> {
        let environment = &start.environment;
        let mut list = vec![Value::Word(self.text(environment.program_name.as_bytes())?)];
        for argument in &environment.arguments {
            list.push(Value::Word(self.text(argument.as_bytes())?));
        }
        let known = list.len() as u64;
        let Some(SymbolicArguments { fewest, most, length }) = environment.symbolic_arguments
        else {
            return Ok((Value::Word(known), self.list(&list)?));
        };
        let store = Arc::clone(&self.store);
        let bits = self.bits();
        let number = match fewest == most {
            true => store.bv_const(32, most),
            false => self.number("n_args", 4, fewest, most),
        };
        for index in 0..most {
            let name = format!("arg{index:02}");
            let units = inputs::equal_units(length, 1);
            let mut terms = inputs::add(self.machine, &mut self.inputs, &name, &units);
            terms.push(store.bv_const(8, 0));
            self.rewrite_last(&terms);
            let content = inputs::contents(&store, &terms);
            let base = self.object(Region::Static, &content, None)?;
            let is_there = store.bv_ult(store.bv_const(32, index), number);
            let pointer = store.ite(is_there, store.bv_const(bits, base), store.bv_const(bits, 0));
            list.push(Value::from_term(&store, pointer));
        }
        let count = store.bv_add(number, store.bv_const(32, known));
        Ok((Value::from_term(&store, count), self.list(&list)?))
    }

    /// The list of environment variables.
    fn variables(&mut self, variables: &[(String, u64)]) -> Result<u64, StartError> {
        let mut list = Vec::new();
        for (name, length) in variables {
            let units = inputs::equal_units(*length, 1);
            let input = format!("env:{name}");
            let mut terms = inputs::add(self.machine, &mut self.inputs, &input, &units);
            terms.push(self.store.bv_const(8, 0));
            self.rewrite_last(&terms);
            let start = name.bytes().chain([b'=']).map(Byte::Concrete);
            let content: Vec<Byte> = start.chain(inputs::contents(&self.store, &terms)).collect();
            list.push(Value::Word(self.object(Region::Static, &content, None)?));
        }
        self.list(&list)
    }

    /// Says what the bytes of the input made last really are.
    fn rewrite_last(&mut self, bytes: &[TermId]) {
        if let Some(input) = Arc::make_mut(&mut self.inputs).last_mut() {
            input.bytes = bytes.to_vec();
        }
    }

    /// The content of memory as a plan has it; buffers are made of variables of `unit` bytes.
    fn memory_of(&mut self, plan: &MemoryPlan, unit: u64) -> Result<Vec<Byte>, StartError> {
        let mut content = vec![Byte::Concrete(0); plan.size as usize];
        let mut put = |offset: u64, bytes: &[Byte]| {
            for (position, byte) in bytes.iter().enumerate() {
                if let Some(place) = content.get_mut(offset as usize + position) {
                    *place = *byte;
                }
            }
        };
        for leaf in &plan.leaves {
            match leaf {
                Leaf::Bytes { name, offset, size, kind } => {
                    let units = match kind {
                        ByteKind::Integer | ByteKind::Float => vec![*size],
                        ByteKind::Bool => inputs::equal_units(*size, 1),
                        ByteKind::Block => inputs::equal_units(*size, unit),
                    };
                    let terms = inputs::add(self.machine, &mut self.inputs, name, &units);
                    if *kind == ByteKind::Bool {
                        for term in &terms {
                            self.require(self.store.bv_ule(*term, self.store.bv_const(8, 1)));
                        }
                    }
                    put(*offset, &inputs::contents(&self.store, &terms));
                }
                Leaf::Pointer(pointer) => {
                    let value = self.pointer(pointer)?;
                    let bits = self.bits();
                    let bytes = split(&self.store, &value, bits, bits as usize / 8);
                    put(pointer.offset, &bytes.unwrap_or_default());
                }
            }
        }
        Ok(content)
    }

    /// A variable outside of functions that is an input.
    /// Makes a variable an input. If it gets its value later, a copy of it is made. Returns the addresses of both.
    fn global(&mut self, plan: &ParameterPlan, later: bool) -> Result<(u64, u64), StartError> {
        let content = self.memory_of(&plan.layout, 1)?;
        let index = self.machine.pointer_sort();
        let global = self.machine.program.global_named(&plan.name);
        let handle = global.and_then(|global| self.machine.global_handle(global));
        let ends = self.ends(&plan.layout);
        let copy = if later { self.object(Region::Static, &content, None)? } else { 0 };
        let mut address = 0;
        if let Some(object) = handle.and_then(|handle| self.memory.get_mut(handle)) {
            if !later {
                for (offset, byte) in content.iter().enumerate() {
                    object.bytes.set_byte(&self.store, index, offset as u64, *byte);
                }
                object.holds = Holds::Aligned;
            }
            object.ends = ends;
            address = object.base;
        }
        Ok((address, copy))
    }

    fn ends(&self, plan: &MemoryPlan) -> Option<Arc<Ends>> {
        let (offsets, depth) = (plan.ends(), self.depth);
        (!offsets.is_empty()).then(|| Arc::new(Ends { offsets, depth }))
    }

    /// A pointer with what it points to.
    fn pointer(&mut self, pointer: &PointerPlan) -> Result<Value, StartError> {
        let value = self.new_pointer(pointer)?;
        self.pointers.insert(pointer.name.clone(), value.clone());
        Ok(value)
    }

    fn new_pointer(&mut self, pointer: &PointerPlan) -> Result<Value, StartError> {
        let store = Arc::clone(&self.store);
        let bits = self.bits();
        let name = &pointer.name;
        let null = pointer.may_be_null.then(|| {
            let flag = self.number(&format!("{name}.null"), 1, 0, 1);
            store.eq(flag, store.bv_const(8, 1))
        });
        let alias = (!pointer.aliases.is_empty())
            .then(|| self.number(&format!("{name}.alias"), 1, 0, pointer.aliases.len() as u64));
        let base = match &pointer.target {
            Target::Null => return Ok(Value::Word(0)),
            Target::Function { symbol } => {
                let function = self.machine.program.function_named(symbol);
                function.map_or(0, |function| self.machine.function_address(function))
            }
            Target::Elements { element_size, fewest, most, memory } => {
                let length = (fewest != most).then(|| {
                    self.number(&format!("{name}.length"), u64::from(bits / 8), *fewest, *most)
                });
                let content = self.memory_of(memory, *element_size)?;
                let size =
                    length.map(|length| store.bv_mul(length, store.bv_const(bits, *element_size)));
                let base = self.object(Region::Heap, &content, size)?;
                let ends = self.ends(memory);
                if let Place::Inside(handle) = self.memory.find(base)
                    && let Some(object) = self.memory.get_mut(handle)
                {
                    object.ends = ends;
                }
                base
            }
            Target::Text { most, no_zero_inside } => {
                self.characters(name, *most, *no_zero_inside)?
            }
        };
        let mut value = store.bv_const(bits, base);
        for (number, other) in pointer.aliases.iter().enumerate() {
            let other = self.pointers.get(other).and_then(|other| other.bits(&store, bits));
            if let (Some(alias), Some(other)) = (alias, other) {
                let is_it = store.eq(alias, store.bv_const(8, number as u64 + 1));
                value = store.ite(is_it, other, value);
            }
        }
        if let Some(null) = null {
            value = store.ite(null, store.bv_const(bits, 0), value);
        }
        Ok(Value::from_term(&store, value))
    }

    /// A text of any length. Its end is part of each character and not a condition of its own: a path on which a character is
    /// not zero then knows that the text is longer, and characters that it has not looked at stay out of its questions.
    fn characters(
        &mut self,
        name: &str,
        most: u64,
        no_zero_inside: bool,
    ) -> Result<u64, StartError> {
        let store = Arc::clone(&self.store);
        let bits = self.bits();
        let length = self.number(&format!("{name}.length"), u64::from(bits / 8), 0, most);
        let units = inputs::equal_units(most, 1);
        let mut terms = inputs::add(self.machine, &mut self.inputs, name, &units);
        let zero = store.bv_const(8, 0);
        for (index, term) in terms.iter_mut().enumerate() {
            if no_zero_inside {
                self.require(store.ne(*term, zero));
                self.choose(*term, u64::from(b'a'));
            }
            let ended = store.bv_ule(length, store.bv_const(bits, index as u64));
            *term = store.ite(ended, zero, *term);
        }
        terms.push(zero);
        self.rewrite_last(&terms);
        let size = store.bv_add(length, store.bv_const(bits, 1));
        let content = inputs::contents(&store, &terms);
        self.object(Region::Heap, &content, Some(size))
    }
}
