//! Names to offer when a name was not found.

/// How many names are offered.
const OFFERED: usize = 5;

/// The candidates most similar to `wanted`, best first; ties in the order given. Those that share nothing with it
/// still come, last: when there are few names, seeing them is what helps.
pub(crate) fn most_similar<S: AsRef<str>>(
    wanted: &str,
    candidates: impl Iterator<Item = S>,
) -> Vec<String> {
    let lowered = wanted.to_lowercase();
    let mut scored: Vec<(usize, String)> = candidates
        .map(|candidate| {
            let candidate = candidate.as_ref();
            let name = candidate.to_lowercase();
            let mut distance = strsim::damerau_levenshtein(&lowered, &name);
            // `parse` is more like `json_parse` than like `pause`.
            if !lowered.is_empty() && (name.contains(&lowered) || lowered.contains(&name)) {
                distance = distance.min(2);
            }
            (distance, candidate.to_owned())
        })
        .collect();
    scored.sort_by_key(|(distance, _)| *distance);
    let mut seen = rustc_hash::FxHashSet::default();
    scored.retain(|(_, name)| seen.insert(name.clone()));
    scored.truncate(OFFERED);
    scored.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_come_first() {
        let names = ["zebra", "mian", "json_main", "a", "b", "c", "d"];
        assert_eq!(most_similar("main", names.iter())[..2], ["mian", "json_main"]);
        assert_eq!(most_similar("main", names.iter()).len(), OFFERED);
        assert!(most_similar("main", std::iter::empty::<&str>()).is_empty());
    }
}
