//! Which system calls a program under test may make: a filter for the kernel (seccomp), for programs of 64 and of 32 bits.
//!
//! The crates that make such filters know machines with 64 bits only, and a filter for one of them ends every program of 32 bits. So
//! this one is put together here. A refused call fails, and the program goes on. A call that was not known when this was written
//! fails as if the kernel did not know it either, and so do calls of any other kind of program (x32).
//!
//! The filter depends on what else keeps the program in. Namespaces have no other processes and no files of others in them. Landlock does
//! not restrict changes of modes, owners and times, so without namespaces these are allowed on open files only. (What can be opened is either
//! the program's own or readable system files of another user.) Its older versions restrict neither `truncate` nor signals.

use super::Mechanism;

/// One instruction, as the kernel reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Instruction {
    code: u16,
    then: u8,
    otherwise: u8,
    number: u32,
}

const LOAD: u16 = 0x20;
const JUMP: u16 = 0x05;
const IF_EQUAL: u16 = 0x15;
const IF_GREATER: u16 = 0x25;
const IF_BITS: u16 = 0x45;
const RETURN: u16 = 0x06;

const ALLOW: u32 = 0x7fff_0000;
const FAIL: u32 = 0x0005_0000;
const END_PROGRAM: u32 = 0x8000_0000;
const NOT_PERMITTED: u32 = FAIL | 1;
const UNKNOWN_CALL: u32 = FAIL | 38;

/// Where the kernel puts the call's number and the kind of machine.
const CALL: u32 = 0;
const MACHINE: u32 = 4;

/// Where it puts the lower half of an argument; the upper half follows.
fn argument(number: u32) -> u32 {
    16 + 8 * number
}

/// The helper puts the number of the program's process here.
pub(crate) const OWN_PROCESS: u32 = 0x7fff_ffff;

/// A call that a machine does not have.
const NOT_THERE: u32 = u32::MAX;

/// The last call that is known here, for both kinds of programs (Linux 6.1).
const LAST_KNOWN: u32 = 450;

const MACHINES: [u32; 2] = [0xc000_003e, 0x4000_0003];

/// A call: its name, its number on x86-64, and on i386.
type Call = (&'static str, u32, u32);

/// Calls that change the machine, reach other processes, make kernel objects that outlive a process or escape the limits, or
/// speak to a network or to others through sockets.
const NEVER: &[Call] = &[
    ("mount", 165, 21),
    ("umount", NOT_THERE, 22),
    ("umount2", 166, 52),
    ("pivot_root", 155, 217),
    ("chroot", 161, 61),
    ("move_mount", 429, 429),
    ("open_tree", 428, 428),
    ("fsopen", 430, 430),
    ("fsconfig", 431, 431),
    ("fsmount", 432, 432),
    ("fspick", 433, 433),
    ("mount_setattr", 442, 442),
    ("swapon", 167, 87),
    ("swapoff", 168, 115),
    ("reboot", 169, 88),
    ("sethostname", 170, 74),
    ("setdomainname", 171, 121),
    ("init_module", 175, 128),
    ("finit_module", 313, 350),
    ("delete_module", 176, 129),
    ("create_module", 174, 127),
    ("kexec_load", 246, 283),
    ("kexec_file_load", 320, NOT_THERE),
    ("acct", 163, 51),
    ("quotactl", 179, 131),
    ("quotactl_fd", 443, 443),
    ("iopl", 172, 110),
    ("ioperm", 173, 101),
    ("settimeofday", 164, 79),
    ("clock_settime", 227, 264),
    ("clock_settime64", NOT_THERE, 404),
    ("clock_adjtime", 305, 343),
    ("clock_adjtime64", NOT_THERE, 405),
    ("adjtimex", 159, 124),
    ("stime", NOT_THERE, 25),
    ("bpf", 321, 357),
    ("perf_event_open", 298, 336),
    ("userfaultfd", 323, 374),
    ("io_uring_setup", 425, 425),
    ("io_uring_enter", 426, 426),
    ("io_uring_register", 427, 427),
    ("keyctl", 250, 288),
    ("add_key", 248, 286),
    ("request_key", 249, 287),
    ("unshare", 272, 310),
    ("setns", 308, 346),
    ("open_by_handle_at", 304, 342),
    ("name_to_handle_at", 303, 341),
    ("lookup_dcookie", 212, 253),
    ("fanotify_init", 300, 338),
    ("fanotify_mark", 301, 339),
    ("syslog", 103, 103),
    ("vhangup", 153, 111),
    ("pidfd_getfd", 438, 438),
    ("process_vm_readv", 310, 347),
    ("process_vm_writev", 311, 348),
    ("process_madvise", 440, 440),
    ("process_mrelease", 448, 448),
    ("kcmp", 312, 349),
    ("migrate_pages", 256, 294),
    ("move_pages", 279, 317),
    ("modify_ldt", 154, 123),
    ("vm86", NOT_THERE, 166),
    ("vm86old", NOT_THERE, 113),
    ("uselib", 134, 86),
    ("ustat", 136, 62),
    ("sysfs", 139, 135),
    ("nfsservctl", 180, 169),
    ("bdflush", NOT_THERE, 134),
    ("socket", 41, 359),
    ("connect", 42, 362),
    ("bind", 49, 361),
    ("listen", 50, 363),
    ("accept", 43, NOT_THERE),
    ("accept4", 288, 364),
    ("shmget", 29, 395),
    ("shmat", 30, 397),
    ("shmctl", 31, 396),
    ("shmdt", 67, 398),
    ("msgget", 68, 399),
    ("msgsnd", 69, 400),
    ("msgrcv", 70, 401),
    ("msgctl", 71, 402),
    ("semget", 64, 393),
    ("semop", 65, NOT_THERE),
    ("semctl", 66, 394),
    ("semtimedop", 220, NOT_THERE),
    ("semtimedop_time64", NOT_THERE, 420),
    ("mq_open", 240, 277),
    ("mq_unlink", 241, 278),
    ("mq_timedsend", 242, 279),
    ("mq_timedsend_time64", NOT_THERE, 418),
    ("mq_timedreceive", 243, 280),
    ("mq_timedreceive_time64", NOT_THERE, 419),
    ("mq_notify", 244, 281),
    ("mq_getsetattr", 245, 282),
];

/// Calls that programs know how to do without. The flags of `clone3` and the arguments of the last two are in memory, where a filter cannot
/// look. Memory behind `memfd_create` would count for nobody.
const AS_IF_UNKNOWN: &[Call] = &[
    ("clone3", 435, 435),
    ("memfd_create", 319, 356),
    ("memfd_secret", 447, 447),
    ("socketcall", NOT_THERE, 102),
    ("ipc", NOT_THERE, 117),
];

/// Calls that change what belongs to other programs of the same user, where nothing but Landlock stands between.
const NEVER_WITHOUT_NAMESPACES: &[Call] = &[
    ("ioprio_set", 251, 289),
    ("setpriority", 141, 97),
    ("sched_setscheduler", 144, 156),
    ("sched_setparam", 142, 154),
    ("sched_setattr", 314, 351),
    ("sched_setaffinity", 203, 241),
    ("chmod", 90, 15),
    ("fchmodat", 268, 306),
    ("chown", 92, 182),
    ("chown32", NOT_THERE, 212),
    ("lchown", 94, 16),
    ("lchown32", NOT_THERE, 198),
    ("fchownat", 260, 298),
    ("utime", 132, 30),
    ("utimes", 235, 271),
    ("futimesat", 261, 299),
    ("setxattr", 188, 226),
    ("lsetxattr", 189, 227),
    ("removexattr", 197, 235),
    ("lremovexattr", 198, 236),
    ("pidfd_send_signal", 424, 424),
];

/// When a call is refused.
#[derive(Clone, Copy, Debug)]
enum When {
    Always,
    /// An argument has one of these bits.
    Bits(u32, u32),
    /// An argument is one of these numbers.
    OneOf(u32, &'static [u32]),
    /// An argument is none of these numbers.
    NoneOf(u32, &'static [u32]),
    /// An argument is not a null pointer.
    NotNull(u32),
}

/// Calls whose arguments count.
const BY_ARGUMENTS: &[(Call, When)] = &[
    // New namespaces.
    (("clone", 56, 120), When::Bits(0, 0x7e02_0000)),
    // Pairs of Unix stream sockets, which are connected and stay so.
    (("socketpair", 53, 360), When::NoneOf(0, &[1])),
    (("socketpair", 53, 360), When::Bits(1, 0xe)),
    // Typing into a terminal; signals to an owner of a file.
    (("ioctl", 16, 54), When::OneOf(1, &[0x5412, 0x541c, 0x8901, 0x8902])),
    (("fcntl", 72, 55), When::OneOf(1, &[8, 15])),
    (("fcntl64", NOT_THERE, 221), When::OneOf(1, &[8, 15])),
];

/// The same without namespaces.
const BY_ARGUMENTS_WITHOUT_NAMESPACES: &[(Call, When)] = &[
    (("utimensat", 280, 320), When::NotNull(1)),
    (("utimensat_time64", NOT_THERE, 412), When::NotNull(1)),
    (("prlimit64", 302, 340), When::NoneOf(0, &[0, OWN_PROCESS])),
    // Outliving the helper; hiding open files from who counts them.
    (("prctl", 157, 172), When::OneOf(0, &[1, 4])),
];

/// The same where Landlock does not restrict signals. The program is alone in its session, so its group is its own.
const SIGNALS: &[(Call, When)] = &[
    (("kill", 62, 37), When::NoneOf(0, &[0, OWN_PROCESS])),
    (("tkill", 200, 238), When::NoneOf(0, &[OWN_PROCESS])),
    (("tgkill", 234, 270), When::NoneOf(0, &[OWN_PROCESS])),
    (("rt_sigqueueinfo", 129, 178), When::NoneOf(0, &[OWN_PROCESS])),
    (("rt_tgsigqueueinfo", 297, 335), When::NoneOf(0, &[OWN_PROCESS])),
];

/// The same where it does not restrict changes of a file's size by its name.
const SIZES: &[(Call, When)] =
    &[(("truncate", 76, 92), When::Always), (("truncate64", NOT_THERE, 193), When::Always)];

/// Everything that is refused, with the answer.
fn rules(mechanism: Mechanism) -> Vec<(Call, When, u32)> {
    let always = |calls: &[Call], answer| -> Vec<_> {
        calls.iter().map(|call| (*call, When::Always, answer)).collect()
    };
    let some = |calls: &[(Call, When)]| -> Vec<_> {
        calls.iter().map(|(call, when)| (*call, *when, NOT_PERMITTED)).collect()
    };
    let mut rules = always(NEVER, NOT_PERMITTED);
    rules.extend(always(AS_IF_UNKNOWN, UNKNOWN_CALL));
    rules.extend(some(BY_ARGUMENTS));
    if let Mechanism::Landlock { version, .. } = mechanism {
        rules.extend(always(NEVER_WITHOUT_NAMESPACES, NOT_PERMITTED));
        rules.extend(some(BY_ARGUMENTS_WITHOUT_NAMESPACES));
        if version < 6 {
            rules.extend(some(SIGNALS));
        }
        if version < 3 {
            rules.extend(some(SIZES));
        }
    }
    rules
}

/// The filter, in the kernel's form.
pub(crate) fn filter(mechanism: Mechanism) -> Vec<u8> {
    let program = program(&rules(mechanism));
    let bytes = |instruction: &Instruction| {
        let mut bytes = instruction.code.to_ne_bytes().to_vec();
        bytes.extend([instruction.then, instruction.otherwise]);
        bytes.extend(instruction.number.to_ne_bytes());
        bytes
    };
    program.iter().flat_map(bytes).collect()
}

fn plain(code: u16, number: u32) -> Instruction {
    Instruction { code, then: 0, otherwise: 0, number }
}

/// Skips so many instructions if the condition holds, or else so many others.
fn jump(code: u16, number: u32, then: usize, otherwise: usize) -> Instruction {
    // The parts below are short.
    let short = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    Instruction { code, then: short(then), otherwise: short(otherwise), number }
}

fn program(rules: &[(Call, When, u32)]) -> Vec<Instruction> {
    let sections = [0, 1].map(|machine| section(rules, machine));
    let first = u32::try_from(sections[0].len()).unwrap_or(u32::MAX);
    let mut program = vec![
        plain(LOAD, MACHINE),
        jump(IF_EQUAL, MACHINES[0], 3, 0),
        jump(IF_EQUAL, MACHINES[1], 1, 0),
        plain(RETURN, END_PROGRAM),
        plain(JUMP, first),
    ];
    for section in sections {
        program.extend(section);
    }
    program
}

/// The instructions for one machine.
fn section(rules: &[(Call, When, u32)], machine: usize) -> Vec<Instruction> {
    let mut program =
        vec![plain(LOAD, CALL), jump(IF_GREATER, LAST_KNOWN, 0, 1), plain(RETURN, UNKNOWN_CALL)];
    for ((_, long, short), when, answer) in rules {
        let call = [*long, *short][machine];
        if call == NOT_THERE {
            continue;
        }
        let body = refusal(*when, *answer);
        program.push(jump(IF_EQUAL, call, 0, body.len()));
        program.extend(body);
    }
    program.push(plain(RETURN, ALLOW));
    program
}

/// Refuses a call on a condition; if it does not hold, the call's number is there again at the end.
fn refusal(when: When, answer: u32) -> Vec<Instruction> {
    let refuse = plain(RETURN, answer);
    let mut body = match when {
        When::Always => return vec![refuse],
        When::Bits(number, bits) => {
            vec![plain(LOAD, argument(number)), jump(IF_BITS, bits, 0, 1), refuse]
        }
        When::OneOf(number, values) => {
            let mut body = vec![plain(LOAD, argument(number))];
            for value in values {
                body.extend([jump(IF_EQUAL, *value, 0, 1), refuse]);
            }
            body
        }
        When::NoneOf(number, values) => {
            let mut body = vec![plain(LOAD, argument(number))];
            for (position, value) in values.iter().enumerate() {
                body.push(jump(IF_EQUAL, *value, values.len() - position, 0));
            }
            body.push(refuse);
            body
        }
        When::NotNull(number) => vec![
            plain(LOAD, argument(number)),
            jump(IF_EQUAL, 0, 0, 2),
            plain(LOAD, argument(number) + 4),
            jump(IF_EQUAL, 0, 1, 0),
            refuse,
        ],
    };
    body.push(plain(LOAD, CALL));
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel would answer to a call with these arguments.
    fn answer(mechanism: Mechanism, machine: u32, call: u32, arguments: [u64; 2]) -> u32 {
        let program = program(&rules(mechanism));
        let word = |offset: u32| match offset {
            CALL => call,
            MACHINE => machine,
            _ => {
                let (number, upper) = ((offset - 16) / 8, (offset - 16) % 8 == 4);
                let whole = arguments[number as usize];
                if upper { (whole >> 32) as u32 } else { whole as u32 }
            }
        };
        let (mut at, mut loaded) = (0, 0);
        loop {
            let Instruction { code, then, otherwise, number } = program[at];
            at += 1;
            let holds = match code {
                LOAD => {
                    loaded = word(number);
                    continue;
                }
                RETURN => return number,
                JUMP => {
                    at += number as usize;
                    continue;
                }
                IF_EQUAL => loaded == number,
                IF_GREATER => loaded > number,
                IF_BITS => loaded & number != 0,
                code => panic!("no such instruction: {code}"),
            };
            at += usize::from(if holds { then } else { otherwise });
        }
    }

    const NEW_LANDLOCK: Mechanism = Mechanism::Landlock { version: 7, own_user: true };
    const OLD_LANDLOCK: Mechanism = Mechanism::Landlock { version: 1, own_user: true };

    #[test]
    fn every_rule_refuses_its_call_on_both_machines_and_nothing_else() {
        for mechanism in [Mechanism::UserNamespaces, NEW_LANDLOCK, OLD_LANDLOCK] {
            let rules = rules(mechanism);
            assert!(program(&rules).len() <= 4096, "the kernel takes no more");
            for (at, machine) in MACHINES.into_iter().enumerate() {
                for call in 0..=LAST_KNOWN {
                    let of_call =
                        |((_, long, short), ..): &&(Call, When, u32)| [*long, *short][at] == call;
                    let mut of_call = rules.iter().filter(of_call).peekable();
                    if of_call.peek().is_none() {
                        assert_eq!(
                            answer(mechanism, machine, call, [u64::MAX; 2]),
                            ALLOW,
                            "{call}"
                        );
                    }
                    for (_, when, expected) in of_call {
                        let refused = match when {
                            When::Always => [0, 0],
                            When::Bits(0, bits) => [(*bits).into(), 0],
                            When::Bits(_, bits) => [1, (*bits).into()],
                            When::OneOf(0, values) => [values[values.len() - 1].into(), 0],
                            When::OneOf(_, values) => [0, values[values.len() - 1].into()],
                            When::NoneOf(..) => [77, 0],
                            When::NotNull(_) => [0, 1 << 40],
                        };
                        assert_eq!(answer(mechanism, machine, call, refused), *expected, "{call}");
                    }
                }
                assert_eq!(answer(mechanism, machine, LAST_KNOWN + 1, [0; 2]), UNKNOWN_CALL);
                assert_eq!(answer(mechanism, machine, 0x4000_0000, [0; 2]), UNKNOWN_CALL);
            }
            assert_eq!(answer(mechanism, 0xc000_00b7, 0, [0; 2]), END_PROGRAM);
        }
    }

    #[test]
    fn what_sanitizers_and_usual_programs_need_is_allowed() {
        let own = u64::from(OWN_PROCESS);
        for mechanism in [Mechanism::UserNamespaces, NEW_LANDLOCK, OLD_LANDLOCK] {
            let allowed = |call, arguments| {
                assert_eq!(answer(mechanism, MACHINES[0], call, arguments), ALLOW, "{call}");
            };
            allowed(56, [0x0120_0011, 0]); // fork
            allowed(56, [0x003d_0f00, 0]); // a thread
            allowed(101, [16, 1]); // ptrace, by which leaks are looked for
            allowed(234, [own, own]); // abort
            allowed(62, [0, 9]); // the own group
            allowed(53, [1, 1]); // a pair of sockets
            allowed(72, [3, 3]); // flags of a file
            allowed(280, [3, 0]); // futimens
            allowed(91, [3, 0o600]); // fchmod
            allowed(302, [0, 7]); // getrlimit
            allowed(157, [15, 0]); // a name for a thread
        }
        let (signal, change) = ((62, [1, 9]), (90, [1, 0]));
        let answer = |mechanism, (call, arguments)| answer(mechanism, MACHINES[0], call, arguments);
        assert_eq!(answer(Mechanism::UserNamespaces, signal), ALLOW);
        assert_eq!(answer(NEW_LANDLOCK, signal), ALLOW);
        assert_eq!(answer(OLD_LANDLOCK, signal), NOT_PERMITTED);
        assert_eq!(answer(Mechanism::UserNamespaces, change), ALLOW);
        assert_eq!(answer(NEW_LANDLOCK, change), NOT_PERMITTED);
    }
}
