//! Where the time of a command goes: at every moment it is in one stage.

use std::thread::ThreadId;
use std::time::{Duration, Instant};

use lariat_output::TimeSplit;
use parking_lot::Mutex;

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    FrontEnd,
    Execution,
    Solver,
    Loops,
    Conditions,
    Replay,
    Other,
}

const STAGES: usize = Stage::Other as usize + 1;

/// Times by stage.
type Times = [Duration; STAGES];

struct Watch {
    /// The stage that goes on, and since when.
    now: (Stage, Instant),
    spent: Times,
    /// What the threads of a search have done besides; none if none goes on.
    besides: Option<Times>,
    /// Who moves from stage to stage.
    owner: ThreadId,
}

impl Watch {
    /// Goes to another stage; the one before.
    fn go_to(&mut self, stage: Stage) -> Stage {
        let (last, since) = self.now;
        let now = Instant::now();
        self.spent[last as usize] += now.duration_since(since);
        self.now = (stage, now);
        last
    }

    fn is_own(&self) -> bool {
        self.owner == std::thread::current().id()
    }
}

/// The time of each stage.
pub(crate) struct Stopwatch(Mutex<Watch>);

/// What a search has taken, summed over its threads.
pub(crate) struct Searched {
    /// All of it.
    pub(crate) busy: Duration,
    pub(crate) solver: Duration,
    pub(crate) loops: Duration,
}

impl Stopwatch {
    /// A watch that has been in the first stage since then.
    pub(crate) fn new(stage: Stage, since: Instant) -> Stopwatch {
        Stopwatch(Mutex::new(Watch {
            now: (stage, since),
            spent: Times::default(),
            besides: None,
            owner: std::thread::current().id(),
        }))
    }

    /// From now on this thread moves from stage to stage, and whoever did before is not listened to.
    pub(crate) fn take_over(&self) {
        let mut watch = self.0.lock();
        watch.owner = std::thread::current().id();
        if let Some(besides) = watch.besides.take() {
            watch.go_to(Stage::Other);
            put_aside(&mut watch.spent, &besides, 1.0);
        } else {
            watch.go_to(Stage::Other);
        }
    }

    /// Does something that is a stage, or a part of a search.
    pub(crate) fn during<T>(&self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let (before, started) = {
            let mut watch = self.0.lock();
            let moves = watch.besides.is_none() && watch.is_own();
            (moves.then(|| watch.go_to(stage)), Instant::now())
        };
        let result = work();
        let mut watch = self.0.lock();
        match before {
            Some(before) if watch.is_own() => {
                watch.go_to(before);
            }
            Some(_) => {}
            None => {
                if let Some(besides) = &mut watch.besides {
                    besides[stage as usize] += started.elapsed();
                }
            }
        }
        result
    }

    /// Searches with several threads. Their time together is divided as each thread's is.
    pub(crate) fn search<T>(&self, work: impl FnOnce() -> (T, Searched)) -> T {
        {
            let mut watch = self.0.lock();
            if watch.is_own() {
                watch.go_to(Stage::Execution);
                watch.besides = Some(Times::default());
            }
        }
        let started = Instant::now();
        let (result, searched) = work();
        let all = started.elapsed();
        let mut watch = self.0.lock();
        if watch.is_own()
            && let Some(mut besides) = watch.besides.take()
        {
            watch.go_to(Stage::Other);
            let busy = searched.busy + besides.iter().sum::<Duration>();
            let threads = (busy.as_secs_f64() / all.as_secs_f64().max(1e-9)).max(1.0);
            besides[Stage::Solver as usize] += searched.solver;
            besides[Stage::Loops as usize] += searched.loops;
            put_aside(&mut watch.spent, &besides, threads);
        }
        result
    }

    /// The time of each stage until now.
    pub(crate) fn split(&self, began: Instant) -> TimeSplit {
        let mut watch = self.0.lock();
        let stage = watch.now.0;
        watch.go_to(stage);
        let seconds = |stage: Stage| watch.spent[stage as usize].as_secs_f64();
        let mut split = TimeSplit {
            front_end: seconds(Stage::FrontEnd),
            execution: seconds(Stage::Execution),
            solver: seconds(Stage::Solver),
            loops: seconds(Stage::Loops),
            conditions: seconds(Stage::Conditions),
            replay: seconds(Stage::Replay),
            ..TimeSplit::default()
        };
        split.close(began.elapsed().as_secs_f64());
        split
    }
}

/// Moves what was done besides executing out of the time of execution.
fn put_aside(spent: &mut Times, besides: &Times, threads: f64) {
    for (stage, time) in besides.iter().enumerate() {
        let own = time.div_f64(threads).min(spent[Stage::Execution as usize]);
        spent[Stage::Execution as usize] -= own;
        spent[stage] += own;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(split: &TimeSplit) -> f64 {
        let TimeSplit { front_end, execution, solver, loops, conditions, replay, other, .. } =
            split;
        front_end + execution + solver + loops + conditions + replay + other
    }

    #[test]
    fn stages_in_and_outside_of_a_search_add_up() {
        let pause = || std::thread::sleep(Duration::from_millis(3));
        let began = Instant::now();
        let watch = Stopwatch::new(Stage::FrontEnd, began);
        pause();
        watch.during(Stage::Other, pause);
        watch.during(Stage::Conditions, || {
            pause();
            watch.during(Stage::Replay, pause);
        });
        watch.search(|| {
            // Two threads that are in several stages at once.
            std::thread::scope(|scope| {
                scope.spawn(|| watch.during(Stage::Conditions, pause));
                scope.spawn(|| watch.during(Stage::Replay, pause));
            });
            pause();
            let busy = Duration::from_millis(12);
            ((), Searched { busy, solver: Duration::from_millis(6), loops: Duration::ZERO })
        });
        let split = watch.split(began);
        assert!((sum(&split) - split.total).abs() < 1e-9, "{split:?}");
        let parts =
            [split.front_end, split.conditions, split.replay, split.solver, split.execution];
        assert!(parts.iter().all(|part| *part > 0.0), "{split:?}");
        assert!(split.loops == 0.0, "{split:?}");
    }

    #[test]
    fn whoever_was_left_behind_does_not_count() {
        let began = Instant::now();
        let watch = Stopwatch::new(Stage::FrontEnd, began);
        let (enters, entered) = std::sync::mpsc::channel();
        let (leaves, left) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let watch = &watch;
            scope.spawn(move || {
                watch.take_over();
                watch.during(Stage::Conditions, || {
                    enters.send(()).unwrap();
                    left.recv().unwrap();
                });
            });
            entered.recv().unwrap();
            watch.take_over();
            let split = watch.during(Stage::Replay, || {
                leaves.send(()).unwrap();
                std::thread::sleep(Duration::from_millis(5));
                watch.split(began)
            });
            assert!(split.replay >= 0.005 && split.conditions > 0.0, "{split:?}");
            assert!((sum(&split) - split.total).abs() < 1e-9, "{split:?}");
        });
    }
}
