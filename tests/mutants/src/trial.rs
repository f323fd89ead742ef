//! One build with every fault of the sample, then one run of the tests for each.

use crate::plant;
use crate::sites::Site;
use anyhow::{Context, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The switch, as a module of the copy.
const SWITCH: &str = r#"//! The fault that is on.

use std::sync::atomic::{AtomicU32, Ordering};

static ON: AtomicU32 = AtomicU32::new(u32::MAX);

/// Whether this fault is on.
#[inline]
pub fn on(id: u32) -> bool {
    match ON.load(Ordering::Relaxed) {
        u32::MAX => first(id),
        active => active == id,
    }
}

#[cold]
fn first(id: u32) -> bool {
    let active = std::env::var("QUANDARY_MUTANT").ok().and_then(|v| v.parse().ok()).unwrap_or(0);
    ON.store(active, Ordering::Relaxed);
    active == id
}
"#;

/// How much longer than without a fault the tests may take.
const PATIENCE: u32 = 6;

/// A built test program.
pub struct Test {
    name: String,
    program: PathBuf,
    /// How long it takes without a fault.
    usual: Duration,
}

/// Copies the tree, plants the faults and builds the tests. Faults that do not compile are left out of the sample.
pub fn build(
    root: &Path,
    work: &Path,
    mut sample: Vec<Site>,
    wanted: &[&str],
) -> anyhow::Result<(Vec<Site>, Vec<Test>)> {
    sample.iter_mut().enumerate().for_each(|(i, site)| site.id = i as u32 + 1);
    let tree = work.join("tree");
    let library = std::fs::read_to_string(root.join("src/lib.rs"))?;
    loop {
        let mut texts = planted(root, &sample)?;
        texts.insert("src/mutants.rs".into(), SWITCH.to_string());
        texts.insert("src/lib.rs".into(), format!("{library}\npub mod mutants;\n"));
        copy(root, &tree, &texts)?;
        match compile(&tree, work)? {
            Ok(tests) => return Ok((sample, usual_times(tests, &tree, wanted)?)),
            Err(bad) if bad.is_empty() => bail!("the copy does not compile, and no fault is to blame"),
            Err(bad) => sample.retain(|site| !bad.contains(&site.id)),
        }
        eprintln!("{} faults compile", sample.len());
    }
}

/// The tree with some other texts; what is right already is not written again, so that a second run builds nothing.
fn copy(root: &Path, tree: &Path, texts: &BTreeMap<String, String>) -> anyhow::Result<()> {
    let listed = Command::new("git").args(["ls-files"]).current_dir(root).output()?;
    let listed = String::from_utf8(listed.stdout)?;
    let names: Vec<&str> = listed.lines().filter(|n| root.join(n).is_file()).chain(["src/mutants.rs"]).collect();
    remove_others(tree, tree, &names)?;
    for name in names {
        let wanted =
            texts.get(name).map_or_else(|| std::fs::read(root.join(name)), |text| Ok(text.clone().into_bytes()))?;
        let to = tree.join(name);
        std::fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        if std::fs::read(&to).ok().as_ref() != Some(&wanted) {
            std::fs::write(to, wanted)?;
        }
    }
    Ok(())
}

/// Removes what an earlier tree had and this one has not.
fn remove_others(tree: &Path, folder: &Path, names: &[&str]) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(tree, &path, names)?;
        } else if !names.contains(&path.strip_prefix(tree)?.to_string_lossy().as_ref()) {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The sources with faults.
fn planted(root: &Path, sample: &[Site]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut by_file: BTreeMap<&str, BTreeMap<usize, u32>> = BTreeMap::new();
    for site in sample {
        by_file.entry(&site.file).or_default().insert(site.index, site.id);
    }
    let each = |(file, chosen): (&str, BTreeMap<usize, u32>)| {
        let text = std::fs::read_to_string(root.join(file))?;
        Ok((file.to_string(), plant::planted(&text, &chosen)?))
    };
    by_file.into_iter().map(each).collect()
}

/// The test programs, or the faults that do not compile.
fn compile(tree: &Path, work: &Path) -> anyhow::Result<Result<Vec<(String, PathBuf)>, Vec<u32>>> {
    let output = Command::new("cargo")
        .args(["test", "--no-run", "--message-format=json", "--lib", "--tests"])
        .env("CARGO_TARGET_DIR", work.join("target"))
        .env("RUSTFLAGS", "-Awarnings")
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()?;
    let (mut tests, mut bad) = (Vec::new(), Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        if let (Some(program), true) = (message["executable"].as_str(), message["profile"]["test"] == true) {
            let name = message["target"]["name"].as_str().unwrap_or_default().to_string();
            tests.push((name, PathBuf::from(program)));
        }
        if message["message"]["level"] == "error" {
            bad.extend(blamed(&message["message"], tree));
        }
    }
    Ok(if output.status.success() { Ok(tests) } else { Err(bad) })
}

/// The switches that stand in the lines an error points at.
fn blamed(message: &Value, tree: &Path) -> Vec<u32> {
    let mut ids = Vec::new();
    for span in message["spans"].as_array().into_iter().flatten() {
        let Some(text) = span["file_name"].as_str().and_then(|f| std::fs::read_to_string(tree.join(f)).ok()) else {
            continue;
        };
        let line = |name: &str| span[name].as_u64().unwrap_or(1) as usize;
        let (from, to) = (line("line_start").saturating_sub(3), line("line_end") + 2);
        for line in text.lines().skip(from).take(to - from) {
            ids.extend(
                line.split("mutants::on(").skip(1).filter_map(|rest| rest.split(')').next()?.parse::<u32>().ok()),
            );
        }
    }
    ids
}

fn usual_times(tests: Vec<(String, PathBuf)>, tree: &Path, wanted: &[&str]) -> anyhow::Result<Vec<Test>> {
    let mut timed = Vec::new();
    for (name, program) in tests {
        let Some(words) = wanted.iter().find(|words| words.split(' ').next() == Some(&name)) else { continue };
        let started = Instant::now();
        if !passes(&program, &filters(words), tree, 0, Duration::from_secs(1200))? {
            bail!("{name} fails without a fault");
        }
        timed.push(Test { name, program, usual: started.elapsed() });
    }
    // The library's own tests first, then the quick ones.
    timed.sort_by_key(|t| (t.name != "quandary", t.usual));
    Ok(timed)
}

/// What becomes of a fault.
pub fn try_one(tests: &[Test], work: &Path, (filter, others): (&str, &[&str]), id: u32) -> anyhow::Result<String> {
    let tree = work.join("tree");
    let library = tests.iter().find(|t| t.name == "quandary").context("the library has tests")?;
    let limit = |test: &Test| test.usual * PATIENCE + Duration::from_secs(20);
    if !passes(&library.program, &[filter], &tree, id, limit(library))? {
        return Ok(format!("caught by unit tests {filter}"));
    }
    for test in tests {
        let Some(words) = others.iter().find(|words| words.split(' ').next() == Some(&test.name)) else { continue };
        if !passes(&test.program, &filters(words), &tree, id, limit(test))? {
            return Ok(format!("caught by {}", test.name));
        }
    }
    Ok("survived".to_string())
}

/// Which tests of a program are meant.
fn filters(words: &str) -> Vec<&str> {
    words.split(' ').skip(1).collect()
}

/// Whether a test program passes within the time.
fn passes(program: &Path, args: &[&str], tree: &Path, id: u32, limit: Duration) -> anyhow::Result<bool> {
    let started = Instant::now();
    // A fault may ask for all memory there is, and what a test starts must end with it. The time is the processor's, so
    // that a busy machine catches nothing; only who sleeps for ever is ended by the clock.
    let mut command = Command::new("sh");
    let limits = format!("ulimit -v 16000000; ulimit -t {}; exec \"$0\" \"$@\"", limit.as_secs());
    command.args(["-c", &limits]).arg(program).args(args).arg("-q");
    command.current_dir(tree).env("QUANDARY_MUTANT", id.to_string()).env("QUANDARY_FUZZ", "500");
    command.process_group(0);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null()).spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if started.elapsed() > limit * 5 {
            Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
