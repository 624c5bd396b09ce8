//! Quantities on the command line: `60s`, `2m`, `500ms`; `4G`, `512M`.

use std::time::Duration;

/// A length of time: a number with `ms`, `s`, `m` or `h`; without a unit it is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let number: f64 =
        number.parse().map_err(|_| format!("`{text}` is not a length of time such as 60s"))?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1000.0,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("`{text}` is not a length of time such as 60s"))
}

/// An amount of memory: a number with `K`, `M` or `G` (powers of 1024); without a unit it is bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let number: f64 =
        number.parse().map_err(|_| format!("`{text}` is not an amount of memory such as 4G"))?;
    let factor = match unit.trim_end_matches(['B', 'b']).trim_end_matches('i') {
        "" => 1.0,
        "K" | "k" => 1024.0,
        "M" | "m" => 1024.0 * 1024.0,
        "G" | "g" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("`{unit}` is no unit of memory; use K, M or G")),
    };
    if !(number.is_finite() && number >= 0.0) {
        return Err(format!("`{text}` is not an amount of memory such as 4G"));
    }
    Ok((number * factor) as u64)
}

/// The least amount of memory that a command can do something with. An empty program takes 70 MB, most of it code.
const LEAST_MEMORY: u64 = 96 << 20;

/// How much memory Lariat may take.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    match bytes(text)? {
        enough @ LEAST_MEMORY.. => Ok(enough),
        _ => Err("Lariat itself takes about 70 MB, so it needs at least 96M".to_owned()),
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(duration("soon").is_err());
        assert!(duration("5 parsecs").is_err());
        assert!(duration("-1s").is_err());
    }

    #[test]
    fn amounts() {
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("1KiB"), Ok(1024));
        assert_eq!(bytes("100"), Ok(100));
        assert!(bytes("much").is_err());
        assert!(bytes("4X").is_err());
        assert_eq!(memory("96M"), Ok(96 << 20));
        assert!(memory("95M").is_err_and(|error| error.contains("at least 96M")));
    }
}
