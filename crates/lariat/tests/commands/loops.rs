//! `lariat loops` on small programs: types, cases and bounds in the source's names.

use std::process::Command;

fn loops(source: &str, options: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("prog.c"), source).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["loops", "prog.c"])
        .args(options)
        .current_dir(directory.path())
        .output()
        .expect("lariat runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn phases_and_periods_have_cases_and_bounds() {
    let source = "
int count(int n) { int i = 0; while (i < n) i++; return i; }
int grid(int n, int m) {
    int i = 0, j = 0;
    if (!(0 < m && m < n)) return 0;
    while (i < n) { if (j < m) j++; else { j = 0; i++; } }
    return i;
}
";
    let text = loops(source, &["--verbose"]);
    assert!(text.contains("in count\n  type 1, sequential"), "{text}");
    assert!(text.contains("iterations: n\n"), "{text}");
    assert!(text.contains("in grid\n  type 1, periodic"), "{text}");
    assert!(text.contains("iterations: n + n*m") || text.contains("iterations: n*m + n"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 100 || line.starts_with('/')),
        "{text}"
    );
}

#[test]
fn one_function_as_json_with_its_automaton() {
    let source = "
int other(int n) { while (n > 0) n--; return n; }
int meet(int x, int z, int n) { while (x < n) { if (z > x) x++; else z++; } return x == z; }
";
    let directory = tempfile::tempdir().expect("a directory");
    let automata = directory.path().to_str().expect("a name");
    let text = loops(source, &["--function", "meet", "--json", "--dot", automata]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let found = document["loops"].as_array().expect("loops");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["analysis"]["type"], 1);
    assert_eq!(found[0]["analysis"]["order"], "periodic");
    assert_eq!(found[0]["analysis"]["transitions"].as_array().map(Vec::len), Some(3));
    assert_eq!(found[0]["analysis"]["residue"].as_array().map(Vec::len), Some(0));
    let dot = std::fs::read_to_string(directory.path().join("meet-1.dot")).expect("a picture");
    assert!(dot.starts_with("digraph"), "{dot}");
}

/// What a file of `tests/loops` says about its loops against what is found, for the lines that say it with this word in front.
fn compare(file: &str, word: &str, options: &[&str]) {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/loops/");
    let source = std::fs::read_to_string(format!("{directory}{file}")).expect("a file");
    let text = loops(&source, &[&["--json"], options].concat());
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let found = document["loops"].as_array().expect("loops");
    let mut asked = 0;
    let mut wrong = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let Some((_, expected)) = line.split_once(&format!("// {word}type ")) else { continue };
        asked += 1;
        let line = (number + 1).to_string();
        let at = |found: &&serde_json::Value| {
            let place = found["location"].as_str().unwrap_or_default();
            place.rsplit(':').nth(1) == Some(&line)
        };
        let Some(found) = found.iter().find(at) else {
            wrong.push(format!("line {line}: no loop"));
            continue;
        };
        let analysis = &found["analysis"];
        let (facts, bound) = match expected.split_once(": ") {
            Some((facts, bound)) => (facts, Some(bound)),
            None => (expected, None),
        };
        let count = |of: &str| analysis[of].as_array().map_or(0, Vec::len);
        let got = [
            analysis["type"].to_string(),
            analysis["order"].as_str().unwrap_or_default().to_owned(),
            format!("{} states", count("states")),
            format!("{} transitions", count("transitions")),
            format!("{} cases", count("cases")),
            match &analysis["choices"] {
                serde_json::Value::Null => "closed forms",
                chosen if chosen["exactUpTo"].is_u64() => "by choices",
                _ => "necessary only",
            }
            .to_owned(),
        ];
        let got_bound = analysis["bound"]["iterations"].as_str().unwrap_or("-");
        // That there are never fewer than none need not be expected.
        let positive = got_bound.strip_prefix("max(0, ").and_then(|rest| rest.strip_suffix(')'));
        let mut got_bound = match positive {
            Some(several) if several.contains(", ") => format!("max({several})"),
            Some(one) => one.to_owned(),
            None => got_bound.to_owned(),
        };
        if let Some(given) = analysis["bound"]["given"].as_str() {
            got_bound += &format!(", if {given}");
        }
        if facts.split(", ").any(|fact| !got.iter().any(|got| got == fact))
            || bound.is_some_and(|bound| bound != got_bound)
        {
            wrong.push(format!("line {line}: {expected}\n  got {}: {got_bound}", got.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 0, "something is said about {file}");
}

#[test]
fn loops_read_from_the_code_alone() {
    compare("from_code.c", "", &["--slice"]);
}

#[test]
fn bounds_with_what_they_assume() {
    compare("bounds.c", "", &["--from-code"]);
}

#[test]
fn loops_of_the_paper() {
    compare("proteus.c", "", &["--from-code"]);
    compare("proteus.c", "executed ", &[]);
}

/// A slice keeps what was asked for and leaves out the rest.
#[test]
fn slices_keep_the_variables_asked_for() {
    let source = "
int both(const int *a, int n) {
    int ones = 0, twos = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] == 1) ones++;
        if (a[i] == 2) twos += 2;
    }
    return ones * twos;
}
";
    let names = |options: &[&str]| -> (Vec<String>, usize) {
        let text = loops(source, options);
        let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let analysis = &document["loops"][0]["analysis"];
        let variables = analysis["variables"].as_array().expect("variables");
        let name =
            |variable: &serde_json::Value| variable["name"].as_str().unwrap_or("").to_owned();
        let iterations = analysis["states"].as_array().expect("states").iter();
        let paths = iterations.filter(|state| state["exit"] == false).count();
        let mut names: Vec<String> = variables.iter().map(name).collect();
        names.sort();
        (names, paths)
    };
    assert_eq!(names(&["--json", "--slice"]), (vec!["i".to_owned()], 1));
    assert_eq!(names(&["--json", "--slice=ones"]), (vec!["i".to_owned(), "ones".to_owned()], 2));
    let all = vec!["i".to_owned(), "ones".to_owned(), "twos".to_owned()];
    assert_eq!(names(&["--json", "--slice=ones,twos"]).0, all);
}

/// What has no exact cases has values by counts, marked with what they are good for.
#[test]
fn loops_that_count_what_they_find_have_an_approximation() {
    let source = "
int filter(const int *v, int n) {
    int kept = 0, last = 0;
    for (int i = 0; i < n; i++)
        if (v[i] > last) { kept++; last = v[i]; }
    return kept;
}
int up(int n) { int i = 0; while (i < n) i++; return i; }
";
    let text = loops(source, &["--function", "filter", "--verbose"]);
    assert!(
        text.contains("approximation (for bound and prune only): after κ1 iterations"),
        "{text}"
    );
    assert!(text.contains("may be anything: "), "{text}");
    let text = loops(source, &["--json"]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let found = document["loops"].as_array().expect("loops");
    let approximation = &found[0]["analysis"]["approximation"];
    assert_eq!(approximation["uses"], serde_json::json!(["bound", "prune"]));
    let sums = ["i + κ1 + κ2", "i + κ2 + κ1"];
    assert!(sums.map(Into::into).contains(&approximation["after"]["i"]), "{text}");
    assert!(["kept + κ1", "kept + κ2"].map(Into::into).contains(&approximation["after"]["kept"]));
    assert!(approximation["unknown"]["last"].is_string(), "{text}");
    let only_if = sums.map(|sum| format!("({sum}) >= n"));
    assert!(only_if.map(Into::into).contains(&approximation["exits"][0]["onlyIf"][0]), "{text}");
    assert_eq!(found[1]["analysis"]["approximation"], serde_json::Value::Null);
}

/// The cases of the one loop that a function has, as its text says them.
fn cases_of(text: &str) -> Vec<String> {
    // Lines are broken between words, and what is indented belongs to the line before.
    let mut cases: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(case) = line.strip_prefix("  case ") {
            cases.push(case.to_owned());
            inside = true;
        } else if let (true, Some(more), Some(case)) =
            (inside, line.strip_prefix("      "), cases.last_mut())
        {
            let between = if more.starts_with("iterations") { "; " } else { " " };
            *case += &format!("{between}{}", more.trim_start());
        } else {
            inside = false;
        }
    }
    cases
}

/// Figure 1(a) of the Proteus paper and its table 2: the traces with their conditions, counts and values.
#[test]
fn the_traces_of_the_papers_first_figure() {
    let source = "
int meet(int n, int x, int z) { while (x < n) { if (z > x) x++; else z++; } return x == z; }
";
    let cases = cases_of(&loops(source, &["--from-code", "--verbose"]));
    let said = |what: &str, values: &str| {
        let found = cases.iter().any(|case| case.starts_with(what) && case.ends_with(values));
        assert!(found, "{what} … {values}\n{cases:#?}");
    };
    // Nothing happens.
    said("s3: n ≤ x => ", "iterations: 0");
    // One path, n - x times.
    said("s2^(n - x) s3: x < n and n ≤ z => ", "; x = n; iterations: n - x");
    // First z - x times the one, then both in turn: table 2, with its first and last periods written out.
    let both = "; x = n, z = n; iterations: 2*n - x - z";
    said("s2^(z - x) s1 (s2 s1)^(n - z - 1) s2 s3: x < z and z + 2 ≤ n => ", both);
    // The other way round.
    said("s1^(x - z + 1) s2 (s1 s2)^(n - x - 2) s1 s2 s3: z ≤ x and x + 3 ≤ n => ", both);
}

/// What loops within do is part of the cases of the loop around, with the overflow that ends it.
#[test]
fn loops_within_are_parts_of_cases() {
    let source = "
unsigned area(unsigned n, unsigned m) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            s++;
    return s;
}
int triangle(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            s++;
    return s;
}
";
    let outer = |function: &str| {
        let text = loops(source, &["--function", function, "--verbose"]);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        text.split("\n\n").next().expect("a loop").to_owned()
    };
    let text = outer("area");
    assert!(text.contains("  type 1, sequential"), "{text}");
    let cases = cases_of(&text);
    let whole = |case: &&String| case.contains("1 ≤ n and 1 ≤ m => ");
    let case = cases.iter().find(whole).expect("a case");
    assert!(case.contains("s = n*m") && case.contains("iterations: n;"), "{text}");
    assert!(
        text.contains(" in all: at most m*n\n") || text.contains(" in all: at most n*m\n"),
        "{text}"
    );
    let text = outer("triangle");
    assert!(text.contains("  type 1, sequential"), "{text}");
    assert!(text.contains("floor((n*n - n)/2)"), "{text}");
    assert!(text.contains("in a bug, signed-overflow at "), "{text}");
    assert!(!text.contains("not summarised"), "{text}");
}

/// A signed sum that may leave its range is a condition of the case, and where it does is another case.
#[test]
fn overflows_are_cases() {
    let source = "int add(int s, int m) { for (int j = 0; j < m; j++) s++; return s; }\n";
    let text = loops(source, &["--verbose"]);
    let cases = cases_of(&text);
    let ends = |case: &&String| case.contains("m + s ≤ 2^31 - 1 => to ");
    assert!(cases.iter().any(|case| ends(&case) && case.contains("s = m + s")), "{text}");
    let fails = |case: &&String| case.contains("2^31 ≤ m + s => in a bug");
    assert!(cases.iter().any(|case| fails(&case) && case.contains("s = 2^31 - 1")), "{text}");
}

/// Loops in which data decides what an iteration does: whether they have an exact form.
#[test]
fn choices_are_shown_where_there_are_some() {
    let source = "
extern int __VERIFIER_nondet_int(void);
int count(const char *a, int n) {
    int c = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == 'x') c++;
    return c;
}
int fed(int n) {
    int c = 0;
    for (int i = 0; i < n; i++)
        if (__VERIFIER_nondet_int()) c++;
    return c;
}
";
    let text = loops(source, &["--function", "count", "--verbose"]);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    assert!(text.contains("exact up to 64 iterations by choices: c := c + "), "{text}");
    assert!(text.contains("a[i] == 120"), "{text}");
    assert!(text.contains(", until i >= n"), "{text}");
    let text = loops(source, &["--function", "fed", "--verbose"]);
    assert!(
        text.contains("a necessary condition only: an iteration reads something new"),
        "{text}"
    );
}

/// What people are told of the loops of `tests/loops/people.c`, line by line: the comment behind
/// each function.
#[test]
fn people_are_told_what_loops_do() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/loops/");
    let source = std::fs::read_to_string(format!("{directory}people.c")).expect("a file");
    let text = loops(&source, &[]);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let said: Vec<String> =
        text.lines().map(|line| squeezed(&line.replace("prog.c:", "line "))).collect();
    let mut wanted = Vec::new();
    for (number, line) in source.lines().enumerate() {
        if let Some(line) = line.strip_prefix("//| ") {
            wanted.push((number + 1, squeezed(line)));
        }
    }
    assert!(wanted.len() > 100, "people.c says what is expected");
    let mut place = 0;
    for (number, line) in wanted {
        match said[place..].iter().position(|said| *said == line) {
            Some(found) => place += found + 1,
            None => panic!(
                "line {number}: {line}\nis not said after {:?}\n{text}",
                said[place.saturating_sub(1)]
            ),
        }
    }
}

/// Where pointers point to is one of many places, so no line counts from one of them.
#[test]
fn pointers_that_are_compared_may_point_anywhere() {
    let source = "
int distance(int *p, int *q) { int c = 0; while (p != q) { p++; c++; } return c; }
";
    let text = loops(source, &[]);
    assert!(!text.contains("always"), "{text}");
    assert!(text.contains("p < q"), "{text}");
}
