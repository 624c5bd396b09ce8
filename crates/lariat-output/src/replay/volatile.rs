//! Reads of volatile objects with values of the test's choosing.
//!
//! With `--volatile-inputs` each read of a volatile number is an input. In LLVM assembly such a read is one line. What it reads goes into a
//! buffer of the replay library, which puts the test's value in its place if the test has one, and the program goes on with what is
//! there. The read itself stays, so the sanitizers look at it.

use std::sync::LazyLock;

use lariat_exec::VOLATILE_INPUT;
use regex::Regex;

use crate::ktest::KTest;

/// Whether a test says what reads of volatile objects give.
pub(crate) fn is_in(test: &KTest) -> bool {
    test.input.objects.iter().any(|object| object.name == VOLATILE_INPUT)
}

static READ: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^  (%\S+) = load volatile (i8|i16|i32|i64|float|double), (ptr .*)$")
        .expect("a constant pattern")
});
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"!dbg !\d+").expect("a constant pattern"));

/// LLVM assembly with the calls in it.
pub(crate) fn deliver(assembly: &str, is_32_bit: bool) -> String {
    let size_type = if is_32_bit { "i32" } else { "i64" };
    let mut text = String::with_capacity(assembly.len() * 2);
    let mut count = 0;
    for line in assembly.lines() {
        let Some(found) = READ.captures(line) else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        let (result, ty, from) = (&found[1], &found[2], &found[3]);
        let debug = PLACE.find(line).map_or(String::new(), |at| format!(", {}", at.as_str()));
        let size = match ty {
            "i8" => 1,
            "i16" => 2,
            "i32" | "float" => 4,
            _ => 8,
        };
        text.push_str(&format!(
            "  %lariat.read.{count} = load volatile {ty}, {from}\n\
             \x20 %lariat.place.{count} = call ptr @lariat_volatile_place(){debug}\n\
             \x20 store {ty} %lariat.read.{count}, ptr %lariat.place.{count}, align 1{debug}\n\
             \x20 call void @lariat_volatile({size_type} {size}){debug}\n\
             \x20 {result} = load {ty}, ptr %lariat.place.{count}, align 1{debug}\n"
        ));
        count += 1;
    }
    if count > 0 {
        text.push_str("declare ptr @lariat_volatile_place()\n");
        text.push_str(&format!("declare void @lariat_volatile({size_type})\n"));
    }
    text
}
