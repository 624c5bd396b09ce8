//! Random C programs: loops, memory of all kinds, integer widths, pointers, recursion, calls through pointers, variable
//! arguments, and the C library.
//!
//! There are two kinds. One has no input; it does nothing undefined and prints a checksum. The other reads one or two bytes;
//! every condition on the way notes its outcome, so that what it prints tells the path, and it may do undefined things,
//! which the same program says itself when it is compiled natively (see `prelude.c`).

use crate::expressions::{Array, Expressions, LENGTH, Place, Scope};
use crate::library;
use crate::random::Random;
use crate::types::Type;

/// A generated program.
pub(crate) struct Program {
    pub(crate) text: String,
    /// Number of input bytes; none if it has no input.
    pub(crate) inputs: usize,
    /// Whether one path of the program can be several of the engine: library functions and pointers decide there.
    pub(crate) splits: bool,
}

struct Function {
    name: String,
    params: Vec<Type>,
}

struct Generator {
    expressions: Expressions,
    lines: Vec<String>,
    functions: Vec<Function>,
    globals: Scope,
    pointers: Vec<Place>,
    inputs: usize,
    locals: usize,
    splits: bool,
    /// The function being written, if it may call itself.
    current: Option<usize>,
}

/// A program without inputs.
pub(crate) fn concrete(seed: u64) -> Program {
    Generator::new(seed, 0).program()
}

/// A program with one or two bytes of input.
pub(crate) fn symbolic(seed: u64) -> Program {
    let inputs = 1 + usize::from(seed.is_multiple_of(3));
    Generator::new(seed, inputs).program()
}

const FIELDS: [(&str, u32, bool); 8] = [
    ("a", 8, true),
    ("b", 16, false),
    ("c", 32, true),
    ("d", 32, false),
    ("e", 64, true),
    ("g", 16, true),
    ("h", 64, false),
    ("k", 8, false),
];

impl Generator {
    fn new(seed: u64, inputs: usize) -> Generator {
        Generator {
            expressions: Expressions::new(Random::new(seed)),
            lines: Vec::new(),
            functions: Vec::new(),
            globals: Scope::default(),
            pointers: Vec::new(),
            inputs,
            locals: 0,
            splits: false,
            current: None,
        }
    }

    fn random(&mut self) -> &mut Random {
        &mut self.expressions.random
    }

    fn is_symbolic(&self) -> bool {
        self.inputs > 0
    }

    fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    fn program(mut self) -> Program {
        self.line(include_str!("prelude.c"));
        if self.is_symbolic() {
            let inputs = self.inputs;
            self.line(format!("enum {{ INPUTS = {inputs}, FUEL = 40 }};"));
            self.line("static u8 in[INPUTS];");
            let ty = Type { bits: 8, signed: false };
            for index in 0..inputs {
                self.globals.constants.push(Place { text: format!("in[{index}]"), ty });
            }
        }
        self.declare_globals();
        self.line(library::HELPERS);
        let most = if self.is_symbolic() { 2 } else { 4 };
        let functions = 1 + self.random().below(most);
        for number in 0..functions {
            self.function(number);
        }
        self.run();
        if self.is_symbolic() {
            self.line(include_str!("epilogue.c"));
        } else {
            self.line("int main(void)\n{\n    fuel = 3000;\n    reset();\n    run();");
            self.line(
                "    printf(\"%llx %llx\\n\", (unsigned long long)trace, (unsigned long long)sum);",
            );
            self.line("    return 0;\n}");
        }
        let text = self.lines.join("\n") + "\n";
        Program { text, inputs: self.inputs, splits: self.splits }
    }

    /// Variables, and a function that gives them their first values.
    fn declare_globals(&mut self) {
        let mut reset = vec!["static void reset(void)".to_owned(), "{".to_owned()];
        for number in 0..2 + self.random().below(4) {
            let ty = Type::any(self.random());
            let volatile = if self.random().percent(15) { "volatile " } else { "" };
            self.line(format!("static {volatile}{} g{number};", ty.name()));
            let value = self.first_value(ty);
            reset.push(format!("    g{number} = {value};"));
            self.globals.places.push(Place { text: format!("g{number}"), ty });
        }
        for number in 0..1 + self.random().below(2) {
            let ty = Type::any(self.random());
            let name = format!("a{number}");
            self.line(format!("static {} {name}[{LENGTH}];", ty.name()));
            let (first, step) = (self.first_value(ty), self.random().below(50));
            reset.push(format!(
                "    for (int i = 0; i < {LENGTH}; i++) {name}[i] = ({})((u64){first} + (u64)i * {step}u);",
                ty.name()
            ));
            self.globals.arrays.push(Array { name, ty });
        }
        let packed = if self.random().percent(40) { "__attribute__((packed)) " } else { "" };
        let (c, d, g, h) = (
            1 + self.random().below(32),
            1 + self.random().below(32),
            1 + self.random().below(16),
            1 + self.random().below(64),
        );
        self.line(format!(
            "struct {packed}S {{ i8 a; u16 b; i32 c : {c}; u32 d : {d}; i64 e; i16 g : {g}; u64 h : {h}; u8 k; }};"
        ));
        self.line("union U { u8 bytes[8]; u16 halves[4]; i32 words[2]; u64 all; };");
        self.line("static struct S s0, s1;\nstatic union U u0;");
        reset.push("    memset(&s0, 0, sizeof s0); memset(&s1, 0, sizeof s1); u0.all = 0x8180ff7f00010203u;".into());
        for (field, bits, signed) in FIELDS {
            let ty = Type { bits, signed };
            let value = self.first_value(ty);
            reset.push(format!("    s0.{field} = {value};"));
            self.globals.places.push(Place { text: format!("s0.{field}"), ty });
            if self.random().percent(30) {
                self.globals.places.push(Place { text: format!("s1.{field}"), ty });
            }
        }
        for (member, bits, signed) in [
            ("bytes[3]", 8, false),
            ("halves[1]", 16, false),
            ("words[1]", 32, true),
            ("all", 64, false),
        ] {
            let ty = Type { bits, signed };
            self.globals.places.push(Place { text: format!("u0.{member}"), ty });
        }
        self.globals
            .arrays
            .push(Array { name: "u0.bytes".into(), ty: Type { bits: 8, signed: false } });
        for number in 0..1 + self.random().below(2) {
            let array = self.random_array();
            self.line(format!("static {} *p{number};", array.ty.name()));
            reset.push(format!(
                "    p{number} = &{}[{}];",
                array.name,
                self.random().below(LENGTH)
            ));
            let place = Place { text: format!("p{number}"), ty: array.ty };
            self.globals.places.push(Place { text: format!("(*p{number})"), ty: array.ty });
            self.pointers.push(place);
        }
        reset.push("}".into());
        self.lines.extend(reset);
    }

    /// What a variable starts with. Much of a program depends on its inputs only if this does.
    fn first_value(&mut self, ty: Type) -> String {
        let name = ty.name();
        if !self.is_symbolic() || self.random().percent(40) {
            return ty.constant(self.random());
        }
        let count = self.inputs;
        let (input, factor) = (self.random().below(count), 1 + self.random().below(9));
        match self.random().below(4) {
            0 => format!("({name})in[{input}]"),
            1 => format!("({name})(i8)in[{input}]"),
            2 => format!("({name})(in[{input}] * {factor}u)"),
            _ => format!("({name})(in[{input}] >> {})", factor % 7),
        }
    }

    fn random_array(&mut self) -> Array {
        let count = self.globals.arrays.len();
        let index = self.random().below(count);
        self.globals.arrays[index].clone()
    }

    fn function(&mut self, number: usize) {
        let result = Type::any(self.random());
        let params: Vec<Type> =
            (0..1 + self.random().below(4)).map(|_| Type::any(self.random())).collect();
        let mut scope = self.globals.clone();
        let mut list = Vec::new();
        for (index, ty) in params.iter().enumerate() {
            list.push(format!("{} x{index}", ty.name()));
            scope.places.push(Place { text: format!("x{index}"), ty: *ty });
        }
        let name = format!("f{number}");
        self.line(format!("static {} {name}({})\n{{", result.name(), list.join(", ")));
        self.functions.push(Function { name, params });
        self.current = Some(number);
        let size = 1 + self.random().below(3);
        self.block(&scope, 2, size);
        self.current = None;
        let value = self.expressions.of(&scope, result, 2);
        self.line(format!("return {value};\n}}"));
    }

    fn run(&mut self) {
        self.line("static void run(void)\n{");
        let scope = self.globals.clone();
        let most = if self.is_symbolic() { 5 } else { 6 };
        let size = 4 + self.random().below(most);
        self.block(&scope, 3, size);
        for place in self.globals.places.clone() {
            self.line(format!("mix((u64){});", place.text));
        }
        for array in self.globals.arrays.clone() {
            self.line(format!("for (int i = 0; i < {LENGTH}; i++) mix((u64){}[i]);", array.name));
        }
        self.line("}");
    }

    fn block(&mut self, scope: &Scope, depth: usize, size: usize) {
        let mut scope = scope.clone();
        for _ in 0..size {
            if self.random().percent(25) {
                let ty = Type::any(self.random());
                self.locals += 1;
                let name = format!("l{}", self.locals);
                let value = self.expressions.of(&scope, ty, 2);
                self.line(format!("{} {name} = {value};", ty.name()));
                scope.places.push(Place { text: name, ty });
            }
            self.statement(&scope, depth);
        }
    }

    fn statement(&mut self, scope: &Scope, depth: usize) {
        // Statements with statements inside are less likely the deeper they are.
        let choice = self.random().below(if depth > 0 { 22 + depth } else { 17 });
        match choice {
            0..=4 => self.assignment(scope),
            5 | 6 => self.element(scope),
            7 => self.pointer(scope),
            8 | 9 => self.call(scope),
            10 => self.copy(scope),
            11 => self.library(scope),
            12 => self.heap(scope),
            13..=15 if self.is_symbolic() => self.risk(scope),
            13 => self.library(scope),
            14 | 15 => self.assignment(scope),
            16 => self.indirect_call(scope),
            17..=19 => self.branch(scope, depth),
            20 | 21 => self.counted_loop(scope, depth),
            22 => self.conditional_loop(scope, depth),
            23 => self.switch(scope, depth),
            _ => self.branch(scope, depth),
        }
    }

    fn assignment(&mut self, scope: &Scope) {
        let place = self.random().pick(&scope.places).clone();
        let value = self.expressions.of(scope, place.ty, 3);
        let text = place.text;
        match self.random().below(6) {
            0 => {
                let operator = *self.random().pick(&["^=", "|=", "&="]);
                self.line(format!("{text} {operator} {value};"));
            }
            1 if !place.ty.signed && place.ty.bits >= 32 => {
                let operator = *self.random().pick(&["+=", "-=", "*="]);
                self.line(format!("{text} {operator} {value};"));
            }
            2 if !place.ty.signed => {
                let operator = *self.random().pick(&["++", "--"]);
                self.line(format!("{text}{operator};"));
            }
            _ => self.line(format!("{text} = {value};")),
        }
    }

    fn element(&mut self, scope: &Scope) {
        let array = self.random().pick(&scope.arrays).clone();
        let index = self.expressions.of(scope, Type::INT, 2);
        let value = self.expressions.of(scope, array.ty, 2);
        self.line(format!("{}[({index}) & {}] = {value};", array.name, LENGTH - 1));
    }

    fn pointer(&mut self, scope: &Scope) {
        let pointers = self.pointers.clone();
        let pointer = self.random().pick(&pointers).clone();
        let arrays: Vec<Array> =
            scope.arrays.iter().filter(|array| array.ty == pointer.ty).cloned().collect();
        let array = self.random().pick(&arrays).clone();
        let index = self.expressions.of(scope, Type::INT, 2);
        let name = &pointer.text;
        match self.random().below(3) {
            0 => self.line(format!("{name} = {} + (({index}) & {});", array.name, LENGTH - 1)),
            1 => {
                let value = self.expressions.of(scope, pointer.ty, 2);
                self.line(format!("*{name} = {value};"));
            }
            _ => {
                // Where it points as a number, and the order of addresses.
                let first = &array.name;
                self.line(format!("{name} = &{first}[({index}) & {}];", LENGTH - 1));
                self.line(format!("mix((u64)({name} - {first})); mix({name} >= {first} + 3);"));
            }
        }
    }

    fn arguments(&mut self, scope: &Scope, params: &[Type]) -> String {
        let arguments: Vec<String> =
            params.iter().map(|ty| self.expressions.of(scope, *ty, 1)).collect();
        arguments.join(", ")
    }

    fn call(&mut self, scope: &Scope) {
        if self.functions.is_empty() {
            return self.assignment(scope);
        }
        // A function calls those before it, and itself.
        let callable = self.current.map_or(self.functions.len(), |current| current + 1);
        let index = self.random().below(callable);
        let params = self.functions[index].params.clone();
        let name = self.functions[index].name.clone();
        let arguments = self.arguments(scope, &params);
        let place = self.random().pick(&scope.places).clone();
        let recursive = self.current == Some(index);
        let call = format!("{} = ({}){name}({arguments});", place.text, place.ty.name());
        if recursive {
            self.line(format!("if (level < 3) {{ level++; {call} level--; }}"));
        } else {
            self.line(call);
        }
    }

    fn indirect_call(&mut self, scope: &Scope) {
        let index = self.expressions.of(scope, Type::INT, 1);
        let value = self.expressions.of(scope, Type::INT, 2);
        let place = self.random().pick(&scope.places).clone();
        // A call through a symbolic pointer splits by callee, which notes itself.
        self.line(format!(
            "{} = ({})operations[({index}) & 3]({value});",
            place.text,
            place.ty.name()
        ));
    }

    fn copy(&mut self, scope: &Scope) {
        let from = self.random().pick(&scope.arrays).clone();
        let to = self.random().pick(&scope.arrays).clone();
        let bytes = |array: &Array| LENGTH * array.ty.bits as usize / 8;
        let room = bytes(&from).min(bytes(&to));
        let size = 1 + self.random().below(room);
        match self.random().below(6) {
            0 => self.line(format!("memmove({}, {}, {size});", to.name, from.name)),
            1 => {
                let offset = self.random().below(room);
                let size = size.min(room - offset);
                self.line(format!(
                    "memmove((u8 *){} + {offset}, (u8 *){} + {}, {size});",
                    to.name,
                    from.name,
                    bytes(&from) - size
                ));
            }
            2 => {
                let value = self.expressions.of(scope, Type::INT, 2);
                self.line(format!("memset({}, {value}, {size});", to.name));
            }
            3 => self.line("s1 = s0;"),
            4 => {
                let value = self.expressions.of(scope, Type::WORD, 2);
                self.line(format!("s0 = changed(s1, {value});"));
            }
            // A number that lies across elements.
            _ => {
                let offset = self.random().below(bytes(&from) - 3);
                self.line(format!("mix(word_at((u8 *){} + {offset}));", from.name));
            }
        }
    }

    fn heap(&mut self, scope: &Scope) {
        let size = 1 + self.random().below(24);
        let larger = size + self.random().below(24);
        let (value, index) =
            (self.expressions.of(scope, Type::INT, 2), self.expressions.of(scope, Type::INT, 2));
        let make = if self.random().percent(50) { "calloc(1," } else { "malloc(" };
        self.line(format!(
            "{{ u8 *m = {make} {size}); memset(m, {value}, {size}); m = realloc(m, {larger}); \
             memset(m + {size}, 3, {}); m[(u32)({index}) % {size}u] ^= 0x55; \
             for (int i = 0; i < {larger}; i++) mix(m[i]); free(m); }}",
            larger - size
        ));
    }

    fn library(&mut self, scope: &Scope) {
        let symbolic = self.is_symbolic();
        let first = self.expressions.of(scope, Type::INT, 2);
        let second = self.expressions.of(scope, Type::WORD, 2);
        self.splits |= symbolic;
        let text = library::statement(self.random(), symbolic, &first, &second);
        self.line(text);
    }

    /// Something that may be undefined or fail. Its operands are variables, so that they can be named twice.
    fn risk(&mut self, scope: &Scope) {
        self.locals += 1;
        let (a, b) = (format!("q{}", self.locals), format!("r{}", self.locals));
        let choice = self.random().below(11);
        let narrow = Type { bits: 8, signed: false };
        let (left, right) = match choice {
            1 | 4 | 5 | 7 => {
                let left = self.expressions.of(scope, narrow, 2);
                (left, self.expressions.of(scope, Type::INT, 2))
            }
            _ => {
                let left = self.expressions.of(scope, Type::INT, 2);
                (left, self.expressions.of(scope, Type::INT, 2))
            }
        };
        let place = self.random().pick(&scope.places).clone();
        let ty = place.ty.name();
        let array = self.random_array();
        self.line(format!("i32 {a} = {left}, {b} = {right};"));
        let text = place.text;
        match choice {
            0 => {
                let operator = *self.random().pick(&["<", "!=", ">="]);
                self.line(format!("ASSERT({a} {operator} {b});"));
            }
            1 => {
                let operator = *self.random().pick(&["/", "%"]);
                self.line(format!("{text} = ({ty})DIVIDE({a}, {operator}, {b});"));
            }
            2 | 3 => {
                let function = *self.random().pick(&["ADD", "ADD", "SUBTRACT", "MULTIPLY"]);
                self.line(format!("{text} = ({ty}){function}({a}, {b});"));
            }
            4 => {
                self.line(format!("{text} = ({ty})ELEMENT(READ, {}, {a} % 11);", array.name));
            }
            6 => {
                let operator = *self.random().pick(&["<<", ">>"]);
                self.line(format!("{text} = ({ty})SHIFTED((u32){a}, {operator}, {b});"));
            }
            7 => {
                // Memory whose size depends on the input, or on nothing.
                let size =
                    if self.random().percent(50) { format!("({b} & 7) + 3") } else { "9".into() };
                self.splits = true;
                self.line(format!("{{ u32 z = (u32)({size}); u8 *m = calloc(z, 1);"));
                self.line(format!("BYTE(WRITE, m, z, {a} % 13) = 5;"));
                self.line(format!("{text} = ({ty})BYTE(READ, m, z, {b});"));
                self.line("free(m); }");
            }
            8 => {
                let condition = self.expressions.condition(scope, 2);
                self.line(format!("{{ i32 *m = {condition} ? &{a} : NULL;"));
                self.line(format!("{text} = ({ty})POINTED(m); }}"));
            }
            9 => {
                let condition = self.expressions.condition(scope, 2);
                self.line("{ int is_freed = 0; u8 *m = malloc(3); m[0] = 4;");
                self.line(format!("if ({condition}) {{ free(m); is_freed = 1; }}"));
                if self.random().percent(50) {
                    self.line(format!("{text} = ({ty})LIVING(m, is_freed);"));
                }
                self.line("FREE(m, is_freed); }");
            }
            10 => {
                let function = *self.random().pick(&["ADD", "SUBTRACT", "MULTIPLY"]);
                self.line(format!("i32 {a}{b} = {function}({a}, {b} >> 1);"));
                self.line(format!("ASSERT({a}{b} != 12);"));
                self.line(format!("{text} = ({ty})ELEMENT(READ, {}, {a}{b} & 15);", array.name));
            }
            _ => {
                let value = array.ty.name();
                self.line(format!("ELEMENT(WRITE, {}, {a} % 11) = ({value}){b};", array.name));
            }
        }
    }

    fn branch(&mut self, scope: &Scope, depth: usize) {
        let condition = self.expressions.condition(scope, 3);
        self.line(format!("if ({condition}) {{"));
        let size = 1 + self.random().below(2);
        self.block(scope, depth - 1, size);
        if self.random().percent(60) {
            self.line("} else {");
            self.block(scope, depth - 1, 1);
        }
        self.line("}");
    }

    fn counted_loop(&mut self, scope: &Scope, depth: usize) {
        self.locals += 1;
        let counter = format!("n{}", self.locals);
        let mut inner = scope.clone();
        inner.constants.push(Place { text: counter.clone(), ty: Type::INT });
        let most = if self.is_symbolic() { 4 } else { 12 };
        let most = 1 + self.random().below(most);
        let step = 1 + self.random().below(3);
        self.line(format!(
            "for (int {counter} = 0; {counter} < {most} && fuel-- > 0; {counter} += {step}) {{"
        ));
        let size = 1 + self.random().below(2);
        self.block(&inner, depth - 1, size);
        if self.random().percent(30) {
            let condition = self.expressions.condition(&inner, 2);
            let jump = *self.random().pick(&["break", "continue"]);
            self.line(format!("if ({condition}) {jump};"));
            self.block(&inner, 0, 1);
        }
        self.line("}");
    }

    fn conditional_loop(&mut self, scope: &Scope, depth: usize) {
        let condition = self.expressions.condition(scope, 2);
        if self.random().percent(50) {
            self.line(format!("while (fuel-- > 0 && {condition}) {{"));
            self.block(scope, depth - 1, 1);
            self.line("}");
        } else {
            self.line("do {");
            self.block(scope, depth - 1, 1);
            self.line(format!("}} while (fuel-- > 0 && {condition});"));
        }
    }

    fn switch(&mut self, scope: &Scope, depth: usize) {
        let ty = Type::any(self.random());
        let value = self.expressions.of(scope, ty, 2);
        let number = self.expressions.number();
        self.line(format!("switch ({value} & 7) {{"));
        let cases = 2 + self.random().below(4);
        for case in 0..cases {
            let label = case * 2 % 7;
            self.line(format!("case {label}: went({number}000 + {label});"));
            self.block(scope, depth - 1, 1);
            if self.random().percent(70) {
                self.line("break;");
            }
        }
        self.line(format!("default: went({number}000 + 9);"));
        self.block(scope, 0, 1);
        self.line("}");
    }
}
