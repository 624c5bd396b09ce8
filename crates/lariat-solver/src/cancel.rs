//! Stopping a check from outside: tokens that anybody may cancel, and one watchdog thread that makes sure a cancelled or
//! overdue check hears about it.
//!
//! A backend's own interrupt is heard only while its search runs; one that comes a moment earlier is lost. So cancelling
//! sets a flag, and the watchdog interrupts every registered check whose flag is set, or whose deadline has passed, again
//! and again until the check has returned. A check that starts with the flag set does not start at all. The same thread
//! keeps the deadlines, which is cheaper than setting a backend's own timer for each of many short checks.
//!
//! A command that has to end stops everything at once with [`stop_all`]. A backend can be deaf: some of its loops do not look for
//! interrupts, and no thread can be ended from outside. Whoever promised to end in time leaves the thread behind.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// A request to stop that can be made from any thread and is seen by everybody who holds a clone. It cannot be undone.
#[derive(Clone, Default, Debug)]
pub struct CancelToken {
    node: Arc<TokenNode>,
}

#[derive(Default, Debug)]
struct TokenNode {
    cancelled: AtomicBool,
    parent: Option<CancelToken>,
}

impl CancelToken {
    /// A token nobody has cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// A token that is cancelled with this one, and can be cancelled alone.
    pub fn child(&self) -> CancelToken {
        let node = TokenNode { cancelled: AtomicBool::new(false), parent: Some(self.clone()) };
        CancelToken { node: Arc::new(node) }
    }

    /// Asks everything that holds this token, or a child of it, to stop.
    pub fn cancel(&self) {
        self.node.cancelled.store(true, Ordering::SeqCst);
        WATCHDOG.wake();
    }

    /// Whether it, or a token it is a child of, was cancelled, or everything was.
    pub fn is_cancelled(&self) -> bool {
        if is_stopped() {
            return true;
        }
        let mut token = self;
        loop {
            if token.node.cancelled.load(Ordering::SeqCst) {
                return true;
            }
            match &token.node.parent {
                Some(parent) => token = parent,
                None => return false,
            }
        }
    }
}

/// How often a check that should end is told so again.
const REPEAT: Duration = Duration::from_millis(1);

type Interrupt = Box<dyn Fn() + Send>;

/// Whether [`stop_all`] was called.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Cancels every token of the process, for good: checks that run are interrupted, and none begins any more.
pub fn stop_all() {
    STOPPED.store(true, Ordering::SeqCst);
    WATCHDOG.wake();
}

/// Whether everything was stopped.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::SeqCst)
}

struct Watched {
    id: u64,
    token: CancelToken,
    deadline: Option<Instant>,
    interrupt: Interrupt,
}

#[derive(Default)]
struct Watchlist {
    entries: Vec<Watched>,
    /// When the thread wakes by itself; `None` if only on notice.
    wake_at: Option<Instant>,
    running: bool,
}

#[derive(Default)]
struct Watchdog {
    list: Mutex<Watchlist>,
    changed: Condvar,
    next_id: AtomicU64,
}

static WATCHDOG: LazyLock<Watchdog> = LazyLock::new(Watchdog::default);

impl Watchdog {
    fn wake(&self) {
        // Taking the lock orders this notice after a registration under way, so it cannot fall between the thread's look
        // at the list and its going to sleep.
        let list = self.list.lock();
        if !list.entries.is_empty() {
            self.changed.notify_one();
        }
    }

    fn run(&self) {
        let mut list = self.list.lock();
        loop {
            let now = Instant::now();
            let mut next: Option<Instant> = None;
            for entry in &list.entries {
                let wake = if entry.token.is_cancelled() || entry.deadline.is_some_and(|d| d <= now)
                {
                    (entry.interrupt)();
                    Some(now + REPEAT)
                } else {
                    entry.deadline
                };
                next = match (next, wake) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
            list.wake_at = next;
            match next {
                Some(at) => {
                    let _timed_out = self.changed.wait_until(&mut list, at);
                }
                None => self.changed.wait(&mut list),
            }
        }
    }
}

/// A check under watch; the watch ends when this is dropped, and the interrupt is not called after that.
pub(crate) struct Watch {
    id: u64,
}

impl Watch {
    /// Calls `interrupt` when the token is cancelled or the deadline passes, repeatedly, until the watch is dropped.
    pub(crate) fn start(
        token: &CancelToken,
        deadline: Option<Instant>,
        interrupt: impl Fn() + Send + 'static,
    ) -> Watch {
        let id = WATCHDOG.next_id.fetch_add(1, Ordering::Relaxed);
        let mut list = WATCHDOG.list.lock();
        list.entries.push(Watched {
            id,
            token: token.clone(),
            deadline,
            interrupt: Box::new(interrupt),
        });
        if !list.running {
            let started =
                std::thread::Builder::new().name("solver-watchdog".into()).spawn(|| WATCHDOG.run());
            list.running = started.is_ok();
        }
        // A token cancelled before this point is found by looking again here; later ones come through `wake`.
        let earlier = match (list.wake_at, deadline) {
            (Some(at), Some(deadline)) => deadline < at,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if earlier || token.is_cancelled() {
            WATCHDOG.changed.notify_one();
        }
        Watch { id }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut list = WATCHDOG.list.lock();
        list.entries.retain(|entry| entry.id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_hears_its_parent_but_not_the_other_way_round() {
        let parent = CancelToken::new();
        let (first, second) = (parent.child(), parent.child());
        first.cancel();
        assert!(first.is_cancelled() && !second.is_cancelled() && !parent.is_cancelled());
        parent.cancel();
        assert!(second.is_cancelled());
    }

    #[test]
    fn a_token_cancelled_before_the_watch_starts_still_interrupts() {
        let token = CancelToken::new();
        token.cancel();
        let (sender, receiver) = std::sync::mpsc::channel();
        let watch = Watch::start(&token, None, move || {
            let _ = sender.send(());
        });
        receiver.recv_timeout(Duration::from_secs(30)).expect("the interrupt comes");
        receiver.recv_timeout(Duration::from_secs(30)).expect("and comes again");
        drop(watch);
    }

    #[test]
    fn deadlines_interrupt_and_ended_watches_are_left_alone() {
        let token = CancelToken::new();
        let (sender, receiver) = std::sync::mpsc::channel();
        let soon = Instant::now() + Duration::from_millis(5);
        let watch = Watch::start(&token, Some(soon), move || {
            let _ = sender.send(());
        });
        receiver.recv_timeout(Duration::from_secs(30)).expect("the interrupt comes");
        drop(watch);
        while receiver.try_recv().is_ok() {}
        assert!(receiver.recv_timeout(Duration::from_millis(20)).is_err());
    }
}
