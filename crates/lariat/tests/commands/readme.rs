//! What the README and `docs/` show is what comes out.
//!
//! - Every `console` block is run and compared. `…` stands for what differs from run to run, such as
//!   times; a line that is only `…` stands for any number of lines.
//! - Every `c` block that begins with a comment `/* NAME.c */` is written to a file of that name,
//!   which must load and which the commands of the same page can use. Every other `c` block is a
//!   part of a file in `examples/`.
//! - Every option that a page names exists, and `docs/command-line.md` has those of each command.
//! - Lines have at most 120 columns, and links lead to files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use lariat_exec::BugKind;
use regex::Regex;

/// Columns that a line of a page may have.
const WIDEST: usize = 120;

const COMMANDS: [&str; 6] = ["test", "reach", "verify", "loops", "replay", "show"];

/// A page: its path from the root of the repository, and its text.
struct Page {
    path: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn page(path: &str) -> Page {
    let text = std::fs::read_to_string(root().join(path)).expect("a page that can be read");
    Page { path: path.to_owned(), text }
}

/// The pages for users: the README and everything in `docs/`.
fn pages_for_users() -> Vec<Page> {
    let mut paths: Vec<String> = std::fs::read_dir(root().join("docs"))
        .expect("the directory docs")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    paths.sort();
    paths.insert(0, "README.md".to_owned());
    paths.iter().map(|path| page(path)).collect()
}

/// A fenced block: the word behind the fence, and the lines.
struct Block {
    language: String,
    text: String,
}

impl Page {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut inside = false;
        for line in self.text.lines() {
            match (line.strip_prefix("```"), inside) {
                (Some(language), false) => {
                    blocks.push(Block { language: language.to_owned(), text: String::new() });
                    inside = true;
                }
                (Some(_), true) => inside = false,
                (None, true) => {
                    let block = blocks.last_mut().expect("an open block");
                    block.text += line;
                    block.text.push('\n');
                }
                (None, false) => {}
            }
        }
        assert!(!inside, "{}: a block does not end", self.path);
        blocks
    }
}

/// The place where the commands of one page run, one after the other.
struct Place {
    directory: tempfile::TempDir,
    /// With which status the last command ended, for `echo $?`.
    status: i32,
}

impl Place {
    fn new() -> Place {
        let directory = tempfile::tempdir().expect("a directory");
        std::os::unix::fs::symlink(root().join("examples"), directory.path().join("examples"))
            .expect("a link");
        Place { directory, status: 0 }
    }

    /// What a shell prints on both streams.
    fn run(&mut self, command: &str) -> String {
        let binary = Path::new(env!("CARGO_BIN_EXE_lariat")).parent().expect("a directory");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("(exit {}); {{ {command}\n}} 2>&1", self.status))
            .env("PATH", format!("{}:{path}", binary.display()))
            .current_dir(self.directory.path())
            .output()
            .expect("a shell");
        self.status = output.status.code().expect("a status");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs the commands of a block and compares what each prints.
    fn check(&mut self, page: &str, block: &str) {
        let block = block.strip_prefix("$ ").expect("a block begins with a command");
        let commands: Vec<&str> = block.split("\n$ ").collect();
        for (number, entry) in commands.iter().enumerate() {
            let (command, expected) = entry.split_once('\n').unwrap_or((entry, ""));
            let out = self.run(command);
            let pattern = pattern(expected);
            assert!(
                pattern.is_match(&out),
                "{page}: {command}\nexpected:\n{expected}\nbut:\n{out}"
            );
            let next = commands.get(number + 1);
            let says_status = next.is_some_and(|next| next.starts_with("echo $?"));
            assert!(
                says_status || matches!(self.status, 0 | 1),
                "{page}: {command} ends with {}, which is not shown",
                self.status
            );
        }
    }
}

/// What the output must look like.
fn pattern(expected: &str) -> Regex {
    let lines = expected.lines().map(|line| {
        if line == "…" {
            return "(?:[^\n]*\n)*".to_owned();
        }
        let parts: Vec<String> = line.split('…').map(regex::escape).collect();
        parts.join("[^\n]*") + "\n"
    });
    Regex::new(&format!("^{}$", lines.collect::<String>())).expect("a pattern")
}

#[test]
fn a_pattern_is_as_strict_as_it_looks() {
    assert!(pattern("a … c\n").is_match("a b c\n"));
    assert!(!pattern("a … c\n").is_match("a b\nc\n"));
    assert!(pattern("a\n…\nd\n").is_match("a\nb\nc\nd\n"));
    assert!(pattern("a\n…\nd\n").is_match("a\nd\n"));
    assert!(!pattern("a\n…\nd\n").is_match("a\nb\nc\n"));
    assert!(!pattern("a\n").is_match("a\nb\n"));
    assert!(!pattern("").is_match("a\n"));
}

/// The file that a `c` block is, if it says so in its first line.
fn name_of_program(text: &str) -> Option<&str> {
    let name = text.lines().next()?.strip_prefix("/* ")?.strip_suffix(" */")?;
    (name.ends_with(".c") && !name.contains(' ')).then_some(name)
}

#[test]
fn examples_are_true() {
    let examples: Vec<String> = std::fs::read_dir(root().join("examples"))
        .expect("the examples")
        .map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).expect("a file"))
        .collect();
    for page in pages_for_users() {
        let mut place = Place::new();
        for block in page.blocks() {
            match block.language.as_str() {
                "console" => place.check(&page.path, &block.text),
                "c" => match name_of_program(&block.text) {
                    Some(name) => {
                        let file = place.directory.path().join(name);
                        std::fs::write(file, &block.text).expect("a file");
                        let out = place.run(&format!("lariat show {name} >loaded.txt"));
                        assert_eq!((out.as_str(), place.status), ("", 0), "{}: {name}", page.path);
                    }
                    None => assert!(
                        examples.iter().any(|example| example.contains(&block.text)),
                        "{}: no file in examples/ has this, and it has no name:\n{}",
                        page.path,
                        block.text
                    ),
                },
                // Anything else shows the form of something and is not checked.
                "text" => {}
                other => panic!("{}: a block of the unknown language `{other}`", page.path),
            }
        }
    }
}

/// The options of a command, as its help lists them.
fn options(command: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args([command, "--help"])
        .output()
        .expect("lariat runs");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let long = Regex::new(r"(?m)^ +(?:-[a-zA-Z], )?(--[a-z-]+|-[A-Z])").expect("a pattern");
    let mut found: BTreeSet<String> =
        long.captures_iter(&help).map(|captures| captures[1].to_owned()).collect();
    assert!(found.remove("--help"), "{command}: {help}");
    found
}

#[test]
fn the_page_of_the_command_line_has_the_options_of_each_command() {
    let page = page("docs/command-line.md");
    // A heading names commands; the rows below it that begin with an option are theirs.
    let word = Regex::new(r"`([^`]+)`").expect("a pattern");
    let row = Regex::new(r"^\| `(--[a-z-]+|-[A-Z])").expect("a pattern");
    let mut commands: Vec<String> = Vec::new();
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in page.text.lines() {
        if line.starts_with("## ") {
            let words = word.captures_iter(line).map(|captures| captures[1].to_owned());
            commands = words.map(|name| name.replace("lariat ", "")).collect();
        } else if let Some(captures) = row.captures(line) {
            for command in &commands {
                let new = listed.entry(command.clone()).or_default().insert(captures[1].into());
                assert!(new, "`{}` of {command} is listed twice", &captures[1]);
            }
        }
    }
    for command in COMMANDS {
        let listed = listed.remove(command).unwrap_or_default();
        let known = options(command);
        let missing: Vec<_> = known.difference(&listed).collect();
        let unknown: Vec<_> = listed.difference(&known).collect();
        assert!(missing.is_empty(), "lariat {command} has options the page lacks: {missing:?}");
        assert!(unknown.is_empty(), "lariat {command} does not have {unknown:?}");
    }
    assert!(listed.is_empty(), "options of unknown commands: {listed:?}");
}

#[test]
fn pages_name_only_options_that_exist() {
    let known: BTreeSet<String> = COMMANDS.iter().flat_map(|command| options(command)).collect();
    let general = ["--help", "--version"];
    let option = Regex::new(r"(?:^|[\s`(])(--[a-z][a-z-]*)").expect("a pattern");
    for page in pages_for_users() {
        for captures in option.captures_iter(&page.text) {
            let name = &captures[1];
            let is_known = known.contains(name) || general.contains(&name);
            assert!(is_known, "{} names the option {name}, which does not exist", page.path);
        }
    }
}

#[test]
fn the_page_of_answers_has_every_kind_of_bug() {
    let page = page("docs/answers.md");
    for kind in BugKind::ALL {
        assert!(
            page.text.contains(&format!("| `{}` |", kind.name())),
            "{} is missing",
            kind.name()
        );
    }
}

/// The names of all members of a document.
fn members(value: &serde_json::Value, names: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                members(value, names);
            }
        }
        serde_json::Value::Array(values) => {
            values.iter().for_each(|value| members(value, names));
        }
        _ => {}
    }
}

#[test]
fn the_page_of_output_has_every_member_of_the_documents() {
    let page = page("docs/output.md");
    let mut place = Place::new();
    let summary = place.run("lariat test examples/percent.c --entry parse_percent --json");
    let report = place.run("cat lariat-out/bug-001-*/report.json");
    let mut names = BTreeSet::new();
    for text in [summary, report] {
        let document =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        members(&document, &mut names);
    }
    assert!(names.len() > 20, "{names:?}");
    let missing: Vec<_> =
        names.iter().filter(|name| !page.text.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/output.md does not name {missing:?}");
}

#[test]
fn lines_are_short_and_links_lead_somewhere() {
    let mut pages = pages_for_users();
    for path in ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        pages.push(page(path));
    }
    let link = Regex::new(r"\]\(([^)#]+)(?:#[^)]*)?\)").expect("a pattern");
    for page in &pages {
        for (number, line) in page.text.lines().enumerate() {
            let columns = line.chars().count();
            let place = format!("{}:{}", page.path, number + 1);
            assert!(columns <= WIDEST, "{place} has {columns} columns");
            assert_eq!(line.trim_end(), line, "{place} ends with blanks");
        }
        let path = root().join(&page.path);
        let directory = path.parent().expect("a directory");
        for captures in link.captures_iter(&page.text) {
            let target = &captures[1];
            let is_there = target.starts_with("https://") || directory.join(target).exists();
            assert!(is_there, "{}: there is no {target}", page.path);
        }
    }
    // Whoever reads the README finds every page from there.
    let readme = &pages[0];
    for page in pages.iter().filter(|page| page.path.starts_with("docs/")) {
        assert!(readme.text.contains(&format!("({})", page.path)), "no link to {}", page.path);
    }
}
