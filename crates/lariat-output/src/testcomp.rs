//! Tests in the exchange format of Test-Comp: a directory with `metadata.xml` and one `testcase-N.xml` per test.
//!
//! The format (DTDs "test-metadata 1.1" and "testcase 1.1") has no names and no sizes: a test is the list of values that the
//! input functions return, in the order in which the program asks for them. Values are printed as their input function's type
//! says. An object that is not one number is written byte by byte, which is how the competition's own harness asks for a piece
//! of memory. The only thing that differs between two equal runs is the time of creation, which the caller gives.

use std::collections::HashMap;
use std::io;

use lariat_exec::{TestInput, TestObject};
use lariat_program::DataModel;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesStart, BytesText, Event};
use sha2::{Digest, Sha256};

use crate::replay::{InputKind, PREFIX};

const METADATA_DOCTYPE: &str = "test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
     \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\"";
const TEST_CASE_DOCTYPE: &str = "testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
     \"https://sosy-lab.org/test-format/testcase-1.1.dtd\"";

/// What a test suite says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestSuiteMetadata {
    /// Who wrote it.
    pub producer: String,
    /// What the tests were made for.
    pub specification: String,
    /// The program.
    pub program_file: String,
    /// SHA-256 of the program, see [`program_hash`].
    pub program_hash: String,
    /// Where the program starts.
    pub entry_function: String,
    /// The machine it is for.
    pub data_model: DataModel,
    /// When the suite was made, as ISO 8601.
    pub creation_time: String,
}

/// The documents of a test suite.
#[derive(Clone, Copy, Debug)]
pub struct TestSuite;

impl TestSuite {
    /// The contents of `metadata.xml`.
    ///
    /// # Errors
    /// Never in practice: the document is built in memory.
    pub fn metadata(metadata: &TestSuiteMetadata) -> io::Result<String> {
        let architecture = match metadata.data_model {
            DataModel::Ilp32 => "32bit",
            DataModel::Lp64 => "64bit",
        };
        document(METADATA_DOCTYPE, BytesStart::new("test-metadata"), |writer| {
            for (name, text) in [
                ("sourcecodelang", "C"),
                ("producer", &metadata.producer),
                ("specification", &metadata.specification),
                ("programfile", &metadata.program_file),
                ("programhash", &metadata.program_hash),
                ("entryfunction", &metadata.entry_function),
                ("architecture", architecture),
                ("creationtime", &metadata.creation_time),
            ] {
                writer.create_element(name).write_text_content(BytesText::new(text))?;
            }
            Ok(())
        })
    }

    /// The contents of a `testcase-N.xml`.
    ///
    /// # Errors
    /// Never in practice: the document is built in memory.
    pub fn test_case(
        input: &TestInput,
        kinds: &HashMap<String, InputKind>,
        covers_error: bool,
    ) -> io::Result<String> {
        let mut root = BytesStart::new("testcase");
        if covers_error {
            root.push_attribute(("coversError", "true"));
        }
        document(TEST_CASE_DOCTYPE, root, |writer| {
            for value in
                input.objects.iter().flat_map(|object| values(object, kinds.get(&object.name)))
            {
                writer.create_element("input").write_text_content(BytesText::new(&value))?;
            }
            Ok(())
        })
    }
}

/// The hash of a program's file, as test suites quote it.
pub fn program_hash(contents: &[u8]) -> String {
    Sha256::digest(contents).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn document(
    doctype: &str,
    root: BytesStart<'_>,
    content: impl FnOnce(&mut Writer<Vec<u8>>) -> io::Result<()>,
) -> io::Result<String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("no"))))?;
    writer.write_event(Event::DocType(BytesText::from_escaped(doctype)))?;
    let end = root.to_end().into_owned();
    writer.write_event(Event::Start(root))?;
    content(&mut writer)?;
    writer.write_event(Event::End(end))?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The values that stand for an object. What no input function of the program's returned has the type its size suggests.
fn values(object: &TestObject, kind: Option<&InputKind>) -> Vec<String> {
    let bytes = object.bytes.as_slice();
    let is_number = matches!(bytes.len(), 1 | 2 | 4 | 8 | 16);
    let kind = match kind {
        Some(kind) => *kind,
        None if object.name.starts_with(PREFIX) || !is_number => InputKind::Bytes,
        None => InputKind::Signed,
    };
    let unsigned = bytes.iter().rev().take(16).fold(0, |all, byte| all << 8 | u128::from(*byte));
    let one = match (kind, bytes) {
        (InputKind::Single, &[a, b, c, d]) => float(f32::from_le_bytes([a, b, c, d]).into()),
        (InputKind::Double, &[a, b, c, d, e, f, g, h]) => {
            float(f64::from_le_bytes([a, b, c, d, e, f, g, h]))
        }
        (InputKind::Extended, bytes) if bytes.len() >= 10 => extended(unsigned),
        (InputKind::Unsigned, _) => unsigned.to_string(),
        (InputKind::Signed, _) => {
            let unused = 128 - 8 * bytes.len().clamp(1, 16) as u32;
            (((unsigned << unused) as i128) >> unused).to_string()
        }
        _ => return bytes.iter().map(|byte| (*byte as i8).to_string()).collect(),
    };
    vec![one]
}

/// A number of 80 bits, in C's hexadecimal notation, which has them all.
fn extended(bits: u128) -> String {
    let significand = bits as u64;
    let exponent = (bits >> 64) as i32 & 0x7fff;
    let sign = if bits >> 79 & 1 == 1 { "-" } else { "" };
    match exponent {
        0x7fff if significand << 1 == 0 => format!("{sign}inf"),
        0x7fff => "nan".to_owned(),
        // Numbers next to zero have the exponent of the smallest others.
        _ => format!("{sign}0x{significand:x}p{}", exponent.max(1) - 16383 - 63),
    }
}

/// The shortest digits that are read back as the same value.
fn float(value: f64) -> String {
    if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        format!("{value:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str, bytes: &[u8]) -> TestObject {
        TestObject { name: name.into(), bytes: bytes.into() }
    }

    #[test]
    fn metadata_has_the_fields_in_the_order_of_the_dtd() {
        let metadata = TestSuiteMetadata {
            producer: "Lariat 0.1 <test>".into(),
            specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".into(),
            program_file: "a&b.c".into(),
            program_hash: program_hash(b"abc"),
            entry_function: "main".into(),
            data_model: DataModel::Ilp32,
            creation_time: "2026-01-02T03:04:05Z".into(),
        };
        let expected = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
<test-metadata>
  <sourcecodelang>C</sourcecodelang>
  <producer>Lariat 0.1 &lt;test&gt;</producer>
  <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>
  <programfile>a&amp;b.c</programfile>
  <programhash>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad</programhash>
  <entryfunction>main</entryfunction>
  <architecture>32bit</architecture>
  <creationtime>2026-01-02T03:04:05Z</creationtime>
</test-metadata>
"#;
        assert_eq!(TestSuite::metadata(&metadata).unwrap(), expected);
    }

    #[test]
    fn inputs_are_printed_as_their_type_says() {
        let objects = vec![
            object("__VERIFIER_nondet_int", &[0xff; 4]),
            object("__VERIFIER_nondet_u32", &[0xff; 4]),
            object("__VERIFIER_nondet_unsigned_long_long", &[0xff; 8]),
            object("__VERIFIER_nondet_char", &[0x80]),
            object("__VERIFIER_nondet_bool", &[1]),
            object("__VERIFIER_nondet_float", &0.1f32.to_le_bytes()),
            object("__VERIFIER_nondet_double", &1e300f64.to_le_bytes()),
            object("__VERIFIER_nondet_double", &f64::NAN.to_le_bytes()),
            object("__VERIFIER_nondet_double", &f64::NEG_INFINITY.to_le_bytes()),
            object("__VERIFIER_nondet_long_double", &[0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0xbf]),
            object("__VERIFIER_nondet_pair", &[1, 0, 255, 0]),
            object("__VERIFIER_nondet_memory", &[1, 255]),
            object("named", &[254, 255]),
            object("buffer", &[1, 2, 253]),
        ];
        let kinds = [
            ("int", InputKind::Signed),
            ("u32", InputKind::Unsigned),
            ("unsigned_long_long", InputKind::Unsigned),
            ("char", InputKind::Signed),
            ("bool", InputKind::Unsigned),
            ("float", InputKind::Single),
            ("double", InputKind::Double),
            ("long_double", InputKind::Extended),
            ("pair", InputKind::Bytes),
        ];
        let kinds = kinds.map(|(name, kind)| (format!("{PREFIX}{name}"), kind)).into();
        let text = TestSuite::test_case(&TestInput { objects }, &kinds, true).unwrap();
        let inputs: Vec<&str> = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("<input>")?.strip_suffix("</input>"))
            .collect();
        let expected = "-1 4294967295 18446744073709551615 -128 1 0.10000000149011612 1e300 nan -inf -0x8000000000000000p-63 1 0 -1 0 1 -1 -2 1 2 -3";
        assert_eq!(inputs.join(" "), expected);
        assert!(text.contains("<testcase coversError=\"true\">"));
    }

    #[test]
    fn a_test_without_inputs_is_a_document_too() {
        let text = TestSuite::test_case(&TestInput::default(), &HashMap::new(), false).unwrap();
        assert!(text.ends_with("<testcase>\n</testcase>\n"), "{text}");
    }
}
