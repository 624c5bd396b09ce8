//! Ctrl-C and SIGTERM: the first ends the search, or whatever goes on, the second the native replay that follows, the third the process.
//!
//! What was found is on disk as it is found, so even the last loses nothing but confirmations.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// What signals have asked for.
#[derive(Clone, Default)]
pub(crate) struct Interrupts {
    /// End the search.
    pub(crate) search: Arc<AtomicBool>,
    /// End native runs too.
    pub(crate) replay: Arc<AtomicBool>,
}

impl Interrupts {
    /// Listens from now on; the message is what is said at the first signal. The last one ends the process.
    pub(crate) fn listen(
        &self,
        message: &'static str,
        exit: impl Fn() + Send + 'static,
    ) -> anyhow::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM]).context("cannot listen to signals")?;
        let heard = self.clone();
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                for _ in &mut signals {
                    heard.next(message, &exit);
                }
            })
            .context("cannot listen to signals")?;
        Ok(())
    }

    fn next(&self, message: &str, exit: &dyn Fn()) {
        if !self.search.swap(true, Ordering::Relaxed) {
            if !message.is_empty() {
                // Nothing sensible can be done if standard error is closed.
                let mut stream = io::stderr();
                // On a terminal the progress line stands there.
                let (start, end) = if stream.is_terminal() { ("\r", "\x1b[K") } else { ("", "") };
                let _ = writeln!(stream, "{start}lariat: {message}{end}");
            }
        } else if self.replay.swap(true, Ordering::Relaxed) {
            exit();
        }
    }
}
