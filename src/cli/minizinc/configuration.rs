//! What MiniZinc needs to know of us: two solver configurations, and our part of its library.

use crate::engine::{Engine, MODES};
use itertools::Itertools;
use serde_json::{Value, json};
use std::path::Path;

/// The folder of our part of the library, beside the configurations.
pub const LIBRARY: &str = "quandary";

/// Our part of the library: all its files in one text.
const TEXT: &str = include_str!("library.mzn");

/// The files to write into a folder of configurations, by name.
pub fn files(folder: &Path, program: &Path) -> Vec<(String, String)> {
    let configurations = [("quandary.msc", by_flatzinc(folder, program)), ("quandary-direct.msc", direct(program))];
    let configurations = configurations.map(|(name, value)| (name.to_string(), format!("{value:#}\n")));
    configurations.into_iter().chain(library().map(|(name, text)| (format!("{LIBRARY}/{name}"), text))).collect()
}

/// The files of the library by name.
fn library() -> impl Iterator<Item = (&'static str, String)> {
    let parts = TEXT.split("\n%% ").skip(1).filter_map(|part| part.split_once('\n'));
    parts.map(|(name, text)| (name, format!("{}\n", text.trim_end())))
}

/// Models come through MiniZinc's compiler.
fn by_flatzinc(folder: &Path, program: &Path) -> Value {
    let own = json!({
        "id": "org.quandary.quandary",
        "name": "Quandary",
        "mznlib": folder.join(LIBRARY),
        "tags": ["sat", "int"],
        "supportsMzn": false,
        "supportsFzn": true,
        "needsSolns2Out": true,
    });
    with_common(own, program)
}

/// Models are read by our own front end. MiniZinc before 2.7 knows no `inputType`, and the others know `supportsMzn`.
fn direct(program: &Path) -> Value {
    let own = json!({
        "id": "org.quandary.quandary-direct",
        "name": "Quandary Direct",
        "tags": ["quandary-direct"],
        "supportsMzn": true,
        "supportsFzn": false,
        "needsSolns2Out": false,
    });
    with_common(own, program)
}

fn with_common(mut own: Value, program: &Path) -> Value {
    let common = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "description": env!("CARGO_PKG_DESCRIPTION"),
        "executable": program,
        "stdFlags": ["-a", "-n", "-i", "-s", "-t", "-r", "-f", "-p", "-v"],
        "extraFlags": [
            ["--engine", "The engine, such as csp or sat:whole:varisat (see `quandary list`)", "string", ""],
            ["--mode", "The kind of engine", format!("opt:{}", modes()), "sat"],
            ["--memory", "Stop when more megabytes than this are needed (0: no limit)", "int", "0"],
        ],
        "needsMznExecutable": false,
        "needsStdlibDir": false,
        "isGUIApplication": false,
    });
    if let (Value::Object(own), Value::Object(common)) = (&mut own, common) {
        own.extend(common);
    }
    own
}

/// The kinds of engines that this build has for models.
fn modes() -> String {
    MODES.iter().map(|mode| mode.name).filter(|name| name.parse::<Engine>().is_ok()).join(":")
}

#[cfg(test)]
mod tests {
    use super::{files, library};
    use std::path::Path;

    #[test]
    fn what_the_library_leaves_to_us_is_known_to_us() {
        const OURS: &str = include_str!("../../front/flatzinc.mzn");
        let declared = library().flat_map(|(_, text)| text.lines().map(str::to_string).collect::<Vec<_>>());
        let left: Vec<String> = declared.filter(|line| line.starts_with("predicate") && line.ends_with(';')).collect();
        let is_whole = |line: &&String| !line.contains('=');
        for line in left.iter().filter(is_whole) {
            let name = line.split('(').next().expect("there is a first part");
            assert!(OURS.contains(&format!("{name}(")), "{name}");
        }
        assert!(left.iter().filter(is_whole).count() > 40);
    }

    #[test]
    fn every_file_has_its_own_name_and_one_configuration_is_called_quandary() {
        let files = files(Path::new("/solvers"), Path::new("/bin/quandary"));
        let mut names: Vec<&String> = files.iter().map(|(name, _)| name).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]) && names.len() > 40);
        let ids = files.iter().filter(|(_, text)| text.contains("\"org.quandary.quandary\""));
        assert_eq!(ids.count(), 1);
    }
}
