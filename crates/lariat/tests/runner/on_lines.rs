//! Expectations on a line of code: which instructions come from it.
//!
//! ```text
//! x = a + b; //~ add nsw i32
//! y = *p++;  //~ load i8 align=1 | "p.2 = p + 1"
//! z = a;     //~ !trunc !zext
//! ```
//!
//! Between bars stand descriptions, each of another instruction of this line, in any order. A description is words, all of
//! which the instruction has: in its listing, kind, operation, flags, type, or the types of its operands. `!word` is
//! one it does not have, `field=value` a field of its JSON form, and a text in quotes is part of its listing. A description of
//! `!word`s alone says that no instruction of the line has them.

use serde_json::Value;

/// What is said about one line of the file.
pub(crate) struct LineExpectation {
    pub(crate) line: usize,
    descriptions: Vec<Description>,
}

struct Description {
    text: String,
    words: Vec<Word>,
}

enum Word {
    Has(String),
    Lacks(String),
    Field(String, String),
    Listing(String),
}

/// Reads the comment at the end of a line, if it has one.
pub(crate) fn parse(line_number: usize, line: &str) -> Result<Option<LineExpectation>, String> {
    let Some((_, comment)) = line.split_once("//~") else { return Ok(None) };
    let error = |what: &str| format!("line {line_number}: {what}: `{}`", comment.trim());
    let descriptions = comment
        .split(" | ")
        .map(|text| {
            let words = words(text).ok_or_else(|| error("a quote is open"))?;
            if words.is_empty() {
                return Err(error("nothing is described"));
            }
            Ok(Description { text: text.trim().to_owned(), words })
        })
        .collect::<Result<_, _>>()?;
    Ok(Some(LineExpectation { line: line_number, descriptions }))
}

fn words(text: &str) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let (listing, after) = quoted.split_once('"')?;
            words.push(Word::Listing(listing.to_owned()));
            rest = after.trim_start();
            continue;
        }
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        rest = after.trim_start();
        if let Some(word) = word.strip_prefix('!') {
            words.push(Word::Lacks(word.to_owned()));
        } else if let Some((field, value)) =
            word.split_once('=').filter(|(field, _)| !field.is_empty())
        {
            words.push(Word::Field(field.to_owned(), value.to_owned()));
        } else {
            words.extend(tokens(word).map(|token| Word::Has(token.to_owned())));
        }
    }
    Some(words)
}

/// The words of a text; brackets and commas only separate them.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "(),[]{}<>:".contains(c))
        .filter(|token| !token.is_empty())
}

/// Checks all lines of a file against the program listed as JSON.
pub(crate) fn failures(
    expectations: &[LineExpectation],
    file_name: &str,
    document: &Value,
) -> Vec<String> {
    let found = instructions(document, file_name);
    let mut failures = Vec::new();
    for expectation in expectations {
        let here: Vec<&Value> = found
            .iter()
            .filter(|(line, _)| *line == expectation.line as u64)
            .map(|(_, inst)| *inst)
            .collect();
        let (positive, negative): (Vec<_>, Vec<_>) =
            expectation.descriptions.iter().partition(|description| {
                description.words.iter().any(|word| !matches!(word, Word::Lacks(_)))
            });
        let mut wrong: Vec<&str> = negative
            .iter()
            .filter(|description| !here.iter().all(|inst| description.fits(inst)))
            .map(|description| description.text.as_str())
            .collect();
        wrong.extend(
            positive
                .iter()
                .filter(|description| !here.iter().any(|inst| description.fits(inst)))
                .map(|description| description.text.as_str()),
        );
        if wrong.is_empty() && !each_has_its_own(&positive, &here) {
            wrong.push("one instruction for each of these");
        }
        if !wrong.is_empty() {
            let listing: Vec<String> =
                here.iter().map(|inst| format!("    {}", summary(inst))).collect();
            failures.push(format!(
                "line {}: not found: {}\n  there is:\n{}",
                expectation.line,
                wrong.join(" | "),
                listing.join("\n")
            ));
        }
    }
    failures
}

fn instructions<'d>(document: &'d Value, file_name: &str) -> Vec<(u64, &'d Value)> {
    let list = |value: &'d Value, key: &str| value[key].as_array().map_or(&[][..], Vec::as_slice);
    let mut found = Vec::new();
    for function in list(document, "functions") {
        for block in list(function, "blocks") {
            for inst in list(block, "instructions") {
                let location = &inst["location"];
                let file = location["file"].as_str().unwrap_or("");
                if file.rsplit('/').next() == Some(file_name) {
                    found.extend(location["line"].as_u64().map(|line| (line, inst)));
                }
            }
        }
    }
    found
}

/// Whether the descriptions can be given different instructions.
fn each_has_its_own(descriptions: &[&Description], insts: &[&Value]) -> bool {
    fn place(descriptions: &[&Description], insts: &[&Value], taken: &mut Vec<bool>) -> bool {
        let Some((first, rest)) = descriptions.split_first() else { return true };
        (0..insts.len()).any(|index| {
            if taken[index] || !first.fits(insts[index]) {
                return false;
            }
            taken[index] = true;
            let fits = place(rest, insts, taken);
            taken[index] = fits;
            fits
        })
    }
    place(descriptions, insts, &mut vec![false; insts.len()])
}

impl Description {
    fn fits(&self, inst: &Value) -> bool {
        let text = inst["text"].as_str().unwrap_or("");
        let has = |word: &str| texts(inst).any(|text| tokens(text).any(|token| token == word));
        self.words.iter().all(|word| match word {
            Word::Has(word) => has(word),
            Word::Lacks(word) => !has(word),
            Word::Field(field, value) => match &inst[field.as_str()] {
                Value::String(text) => text == value,
                other => serde_json::from_str::<Value>(value).is_ok_and(|wanted| wanted == *other),
            },
            Word::Listing(part) => text.contains(part.as_str()),
        })
    }
}

/// The texts whose words count.
fn texts(inst: &Value) -> impl Iterator<Item = &str> {
    let list = |key: &str| inst[key].as_array().map_or(&[][..], Vec::as_slice).iter();
    ["kind", "operation", "text", "type"]
        .into_iter()
        .filter_map(|key| inst[key].as_str())
        .chain(list("flags").filter_map(Value::as_str))
        .chain(list("operands").filter_map(|operand| operand["type"].as_str()))
}

fn summary(inst: &Value) -> String {
    let mut inst = inst.clone();
    if let Some(members) = inst.as_object_mut() {
        members.remove("location");
    }
    inst.to_string()
}
