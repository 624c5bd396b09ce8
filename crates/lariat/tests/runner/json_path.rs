//! Conditions on JSON: `path == value`, `path != value` or `path has value`.
//!
//! A path is keys separated by `/`. A number is an index into a list, `#` the length of a list or text, and
//! `key[field=value]` the first element of the list `key` whose `field` is `value`. `has` asks whether a list contains the
//! value, or a text the text. Values are JSON; a bare word is a text.

use serde_json::Value;

/// Whether the condition holds in the document; the error says what is there instead.
pub(crate) fn holds(document: &Value, condition: &str) -> Result<(), String> {
    let operators = [" == ", " != ", " has "];
    let (at, operator) = operators
        .iter()
        .filter_map(|operator| condition.find(operator).map(|at| (at, operator)))
        .min()
        .ok_or_else(|| format!("no operator in `{condition}`"))?;
    let (path, wanted) = (&condition[..at], condition[at + operator.len()..].trim());
    let wanted = parse_value(wanted);
    let found = lookup(document, path.trim())?;
    let holds = match *operator {
        " == " => found == wanted,
        " != " => found != wanted,
        _ => match (&found, &wanted) {
            (Value::Array(items), _) => items.contains(&wanted),
            (Value::String(text), Value::String(part)) => text.contains(part.as_str()),
            _ => false,
        },
    };
    if holds { Ok(()) } else { Err(format!("`{condition}` does not hold: found {found}")) }
}

fn parse_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

fn lookup(document: &Value, path: &str) -> Result<Value, String> {
    let mut current = document.clone();
    for step in path.split('/') {
        let missing = || format!("no `{step}` (of `{path}`)");
        let next = if step == "#" {
            let length = match &current {
                Value::Array(items) => items.len(),
                Value::Object(members) => members.len(),
                Value::String(text) => text.chars().count(),
                _ => return Err(format!("`{path}`: not a list")),
            };
            Value::from(length)
        } else if let Some((key, selector)) = step.strip_suffix(']').and_then(|s| s.split_once('['))
        {
            let list =
                if key.is_empty() { &current } else { current.get(key).ok_or_else(missing)? };
            let (field, wanted) = selector.split_once('=').ok_or_else(missing)?;
            let wanted = parse_value(wanted);
            let items = list.as_array().ok_or_else(missing)?;
            items.iter().find(|item| item.get(field) == Some(&wanted)).ok_or_else(missing)?.clone()
        } else if let Ok(index) = step.parse::<usize>() {
            current.get(index).ok_or_else(missing)?.clone()
        } else {
            current.get(step).ok_or_else(missing)?.clone()
        };
        current = next;
    }
    Ok(current)
}
