//! Where the clauses of a formula are in its file: by the signs that end them, nothing else is read again.

use super::named::Language;
use crate::front::Source;
use crate::model::Rule;

/// A rule for each clause or constraint of a formula, in its order.
pub(super) fn rules(language: Language, source: &Source) -> Vec<Rule> {
    let word = if language == Language::Dimacs { "clause" } else { "constraint" };
    let named = |(number, (line, column, text)): (usize, (usize, usize, String))| Rule {
        name: format!("{word} {}", number + 1),
        place: format!("{}:{line}:{column}", source.name),
        text,
    };
    statements(language, &source.text).into_iter().enumerate().map(named).collect()
}

/// Line, column and words of each statement.
fn statements(language: Language, text: &str) -> Vec<(usize, usize, String)> {
    let is_aside = |line: &str| match language {
        Language::Dimacs => line.starts_with(['c', 'p', '%']),
        Language::Opb | Language::Minizinc => line.starts_with('*'),
    };
    let mut found = Vec::new();
    let mut open: Option<(usize, usize, String)> = None;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !is_aside(line)) {
        for (column, word) in words(line, language) {
            let is_end = word == if language == Language::Dimacs { "0" } else { ";" };
            let (_, _, text) = open.get_or_insert_with(|| (number + 1, column, String::new()));
            if !is_end {
                *text += if text.is_empty() { "" } else { " " };
                *text += word;
            } else if let Some(statement) = open.take().filter(|(_, _, text)| !text.starts_with("min:")) {
                found.push(statement);
            }
        }
    }
    found
}

/// The words of a line with their columns; in OPB the sign at the end of a statement is a word, however it is written.
fn words(line: &str, language: Language) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut from = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        let is_sign = c == ';' && language != Language::Dimacs;
        if c.is_whitespace() || is_sign {
            found.extend(from.take().map(|start: usize| (start, &line[start..at])));
            found.extend(is_sign.then(|| (at, &line[at..=at])));
        } else {
            from.get_or_insert(at);
        }
    }
    found.into_iter().map(|(start, word)| (line[..start].chars().count() + 1, word)).collect()
}

#[cfg(test)]
mod tests {
    use super::rules;
    use crate::front::Source;
    use crate::solve::Language;

    fn check(language: Language, text: &str, expected: &[(&str, &str)]) {
        let found = rules(language, &Source::new("f", text));
        let found: Vec<(&str, &str)> = found.iter().map(|rule| (rule.place.as_str(), rule.text.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn statements_have_their_places() {
        let cnf = "c a\np cnf 3 3\n1 2 0 -1\n 3 0\nc b\n 0\n";
        check(Language::Dimacs, cnf, &[("f:3:1", "1 2"), ("f:3:7", "-1 3"), ("f:6:2", "")]);
        let opb = "* #variable= 2 #constraint= 2\nmin: +1 x1 ;\n+1 x1 +1 x2 >= 1;\n  +1 ~x1\n >= 1 ;\n";
        check(Language::Opb, opb, &[("f:3:1", "+1 x1 +1 x2 >= 1"), ("f:4:3", "+1 ~x1 >= 1")]);
    }
}
