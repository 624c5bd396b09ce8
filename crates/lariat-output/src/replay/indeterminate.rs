//! Uninitialised local variables with values of the test's choosing.
//!
//! A variable that is not initialised may hold anything, and a test may say what. clang can initialise all such variables with zero
//! (`-ftrivial-auto-var-init=zero`) and marks the instructions that do so in its LLVM assembly. Behind each of them this puts a
//! call that fills the variable from the test, under the name the engine has for it; the names are in the debug information.
//! The sanitizers come afterwards, so they see the program as it was written.
//!
//! A variable without a marker for the beginning of its life is filled at its declaration, each time that is reached. Those of the first
//! block are filled where the function begins, in the order the engine has. So are those that clang initialises nowhere, because
//! their declaration has an initialiser or is never executed: a `goto` or a `case` label may jump over it.
//!
//! In a program that is LLVM code already nothing is marked. There the places are those where the debug information declares a
//! variable that is no parameter.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use lariat_exec::UNINITIALISED_INPUT;
use regex::Regex;

use crate::ktest::KTest;
use crate::replay::build::RENAMED_MAIN;

/// What clang is told, to write LLVM assembly in which the places can be found.
pub(crate) const FLAGS: [&str; 7] = [
    "-ftrivial-auto-var-init=zero",
    "-Xclang",
    "-disable-llvm-passes",
    // As the front end does it, for the markers of where a variable's life begins.
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-S",
    "-emit-llvm",
];

/// Whether a test says what uninitialised variables hold.
pub(crate) fn is_in(test: &KTest) -> bool {
    test.input.objects.iter().any(|object| object.name.starts_with(UNINITIALISED_INPUT))
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

static MARK: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^(!\d+) = !\{!"auto-init"\}"#));
static VARIABLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"^(!\d+) = !DILocalVariable\(name: "([^"]*)"(, arg: \d+)?"#));
static ALLOCATED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^  (%\S+) = alloca (.+?)(?:, align \d+)?(?:, !.*)?$"));
static FUNCTION: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^define [^@]*@"?([^"(]+)"?\("#));
static DECLARED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:#dbg_declare\(ptr|@llvm\.dbg\.declare\(metadata ptr) (%[^,]+), (?:metadata )?(!\d+)",
    )
});
static STORED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^  store (?:volatile )?(.+) \S+, ptr (%[^,]+),"));
static FILLED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^  call void @llvm\.memset\.[^(]*\(ptr [^%]*(%[^,]+), i8 0, (i\d+) ([^,]+),")
});
static LIFE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"@llvm\.lifetime\.start\.[^(]*\(i\d+ [^,]+, ptr [^%]*(%[^,)]+)\)"));
static ANNOTATION: LazyLock<Regex> = LazyLock::new(|| pattern(r"!annotation (!\d+)"));
static PLACE: LazyLock<Regex> = LazyLock::new(|| pattern(r"!dbg !\d+"));

/// Where the calls are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marks {
    /// Behind what clang has marked, in assembly made with [`FLAGS`].
    AutoInit,
    /// At declarations in the debug information.
    Declarations,
}

/// LLVM assembly with the calls in it.
pub(crate) fn fill(assembly: &str, is_32_bit: bool, by: Marks) -> String {
    let marks: Vec<&str> = assembly
        .lines()
        .filter_map(|line| MARK.captures(line))
        .filter_map(|found| found.get(1).map(|mark| mark.as_str()))
        .collect();
    let is_parameter = |found: &regex::Captures<'_>| found.get(3).is_some();
    let variables: HashMap<&str, &str> = assembly
        .lines()
        .filter_map(|line| VARIABLE.captures(line))
        .filter(|found| !is_parameter(found))
        .filter_map(|found| Some((found.get(1)?.as_str(), found.get(2)?.as_str())))
        .collect();
    let size_type = if is_32_bit { "i32" } else { "i64" };
    let mut filler = Filler {
        marks,
        variables,
        size_type,
        by,
        text: String::with_capacity(assembly.len() * 2),
        names: Vec::new(),
    };
    let lines: Vec<&str> = assembly.lines().collect();
    let mut rest = &lines[..];
    while let Some((first, others)) = rest.split_first() {
        if !FUNCTION.is_match(first) {
            filler.line(first);
            rest = others;
            continue;
        }
        let end = rest.iter().position(|line| *line == "}").unwrap_or(rest.len() - 1);
        let (function, after) = rest.split_at(end + 1);
        filler.function(function);
        rest = after;
    }
    filler.finish()
}

/// What is put where in a function.
struct Call<'a> {
    /// The line that says that there is an uninitialised variable.
    line: usize,
    place: &'a str,
    size: String,
}

struct Filler<'a> {
    marks: Vec<&'a str>,
    /// The names of variables that are no parameters, by their debug information.
    variables: HashMap<&'a str, &'a str>,
    size_type: &'static str,
    by: Marks,
    text: String,
    names: Vec<String>,
}

impl<'a> Filler<'a> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn function(&mut self, lines: &[&'a str]) {
        let name = FUNCTION.captures(lines[0]).and_then(|found| found.get(1));
        let name = name.map_or("", |name| name.as_str());
        let declared: HashMap<&str, &str> =
            lines.iter().filter_map(|line| self.declared(line)).collect();
        let lives: Vec<&str> =
            (lines.iter()).filter_map(|line| Some(LIFE.captures(line)?.get(1)?.as_str())).collect();
        let allocated: HashMap<&str, &str> = (lines.iter())
            .filter_map(|line| ALLOCATED.captures(line))
            .filter_map(|found| Some((found.get(1)?.as_str(), found.get(2)?.as_str())))
            // Arrays of a length that is known at run time only are where they are.
            .filter(|(_, ty)| is_of_one_type(ty))
            .collect();
        // Without a marker it is in scope all the time: in LLVM code, or because its declaration may be jumped over.
        let is_unmarked = |place: &str| allocated.contains_key(place) && !lives.contains(&place);
        // clang initialises nothing where a declaration has an initialiser, or is never executed.
        let initialised_here: HashSet<&str> = (lines.iter())
            .filter(|line| self.by == Marks::AutoInit && self.is_marked(line))
            .filter_map(|line| Some(initialised(line, self.size_type)?.0))
            .collect();
        let is_left_out = |place: &str| is_unmarked(place) && !initialised_here.contains(place);
        let calls: Vec<Call<'_>> = (lines.iter().enumerate())
            .filter_map(|(number, line)| {
                let (place, size) = match self.declared(line) {
                    Some((place, _)) if self.by == Marks::Declarations || is_left_out(place) => {
                        (place, size_of(allocated.get(place)?, self.size_type))
                    }
                    _ if self.is_marked(line) => initialised(line, self.size_type)?,
                    _ => return None,
                };
                Some(Call { line: number, place, size })
            })
            .collect();
        // The first block is executed once; it may have a label itself.
        let is_label = |line: &&str| !line.starts_with(' ') && line.contains(':');
        let others = lines.iter().skip(2).position(is_label).map_or(lines.len(), |at| at + 2);
        let by = self.by;
        let is_early = |call: &&Call<'_>| {
            let is_first = call.line < others;
            is_unmarked(call.place)
                && (is_first || (by == Marks::AutoInit && is_left_out(call.place)))
        };
        let mut early: Vec<&Call<'_>> = calls.iter().filter(is_early).collect();
        // In the order of their places, as the engine has it.
        early.sort_by_key(|call| lines.iter().position(|line| allocates(line, call.place)));
        early.dedup_by_key(|call| call.place);
        let is_head = |line: &&&str| line.ends_with(':') || ALLOCATED.is_match(line);
        let head = 1 + lines[1..].iter().take_while(is_head).count();
        for (number, line) in lines.iter().enumerate() {
            if number == head {
                for call in &early {
                    self.call(call, lines, name, &declared);
                }
            }
            let call = calls.iter().find(|call| call.line == number);
            let is_here = call.is_some_and(|call| !is_early(&call));
            // What clang writes must not take the place of the test's values.
            if !self.is_marked(line) || is_here {
                self.line(line);
            }
            if let Some(call) = call.filter(|_| is_here) {
                self.call(call, lines, name, &declared);
            }
        }
    }

    /// The place and the name of the variable that is declared in a line.
    fn declared(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let found = DECLARED.captures(line)?;
        let name = self.variables.get(found.get(2)?.as_str())?;
        Some((found.get(1)?.as_str(), name))
    }

    fn is_marked(&self, line: &str) -> bool {
        let mark = ANNOTATION.captures(line).and_then(|found| found.get(1));
        self.by == Marks::AutoInit && mark.is_some_and(|mark| self.marks.contains(&mark.as_str()))
    }

    fn call(
        &mut self,
        call: &Call<'a>,
        lines: &[&'a str],
        function: &str,
        declared: &HashMap<&'a str, &'a str>,
    ) {
        let Call { line, place, size } = call;
        let pointer = || pointer_to(place, &lines[*line..]);
        let variable = declared.get(place).or_else(|| declared.get(pointer()?)).copied();
        // What has no name stays as it is, and uninitialised.
        let variable = variable.unwrap_or_default();
        let function = if function == RENAMED_MAIN { "main" } else { function };
        let debug =
            PLACE.find(lines[*line]).map_or(String::new(), |at| format!(", {}", at.as_str()));
        let number = self.names.len();
        self.names.push(format!("{UNINITIALISED_INPUT}{function}:{variable}"));
        let size_type = self.size_type;
        self.line(&format!(
            "  call void @lariat_uninitialised(ptr {place}, {size_type} {size}, ptr @.lariat.name.{number}){debug}"
        ));
    }

    fn finish(mut self) -> String {
        for (number, name) in self.names.iter().enumerate() {
            // Names of C variables may have letters beyond ASCII; LLVM has those as bytes.
            let bytes: String = name.bytes().map(|byte| format!("\\{byte:02X}")).collect();
            let length = name.len() + 1;
            let _ = writeln!(
                self.text,
                "@.lariat.name.{number} = private unnamed_addr constant [{length} x i8] c\"{bytes}\\00\""
            );
        }
        if !self.names.is_empty() {
            let size_type = self.size_type;
            let _ =
                writeln!(self.text, "declare void @lariat_uninitialised(ptr, {size_type}, ptr)");
        }
        self.text
    }
}

/// Whether a line makes the memory at a place.
fn allocates(line: &str, place: &str) -> bool {
    line.strip_prefix("  ")
        .and_then(|line| line.strip_prefix(place))
        .is_some_and(|line| line.starts_with(" = "))
}

/// The names of the variables that [`fill`] has put calls for.
pub(crate) fn names(assembly: &str) -> Vec<String> {
    let lines = assembly.lines().filter(|line| line.starts_with("@.lariat.name."));
    lines.filter_map(|line| Some(unquoted(line.split_once(" c\"")?.1))).collect()
}

/// A text whose bytes are all written in hexadecimal, up to its end.
fn unquoted(text: &str) -> String {
    let bytes = text.split('\\').skip(1).map_while(|part| {
        let byte = u8::from_str_radix(part.get(..2)?, 16).ok()?;
        (byte != 0).then_some(byte)
    });
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

/// Where the address of memory from `alloca` is kept: the engine calls the memory after that variable.
fn pointer_to<'a>(place: &str, lines: &[&'a str]) -> Option<&'a str> {
    let stored = format!("  store ptr {place}, ptr ");
    // It is stored right away, or after it was cast.
    let line = lines.iter().take(4).find_map(|line| line.strip_prefix(stored.as_str()))?;
    line.split(',').next()
}

/// Whether this is a type and nothing else: commas are inside of brackets.
fn is_of_one_type(ty: &str) -> bool {
    let mut depth = 0;
    for character in ty.chars() {
        match character {
            '[' | '{' | '<' | '(' => depth += 1,
            ']' | '}' | '>' | ')' => depth -= 1,
            ',' if depth == 0 => return false,
            _ => {}
        }
    }
    !ty.starts_with("inalloca")
}

/// The size of a type, as LLVM computes it: the address of the second one where the first is at zero.
fn size_of(ty: &str, size_type: &str) -> String {
    format!("ptrtoint (ptr getelementptr ({ty}, ptr null, i32 1) to {size_type})")
}

/// What an instruction initialises: the place and the number of bytes.
fn initialised<'a>(line: &'a str, size_type: &str) -> Option<(&'a str, String)> {
    if let Some(found) = FILLED.captures(line) {
        return Some((found.get(1)?.as_str(), found.get(3)?.as_str().to_owned()));
    }
    let found = STORED.captures(line)?;
    Some((found.get(2)?.as_str(), size_of(found.get(1)?.as_str(), size_type)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASSEMBLY: &str = r#"define dso_local i32 @main() #0 !dbg !30 {
  %flag = alloca i32, align 4
  %a = alloca [10 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %flag) #2, !dbg !43
    #dbg_declare(ptr %flag, !42, !DIExpression(), !43)
  store i32 0, ptr %flag, align 4, !dbg !43, !annotation !40
  call void @llvm.lifetime.start.p0(i64 40, ptr %a) #2, !dbg !45
    #dbg_declare(ptr %a, !44, !DIExpression(), !45)
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 0, i64 40, i1 false), !dbg !45, !annotation !40
  store i32 7, ptr %flag, align 4, !dbg !46
}
!40 = !{!"auto-init"}
!42 = !DILocalVariable(name: "flag", scope: !30, file: !1, line: 3, type: !14)
!44 = !DILocalVariable(name: "a", scope: !30, file: !1, line: 3, type: !14)
"#;

    #[test]
    fn every_marked_place_is_filled() {
        let filled = fill(ASSEMBLY, false, Marks::AutoInit);
        let calls: Vec<&str> =
            filled.lines().filter(|line| line.contains("  call void @lariat")).collect();
        assert_eq!(
            calls,
            [
                "  call void @lariat_uninitialised(ptr %flag, i64 ptrtoint (ptr getelementptr (i32, ptr null, i32 1) \
                 to i64), ptr @.lariat.name.0), !dbg !43",
                "  call void @lariat_uninitialised(ptr %a, i64 40, ptr @.lariat.name.1), !dbg !45",
            ]
        );
        assert_eq!(filled.matches("declare void @lariat_uninitialised(ptr, i64, ptr)").count(), 1);
        assert_eq!(names(&filled), ["uninitialised:main:flag", "uninitialised:main:a"]);
    }

    #[test]
    fn variables_of_all_types_are_filled() {
        for store in [
            "  store volatile i32 0, ptr %flag, align 4, !annotation !40",
            "  store x86_fp80 0xK00000000000000000000, ptr %flag, align 16, !annotation !40",
            "  store <4 x i32> zeroinitializer, ptr %flag, align 16, !annotation !40",
            "  store half 0xH0000, ptr %flag, align 2, !annotation !40",
        ] {
            assert_eq!(initialised(store, "i64").unwrap().0, "%flag", "{store}");
        }
        let (_, size) = initialised("  store volatile ptr null, ptr %0,", "i32").unwrap();
        assert_eq!(size, "ptrtoint (ptr getelementptr (ptr, ptr null, i32 1) to i32)");
    }

    #[test]
    fn variables_that_are_jumped_into_are_filled_at_the_beginning() {
        let life = "  call void @llvm.lifetime.start.p0(i64 4, ptr %flag) #2, !dbg !43\n";
        let filled = fill(&ASSEMBLY.replace(life, ""), false, Marks::AutoInit);
        let lines: Vec<&str> = filled.lines().collect();
        assert!(lines[3].starts_with("  call void @lariat_uninitialised(ptr %flag"), "{filled}");
        assert!(!filled.contains("store i32 0, ptr %flag"), "{filled}");
        assert_eq!(names(&filled), ["uninitialised:main:flag", "uninitialised:main:a"]);
    }

    #[test]
    fn a_program_without_such_places_stays_as_it_is() {
        let without = ASSEMBLY.replace("auto-init", "other");
        assert_eq!(fill(&without, false, Marks::AutoInit), without);
    }

    #[test]
    fn memory_from_alloca_is_called_after_its_pointer() {
        let with_alloca = ASSEMBLY.replace(
            "  store i32 7,",
            "  %0 = alloca i8, i64 32, align 16\n\
             \x20 call void @llvm.memset.p0.i64(ptr align 16 %0, i8 0, i64 32, i1 false), !annotation !40\n\
             \x20 store ptr %0, ptr %a, align 8\n  store i32 7,",
        );
        let filled = fill(&with_alloca, false, Marks::AutoInit);
        assert!(filled.contains("@lariat_uninitialised(ptr %0, i64 32, ptr @.lariat.name.2)"));
        let found = names(&filled);
        assert_eq!(found[2], "uninitialised:main:a", "{found:?}");
    }

    #[test]
    fn declarations_are_filled_where_nothing_is_marked() {
        let assembly = ASSEMBLY.replace(r#"name: "a", "#, r#"name: "a", arg: 1, "#);
        let filled = fill(&assembly, false, Marks::Declarations);
        assert_eq!(names(&filled), ["uninitialised:main:flag"]);
        assert!(filled.contains(
            "ptr %flag, i64 ptrtoint (ptr getelementptr (i32, ptr null, i32 1) to i64), ptr"
        ));
        assert!(is_of_one_type("{ i32, [4 x i8] }"));
        assert!(!is_of_one_type("i32, i64 %n"));
    }
}
