//! An input's bytes in words a person can read: as a number where the size is that of a number, as text where it looks
//! like text, and as bytes.

use std::fmt::Write as _;

use lariat_exec::{TestInput, TestObject, UNINITIALISED_INPUT};
use serde::{Deserialize, Serialize};

use crate::input_types::{IN_MEMORY, InputTypes};

/// A named input and what its bytes may mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedValue {
    /// Its name.
    pub name: String,
    /// Size in bytes.
    pub size: usize,
    /// The bytes in memory order, two hexadecimal digits each.
    pub hex: String,
    /// As a signed little-endian number, if it has the size of one. A string of digits: JSON's numbers lose precision.
    pub signed: Option<String>,
    /// As an unsigned little-endian number, if it has the size of one.
    pub unsigned: Option<String>,
    /// As text up to the first NUL, if all of that can be printed and nothing but zeros follows.
    pub text: Option<String>,
    /// Its type in the source, if that is known.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub source_type: Option<String>,
    /// Its value by that type: a number, a text, a list or an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// The same as C writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
}

impl NamedValue {
    /// Looks at an input's bytes in all these ways.
    pub fn new(object: &TestObject) -> NamedValue {
        let bytes = &object.bytes;
        let mut hex = String::with_capacity(2 * bytes.len());
        for byte in bytes {
            let _ = write!(hex, "{byte:02x}");
        }
        let unsigned = number(bytes);
        let signed = unsigned.map(|value| {
            let unused = 128 - 8 * bytes.len() as u32;
            ((value << unused) as i128) >> unused
        });
        NamedValue {
            name: object.name.clone(),
            size: bytes.len(),
            hex,
            signed: signed.map(|value| value.to_string()),
            unsigned: unsigned.map(|value| value.to_string()),
            text: text(bytes),
            source_type: None,
            value: None,
            written: None,
        }
    }

    /// Inputs by the types they have in the source, where those are known.
    pub fn of_input(input: &TestInput, types: &InputTypes<'_>) -> Vec<NamedValue> {
        let other = |name: String| {
            let found = input.objects.iter().find(|other| other.name == name)?;
            usize::try_from(number(&found.bytes)?).ok()
        };
        let with_type = |object: &TestObject| match other(format!("{}-size", object.name)) {
            Some(size) => NamedValue::stream(object, size),
            None => {
                let length = other(format!("{}.length", object.name));
                NamedValue::with_type(object, types, length)
            }
        };
        // Elements behind the length are not there.
        let is_there = |object: &&TestObject| {
            let Some((array, index)) = object.name.split_once('[') else { return true };
            let index = index.split_once(']').and_then(|(index, _)| index.parse::<usize>().ok());
            let length = other(format!("{array}.length"));
            index.zip(length).is_none_or(|(index, length)| index < length)
        };
        input.objects.iter().filter(is_there).map(with_type).collect()
    }

    /// The content of standard input or of a file: text, of which the bytes behind the size mean nothing.
    fn stream(object: &TestObject, size: usize) -> NamedValue {
        let bytes = &object.bytes[..size.min(object.bytes.len())];
        let text = bytes.escape_ascii().to_string();
        NamedValue {
            source_type: Some(format!("{} {}", bytes.len(), bytes_word(bytes.len()))),
            written: Some(format!("\"{text}\"")),
            value: Some(text.into()),
            ..NamedValue::new(object)
        }
    }

    /// The same, by the type it has in the source if that is known; of a buffer only so many elements.
    fn with_type(object: &TestObject, types: &InputTypes<'_>, length: Option<usize>) -> NamedValue {
        let mut value = NamedValue::new(object);
        if let Some(typed) = types.value(&object.name, &object.bytes, length) {
            value.source_type = Some(typed.spelling);
            value.value = Some(typed.json);
            value.written = Some(typed.text);
        }
        value
    }

    /// The name as a report has it.
    pub fn title(&self) -> String {
        let Some(rest) = self.name.strip_prefix(UNINITIALISED_INPUT) else {
            return self.name.clone();
        };
        let rest = rest.strip_suffix(IN_MEMORY).unwrap_or(rest);
        match rest.split_once(':') {
            Some(("heap", "library")) => "memory of a library function (uninitialised)".to_owned(),
            Some(("heap", number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("memory of allocation {number} (uninitialised)")
            }
            Some((function, variable)) => format!("{variable} (uninitialised in {function})"),
            None => self.name.clone(),
        }
    }

    /// One line for a report, without the name: the most telling reading first.
    pub fn line(&self) -> String {
        if let (Some(written), Some(ty)) = (&self.written, &self.source_type) {
            return format!("{written} ({ty})");
        }
        let mut parts = Vec::new();
        if let (Some(signed), Some(unsigned)) = (&self.signed, &self.unsigned) {
            parts.push(signed.clone());
            if signed != unsigned {
                parts.push(unsigned.clone());
            }
            let digits: String = self.big_endian_hex();
            parts.push(format!("0x{digits}"));
        }
        if let Some(text) = &self.text {
            parts.push(format!("\"{text}\""));
        }
        if self.signed.is_none() {
            parts.push(spaced(&self.hex));
        }
        format!("{} ({} {})", parts.join(" = "), self.size, bytes_word(self.size))
    }

    fn big_endian_hex(&self) -> String {
        (0..self.size).rev().filter_map(|byte| self.hex.get(2 * byte..2 * byte + 2)).collect()
    }
}

fn bytes_word(count: usize) -> &'static str {
    if count == 1 { "byte" } else { "bytes" }
}

fn number(bytes: &[u8]) -> Option<u128> {
    if !matches!(bytes.len(), 1 | 2 | 4 | 8 | 16) {
        return None;
    }
    Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte)))
}

fn text(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (text, rest) = bytes.split_at(end);
    // A small number is not a letter; a single byte may be either.
    let is_text = text.len() >= bytes.len().min(2)
        && !text.is_empty()
        && text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r'))
        && rest.iter().all(|byte| *byte == 0);
    is_text.then(|| text.escape_ascii().to_string())
}

/// Bytes apart, many zeros at the end only counted.
fn spaced(hex: &str) -> String {
    const ZEROS: usize = 8;
    let bytes: Vec<&str> =
        (0..hex.len() / 2).filter_map(|byte| hex.get(2 * byte..2 * byte + 2)).collect();
    let zeros = bytes.iter().rev().take_while(|byte| **byte == "00").count();
    match bytes.len() - zeros {
        _ if zeros <= ZEROS => listed(&bytes),
        0 => format!("{zeros} zeros"),
        rest => format!("{} and {zeros} zeros", listed(&bytes[..rest])),
    }
}

/// Bytes apart, the middle of very many left out.
fn listed(bytes: &[&str]) -> String {
    const SHOWN: usize = 64;
    match bytes.len() {
        0 => "nothing".to_owned(),
        count if count <= SHOWN => bytes.join(" "),
        count => format!(
            "{} … {} ({} bytes left out)",
            bytes[..SHOWN / 2].join(" "),
            bytes[count - SHOWN / 2..].join(" "),
            count - SHOWN
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bytes: &[u8]) -> String {
        format!(
            "x = {}",
            NamedValue::new(&TestObject { name: "x".into(), bytes: bytes.into() }).line()
        )
    }

    #[test]
    fn streams_are_text_up_to_their_size() {
        let object = TestObject { name: "stdin".into(), bytes: b"8\n\0\xff5678".to_vec() };
        let line = |size| NamedValue::stream(&object, size).line();
        assert_eq!(line(1), r#""8" (1 byte)"#);
        assert_eq!(line(4), r#""8\n\x00\xff" (4 bytes)"#);
        assert_eq!(line(100), r#""8\n\x00\xff5678" (8 bytes)"#);
    }

    #[test]
    fn values_by_size() {
        assert_eq!(line(&[0xff, 0xff, 0xff, 0xff]), "x = -1 = 4294967295 = 0xffffffff (4 bytes)");
        assert_eq!(line(&[5, 0, 0, 0, 0, 0, 0, 0]), "x = 5 = 0x0000000000000005 (8 bytes)");
        assert_eq!(line(b"a"), "x = 97 = 0x61 = \"a\" (1 byte)");
        assert_eq!(
            line(b"say \"hi\"\n\0\0"),
            "x = \"say \\\"hi\\\"\\n\" = 73 61 79 20 22 68 69 22 0a 00 00 (11 bytes)"
        );
        assert_eq!(line(b"ab\0cd"), "x = 61 62 00 63 64 (5 bytes)");
        assert_eq!(line(b""), "x = nothing (0 bytes)");
        assert_eq!(line(&[0; 16]), "x = 0 = 0x00000000000000000000000000000000 (16 bytes)");
        assert_eq!(line(&[0xff; 16]).split(" = ").nth(1), Some("-1"));
        assert_eq!(line(&[0; 64]), "x = 64 zeros (64 bytes)");
        assert_eq!(line(b"ab\0\0\0\0\0\0\0\0\0"), "x = \"ab\" = 61 62 and 9 zeros (11 bytes)");
        assert!(line(&[1; 100]).ends_with("01 01 (36 bytes left out) (100 bytes)"));
    }
}
