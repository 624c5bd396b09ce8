//! Random C programs that are mostly loops, with few inputs of few values, so that all of them can be tried.
//!
//! Loops are nested, have several paths and exits, count with narrow types that wrap, with steps that are negative or zero, read and write
//! arrays and globals, walk with pointers, call functions with loops of their own, and read inputs. Nothing is undefined: arithmetic is
//! unsigned or wraps, indexes are masked. The natively compiled program counts its iterations and stops after many; what is given to the
//! engine does not count, as that would change its loops.

use crate::random::Random;

/// Inputs read first, how many values each has, inputs read in loops at most, how many values each has.
const INPUTS: usize = 2;
const LARGE: usize = 8;
const READS: usize = 4;
const SMALL: usize = 4;

/// Iterations of a native run.
const FUEL: usize = 3000;

const TYPES: [&str; 7] = ["u8", "u8", "u16", "u32", "i32", "i8", "i16"];

struct Generator {
    random: Random,
    lines: Vec<String>,
    depth: usize,
    /// Variables that can be read and written here.
    variables: Vec<String>,
    /// Counters of the loops around, which are read.
    counters: Vec<String>,
    /// Whether there is a pointer to walk with.
    walks: bool,
    loops: usize,
    names: usize,
    helpers: usize,
    reads: bool,
    /// Statements that may still be written.
    budget: usize,
}

/// The program of a seed.
pub(crate) fn program(seed: u64) -> String {
    Generator {
        random: Random::new(seed),
        lines: Vec::new(),
        depth: 1,
        variables: Vec::new(),
        counters: Vec::new(),
        walks: false,
        loops: 0,
        names: 0,
        helpers: 0,
        reads: false,
        budget: 0,
    }
    .program()
}

impl Generator {
    fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.depth), text.as_ref()));
    }

    fn program(mut self) -> String {
        self.lines.push(format!(
            "enum {{ INPUTS = {INPUTS}, LARGE = {LARGE}, READS = {READS}, SMALL = {SMALL}, FUEL = {FUEL} }};"
        ));
        self.lines.push(include_str!("loops_prelude.c").to_owned());
        let (first, second) = (self.ty(), self.ty());
        self.lines.push(format!("static {first} g;\nstatic {second} h;\nstatic u8 reads;"));
        let global = *self.random.pick(&["u8", "u16", "i32"]);
        self.lines.push(format!("static {global} shared[8];"));
        self.lines.push("static void (*volatile other)(void) = bad;".to_owned());
        // Natively there are only so many inputs to try. The engine's program ends there too, or it goes on.
        let limit = match self.random.percent(50) {
            true => "if (reads++ >= READS) leave();",
            false => {
                "\n#ifdef NATIVE\n    if (reads++ >= READS) longjmp(end, OUT_OF_FUEL);\n#endif"
            }
        };
        self.lines
            .push(format!("static u8 more(void)\n{{\n    {limit}\n    return input(SMALL);\n}}"));
        self.lines.push(
            "static void reset(void)\n{\n    g = 0; h = 0; reads = 0;\n    for (int i = 0; i < 8; i++) shared[i] = 0;\n}"
                .to_owned(),
        );
        for _ in 0..self.random.below(3) {
            self.helper();
        }
        self.run();
        self.lines.push(include_str!("loops_epilogue.c").to_owned());
        self.lines.join("\n")
    }

    fn ty(&mut self) -> &'static str {
        TYPES[self.random.below(TYPES.len())]
    }

    fn helper(&mut self) {
        let number = self.helpers;
        let (result, param) = (self.ty(), self.ty());
        self.lines.push(format!("static {result} f{number}({param} a, u8 b)\n{{"));
        let ty = self.ty();
        let start = self.random.below(3);
        self.line(format!("{ty} c = {start};"));
        self.variables = ["a", "c", "g", "h"].map(str::to_owned).to_vec();
        self.counters = vec!["b".to_owned()];
        self.reads = self.random.percent(30);
        self.budget = 3 + self.random.below(4);
        if self.random.percent(70) {
            self.iterate(2);
        } else {
            self.statements(2);
        }
        let value = self.value(2);
        self.line(format!("return {value};"));
        self.lines.push("}".to_owned());
        self.helpers += 1;
    }

    fn run(&mut self) {
        self.lines.push("static void run(void)\n{".to_owned());
        self.line("u8 n = input(LARGE), m = input(LARGE);");
        self.variables = ["g", "h"].map(str::to_owned).to_vec();
        for name in ["x", "y", "z"] {
            let ty = self.ty();
            let start = self.random.below(4);
            self.line(format!("{ty} {name} = {start};"));
            self.variables.push(name.to_owned());
        }
        let element = *self.random.pick(&["u8", "u16", "u32"]);
        let start = self.random.below(5);
        self.line(format!("{element} own[8] = {{ {start} }};"));
        self.line(format!("{element} *p = own;"));
        self.counters = vec!["n".to_owned(), "m".to_owned()];
        self.walks = true;
        self.reads = self.random.percent(50);
        self.budget = 6 + self.random.below(12);
        for _ in 0..1 + self.random.below(2) {
            self.iterate(3);
            if self.random.percent(30) {
                self.statement(1);
            }
        }
        if self.helpers > 0 && self.random.percent(60) {
            let function = self.random.below(self.helpers);
            self.line(format!("y += f{function}(x, n & 3);"));
        }
        if self.random.percent(30) {
            self.goal();
        }
        let value = *self.random.pick(&[
            "x",
            "y",
            "z",
            "g",
            "h",
            "x + 3 * y",
            "x ^ y << 3 ^ z << 6",
            "g + 5 * h + 7 * x",
        ]);
        self.line(format!("AIM({value}, BAD);"));
        self.lines.push("}".to_owned());
    }

    fn constant(&mut self) -> String {
        let most = *self.random.pick(&[3, 6, 10, 10, 20, 300]);
        self.random.below(most).to_string()
    }

    fn read(&mut self) -> String {
        let all = self.variables.len() + self.counters.len();
        let number = self.random.below(all);
        match self.variables.get(number) {
            Some(name) => name.clone(),
            None => self.counters[number - self.variables.len()].clone(),
        }
    }

    fn element(&mut self) -> String {
        let index = self.read();
        let index = match self.random.below(4) {
            0 => format!("{index} + {}", self.random.below(8)),
            1 => format!("7 - {index}"),
            _ => index,
        };
        let array = if self.walks && self.random.percent(50) { "own" } else { "shared" };
        match self.random.below(if self.walks { 6 } else { 5 }) {
            0 => format!("{array}[{}]", self.random.below(8)),
            5 => "*p".to_owned(),
            _ => format!("{array}[({index}) & 7]"),
        }
    }

    fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(6) {
                0 | 1 => self.constant(),
                2 => self.element(),
                _ => self.read(),
            };
        }
        let a = self.value(depth - 1);
        match self.random.below(12) {
            0 if self.helpers > 0 && depth > 1 => {
                let function = self.random.below(self.helpers);
                let b = self.value(0);
                format!("f{function}({a}, ({b}) & 3)")
            }
            0 if self.reads => "more()".to_owned(),
            1 | 2 => format!("({a} + {})", self.value(0)),
            3 => format!("({a} - {})", self.value(0)),
            4 => format!("({a} * {}u)", 1 + self.random.below(4)),
            5 => format!("({a} ^ {})", self.value(0)),
            6 => format!("({a} & {})", 1 + self.random.below(15)),
            7 => format!("({} ? {a} : {})", self.condition(0), self.value(0)),
            _ => self.value(0),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.percent(25) {
            let both = *self.random.pick(&["&&", "||"]);
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            return format!("({a} {both} {b})");
        }
        let comparison = *self.random.pick(&["<", "<", "<=", ">", "==", "!=", ">="]);
        let a = match self.random.below(8) {
            0 => self.element(),
            1 => format!("({} & {})", self.read(), 1 + self.random.below(3)),
            2 if self.reads => "more()".to_owned(),
            3 => self.value(1),
            _ => self.read(),
        };
        let b = if self.random.percent(60) { self.constant() } else { self.read() };
        format!("{a} {comparison} {b}")
    }

    fn statements(&mut self, nesting: usize) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(nesting);
        }
    }

    fn block(&mut self, nesting: usize) {
        self.depth += 1;
        self.statements(nesting);
        self.depth -= 1;
    }

    fn statement(&mut self, nesting: usize) {
        if self.budget == 0 {
            return self.assignment();
        }
        self.budget -= 1;
        match self.random.below(20) {
            0..=2 if nesting > 0 => self.iterate(nesting),
            3..=5 => {
                let condition = self.condition(1);
                self.line(format!("if ({condition}) {{"));
                self.block(nesting);
                if self.random.percent(50) {
                    self.line("} else {");
                    self.block(nesting);
                }
                self.line("}");
            }
            6 if self.loops > 0 => {
                let condition = self.condition(1);
                let way = *self.random.pick(&["break", "continue", "break"]);
                self.line(format!("if ({condition}) {way};"));
            }
            7 if self.random.percent(25) => {
                let condition = self.condition(1);
                let way = *self.random.pick(&["leave()", "leave()", "return"]);
                let way = if way == "return" && !self.walks { "return c" } else { way };
                self.line(format!("if ({condition}) {way};"));
            }
            8 if self.random.percent(60) => self.goal(),
            9 => self.switch(),
            10 if self.walks => self.walk(),
            11 | 12 => {
                let (place, value) = (self.element(), self.value(1));
                self.line(format!("{place} = {value};"));
            }
            13 if self.reads => {
                let variables = self.variables.clone();
                let variable = self.random.pick(&variables).clone();
                self.line(format!("{variable} = more();"));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let variables = self.variables.clone();
        let variable = self.random.pick(&variables).clone();
        match self.random.below(8) {
            0 | 1 => self.line(format!("{variable}++;")),
            2 => {
                let step = self.constant();
                self.line(format!("{variable} += {step};"));
            }
            3 => {
                let step = self.random.below(4);
                self.line(format!("{variable} -= {step};"));
            }
            4 => {
                let value = self.constant();
                self.line(format!("{variable} = {value};"));
            }
            5 => {
                let other = self.read();
                self.line(format!("{variable} += {other};"));
            }
            _ => {
                let value = self.value(2);
                self.line(format!("{variable} = {value};"));
            }
        }
    }

    /// Something that loops often do.
    fn idiom(&mut self) {
        let variables = self.variables.clone();
        let (a, b) = (self.random.pick(&variables).clone(), self.random.pick(&variables).clone());
        let value = if self.reads && self.random.percent(70) {
            "more()".to_owned()
        } else {
            self.element()
        };
        let small = self.random.below(3);
        let text = match self.random.below(6) {
            0 => format!("if ({value} == {small}) {a}++;"),
            1 => format!("{a} += {value};"),
            2 => format!("{{ u8 now = {value}; if (now != {b}) {a}++; {b} = now; }}"),
            3 => format!("if ({value} > {small}) {a}++; else {b}++;"),
            4 => format!("if ({a} < {b}) {a} = {b}; {b} = {value};"),
            _ => format!("{{ u8 now = {value}; if (now == {small}) break; {a} += now; }}"),
        };
        if self.loops > 0 || !text.contains("break") {
            self.line(text);
        }
    }

    /// A variable that was an input.
    fn input(&mut self) -> String {
        match (self.walks, self.random.below(2)) {
            (true, 0) => "n".to_owned(),
            (true, _) => "m".to_owned(),
            (false, _) => "b".to_owned(),
        }
    }

    fn switch(&mut self) {
        let value = self.read();
        self.line(format!("switch ({value}) {{"));
        for case in 0..1 + self.random.below(3) {
            self.line(format!("case {case}:"));
            // What follows is inside of the switch, and `break` means the switch.
            self.depth += 1;
            self.assignment();
            if self.random.percent(70) {
                self.line("break;");
            }
            self.depth -= 1;
        }
        self.line("default:");
        self.depth += 1;
        self.assignment();
        self.depth -= 1;
        self.line("}");
    }

    /// The pointer stays inside of the array.
    fn walk(&mut self) {
        let step = match self.random.below(6) {
            0 => "if (p != own) p--;",
            1 => "p = own;",
            2 => "p = own + (n & 7);",
            _ => "if (p != own + 7) p++;",
        };
        self.line(step);
    }

    fn goal(&mut self) {
        let a = self.read();
        let value = match self.random.below(6) {
            0 => format!("{a} + 3 * {}", self.read()),
            1 => format!("{a} ^ {} << 3", self.read()),
            2 => self.element(),
            3 => self.value(1),
            _ => a,
        };
        let call = *self.random.pick(&["BAD", "BAD", "BAD", "bad()", "other()"]);
        let aim = format!("AIM({value}, {call});");
        if self.random.percent(40) {
            let condition = self.condition(1);
            self.line(format!("if ({condition}) {aim}"));
        } else {
            self.line(aim);
        }
    }

    /// A loop. At most so many loops are inside of each other.
    fn iterate(&mut self, nesting: usize) {
        let number = self.names;
        self.names += 1;
        let kept = (self.variables.len(), self.counters.len());
        self.loops += 1;
        match self.random.below(10) {
            0..=4 => self.counting(number, nesting),
            5 | 6 => {
                let (condition, step) = self.advancing();
                self.line(format!("while ({condition}) {{"));
                self.body(nesting);
                self.line(format!("    {step}"));
                self.line("}");
            }
            7 => {
                let (condition, step) = self.advancing();
                self.line("do {");
                self.body(nesting);
                self.line(format!("    {step}"));
                self.line(format!("}} while ({condition});"));
            }
            8 => {
                let (condition, step) = self.advancing();
                self.line("for (;;) {");
                self.body(nesting);
                self.line(format!("    {step}"));
                self.line(format!("    if (!({condition})) break;"));
                self.line("}");
            }
            _ => self.jumping(number, nesting),
        }
        self.loops -= 1;
        self.variables.truncate(kept.0);
        self.counters.truncate(kept.1);
    }

    /// The condition of a loop that ends sooner or later unless its body prevents it, and the step that does it.
    fn advancing(&mut self) -> (String, String) {
        let variables = self.variables.clone();
        let variable = self.random.pick(&variables).clone();
        let (bound, other) = (self.constant(), self.condition(0));
        let condition = match self.random.below(6) {
            0 => self.condition(1),
            1 => format!("{variable} < {bound} && {other}"),
            2 => format!("{variable} != {bound}"),
            3 => format!("{variable} <= {}", self.read()),
            _ => format!("{variable} < {bound}"),
        };
        (condition, format!("{variable} += {};", 1 + self.random.below(2)))
    }

    fn body(&mut self, nesting: usize) {
        self.depth += 1;
        self.line("TICK;");
        if self.random.percent(40) {
            self.idiom();
        }
        self.depth -= 1;
        self.block(nesting - 1);
    }

    fn counting(&mut self, number: usize, nesting: usize) {
        let ty = self.ty();
        let name = format!("i{number}");
        let bound = match self.random.below(10) {
            0 | 1 => self.constant(),
            2 | 3 => self.read(),
            4 if self.walks => "n + m".to_owned(),
            _ => self.input(),
        };
        let down = self.random.percent(25);
        let start = match (down, self.random.below(4)) {
            (false, 0) => self.read(),
            (false, _) => self.random.below(4).to_string(),
            (true, 0) => self.constant(),
            (true, 1) => self.read(),
            (true, _) => self.input(),
        };
        let step = match self.random.below(8) {
            0 => 2,
            1 => 3,
            2 => 5,
            _ => 1,
        };
        let step = match (down, self.random.below(10)) {
            (false, 0) => format!("{name} += {}", self.read()),
            (true, _) => format!("{name} -= {step}"),
            (false, _) => format!("{name} += {step}"),
        };
        let comparison = match down {
            true => *self.random.pick(&[">", ">", "!=", ">="]),
            false => *self.random.pick(&["<", "<", "<", "<=", "!="]),
        };
        let bound = if down { self.random.below(4).to_string() } else { bound };
        self.line(format!("for ({ty} {name} = {start}; {name} {comparison} {bound}; {step}) {{"));
        if self.random.percent(15) {
            self.variables.push(name);
        } else {
            self.counters.push(name);
        }
        self.body(nesting);
        self.line("}");
    }

    /// A loop made of jumps; sometimes one into its middle.
    fn jumping(&mut self, number: usize, nesting: usize) {
        let into = self.random.percent(15);
        if into {
            let condition = self.condition(0);
            self.line(format!("if ({condition}) goto middle{number};"));
        }
        self.line(format!("again{number}:;"));
        // These are no loops for `break` and `continue`.
        let loops = std::mem::take(&mut self.loops);
        self.line("TICK;");
        self.statements(nesting - 1);
        if into || self.random.percent(30) {
            if into {
                self.line(format!("middle{number}:;"));
            } else {
                let condition = self.condition(0);
                self.line(format!("if ({condition}) goto again{number};"));
            }
            self.statements(nesting - 1);
        }
        self.loops = loops;
        let (condition, step) = self.advancing();
        self.line(step);
        self.line(format!("if ({condition}) goto again{number};"));
    }
}
