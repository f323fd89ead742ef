//! The cases of a suite: what the opening comments of its models say.

use crate::expected::Expected;
use crate::yaml::{self, Node};
use std::path::{Path, PathBuf};

/// One run of a model.
pub struct Case {
    /// `folder/model.mzn#number`.
    pub name: String,
    /// The folder, for the table.
    pub folder: String,
    pub model: PathBuf,
    /// Data and further models.
    pub files: Vec<PathBuf>,
    pub asked: Asked,
    /// Any one of these will do.
    pub expected: Vec<Expected>,
    /// Why the case is none for this program.
    pub outside: Option<String>,
}

/// How the model is run.
#[derive(Default)]
pub struct Asked {
    /// All solutions are wanted.
    pub all: bool,
    /// The model is only to be taken.
    pub only_taken: bool,
    /// Further words for the command line.
    pub words: Vec<String>,
}

/// The cases of all models below a folder, sorted by name.
pub fn cases(root: &Path) -> Result<Vec<Case>, String> {
    let models = models(root);
    if models.is_empty() {
        return Err(format!("there are no models below {}", root.display()));
    }
    let headed: Vec<(&PathBuf, Option<String>)> = models.iter().map(|path| (path, header(path))).collect();
    let have_headers = headed.iter().any(|(_, header)| header.is_some());
    let mut cases = Vec::new();
    for (model, header) in headed {
        match header {
            Some(header) => cases.extend(of_header(root, model, &header)),
            None if have_headers => (), // A part of another model.
            None => cases.extend(beside(root, model)),
        }
    }
    Ok(cases)
}

fn models(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut stack) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(path) = stack.pop() {
        match std::fs::read_dir(&path) {
            Ok(entries) => stack.extend(entries.flatten().map(|e| e.path())),
            Err(_) if path.extension().is_some_and(|e| e == "mzn") => found.push(path),
            Err(_) => (),
        }
    }
    found.sort();
    found
}

fn header(model: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&std::fs::read(model).ok()?).replace('\r', "");
    let (_, rest) = text.split_once("/***\n")?;
    let (header, _) = rest.split_once("***/")?;
    header.contains("!Test").then(|| header.to_string())
}

fn of_header(root: &Path, model: &Path, header: &str) -> Vec<Case> {
    let documents = match yaml::documents(header) {
        Ok(documents) => documents,
        Err(why) => {
            let case = Case { outside: Some(format!("its header cannot be read: {why}")), ..empty(root, model, 0) };
            return vec![case];
        }
    };
    documents.iter().enumerate().map(|(number, test)| of_test(root, model, number, test)).collect()
}

fn of_test(root: &Path, model: &Path, number: usize, test: &Node) -> Case {
    let mut case = empty(root, model, number);
    let folder = model.parent().unwrap_or(Path::new("."));
    let names = test.get("extra_files").map(Node::one_or_many).unwrap_or_default();
    case.files = names.iter().filter_map(|name| name.text()).map(|name| folder.join(name)).collect();
    case.expected =
        test.get("expected").map(Node::one_or_many).unwrap_or_default().into_iter().map(Expected::of).collect();
    case.outside = outside(&case);
    if case.expected.iter().any(Expected::names_made_up) {
        case.outside = Some("names that minizinc makes up".to_string());
    }
    match test.get("type").and_then(Node::text).unwrap_or("solve") {
        "solve" => (),
        "compile" => case.asked.only_taken = true,
        other => case.outside = Some(format!("a case of type {other}")),
    }
    for (name, value) in test.get("options").map(Node::pairs).unwrap_or_default() {
        option(&mut case, name.text().unwrap_or(""), value.text().unwrap_or(""));
    }
    case
}

fn empty(root: &Path, model: &Path, number: usize) -> Case {
    let below = model.strip_prefix(root).unwrap_or(model);
    Case {
        name: format!("{}#{number}", below.display()),
        folder: below.parent().unwrap_or(Path::new(".")).display().to_string(),
        model: model.to_path_buf(),
        files: Vec::new(),
        asked: Asked::default(),
        expected: Vec::new(),
        outside: None,
    }
}

fn outside(case: &Case) -> Option<String> {
    let of_minizinc = |path: &PathBuf| path.extension().is_some_and(|e| e == "mpc");
    if case.files.iter().any(of_minizinc) {
        return Some("settings of the program minizinc".to_string());
    }
    let exact = |expected: &Expected| if let Expected::Exact(what) = expected { Some(what.clone()) } else { None };
    case.expected.iter().all(|e| exact(e).is_some()).then(|| case.expected.iter().find_map(exact)).flatten()
}

/// What an option of the suite is here. What only changes the way to an answer is left out.
fn option(case: &mut Case, name: &str, value: &str) {
    match name.trim_start_matches('-') {
        "all_solutions" | "a" => case.asked.all = value == "true",
        "nr_solutions" | "num_solutions" | "n" => case.asked.words.extend(["-n".to_string(), value.to_string()]),
        "D" => case.asked.words.extend(definitions(value)),
        "only-sections" | "not-sections" => {
            case.asked.words.push(format!("--{}={value}", name.trim_start_matches('-')))
        }
        "model-check-only" => case.asked.only_taken = true,
        "Werror" => case.outside = Some("warnings of the program minizinc".to_string()),
        "param-file" => case.outside = Some("settings of the program minizinc".to_string()),
        "G" if value != "std" => case.outside = Some("another solver's library".to_string()),
        _ => (),
    }
}

fn definitions(text: &str) -> Vec<String> {
    let each = text.split(';').map(str::trim).filter(|text| !text.is_empty());
    each.flat_map(|text| ["-D".to_string(), text.to_string()]).collect()
}

/// A model without a header: each data file beside it is one case.
fn beside(root: &Path, model: &Path) -> Vec<Case> {
    let folder = model.parent().unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut data: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "dzn")).collect();
    data.sort();
    let runs = if data.is_empty() { vec![Vec::new()] } else { data.into_iter().map(|path| vec![path]).collect() };
    let run = |(number, files)| Case { files, expected: vec![Expected::Decided], ..empty(root, model, number) };
    runs.into_iter().enumerate().map(run).collect()
}
