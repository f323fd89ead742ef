//! A report: sections of words, a table and a plot each, as text, Markdown, JSON, and files beside them.

use super::{Plot, Table};
use serde_json::{Value, json};

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// Its parts.
    pub sections: Vec<Section>,
}

/// One part of a report.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What its files are called, without an ending.
    pub name: String,
    /// Words: paragraphs with a blank line between.
    pub text: String,
    /// A table.
    pub table: Option<Table>,
    /// A plot.
    pub plot: Option<Plot>,
}

impl Report {
    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n{}\n", self.title, "=".repeat(self.title.chars().count()));
        for section in &self.sections {
            out += &format!("\n{}\n{}\n", section.heading, "-".repeat(section.heading.chars().count()));
            out += &paragraph(&section.text);
            out += &section.table.as_ref().map_or_else(String::new, |table| format!("\n{}", table.text()));
        }
        out
    }

    /// As Markdown, with the plots as files of [`files`](Report::files).
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.title);
        for section in &self.sections {
            out += &format!("\n## {}\n", section.heading);
            out += &paragraph(&section.text);
            out += &section.table.as_ref().map_or_else(String::new, |table| format!("\n{}", table.markdown()));
            let picture = |plot: &Plot| format!("\n![{}]({}.svg)\n", plot.title, section.name);
            out += &section.plot.as_ref().map_or_else(String::new, picture);
        }
        out
    }

    /// As one JSON object.
    pub fn json(&self) -> Value {
        let section = |s: &Section| {
            let table = s.table.as_ref().map(Table::json);
            json!({"heading": s.heading, "name": s.name, "text": s.text, "table": table})
        };
        json!({"title": self.title, "sections": self.sections.iter().map(section).collect::<Vec<_>>()})
    }

    /// All as files: the report as Markdown, text and JSON, each table as CSV, each plot as SVG.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = vec![
            ("report.md".to_string(), self.markdown()),
            ("report.txt".to_string(), self.text()),
            ("report.json".to_string(), format!("{:#}\n", self.json())),
        ];
        for section in &self.sections {
            files.extend(section.table.as_ref().map(|table| (format!("{}.csv", section.name), table.csv())));
            files.extend(section.plot.as_ref().map(|plot| (format!("{}.svg", section.name), plot.svg())));
        }
        files
    }
}

fn paragraph(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n{}\n", text.trim_end()) }
}

#[cfg(test)]
mod tests {
    use super::{Report, Section};
    use crate::report::{Axis, Mark, Plot, Series, Table};

    #[test]
    fn a_report_is_told_in_every_form() {
        let mut table = Table::new(&["n", "who"]);
        table.row(vec!["1".into(), "a|b".into()]);
        let series = vec![Series::new("s", Mark::Line, vec![(0.0, 0.0), (1.0, 1.0)])];
        let plot = Plot { title: "P".into(), x: Axis::linear("x"), y: Axis::linear("y"), series, diagonal: false };
        let section = Section {
            heading: "Part".into(),
            name: "part".into(),
            text: "Words.".into(),
            table: Some(table),
            plot: Some(plot),
        };
        let report = Report { title: "All".into(), sections: vec![section] };
        assert_eq!(report.text(), "All\n===\n\nPart\n----\n\nWords.\n\nn  who\n1  a|b\n");
        let markdown = report.markdown();
        assert_eq!(markdown, "# All\n\n## Part\n\nWords.\n\n| n | who |\n|--:|---|\n| 1 | a\\|b |\n\n![P](part.svg)\n");
        let names: Vec<String> = report.files().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["report.md", "report.txt", "report.json", "part.csv", "part.svg"]);
        assert_eq!(report.json()["sections"][0]["table"][0]["who"], "a|b");
    }
}
