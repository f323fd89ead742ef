//! Evidence for the whole corpus: every instance and example model, every engine, one bundle for each verdict, each checked by
//! `quandary check`, by whatever checker of others is on the path, and its derivation, or a backtracker's proof, by VeriPB.
//!
//! ```sh
//! cargo build --release && cargo run --release --example evidence -- --timeout 10
//! cargo run --release --example evidence -- --only lightup --timeout 2 --keep bundles
//! ```
//!
//! A line for each run, then a table: engines by verdicts, how many bundles there are, how many hold, how many proofs another
//! program has checked, and of how many of the formulas VeriPB has checked that they follow from the model; then why others are not
//! derived, and what derivations cost. What was not decided within the limit is counted apart; what is refused says why. All
//! solutions are asked for where `count` says that there are few enough to be listed. The exit code is 1 if a bundle does not hold
//! or another program rejects a proof.

use anyhow::{Context, bail};
use quandary::front::Source;
use quandary::puzzles;
use quandary::solve::intake::{self, Wishes};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What is asked for.
struct Wish {
    program: PathBuf,
    timeout: f64,
    only: Option<String>,
    keep: PathBuf,
}

/// Something of the corpus, as arguments of the program.
struct Item {
    title: String,
    args: Vec<String>,
    engines: Vec<String>,
}

/// What came of certifying it by one engine, for one question.
struct Made {
    engine: String,
    verdict: String,
    holds: bool,
    n_proofs: usize,
    n_outside: usize,
    derived: Derived,
}

/// What became of the derivations of a bundle's formulas.
#[derive(Default)]
struct Derived {
    n: usize,
    underived: Vec<String>,
    /// Bytes of formulas, of proofs, and of derivations with their models.
    bytes: [u64; 3],
}

/// Checkers of others, and how each takes a formula and a proof.
const CHECKERS: &[&str] = &["cake_lpr", "lrat-check", "lrat-trim"];

/// The questions, as options of `certify`.
const QUESTIONS: &[(&str, &[&str])] = &[("", &[]), (", all", &["--all"]), (", backbone", &["--backbone"])];

/// More solutions than this are not listed.
const MOST_LISTED: f64 = 1e5;

/// Engines that every model has. The others keep no proof, or are refused with a reason.
const ENGINES: &[&str] = &["sat:whole", "sat:direct+pairwise", "sat:order+totalizer", "csp", "lcg", "auto"];

fn main() -> anyhow::Result<()> {
    let wish = wish()?;
    let mut all = Vec::new();
    let mut others: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let items: Vec<Item> = puzzles_of(&wish.keep)?.into_iter().chain(models()?).collect();
    let is_asked = |item: &&Item| wish.only.as_ref().is_none_or(|word| item.title.contains(word.as_str()));
    for item in items.iter().filter(is_asked) {
        let is_listed = is_listed(&wish, item)?;
        for engine in &item.engines {
            for (question, options) in QUESTIONS {
                if !is_listed && options.contains(&"--all") {
                    note(
                        &mut others,
                        format!("{engine}{question}: not asked, more than {MOST_LISTED} solutions"),
                        item,
                    );
                    continue;
                }
                match certified(&wish, item, engine, options)? {
                    Ok(mut made) => {
                        made.verdict += question;
                        let held = if made.holds { "holds" } else { "DOES NOT HOLD" };
                        println!(
                            "{}: {engine}: {}: {held}, {} of {} proofs checked outside, {} derived",
                            item.title, made.verdict, made.n_outside, made.n_proofs, made.derived.n
                        );
                        all.push(made);
                    }
                    Err(why) => note(&mut others, format!("{engine}{question}: {why}"), item),
                }
            }
        }
    }
    table(&all);
    underived(&all);
    println!("\nno bundle:");
    others.iter().for_each(|(what, (n, last))| println!("  {n:>4} x {what} (such as {last})"));
    let is_bad = |made: &&Made| !made.holds;
    match all.iter().filter(is_bad).count() {
        0 => Ok(()),
        n => bail!("{n} bundles do not hold"),
    }
}

/// Counts a reason why there is no bundle, with the last item that it stood for.
fn note(others: &mut BTreeMap<String, (usize, String)>, why: String, item: &Item) {
    let entry = others.entry(why).or_default();
    entry.0 += 1;
    entry.1 = item.title.clone();
}

fn wish() -> anyhow::Result<Wish> {
    let mut args = std::env::args().skip(1);
    let folder = std::env::temp_dir().join(format!("quandary-evidence-{}", std::process::id()));
    let mut wish = Wish { program: "target/release/quandary".into(), timeout: 10.0, only: None, keep: folder };
    while let Some(option) = args.next() {
        let value = args.next().with_context(|| format!("{option} takes a value"))?;
        match option.as_str() {
            "--program" => wish.program = value.into(),
            "--timeout" => wish.timeout = value.parse()?,
            "--only" => wish.only = Some(value),
            "--keep" => wish.keep = value.into(),
            other => bail!("{other}? there are --program, --timeout, --only and --keep"),
        }
    }
    std::fs::create_dir_all(&wish.keep)?;
    Ok(wish)
}

fn files(folder: &Path, endings: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let fits = |path: &PathBuf| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending));
    let mut found: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(fits).collect();
    found.sort();
    Ok(found)
}

/// Every instance of every puzzle, each in a file of its own.
fn puzzles_of(keep: &Path) -> anyhow::Result<Vec<Item>> {
    let mut items = Vec::new();
    for row in puzzles::TABLE {
        let searches = row.searches.iter().map(|search| format!("search:{}", search.name));
        let engines: Vec<String> = ENGINES.iter().map(|engine| engine.to_string()).chain(searches).collect();
        for path in files(&Path::new("instances").join(row.name), &[".txt", ".jsonl"])? {
            let source = Source::new(path.to_string_lossy(), std::fs::read_to_string(&path)?);
            for taken in intake::instances(&source, Some(row), None, &Wishes::default()) {
                let Some(named) = taken.problem.ok().and_then(|problem| problem.named()) else { continue };
                let place = keep.join(format!("{}-{}.json", row.name, items.len()));
                std::fs::write(&place, named.data.first().map_or("", |source| &source.text))?;
                let args = vec![row.name.to_string(), place.to_string_lossy().into_owned()];
                items.push(Item { title: format!("{} {}", row.name, named.title), args, engines: engines.clone() });
            }
        }
    }
    Ok(items)
}

/// Every example model with each of its data files.
fn models() -> anyhow::Result<Vec<Item>> {
    let table = std::fs::read_to_string("models/examples/expected.tsv")?;
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let item = |line: &str| {
        let inputs = line.split('\t').take(2).filter(|cell| *cell != "-");
        let args: Vec<String> = inputs.map(|cell| format!("models/examples/{cell}")).collect();
        Item { title: args.join(" "), args, engines: ENGINES.iter().map(|engine| engine.to_string()).collect() }
    };
    Ok(rows.map(item).collect())
}

fn run(program: &Path, args: &[&str]) -> anyhow::Result<Output> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).output();
    output.with_context(|| format!("cannot run {}", program.display()))
}

/// Whether all solutions are worth asking for: not where counting them finds too many, or takes too long itself.
fn is_listed(wish: &Wish, item: &Item) -> anyhow::Result<bool> {
    let (limit, what) = (wish.timeout.to_string(), item.args.iter().map(String::as_str).collect::<Vec<_>>());
    let counted = run(&wish.program, &[&["count"], &what[..], &["--timeout", &limit, "--json"]].concat())?;
    let said: Value = serde_json::from_slice(&counted.stdout).unwrap_or(Value::Null);
    // Of those with an objective only the best ones are listed, and puzzles that ask for the fewest steps refuse the question.
    if said["status"] == "error" || !said["of"].is_null() {
        return Ok(true);
    }
    let n = said["solutions"].as_str().and_then(|n| n.parse::<f64>().ok());
    Ok(n.is_some_and(|n| n <= MOST_LISTED))
}

/// The bundle and what is made of it; or why there is none.
fn certified(wish: &Wish, item: &Item, engine: &str, options: &[&str]) -> anyhow::Result<Result<Made, String>> {
    let place = wish.keep.join("bundle");
    let _ = std::fs::remove_dir_all(&place);
    let _ = std::fs::remove_file(&place);
    let (limit, folder) = (wish.timeout.to_string(), place.to_string_lossy().into_owned());
    let what: Vec<&str> = item.args.iter().map(String::as_str).collect();
    let given = ["--engine", engine, "--timeout", &limit, "--json", "-o", &folder];
    let made = run(&wish.program, &[&["certify"], &what[..], &given, options].concat())?;
    let said: Value = serde_json::from_slice(&made.stdout).unwrap_or(Value::Null);
    match (made.status.code(), said["status"].as_str()) {
        (Some(10 | 20 | 30), Some(_)) => {}
        (Some(0), _) => return Ok(Err("not decided within the limit".to_string())),
        (Some(2 | 5), _) => {
            let words = said["error"].as_str().or(said["message"].as_str()).map(str::to_string);
            let words = words.unwrap_or_else(|| String::from_utf8_lossy(&made.stderr).trim().to_string());
            return Ok(Err(words.lines().next().unwrap_or("no reason").to_string()));
        }
        (code, _) => bail!("{}: {engine}: exit {code:?}: {}", item.title, String::from_utf8_lossy(&made.stderr)),
    }
    let checked = run(&wish.program, &[&["check"], &what[..], &[&folder, "--timeout", "600"]].concat())?;
    let (n_proofs, n_outside) = outside(&place)?;
    let derived = derived(&place)?;
    let verdict = said["status"].as_str().unwrap_or_default().to_string();
    let holds = checked.status.code() == Some(10);
    Ok(Ok(Made { engine: engine.to_string(), verdict, holds, n_proofs, n_outside, derived }))
}

/// How many proofs there are, and how many of them another program has checked. One that is rejected ends everything.
fn outside(bundle: &Path) -> anyhow::Result<(usize, usize)> {
    let Ok(text) = std::fs::read_to_string(bundle.join("manifest.json")) else { return Ok((0, 0)) };
    let manifest: Value = serde_json::from_str(&text)?;
    let refutations = manifest["refutations"].as_array().cloned().unwrap_or_default();
    let mut n_checked = 0;
    for refutation in &refutations {
        let path = |field: &str| bundle.join(refutation[field].as_str().unwrap_or_default());
        let (formula, proof) = (path("formula"), path("proof"));
        // A formula with the empty clause needs no proof, and not every checker takes an empty one.
        if std::fs::metadata(&proof)?.len() == 0 {
            n_checked += 1;
            continue;
        }
        if proof.extension().is_some_and(|ending| ending == "pbp") {
            by_veripb(&formula, &proof, None)?;
            n_checked += 1;
            continue;
        }
        let Some(checker) = CHECKERS.iter().find(|name| is_there(name)) else { continue };
        let output = Command::new(checker).arg(&formula).arg(&proof).output()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_verified = said.lines().any(|line| line.contains("VERIFIED") && !line.contains("NOT"));
        if !is_verified {
            bail!("{checker} rejects {}: {said}", proof.display());
        }
        n_checked += 1;
    }
    Ok((refutations.len(), n_checked))
}

/// VeriPB on a proof, or on a derivation of a formula.
fn by_veripb(model: &Path, proof: &Path, formula: Option<PathBuf>) -> anyhow::Result<()> {
    let args = veripb::args::Args {
        formula: model.into(),
        derivation: proof.into(),
        output_formula: formula,
        print_verification_result: false,
        show_warnings: false,
        ..Default::default()
    };
    match veripb::run_checker(args) {
        Ok(_) => Ok(()),
        Err(why) => bail!("VeriPB rejects {}: {why}", proof.display()),
    }
}

/// What VeriPB says to the derivations; one that is rejected ends everything.
fn derived(bundle: &Path) -> anyhow::Result<Derived> {
    let mut found = Derived::default();
    let Ok(text) = std::fs::read_to_string(bundle.join("manifest.json")) else { return Ok(found) };
    let manifest: Value = serde_json::from_str(&text)?;
    for refutation in manifest["refutations"].as_array().into_iter().flatten() {
        let derivation = &refutation["derivation"];
        let path = |field: &Value| bundle.join(field.as_str().unwrap_or_default());
        let size = |field: &Value| std::fs::metadata(path(field)).map_or(0, |file| file.len());
        // A search's own proof starts from the model, and nothing lies between.
        if derivation["derived"] == true && derivation["model"].is_null() {
            continue;
        }
        if derivation["derived"] != true {
            found.underived.push(derivation["why"].as_str().unwrap_or("no reason").to_string());
            continue;
        }
        let [model, proof, formula] = ["model", "proof", "formula"].map(|field| path(&derivation[field]));
        by_veripb(&model, &proof, Some(formula))?;
        found.n += 1;
        let of = [&derivation["model"], &derivation["proof"]].map(size).iter().sum();
        let sizes = [size(&refutation["formula"]), size(&refutation["proof"]), of];
        found.bytes.iter_mut().zip(sizes).for_each(|(sum, n)| *sum += n);
    }
    Ok(found)
}

/// Why formulas were not derived, and what the others took.
fn underived(all: &[Made]) {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().flat_map(|made| &made.derived.underived).for_each(|why| *reasons.entry(why).or_default() += 1);
    let n_derived: usize = all.iter().map(|made| made.derived.n).sum();
    println!("\nderived and checked by VeriPB: {n_derived} formulas; not certified:");
    reasons.iter().for_each(|(why, n)| println!("  {n:>4} x {why}"));
    let bytes = [0, 1, 2].map(|at| all.iter().map(|made| made.derived.bytes[at]).sum::<u64>());
    println!("bytes of those: formulas {}, proofs {}, derivations with their models {}", bytes[0], bytes[1], bytes[2]);
}

fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

fn table(all: &[Made]) {
    let mut cells: BTreeMap<(&str, &str), [usize; 5]> = BTreeMap::new();
    for made in all {
        let cell = cells.entry((&made.engine, &made.verdict)).or_default();
        let added = [1, usize::from(made.holds), made.n_proofs, made.n_outside, made.derived.n];
        cell.iter_mut().zip(added).for_each(|(sum, n)| *sum += n);
    }
    println!(
        "\n| engine | verdict | bundles | hold | proofs | checked outside | derived |\n|---|---|--:|--:|--:|--:|--:|"
    );
    for ((engine, verdict), [n, holds, proofs, outside, derived]) in cells {
        println!("| `{engine}` | {verdict} | {n} | {holds} | {proofs} | {outside} | {derived} |");
    }
}
