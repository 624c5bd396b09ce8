//! Which of a project's own compiler flags we keep.
//!
//! A compilation database says how the project is built, and that decides what the program means: include paths, macros,
//! the language standard, `-fwrapv`, `-funsigned-char`, `-m32`. The rest asks for another output, for optimisation, for
//! instrumentation or for messages, and would get in the way. Everything not named here is kept.

/// Flags followed by a value in the next argument that are dropped with it.
const DROPPED_WITH_VALUE: [&str; 13] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-l",
    "-L",
    "-T",
    "-Xlinker",
    "-Xassembler",
    "-arch",
    "-dumpdir",
    "--serialize-diagnostics",
];

/// Flags followed by a value that are kept with it, so that a value that looks like a flag is left alone.
const KEPT_WITH_VALUE: [&str; 15] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-isysroot",
    "-iwithprefix",
    "-x",
    "-target",
    "-Xclang",
    "-Xpreprocessor",
];

/// Flags dropped when they are exactly this.
const DROPPED: [&str; 14] = [
    "-c",
    "-S",
    "-E",
    "-w",
    "-v",
    "-s",
    "-pipe",
    "-static",
    "-shared",
    "-rdynamic",
    "-emit-llvm",
    "--coverage",
    "-p",
    "-pg",
];

/// Flags dropped when they start with this.
const DROPPED_PREFIXES: [&str; 24] = [
    "-O",
    "-M",
    "-g",
    "-W",
    "-pedantic",
    "-flto",
    "-fno-lto",
    "-ffat-lto",
    "-fsanitize",
    "-fno-sanitize",
    "-save-temps",
    "--save-temps",
    "-fprofile",
    "-fcoverage",
    "-ftest-coverage",
    "-fdiagnostics",
    "-fcolor",
    "-fno-diagnostics",
    "-fno-color",
    "-fuse-ld",
    "-fplugin",
    "-fstack-usage",
    "-l",
    "-L",
];

/// The flags of a compilation database's entry that matter to us, without the file's own name.
pub(crate) fn relevant(arguments: &[String], is_input: impl Fn(&str) -> bool) -> Vec<String> {
    let mut kept = Vec::with_capacity(arguments.len());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.as_str();
        if text == "--" {
            continue;
        } else if KEPT_WITH_VALUE.contains(&text) {
            kept.push(argument.clone());
            kept.extend(rest.next().cloned());
        } else if DROPPED_WITH_VALUE.contains(&text) {
            rest.next();
        } else if let Some(preprocessor) = text.strip_prefix("-Wp,") {
            keep_preprocessor_flags(preprocessor, &mut kept);
        } else if !is_dropped(text) && !is_input(text) {
            kept.push(argument.clone());
        }
    }
    kept
}

/// Whether signed arithmetic wraps with these flags, of which the last one counts.
pub fn wraps<'f>(flags: impl IntoIterator<Item = &'f String>) -> bool {
    flags.into_iter().fold(false, |wraps, flag| match flag.as_str() {
        "-fwrapv" | "-fno-strict-overflow" => true,
        "-fno-wrapv" | "-fstrict-overflow" => false,
        _ => wraps,
    })
}

fn is_dropped(flag: &str) -> bool {
    DROPPED.contains(&flag)
        || (flag.starts_with("-o") && flag.len() > 2 && !flag.starts_with("-objc"))
        || DROPPED_PREFIXES.iter().any(|prefix| flag.starts_with(prefix))
}

/// `-Wp,-DX=1,-MD,file`: macros matter, dependency files do not.
fn keep_preprocessor_flags(flags: &str, kept: &mut Vec<String>) {
    for flag in flags.split(',') {
        if ["-D", "-U", "-I"].iter().any(|prefix| flag.starts_with(prefix)) {
            kept.push(flag.to_owned());
        }
    }
}

/// The flags that clang's messages say it does not know.
pub(crate) fn unknown_in(messages: &str) -> Vec<String> {
    const MARKS: [&str; 3] = ["unknown argument: '", "unknown argument '", "unsupported option '"];
    let mut flags = Vec::new();
    for line in messages.lines() {
        for mark in MARKS {
            if let Some((_, rest)) = line.split_once(mark)
                && let Some((flag, _)) = rest.split_once('\'')
            {
                flags.push(flag.to_owned());
            }
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(line: &str) -> String {
        let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        relevant(&arguments, |argument| argument == "a.c").join(" ")
    }

    #[test]
    fn what_changes_the_meaning_stays() {
        let line = "-std=gnu89 -I inc -Ifoo -DX=1 -D Y -UZ -include cfg.h -isystem sys -fwrapv -m32 -fcommon -funsigned-char";
        assert_eq!(kept(line), line);
    }

    #[test]
    fn what_asks_for_other_outputs_goes() {
        assert_eq!(
            kept(
                "-c -o a.o a.c -O2 -Os -g -gdwarf-4 -MD -MF a.d -MMD -flto=auto -fsanitize=address -save-temps=obj \
                 -Wall -Werror -pedantic-errors --coverage -pg -fprofile-arcs -lm -L. -Wl,-z,now -oa.o -DK"
            ),
            "-DK"
        );
    }

    #[test]
    fn a_value_is_not_taken_for_a_flag() {
        assert_eq!(kept("-D -c -o -DX -DY"), "-D -c -DY");
    }

    #[test]
    fn macros_inside_wp_are_kept() {
        assert_eq!(kept("-Wp,-DX=1,-MD,a.d"), "-DX=1");
    }

    #[test]
    fn unknown_flags_are_read_from_the_messages() {
        let messages = "clang: error: unknown argument: '-fconserve-stack'\nclang: error: unsupported option '-mx' for target 'y'\n";
        assert_eq!(unknown_in(messages), ["-fconserve-stack", "-mx"]);
    }
}
