//! Whether a native run got the inputs that are reported with a bug, all of them and no others.
//!
//! A bug's test has the inputs that the program asked for on its way to the bug. A native run that asks for something else is not
//! the run that was predicted, whatever it shows. The replay library records what it hands out, in a file that survives every end.
//!
//! An input that is not there natively is zero, or the real clock. What a program asks for after the bug is no matter, so a
//! message says when it happened first. An uninitialised variable gets its value where it is declared; a run may end before that. That
//! is as good as handed out, if the native program has the place at all.

use std::collections::BTreeSet;
use std::path::Path;

use lariat_exec::{TestObject, UNINITIALISED_INPUT};

use crate::input_types::IN_MEMORY;

/// Room for a name at the beginning of the record.
const NAME: usize = 256;

/// How the replay library's message begins; the name follows.
const MESSAGE: &str = "lariat: the test has no value for ";

/// Inputs that are something else in every run if the test does not say what they are.
const ENVIRONMENT: [&str; 5] = ["arc4random", "clock", "getrandom", "time", "time_nanoseconds"];

/// What was handed out in a native run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Delivery {
    /// Objects of the test that nobody asked for.
    unused: Vec<String>,
    /// The first input that the test has no object for.
    missing: Option<String>,
}

impl Delivery {
    /// Reads the record of a run on a test. The names are those of variables that the native program takes from a test.
    pub(crate) fn read(
        record: &Path,
        test: &[TestObject],
        variables: &BTreeSet<String>,
    ) -> Delivery {
        // Without a record nothing was handed out.
        let record = std::fs::read(record).unwrap_or_default();
        let (name, used) = record.split_at(record.len().min(NAME));
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        let missing = (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned());
        let is_used = |number: usize| used.get(number).is_some_and(|byte| *byte != 0);
        let unused = (test.iter().enumerate())
            .filter(|(number, object)| !is_used(*number) && !may_be_unused(&object.name, variables))
            .map(|(_, object)| object.name.clone())
            .collect();
        Delivery { unused, missing }
    }

    /// Why what was seen at a line of the messages is not what the test does; none if it is.
    pub(crate) fn objection(&self, messages: &str, line: usize) -> Option<String> {
        if let Some(name) = self.unused.first() {
            return Some(format!("the native run does not ask for the input `{name}`"));
        }
        self.surprise(messages, line)
    }

    /// Why what was seen at a line of the messages did not come of the test alone. Objects that nobody asked for are no matter.
    pub(crate) fn surprise(&self, messages: &str, line: usize) -> Option<String> {
        let name = self.missing.as_ref()?;
        let asked = messages.lines().position(|line| line.starts_with(MESSAGE));
        let is_later = asked.is_some_and(|asked| asked > line);
        (!is_later).then(|| {
            format!("the native run asks for an input that the test does not have: `{name}`")
        })
    }

    /// Whether another run on the same test would be the same: nothing came from the clock or from chance that the test has a
    /// value for or should have.
    pub(crate) fn is_repeatable(&self) -> bool {
        let varies = |name: &String| ENVIRONMENT.contains(&name.as_str());
        !self.missing.iter().chain(&self.unused).any(varies)
    }
}

fn may_be_unused(name: &str, variables: &BTreeSet<String>) -> bool {
    if name.starts_with(UNINITIALISED_INPUT) {
        return variables.contains(name.strip_suffix(IN_MEMORY).unwrap_or(name));
    }
    // An empty file has a size and nothing else.
    name == "stdin-size"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery(missing: &str, used: &[u8], names: &[&str]) -> Delivery {
        let mut bytes = missing.as_bytes().to_vec();
        bytes.resize(NAME, 0);
        bytes.extend(used);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("record");
        std::fs::write(&path, bytes).unwrap();
        let object = |name: &&str| TestObject { name: (*name).into(), bytes: Vec::new() };
        let test: Vec<TestObject> = names.iter().map(object).collect();
        let variables = ["uninitialised:main:x".to_owned()].into();
        Delivery::read(&path, &test, &variables)
    }

    #[test]
    fn everything_must_be_handed_out() {
        assert_eq!(delivery("", &[1, 1], &["a", "b"]).objection("", 0), None);
        let objection = delivery("", &[1, 0], &["a", "b"]).objection("", 0);
        assert_eq!(objection.unwrap(), "the native run does not ask for the input `b`");
        assert!(delivery("", &[], &["a"]).objection("", 0).is_some());
        assert!(delivery("", &[0], &["time"]).objection("", 0).is_some());
    }

    #[test]
    fn variables_may_be_declared_later() {
        let names = ["uninitialised:main:x", "uninitialised:main:x in memory"];
        assert_eq!(delivery("", &[0, 0], &names).objection("", 0), None);
        assert!(delivery("", &[0], &["uninitialised:main:y"]).objection("", 0).is_some());
    }

    #[test]
    fn what_is_missing_matters_only_before_the_bug() {
        let delivery = delivery("time", &[1], &["a"]);
        let messages = "one\nlariat: the test has no value for time\nthree\n";
        assert_eq!(delivery.objection(messages, 0), None);
        let objection = delivery.objection(messages, 2).unwrap();
        assert!(objection.ends_with("that the test does not have: `time`"), "{objection}");
        // The program may have closed its messages.
        assert!(delivery.objection("one\n", 0).is_some());
        assert!(!delivery.is_repeatable());
    }
}
