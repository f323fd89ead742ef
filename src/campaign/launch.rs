//! How a campaign is handed to GNU parallel and to Slurm: command lines and scripts, as texts.
//!
//! An element of an array costs Slurm a third of a second and more, so an element does a share that lasts minutes. A worker
//! that is killed is begun again by its script; an element that is lost with its machine is put back by Slurm (`--requeue`).
//! The collector waits by `afterany`: with `afterok` one lost element would leave it waiting for ever.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// What an element of an array does and may use.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    /// This program.
    pub program: &'a str,
    /// The campaign's folder.
    pub folder: &'a Path,
    /// How many elements there are in all arrays.
    pub n_elements: usize,
    /// How many tasks an element does at once.
    pub n_jobs: usize,
    /// How long it may take.
    pub seconds: f64,
    /// Megabytes of each task.
    pub megabytes: u64,
    /// Further words for `sbatch`.
    pub sbatch: &'a [String],
}

/// One array: the elements from a number on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The share of its first element.
    pub first: usize,
    /// How many elements it has.
    pub len: usize,
}

/// The arrays that so many elements need when no index may reach this size.
pub fn arrays(n_elements: usize, max_array_size: usize) -> Vec<Array> {
    let most = max_array_size.max(1);
    let starts = (0..n_elements).step_by(most);
    starts.map(|first| Array { first, len: most.min(n_elements - first) }).collect()
}

/// How often the script begins a killed worker again.
const RETRIES: Range<u32> = 1..21;

/// The script of one array.
pub fn script(element: &Element, array: &Array) -> String {
    let logs = element.folder.join("logs");
    let mut text = "#!/bin/sh\n".to_string();
    let minutes = (element.seconds / 60.0).ceil().max(1.0) as u64;
    // What a worker needs beside its tasks, and what tasks reserve without using it.
    let megabytes = element.megabytes.saturating_mul(element.n_jobs as u64).saturating_add(256);
    let options = [
        "--job-name=quandary".to_string(),
        format!("--array=0-{}", array.len.saturating_sub(1)),
        "--requeue".to_string(),
        "--ntasks=1".to_string(),
        format!("--cpus-per-task={}", element.n_jobs),
        format!("--mem={megabytes}M"),
        format!("--time={minutes}"),
        "--open-mode=append".to_string(),
        format!("--output={}", logs.join("slurm-%A_%a.out").display()),
    ];
    for option in options.iter().chain(element.sbatch) {
        let _ = writeln!(text, "#SBATCH {option}");
    }
    let _ = writeln!(text, "# A worker that a signal ended is begun again; what it was doing is free at once.");
    let _ = writeln!(text, "for attempt in $(seq {} {}); do", RETRIES.start, RETRIES.end - 1);
    let _ = writeln!(
        text,
        "  {} campaign run {} --index $(({} + SLURM_ARRAY_TASK_ID)) --of {} --jobs {}",
        quoted(element.program),
        quoted(&element.folder.display().to_string()),
        array.first,
        element.n_elements,
        element.n_jobs
    );
    text + "  code=$?\n  [ $code -lt 128 ] && exit $code\ndone\nexit $code\n"
}

/// The script that collects in the end.
pub fn collector(element: &Element) -> String {
    let logs = element.folder.join("logs");
    let head = format!(
        "#!/bin/sh\n#SBATCH --job-name=quandary-collect\n#SBATCH --requeue\n#SBATCH --open-mode=truncate\n#SBATCH --output={}\n",
        logs.join("collect.out").display()
    );
    let passed = element.sbatch.iter().fold(head, |text, option| format!("{text}#SBATCH {option}\n"));
    format!(
        "{passed}exec {} campaign collect {}\n",
        quoted(element.program),
        quoted(&element.folder.display().to_string())
    )
}

/// The words of GNU parallel: one job for each element. What is done already is known by the results alone, so every element is begun,
/// and one without anything left ends at once.
pub fn parallel(element: &Element, hosts: &[String]) -> Vec<String> {
    let log = element.folder.join("logs").join("parallel.joblog");
    let mut words: Vec<String> = ["--will-cite", "--joblog"].map(str::to_string).to_vec();
    words.push(log.display().to_string());
    words.extend(["--retries", "20", "--halt", "never"].map(str::to_string));
    match hosts {
        [] => words.extend(["--jobs".to_string(), "100%".to_string()]),
        hosts => words.extend(hosts.iter().flat_map(|host| ["--sshlogin".to_string(), host.clone()])),
    }
    words.push(format!(
        "{} campaign run {} --index {{}} --of {} --jobs {}",
        quoted(element.program),
        quoted(&element.folder.display().to_string()),
        element.n_elements,
        element.n_jobs
    ));
    words.push(":::".to_string());
    words.extend((0..element.n_elements).map(|index| index.to_string()));
    words
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+=@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Array, Element, arrays, collector, parallel, script};
    use std::path::Path;

    fn element() -> Element<'static> {
        Element {
            program: "/opt/quandary",
            folder: Path::new("/shared/my run"),
            n_elements: 2500,
            n_jobs: 2,
            seconds: 601.0,
            megabytes: 1000,
            sbatch: &[],
        }
    }

    #[test]
    fn arrays_stay_below_what_slurm_takes() {
        let check = |n, most, expected: &[(usize, usize)]| {
            let found: Vec<(usize, usize)> = arrays(n, most).iter().map(|a| (a.first, a.len)).collect();
            assert_eq!(found, expected, "{n} by {most}");
        };
        check(0, 1001, &[]);
        check(3, 1001, &[(0, 3)]);
        check(1001, 1001, &[(0, 1001)]);
        check(2500, 1001, &[(0, 1001), (1001, 1001), (2002, 498)]);
    }

    #[test]
    fn scripts_say_what_an_element_may_use() {
        let text = script(&element(), &Array { first: 1001, len: 1001 });
        for line in ["#SBATCH --array=0-1000", "#SBATCH --requeue", "#SBATCH --mem=2256M", "#SBATCH --time=11"] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        let worker =
            "/opt/quandary campaign run '/shared/my run' --index $((1001 + SLURM_ARRAY_TASK_ID)) --of 2500 --jobs 2";
        assert!(text.lines().any(|line| line.trim() == worker), "{text}");
        assert!(collector(&element()).ends_with("exec /opt/quandary campaign collect '/shared/my run'\n"));
        let words = parallel(&element(), &["2/a".to_string(), "2/:".to_string()]);
        assert!(words.windows(2).any(|pair| pair == ["--sshlogin", "2/:"]), "{words:?}");
        assert!(words.ends_with(&["2499".to_string()]));
    }
}
