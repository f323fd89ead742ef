//! Where the runs of a comparison were made: program, machine and day, kept beside the log.
//!
//! A log can be continued elsewhere and a report be written again anywhere; so the place is noted when runs are made,
//! once for each different one, and the same folder gives the same report.

use super::failure::Resources;
use super::output;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const FILE: &str = "environment.json";

/// Notes where we are, unless that is known.
pub fn note(folder: &Path, n_jobs: usize) -> anyhow::Result<()> {
    let mut places = load(folder)?;
    let here = here(n_jobs);
    let is_here = |place: &Map<String, Value>| here.iter().all(|(k, v)| k == "date" || place.get(k) == Some(v));
    if !places.iter().any(is_here) {
        places.push(here);
        output::file(&folder.join(FILE), format!("{:#}\n", json!(places)).as_bytes())?;
    }
    Ok(())
}

/// The places as lists of names and values.
pub fn read(folder: &Path) -> anyhow::Result<Vec<Vec<(String, String)>>> {
    let shown = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let list = |place: Map<String, Value>| place.into_iter().map(|(name, value)| (name, shown(value))).collect();
    Ok(load(folder)?.into_iter().map(list).collect())
}

fn load(folder: &Path) -> anyhow::Result<Vec<Map<String, Value>>> {
    let path = folder.join(FILE);
    match std::fs::read_to_string(&path) {
        // A file that a kill cut short tells nothing; it is written again.
        Ok(text) => Ok(serde_json::from_str(&text).unwrap_or_default()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Resources(format!("cannot read {}: {error}", path.display())).into()),
    }
}

/// Where we are.
pub fn here(n_jobs: usize) -> Map<String, Value> {
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    let build = if cfg!(debug_assertions) { "debug build" } else { "release build" };
    let entries = [
        ("program", json!(format!("quandary {} ({build})", env!("CARGO_PKG_VERSION")))),
        ("system", json!(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))),
        ("processor", json!(processor().unwrap_or_else(|| "unknown".to_string()))),
        ("cores", json!(n_cores)),
        ("runs at once", json!(n_jobs)),
        ("date", json!(date(SystemTime::now()))),
    ];
    entries.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// The processor's name, where the system tells it in a file.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

fn date(now: SystemTime) -> String {
    let days = now.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() / 86_400);
    let (year, month, day) = civil(days);
    format!("{year}-{month:02}-{day:02}")
}

/// The date so many days after 1970-01-01, by whole years and months.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |y: u64| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::{civil, note, read};

    #[test]
    fn days_become_dates() {
        let check = |days: u64, date: (u64, u64, u64)| assert_eq!(civil(days), date, "{days}");
        check(0, (1970, 1, 1));
        check(59, (1970, 3, 1));
        check(11_016, (2000, 2, 29));
        check(11_017, (2000, 3, 1));
        check(20_453, (2025, 12, 31));
    }

    #[test]
    fn a_place_is_noted_once() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        assert!(read(dir.path()).expect("nothing is fine").is_empty());
        for n_jobs in [2, 2, 3] {
            note(dir.path(), n_jobs).expect("written");
        }
        let places = read(dir.path()).expect("readable");
        assert_eq!(places.len(), 2);
        assert_eq!(places[1][4], ("runs at once".to_string(), "3".to_string()));
    }
}
