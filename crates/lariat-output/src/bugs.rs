//! A bug as it is reported: what, where, on which way, with which input, and whether the real program shows it.

use std::fmt::{self, Write as _};
use std::path::Path;

use lariat_exec::{Bug, BugKind, StackEntry, TestInput};
use lariat_program::{LocationId, Program, SourceFile};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::input_types::InputTypes;
use crate::values::NamedValue;

/// The engine's own function around the program.
const START: &str = "lariat_start";

/// The directory that the files of the library models say they are in.
pub(crate) const MODELS: &str = "lariat-runtime";

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The file as the compiler was given it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column; 0 if unknown.
    pub column: u32,
}

impl Place {
    /// The place of a location.
    pub fn new(program: &Program, location: LocationId) -> Place {
        let location = program.locations.get(location);
        let SourceFile { path, directory } = &program.files[location.file];
        // The models seem to be in a directory that is on nobody's machine.
        let file = match directory.as_str() {
            MODELS if !path.starts_with(MODELS) => format!("{MODELS}/{path}"),
            _ => path.clone(),
        };
        Place { file, line: location.line, column: location.column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

/// A function on the way to a bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CallSite {
    /// The function's name in the source.
    pub function: String,
    /// Where it was.
    pub place: Option<Place>,
    /// Its arguments, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Argument>,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Argument {
    /// The parameter's name.
    pub name: String,
    /// Its value in C's words.
    pub value: String,
}

impl fmt::Display for CallSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.function)?;
        if !self.arguments.is_empty() {
            let arguments: Vec<String> = (self.arguments.iter())
                .map(|argument| format!("{} = {}", argument.name, argument.value))
                .collect();
            write!(f, "({})", arguments.join(", "))?;
        }
        match &self.place {
            Some(place) => write!(f, " at {place}"),
            None => Ok(()),
        }
    }
}

/// Whether the natively compiled program shows a bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "result")]
pub enum Verdict {
    /// It does.
    Confirmed {
        /// What was seen.
        evidence: String,
    },
    /// It does not, or it could not be tried.
    Unconfirmed {
        /// Why.
        reason: String,
    },
}

impl Verdict {
    /// Whether the bug is confirmed.
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Verdict::Confirmed { .. })
    }
}

/// A bug as it is reported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BugReport {
    /// What kind of bug.
    #[serde(serialize_with = "kind_name", deserialize_with = "kind_of_name")]
    pub kind: BugKind,
    /// What happened, in words.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// The calls that lead there, the innermost first.
    pub stack: Vec<CallSite>,
    /// The place that the program itself gives for it, if it does: an assertion of several lines says the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<Place>,
    /// Where a jump leads that leads to no label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jumps_to: Option<u64>,
    /// The inputs that trigger it.
    pub inputs: Vec<NamedValue>,
    /// Whether the natively compiled program shows it.
    pub verdict: Verdict,
}

impl BugReport {
    /// A report of a bug the engine found, not yet replayed.
    pub fn new(
        program: &Program,
        bug: &Bug,
        input: &TestInput,
        types: &InputTypes<'_>,
    ) -> BugReport {
        let message = match bug.detail.as_str() {
            "" => bug.kind.sentence().to_owned(),
            detail => format!("{}: {detail}", bug.kind.sentence()),
        };
        // What calls the program is not the program's.
        let is_program = |entry: &&StackEntry| program.functions[entry.function].name != START;
        let stack = bug.stack.iter().filter(is_program).map(|entry| {
            let function = &program.functions[entry.function];
            CallSite {
                function: function.source_name.as_ref().unwrap_or(&function.name).clone(),
                place: entry.location.map(|location| Place::new(program, location)),
                arguments: (entry.arguments.iter().cloned())
                    .map(|(name, value)| Argument { name, value })
                    .collect(),
            }
        });
        BugReport {
            kind: bug.kind,
            message,
            place: bug.location.map(|location| Place::new(program, location)),
            stack: stack.collect(),
            stated: bug.stated.as_ref().map(|(file, line)| Place {
                file: file.clone(),
                line: *line,
                column: 0,
            }),
            jumps_to: bug.jumps_to,
            inputs: NamedValue::of_input(input, types),
            verdict: Verdict::Unconfirmed { reason: "not replayed".to_owned() },
        }
    }

    /// A place as the report writes it, if it is in the same file as the bug.
    pub fn same_file(&self, mut place: Place) -> Place {
        if let Some(own) = &self.place
            && Path::new(&place.file).file_name() == Path::new(&own.file).file_name()
            && (place.file.ends_with(&own.file) || own.file.ends_with(&place.file))
        {
            place.file.clone_from(&own.file);
        }
        place
    }

    /// Makes this the report of what a native run showed instead: the same kind of bug at another place.
    pub fn move_to(&mut self, place: Place, evidence: String) {
        self.message = match &self.place {
            Some(predicted) => format!("{} (predicted at {predicted})", self.kind.sentence()),
            None => self.kind.sentence().to_owned(),
        };
        // How the calls went is known of the predicted place only.
        self.stack.clear();
        self.stated = None;
        self.place = Some(place);
        self.verdict = Verdict::Confirmed { evidence };
    }

    /// The name of the bug's directory.
    pub fn directory_name(&self, number: usize) -> String {
        format!("bug-{number:03}-{}", self.kind.name())
    }

    /// The report for a person.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}: {}", self.kind.name(), self.message);
        if let Some(place) = &self.place {
            let _ = writeln!(text, "at {place}");
        }
        let _ = match &self.verdict {
            Verdict::Confirmed { evidence } => writeln!(text, "confirmed natively: {evidence}"),
            Verdict::Unconfirmed { reason } => writeln!(text, "not confirmed natively: {reason}"),
        };
        if !self.stack.is_empty() {
            text.push_str("\ncall stack:\n");
        }
        for (number, site) in self.stack.iter().enumerate() {
            let _ = writeln!(text, "  #{number} {site}");
        }
        text.push_str("\ninputs:\n");
        if self.inputs.is_empty() {
            text.push_str("  none: the program does this without any input\n");
        }
        for input in &self.inputs {
            let _ = writeln!(text, "  {} = {}", input.title(), input.line());
        }
        text
    }
}

fn kind_name<S: Serializer>(kind: &BugKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

fn kind_of_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BugKind, D::Error> {
    let name = String::deserialize(deserializer)?;
    let kind = BugKind::ALL.iter().copied().find(|kind| kind.name() == name);
    kind.ok_or_else(|| serde::de::Error::custom(format!("there is no bug kind {name:?}")))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use lariat_exec::TestObject;

    pub(crate) fn example() -> BugReport {
        let place = |line, column| Some(Place { file: "parse.c".into(), line, column });
        let object = TestObject { name: "length".into(), bytes: vec![9, 0, 0, 0] };
        BugReport {
            kind: BugKind::OutOfBoundsWrite,
            message: "a write outside of the object: 1 byte at offset 8 of buffer (8 bytes)".into(),
            place: place(12, 7),
            stack: vec![
                CallSite {
                    function: "copy".into(),
                    place: place(12, 7),
                    arguments: vec![
                        Argument { name: "to".into(), value: "buffer".into() },
                        Argument { name: "length".into(), value: "9".into() },
                    ],
                },
                CallSite { function: "main".into(), place: place(30, 0), arguments: Vec::new() },
                CallSite { function: "start".into(), place: None, arguments: Vec::new() },
            ],
            stated: None,
            jumps_to: None,
            inputs: vec![NamedValue::new(&object)],
            verdict: Verdict::Confirmed { evidence: "heap-buffer-overflow at parse.c:12".into() },
        }
    }

    #[test]
    fn the_text_says_everything() {
        let expected = "\
out-of-bounds-write: a write outside of the object: 1 byte at offset 8 of buffer (8 bytes)
at parse.c:12:7
confirmed natively: heap-buffer-overflow at parse.c:12

call stack:
  #0 copy(to = buffer, length = 9) at parse.c:12:7
  #1 main at parse.c:30
  #2 start

inputs:
  length = 9 = 0x00000009 (4 bytes)
";
        assert_eq!(example().text(), expected);
        assert_eq!(example().directory_name(3), "bug-003-out-of-bounds-write");
    }

    #[test]
    fn reports_survive_json() {
        let text = serde_json::to_string(&example()).unwrap();
        assert_eq!(serde_json::from_str::<BugReport>(&text).unwrap(), example());
        let unknown = text.replace("out-of-bounds-write", "no-such-kind");
        assert!(serde_json::from_str::<BugReport>(&unknown).is_err());
    }
}
