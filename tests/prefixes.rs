//! Every beginning of every shipped data file, with the model it belongs to: an error with a place, or a model. Never a panic.

mod common;

use quandary::front::{Data, Program, Source};

/// The model of a data file: the one whose name its own name begins with.
fn model_of(data: &str, models: &[String]) -> String {
    let fits = models.iter().filter(|m| data.starts_with(m.trim_end_matches(".mzn")));
    fits.max_by_key(|m| m.len()).unwrap_or_else(|| panic!("{data} belongs to no model")).clone()
}

/// Reads and instantiates; the error if there is one.
fn outcome(program: &Program, text: &str) -> Option<String> {
    let mut data = Data::new();
    let read = data.read_dzn(&Source::new("cut.dzn", text));
    read.and_then(|()| program.instantiate(&data).map(drop)).err().map(|diagnostic| diagnostic.to_string())
}

fn check(folder: &str) {
    let names: Vec<String> =
        common::files(folder).iter().map(|f| f.file_name().expect("a file").to_string_lossy().into_owned()).collect();
    let models: Vec<String> = names.iter().filter(|n| n.ends_with(".mzn")).cloned().collect();
    for name in names.iter().filter(|n| n.ends_with(".dzn")) {
        let read =
            |n: &str| std::fs::read_to_string(common::root().join(folder).join(n)).expect("shipped files are text");
        let model = model_of(name, &models);
        let program = Program::parse(&[Source::new(model.clone(), read(&model))]).expect("shipped models are sound");
        let text = read(name);
        assert_eq!(outcome(&program, &text), None, "{name} whole");
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            if let Some(error) = outcome(&program, &text[..end]) {
                assert!(error.contains("-->"), "{name}[..{end}] has no place: {error}");
            }
        }
    }
}

#[test]
fn no_beginning_of_a_data_file_is_too_much() {
    check("models/examples");
    check("models");
}
