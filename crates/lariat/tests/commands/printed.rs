//! What `lariat loops` prints, read as C reads it, against native runs.
//!
//! The functions of `tests/loops/printed.c` are compiled once and called with numbers at the ends of their types and some between. The lines of the report are
//! texts: they are parsed here and evaluated with the types of the source, by arithmetic that shares nothing with Lariat's. This is so of the cases and bounds
//! of the JSON document, and of the bounds of the table; the table's lines are those of the document. Pointers are numbers of elements from the start of an array.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/loops/printed.c");

/// Native runs end after so many iterations.
const MOST_STEPS: i128 = 20_000;

/// Lines that were compared with a run.
const FEWEST_COMPARISONS: usize = 2_000;

/// What the functions of the file call.
const DRIVER: &str = r#"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stddef.h>
static sigjmp_buf out;
static long steps; static int reached, line; static char values[256]; static int length;
int ints[64]; char chars[64];
void mark(int at) { line = at; }
void here(void) { reached = 1; }
void step(void) { if (++steps > 20000) siglongjmp(out, 2); }
void keep(const char *name, int negative, unsigned long long value) {
  length += negative ? sprintf(values + length, " %s=%lld", name, (long long)value)
                     : sprintf(values + length, " %s=%llu", name, value); }
static void trapped(int signal) { (void)signal; siglongjmp(out, 1); }
static void begin(void) { steps = 0; reached = 0; line = 0; length = 0; values[0] = 0; }
static void show(const char *how) { printf("%d %s %ld %d%s\n", reached, how, steps, line, values); }
"#;

/// A type of C's integers: how wide, and whether it has a sign.
type Integer = (u32, bool);

fn integer(name: &str) -> Integer {
    match name {
        "char" | "signed char" => (8, true),
        "unsigned char" => (8, false),
        "short" => (16, true),
        "unsigned short" => (16, false),
        "int" => (32, true),
        "unsigned" | "unsigned int" => (32, false),
        "long" => (64, true),
        "unsigned long" | "size_t" => (64, false),
        _ => panic!("no type {name}"),
    }
}

/// A number converted to a type.
fn converted(number: i128, (width, signed): Integer) -> i128 {
    let rest = number.rem_euclid(1 << width);
    if signed && rest >= 1 << (width - 1) { rest - (1 << width) } else { rest }
}

/// Numbers of a type that are worth trying.
fn numbers(ty: Integer) -> Vec<i128> {
    let (width, signed) = ty;
    let (low, high): (i128, i128) = match signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, (1 << width) - 1),
    };
    let some = [0, 1, 2, 3, 5, 6, 8, 9, 10, 40, 41, 90, 91, 99, 127, 128, 250, 254, 255, 256];
    let far = [32_767, 32_768, 65_535, 65_536, 65_537, i128::from(i32::MAX), 1 << 31, 1 << 32];
    let powers = [999_999_999, 1_000_000_000, 1 << 30, (1 << 30) + 1, (1 << 31) + 1];
    let far = far.into_iter().chain(powers);
    let mut all: Vec<i128> = some.into_iter().chain(far).flat_map(|n| [n, -n]).collect();
    all.extend([low, low + 1, low + 2, high, high - 1, high - 2]);
    all.retain(|number| (low..=high).contains(number));
    all.sort_unstable();
    all.dedup();
    all
}

/// A fraction; none where numbers get too large.
type Fraction = Option<(i128, i128)>;

/// Reads what is printed.
struct Reader<'a> {
    text: &'a str,
    names: &'a BTreeMap<String, i128>,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.text.trim_start();
        match rest.strip_prefix(token) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn whole(number: Fraction) -> Option<i128> {
        let (above, below) = number?;
        assert_eq!(above % below, 0, "a quotient that is not whole");
        Some(above / below)
    }

    fn condition(&mut self) -> Option<bool> {
        let mut holds = self.conjunction();
        while self.take("or ") {
            let other = self.conjunction();
            holds = Some(holds? | other?);
        }
        holds
    }

    fn conjunction(&mut self) -> Option<bool> {
        let mut holds = self.comparison();
        while self.take("and ") {
            let other = self.comparison();
            holds = Some(holds? & other?);
        }
        holds
    }

    fn comparison(&mut self) -> Option<bool> {
        // Brackets are around a condition, or begin a number.
        let before = self.text;
        if self.text.trim_start().starts_with('(') {
            self.take("(");
            let inside = self.text;
            let signs = ['≤', '≥', '<', '>', '=', '≠'];
            let end = closing(inside);
            if inside[..end].replace(">>", "").contains(signs) {
                let holds = self.condition();
                assert!(self.take(")"), "{before}");
                return holds;
            }
            self.text = before;
        }
        let mut left = self.bits();
        let mut holds = Some(true);
        let mut compared = false;
        loop {
            let sign = ["≤", "≥", "≠", "=", "<", ">"].into_iter().find(|sign| self.take(sign));
            let Some(sign) = sign else { break };
            let right = self.bits();
            let pair = left
                .zip(right)
                .and_then(|((a, b), (c, d))| Some((a.checked_mul(d)?, c.checked_mul(b)?)));
            holds = holds.zip(pair).map(|(holds, (left, right))| {
                let own = match sign {
                    "≤" => left <= right,
                    "≥" => left >= right,
                    "≠" => left != right,
                    "=" => left == right,
                    "<" => left < right,
                    _ => left > right,
                };
                holds && own
            });
            (left, compared) = (right, true);
        }
        if !compared && self.take("is ") {
            let number = Self::whole(left);
            return match () {
                () if self.take("even") => Some(number? % 2 == 0),
                () if self.take("odd") => Some(number? % 2 != 0),
                () if self.take("a multiple of") => Some(number? % Self::whole(self.bits())? == 0),
                () if self.take("no multiple of") => Some(number? % Self::whole(self.bits())? != 0),
                () => {
                    let mut holds = Some(number? == Self::whole(self.bits())?);
                    while self.take("or ") {
                        holds = Some(holds? | (number? == Self::whole(self.bits())?));
                    }
                    holds
                }
            };
        }
        assert!(compared, "no comparison in {before}");
        holds
    }

    fn bits(&mut self) -> Fraction {
        let mut left = self.shifted();
        loop {
            let sign = ["& ", "| ", "^ "].into_iter().find(|sign| self.take(sign));
            let Some(sign) = sign else { return left };
            let right = self.shifted();
            left = Self::whole(left).zip(Self::whole(right)).map(|(a, b)| match sign {
                "& " => (a & b, 1),
                "| " => (a | b, 1),
                _ => (a ^ b, 1),
            });
        }
    }

    fn shifted(&mut self) -> Fraction {
        let mut left = self.sum();
        while self.take(">>") {
            let right = self.sum();
            left = Self::whole(left).zip(Self::whole(right)).map(|(a, b)| (a >> b, 1));
        }
        left
    }

    fn sum(&mut self) -> Fraction {
        let negative = self.take("-");
        let mut left = self.product();
        if negative {
            left = left.map(|(a, b)| (-a, b));
        }
        loop {
            let by = match () {
                () if self.take("+") => 1,
                () if self.take("-") => -1,
                () => return left,
            };
            let right = self.product();
            left = left.zip(right).and_then(|((a, b), (c, d))| {
                let right = c.checked_mul(b)?.checked_mul(by)?;
                Some((a.checked_mul(d)?.checked_add(right)?, b.checked_mul(d)?))
            });
        }
    }

    fn product(&mut self) -> Fraction {
        let mut left = self.factor();
        loop {
            let of_c = self.text.starts_with(" / ");
            let sign = ["*", "/", "%", "mod"].into_iter().find(|sign| self.take(sign));
            let sign = match sign {
                Some(sign) => sign,
                None if self.text.starts_with(['(', '⌊', '⌈']) => "*",
                None => return left,
            };
            let right = self.factor();
            left = left.zip(right).and_then(|((a, b), (c, d))| match sign {
                "*" => Some((a.checked_mul(c)?, b.checked_mul(d)?)),
                "/" if of_c => Some((a / c, 1)),
                "/" => {
                    let (above, below) = (a.checked_mul(d)?, b.checked_mul(c)?);
                    Some(if below < 0 { (-above, -below) } else { (above, below) })
                }
                "%" => Some((a % c, 1)),
                _ => Some(((a / b).rem_euclid(c), 1)),
            });
        }
    }

    fn factor(&mut self) -> Fraction {
        let mut value = self.atom();
        loop {
            let power = match () {
                () if self.text.starts_with('²') => 2,
                () if self.text.starts_with('³') => 3,
                () => return value,
            };
            self.take(if power == 2 { "²" } else { "³" });
            value = value.and_then(|(a, b)| Some((a.checked_pow(power)?, b.checked_pow(power)?)));
        }
    }

    /// A logarithm, `2(n)` say, rounded up or down; none of a number that is not positive.
    fn logarithm(&mut self, up: bool) -> Option<i128> {
        let (base, rest) = self.text.split_once('(').expect("a base");
        let base: i128 = base.parse().expect("a number");
        self.text = rest;
        let inside = self.bits();
        assert!(self.take(")"), "{}", self.text);
        let (above, below) = inside.filter(|(above, _)| *above > 0)?;
        // The least power that is at least the number, or the greatest one that is at most it.
        let (mut power, mut digits) = (1_i128, 0);
        if above < below {
            return if up && above * base > below { Some(0) } else { None };
        }
        while if up { power * below < above } else { power * base * below <= above } {
            (power, digits) = (power.checked_mul(base)?, digits + 1);
        }
        Some(digits)
    }

    fn atom(&mut self) -> Fraction {
        if self.take("-") {
            return self.factor().map(|(a, b)| (-a, b));
        }
        for (open, close) in [("⌊", "⌋"), ("⌈", "⌉")] {
            if self.take(open) {
                if self.take("log") {
                    let digits = self.logarithm(open == "⌈");
                    assert!(self.take(close), "{}", self.text);
                    return digits.map(|digits| (digits, 1));
                }
                let inside = self.bits();
                assert!(self.take(close), "{}", self.text);
                return inside.map(|(a, b)| match open {
                    "⌊" => (a.div_euclid(b), 1),
                    _ => (-(-a).div_euclid(b), 1),
                });
            }
        }
        if self.take("|") {
            let inside = self.sum();
            assert!(self.take("|"), "{}", self.text);
            return inside.map(|(a, b)| (a.abs(), b));
        }
        if self.take("max(") {
            let mut most = Self::whole(self.bits());
            while self.take(",") {
                let other = Self::whole(self.bits());
                most = most.zip(other).map(|(a, b)| a.max(b));
            }
            assert!(self.take(")"), "{}", self.text);
            return most.map(|most| (most, 1));
        }
        if self.take("(") {
            let name = &self.text[..closing(self.text)];
            let casts =
                ["char", "unsigned char", "short", "int", "unsigned", "long", "unsigned long"];
            if casts.contains(&name) || name == "unsigned short" {
                let ty = integer(name);
                self.text = &self.text[name.len() + 1..];
                let value = Self::whole(self.factor());
                return value.map(|value| (converted(value, ty), 1));
            }
            let inside = self.bits();
            assert!(self.take(")"), "{}", self.text);
            return inside;
        }
        let text = self.text.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        // A square is a letter for some.
        let end = text[..end].find(['²', '³']).unwrap_or(end);
        let (word, rest) = text.split_at(end);
        self.text = rest;
        let number = match word {
            "INT_MAX" => i128::from(i32::MAX),
            "INT_MIN" => i128::from(i32::MIN),
            "UINT_MAX" => i128::from(u32::MAX),
            "LONG_MAX" => i128::from(i64::MAX),
            "LONG_MIN" => i128::from(i64::MIN),
            "ULONG_MAX" => i128::from(u64::MAX),
            base if rest.starts_with('^') => {
                self.take("^");
                let (power, _) = self.atom()?;
                base.parse::<i128>().expect("a number").checked_pow(u32::try_from(power).ok()?)?
            }
            _ => match word.parse() {
                Ok(number) => number,
                Err(_) => *self.names.get(word).unwrap_or_else(|| panic!("what is {word}?")),
            },
        };
        Some((number, 1))
    }
}

/// Where a bracket that was opened before is closed.
fn closing(text: &str) -> usize {
    let mut open = 1;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return place;
        }
    }
    text.len()
}

/// A number in a text; none if it gets too large.
fn number(text: &str, names: &BTreeMap<String, i128>) -> Option<i128> {
    let mut reader = Reader { text, names };
    let value = reader.bits();
    assert!(reader.text.trim().is_empty(), "{text}: {} is left", reader.text);
    Reader::whole(value)
}

fn holds(text: &str, names: &BTreeMap<String, i128>) -> Option<bool> {
    if text.is_empty() {
        return Some(true);
    }
    let mut reader = Reader { text, names };
    let value = reader.condition();
    assert!(reader.text.trim().is_empty(), "{text}: {} is left", reader.text);
    value
}

/// A parameter: its name, its type, and the array that it points into if it is a pointer.
type Parameter = (String, Integer, Option<&'static str>);

/// A function: its name, and its parameters.
type Function = (String, Vec<Parameter>);

fn functions(source: &str) -> Vec<Function> {
    let line = regex::Regex::new(r"^[a-z_ ]+ ([a-z_]+)\(([a-z_, *]+)\) \{").expect("a pattern");
    let is_one = |text: &&str| text.contains("HERE") || !text.starts_with(' ');
    let found = source.lines().filter(is_one).filter_map(|text| line.captures(text));
    let parameter = |text: &str| {
        let (ty, name) = text.trim().rsplit_once(' ').expect("a type and a name");
        let area = match ty {
            "char" => "chars",
            _ => "ints",
        };
        match name.strip_prefix('*') {
            Some(name) => (name.to_owned(), integer("size_t"), Some(area)),
            None => (name.to_owned(), integer(ty.trim()), None),
        }
    };
    found.map(|found| (found[1].to_owned(), found[2].split(',').map(parameter).collect())).collect()
}

/// The arguments to try.
fn arguments(parameters: &[Parameter]) -> Vec<Vec<i128>> {
    let mut all = vec![Vec::new()];
    for (_, ty, area) in parameters {
        let numbers = match area {
            Some(_) => vec![0, 1, 2, 3, 8, 31, 40, 64],
            None => numbers(*ty),
        };
        let few = parameters.len() > 1;
        let every = numbers.iter().enumerate().filter(|(place, number)| {
            !few || place % 3 == 0 || number.abs() < 10 || *place + 3 > numbers.len()
        });
        let every: Vec<i128> = every.map(|(_, number)| *number).collect();
        all = (all.iter())
            .flat_map(|start: &Vec<i128>| {
                every.iter().map(move |number| [start.as_slice(), &[*number]].concat())
            })
            .collect();
    }
    all
}

/// How a native run went.
struct Run {
    reached: bool,
    how: String,
    steps: i128,
    /// The line that was marked last; 0 if there is none.
    line: u32,
    values: BTreeMap<String, i128>,
}

fn native(functions: &[Function]) -> Vec<Vec<(Vec<i128>, Run)>> {
    let directory = tempfile::tempdir().expect("a directory");
    let mut text = format!("{DRIVER}\n#define NATIVE\n#include \"{SOURCE}\"\nint main(void) {{\n");
    text += "  struct sigaction action = {.sa_handler = trapped, .sa_flags = SA_NODEFER};\n";
    text += "  sigaction(SIGILL, &action, 0); sigaction(SIGTRAP, &action, 0);\n  int how;\n";
    for (name, parameters) in functions {
        for values in arguments(parameters) {
            let given: Vec<String> = (values.iter())
                .zip(parameters)
                .map(|(value, (_, (_, signed), area))| match signed {
                    _ if area.is_some() => format!("{} + {value}", area.unwrap_or_default()),
                    true => format!("(long)({}LL - 1)", value + 1),
                    false => format!("{value}ULL"),
                })
                .collect();
            let _ = writeln!(
                text,
                "  begin(); how = sigsetjmp(out, 1); if (!how) {name}({}); \
                 show(how == 0 ? \"left\" : how == 1 ? \"trap\" : \"long\");",
                given.join(", ")
            );
        }
    }
    text += "  return 0; }\n";
    let file = directory.path().join("driver.c");
    std::fs::write(&file, text).expect("a file");
    let program = directory.path().join("driver");
    let clang = std::env::var("LARIAT_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
    let checks = ["-fsanitize=signed-integer-overflow", "-fsanitize-trap=all", "-w", "-o"];
    let made = Command::new(clang).args(checks).arg(&program).arg(&file).status();
    assert!(made.expect("clang runs").success());
    let output = Command::new(&program).output().expect("the program runs");
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout).expect("text");
    let mut lines = output.lines();
    let mut run = |values: Vec<i128>| {
        let mut words = lines.next().expect("a line").split(' ');
        let mut word = || words.next().expect("a word");
        let (reached, how) = (word() == "1", word().to_owned());
        let steps = word().parse().expect("a number");
        let line = word().parse().expect("a line");
        let pair = |text: &str| {
            let (name, value) = text.split_once('=').expect("a value");
            (name.to_owned(), value.parse().expect("a number"))
        };
        (values, Run { reached, how, steps, line, values: words.map(pair).collect() })
    };
    functions.iter().map(|(_, of)| arguments(of).into_iter().map(&mut run).collect()).collect()
}

/// Compares the line that applies with a run; what is wrong, and whether there was something to compare.
fn compare(
    report: &serde_json::Value,
    (assumed, pointers): (bool, bool),
    names: &BTreeMap<String, i128>,
    run: &Run,
) -> Result<bool, String> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let cases = report["cases"].as_array().expect("cases");
    let mut names = names.clone();
    let stops = text(&report["stops"]);
    let mut place = None;
    if let Some(rest) = stops.strip_prefix("stops at the first ") {
        let (letter, condition) = rest.split_once(" ≥ 0 with ").expect("a condition");
        place = (0..=MOST_STEPS).find(|k| {
            names.insert(letter.to_owned(), *k);
            holds(condition, &names) == Some(true)
        });
        if place.is_none() && run.how == "long" {
            return Ok(false);
        }
    }
    let names = &names;
    let otherwise = |case: &&serde_json::Value| text(&case["when"]) == "otherwise";
    let mut applying = Vec::new();
    for case in cases.iter().filter(|case| !otherwise(case)) {
        let when = text(&case["when"]);
        if when.starts_with("at that ") || when.starts_with("no such ") {
            if place.is_some() == when.starts_with("at") {
                applying.push(case);
            }
            continue;
        }
        match holds(&text(&case["when"]), names) {
            Some(true) => applying.push(case),
            Some(false) => {}
            None => return Ok(false),
        }
    }
    if applying.is_empty() {
        applying.extend(cases.iter().find(otherwise));
    }
    let whole = report["exact"] == true && report["moreCases"] == 0 && !cases.is_empty();
    let case = match applying.as_slice() {
        [case] => case,
        // A pointer that is behind where it is to go leaves its array.
        [] if pointers && run.how == "long" => return Ok(false),
        [] if whole && !(assumed && run.how != "left") => {
            return Err("no line applies".to_owned());
        }
        [] => return Ok(false),
        several => return Err(format!("{} lines apply", several.len())),
    };
    let count = text(&case["iterations"]);
    let steps = count.strip_suffix(" iterations").or(count.strip_suffix(" iteration"));
    let full = steps.is_some_and(|steps| steps.ends_with(" full"));
    let steps = steps.map(|steps| steps.trim_end_matches(" full"));
    let steps = match (count.as_str(), steps) {
        ("not entered", _) => Some(0),
        ("first iteration", _) => Some(0),
        (_, Some(steps)) => match number(steps, names) {
            Some(steps) => Some(steps),
            None => return Ok(false),
        },
        _ => None,
    };
    let fails = case["outcome"]["fails"].is_string();
    let never = count == "never ends";
    match run.how.as_str() {
        "long" if never => {}
        "long" if steps.is_none_or(|steps| steps >= MOST_STEPS) => {}
        "long" => return Err(format!("{count}, and there are more than {MOST_STEPS}")),
        "trap" if assumed => return Ok(false),
        "trap" if fails => {
            if steps.is_some_and(|steps| run.steps - steps > 1 || steps > run.steps) {
                return Err(format!("{count}, and it fails in pass {}", run.steps));
            }
            let what = text(&case["outcome"]["fails"]);
            let at = |place: &str| place.rsplit(':').nth(1) == Some(&run.line.to_string());
            if run.line > 0 && !what.split(" or ").any(at) {
                return Err(format!("{what}, and it is in line {}", run.line));
            }
        }
        "trap" => return Err("it overflows".to_owned()),
        _ if fails || never => return Err(format!("{count}, and it is left")),
        _ => {
            let steps = steps.ok_or("no number of iterations")?;
            if steps != run.steps && !(full && steps + 1 == run.steps) {
                return Err(format!("{count} is {steps}, and there are {}", run.steps));
            }
            for (name, value) in case["values"].as_object().expect("values") {
                let value = text(value);
                let count = "the number of iterations";
                let value = value.replace(count, &run.steps.to_string());
                let real = run.values.get(name);
                if let (Some(real), Some(said)) = (real, number(&value, names))
                    && *real != said
                {
                    return Err(format!("{name} = {value} is {said}, and it is {real}"));
                }
            }
        }
    }
    Ok(true)
}

/// Compares the document's bound and that of the table with a run: what is wrong, and whether there was something to compare.
fn compare_bound(
    report: &serde_json::Value,
    shown: Option<&(String, bool)>,
    assumed: bool,
    names: &BTreeMap<String, i128>,
    run: &Run,
) -> Result<bool, String> {
    let bound = &report["bound"];
    let Some(said) = bound["iterations"].as_str().filter(|_| bound["given"].is_null()) else {
        return Ok(false);
    };
    if run.how == "trap" && assumed || said.contains(" of the ") {
        return Ok(false);
    }
    let full = i128::from(bound["fullOnly"] == true);
    let plain = |said: &str| number(said.split(" (the ").next().unwrap_or(said), names);
    let Some(most) = plain(said) else { return Ok(false) };
    // The pass in which an execution fails is no iteration.
    let done = if run.how == "trap" { run.steps - 1 } else { run.steps };
    if most < 0 || done > most + full {
        return Err(format!("at most {said}, which is {most}, and there are {done}"));
    }
    if bound["exact"] == true && run.how == "left" && done != most && done != most + full {
        return Err(format!("exactly {said}, which is {most}, and there are {done}"));
    }
    let Some((shown, exact)) = shown else {
        return Err("the table has no bound".to_owned());
    };
    let Some(most) = plain(shown) else { return Ok(true) };
    // Below zero is said of loops that are not entered.
    let wrong = if most < 0 { done != 0 } else { done > most + full };
    if wrong || *exact && run.how == "left" && done != most && done != most + full {
        return Err(format!("the table says {shown}, and there are {done}"));
    }
    Ok(true)
}

/// The table's text on each function, without line breaks.
fn table(text: &str) -> BTreeMap<String, String> {
    let blocks = text.split("\n\n").map(|block| {
        let name = block.split(" (").next().unwrap_or_default().trim().to_owned();
        (name, block.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    blocks.collect()
}

/// The bound in a table's head, and whether it is exact.
fn table_bound(block: &str) -> Option<(String, bool)> {
    let head = regex::Regex::new(
        r"type \d, (?:exact count|exact|approximate) (at most )?(.*?)(?: full)? iterations?",
    );
    let found = head.expect("a pattern").captures(block)?;
    let text = found[2].trim_start_matches("at most ").to_owned();
    Some((text, found.get(1).is_none()))
}

#[test]
fn what_is_printed_is_what_happens() {
    let source = std::fs::read_to_string(SOURCE).expect("a file");
    let functions = functions(&source);
    assert!(functions.len() > 40, "{} functions", functions.len());
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["loops", SOURCE, "--json", "--quiet"])
        .output()
        .expect("lariat runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let loops = document["loops"].as_array().expect("loops");
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["loops", SOURCE, "--quiet"])
        .output()
        .expect("lariat runs");
    let tables = table(&String::from_utf8(output.stdout).expect("text"));
    let mut wrong = Vec::new();
    let (mut compared, mut bounds) = (0, 0);
    for ((name, parameters), runs) in functions.iter().zip(native(&functions)) {
        let found = loops.iter().find(|found| found["function"] == name.as_str());
        let found = found.unwrap_or_else(|| panic!("{name} has no loop"));
        let report = &found["report"];
        let assumed = found["analysis"]["endsInside"] == true;
        let pointers = parameters.iter().any(|(_, _, area)| area.is_some());
        let table = &tables[name];
        let shown = table_bound(table);
        for case in report["cases"].as_array().expect("cases") {
            let [when, count] =
                ["when", "iterations"].map(|part| case[part].as_str().unwrap_or(""));
            let mut line = format!("{} {count}", if when.is_empty() { "always" } else { when });
            for (name, value) in case["values"].as_object().expect("values") {
                if !table.contains(&format!("{name} = {}", value.as_str().unwrap_or(""))) {
                    wrong.push(format!("{name}: the value of {name} is not in\n{table}"));
                }
            }
            if count.is_empty() {
                line += "ends early";
            }
            if !table.contains(&line) {
                wrong.push(format!("{name}: {line}\nis not in\n{table}"));
            }
        }
        let (mut own, mut own_bounds) = (0, 0);
        for (values, run) in runs.iter().filter(|(_, run)| run.reached) {
            let names = parameters.iter().map(|(name, ..)| name.clone());
            let names: BTreeMap<String, i128> = names.zip(values.iter().copied()).collect();
            match compare(report, (assumed, pointers), &names, run) {
                Ok(done) => own += usize::from(done),
                Err(what) => wrong.push(format!("{name}{values:?}: {what}\n{:#}", report["cases"])),
            }
            match compare_bound(report, shown.as_ref(), assumed, &names, run) {
                Ok(done) => own_bounds += usize::from(done),
                Err(what) => wrong.push(format!("{name}{values:?}: {what}\n{:#}", report["bound"])),
            }
        }
        if own + own_bounds == 0 {
            wrong.push(format!("{name}: nothing to compare\n{report:#}"));
        }
        compared += own;
        bounds += own_bounds;
    }
    // One of each function tells more than many of one.
    let of = |text: &String| text.split(['[', ':']).next().unwrap_or_default().to_owned();
    wrong.dedup_by_key(|text| of(text));
    let few: Vec<String> = wrong.iter().take(12).cloned().collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), few.join("\n"));
    assert!(compared > FEWEST_COMPARISONS, "only {compared} lines were compared");
    assert!(bounds > FEWEST_COMPARISONS, "only {bounds} bounds were compared");
}
