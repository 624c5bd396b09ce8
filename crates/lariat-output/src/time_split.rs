//! Where the time of a run went. The parts add up to the whole, as numbers and as they are printed.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// Where the time went, in seconds of the clock. No second is counted twice: where several threads work, the time of all of them together is
/// divided as each thread's is.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimeSplit {
    /// From start to end.
    pub total: f64,
    /// Compiling and reading the program.
    pub front_end: f64,
    /// Executing it, without the solver.
    pub execution: f64,
    /// In the solver for the search.
    pub solver: f64,
    /// Asking about loops that are taken in one step, their questions to the solver included.
    #[serde(default)]
    pub loops: f64,
    /// Necessary conditions, proofs and aiming at what stays uncovered, their questions to the solver included.
    #[serde(default)]
    pub conditions: f64,
    /// Building the program natively, and running tests on it.
    pub replay: f64,
    /// All the rest: writing files, for instance.
    #[serde(default)]
    pub other: f64,
}

impl TimeSplit {
    /// Sets the whole; what no part accounts for is [`other`](TimeSplit::other).
    pub fn close(&mut self, total: f64) {
        self.total = total;
        self.other = 0.0;
        let known: f64 = self.parts().iter().map(|(_, seconds)| seconds).sum();
        if known > total && known > 0.0 {
            // Clocks that are read one after another: the parts are a little too long.
            let all = [
                &mut self.front_end,
                &mut self.execution,
                &mut self.solver,
                &mut self.loops,
                &mut self.conditions,
                &mut self.replay,
            ];
            all.into_iter().for_each(|part| *part *= total / known);
        } else {
            self.other = total - known;
        }
    }

    fn parts(&self) -> [(&'static str, f64); 7] {
        [
            ("front end", self.front_end),
            ("execution", self.execution),
            ("solver", self.solver),
            ("loops", self.loops),
            ("conditions", self.conditions),
            ("replay", self.replay),
            ("other", self.other),
        ]
    }

    /// The line of a summary, e.g. `2.50 s (front end 0.10, solver 2.40)`. Parts without time are left out unless they are among those given.
    pub(crate) fn text(&self, always: &[&str]) -> String {
        let parts = self.parts();
        // Hundredths that add up: all are rounded down, and those with the largest rests get what is missing.
        let hundredths = |seconds: f64| (seconds * 100.0).max(0.0);
        let mut shown = parts.map(|(_, seconds)| hundredths(seconds).floor() as u64);
        let total = hundredths(self.total).round() as u64;
        let mut by_rest: Vec<usize> = (0..parts.len()).collect();
        let rest = |part: usize| hundredths(parts[part].1).fract();
        by_rest.sort_by(|one, other| rest(*other).total_cmp(&rest(*one)));
        let missing = total.saturating_sub(shown.iter().sum());
        for part in by_rest.into_iter().take(usize::try_from(missing).unwrap_or(0)) {
            shown[part] += 1;
        }
        let number = |hundredths: u64| format!("{}.{:02}", hundredths / 100, hundredths % 100);
        let mut text = format!("{} s (", number(total));
        let mut first = true;
        for ((name, _), hundredths) in parts.into_iter().zip(shown) {
            // What did not happen is not worth a word.
            if hundredths > 0 || always.contains(&name) {
                let comma = if std::mem::take(&mut first) { "" } else { ", " };
                let _ = write!(text, "{comma}{name} {}", number(hundredths));
            }
        }
        text + ")"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole and the sum of the parts of a line, in hundredths.
    fn sums(line: &str) -> (u64, u64) {
        let numbers: Vec<u64> = line
            .split([' ', ',', ')'])
            .filter_map(|word| word.replace('.', "").parse().ok())
            .collect();
        (numbers[0], numbers[1..].iter().sum())
    }

    #[test]
    fn the_parts_add_up_to_the_whole() {
        let mut random = 7u64;
        let mut seconds = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 40) as f64 / 1e5
        };
        for _ in 0..2_000 {
            let mut split = TimeSplit {
                front_end: seconds(),
                execution: seconds(),
                solver: seconds(),
                loops: seconds() / 1e4,
                conditions: seconds() / 1e6,
                replay: seconds(),
                ..TimeSplit::default()
            };
            let known: f64 = split.parts().iter().map(|(_, seconds)| seconds).sum();
            for total in [known, known + seconds(), known + seconds() / 1e4, known * 0.999] {
                split.close(total);
                let sum: f64 = split.parts().iter().map(|(_, seconds)| seconds).sum();
                assert!((sum - total).abs() < 1e-6, "{split:?}");
                let line = split.text(&["front end"]);
                let (whole, parts) = sums(&line);
                assert_eq!(whole, parts, "{line}");
            }
        }
    }

    #[test]
    fn parts_without_time_are_left_out() {
        let mut split = TimeSplit { front_end: 0.104, replay: 0.002, ..TimeSplit::default() };
        split.close(0.11);
        assert_eq!(split.text(&["solver"]), "0.11 s (front end 0.11, solver 0.00)");
        split.close(2.0);
        assert_eq!(split.text(&[]), "2.00 s (front end 0.11, other 1.89)");
    }
}
