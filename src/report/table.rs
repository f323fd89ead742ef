//! A plain table: columns as wide as their widest cell, numbers to the right.

use super::html::{breakable, escape};
use serde_json::{Value, json};

/// Rows of cells under a header.
#[derive(Clone, Debug, Default)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column names.
    pub fn new(header: &[&str]) -> Table {
        Table { header: header.iter().map(|h| h.to_string()).collect(), rows: Vec::new() }
    }

    /// One more row, as long as the header.
    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.header.len());
        self.rows.push(cells);
    }

    /// The table as text, two blanks between the columns.
    pub fn text(&self) -> String {
        let lines: Vec<&Vec<String>> = std::iter::once(&self.header).chain(&self.rows).collect();
        let width = |c: usize| lines.iter().map(|l| l[c].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.header.len()).map(width).collect();
        let right: Vec<bool> = (0..self.header.len()).map(|c| self.is_right(c)).collect();
        let mut text = String::new();
        for line in lines {
            let cells: Vec<String> = (0..line.len()).map(|c| pad(&line[c], widths[c], right[c])).collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// The table as Markdown, numbers to the right.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let escaped = |cells: &Vec<String>| cells.iter().map(|c| c.replace('|', "\\|")).collect::<Vec<_>>();
        let rule: String = (0..self.header.len()).map(|c| if self.is_right(c) { "--:|" } else { "---|" }).collect();
        let rows: String = self.rows.iter().map(|row| line(&escaped(row))).collect();
        format!("{}|{rule}\n{rows}", line(&escaped(&self.header)))
    }

    /// The table as a list of objects, cells that are numbers as numbers.
    pub fn json(&self) -> Value {
        let value =
            |cell: &String| cell.parse::<f64>().ok().filter(|n| n.is_finite()).map_or(json!(cell), |n| json!(n));
        let object = |row: &Vec<String>| self.header.iter().cloned().zip(row.iter().map(value)).collect();
        Value::Array(self.rows.iter().map(|row| Value::Object(object(row))).collect())
    }

    /// The table as HTML that a script can sort, in a frame of this name that scrolls when it is too wide.
    pub fn html(&self, name: &str) -> String {
        let right: Vec<bool> = (0..self.header.len()).map(|c| self.is_right(c)).collect();
        let class = |c: usize| if right[c] { " class=\"n\"" } else { "" };
        let head = |(c, text): (usize, &String)| format!("<th scope=\"col\"{}>{}</th>", class(c), escape(text));
        let cell = |(c, text): (usize, &String)| format!("<td{}>{}</td>", class(c), breakable(text));
        let heads: String = self.header.iter().enumerate().map(head).collect();
        let row = |r: &Vec<String>| format!("<tr>{}</tr>\n", r.iter().enumerate().map(cell).collect::<String>());
        let rows: String = self.rows.iter().map(row).collect();
        format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table class=\"sortable\">\n\
             <thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
            escape(name)
        )
    }

    /// Whether a column has numbers only.
    fn is_right(&self, column: usize) -> bool {
        self.rows.iter().all(|r| is_number(&r[column]))
    }

    /// The table as comma-separated values, quoted where needed (RFC 4180).
    pub fn csv(&self) -> String {
        let quote = |cell: &String| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let lines = std::iter::once(&self.header).chain(&self.rows);
        lines.map(|l| l.iter().map(quote).collect::<Vec<_>>().join(",") + "\n").collect()
    }
}

fn is_number(cell: &str) -> bool {
    let first = cell.split(' ').next().unwrap_or("");
    matches!(cell, "-" | "" | "limit") || first.parse::<f64>().is_ok()
}

fn pad(cell: &str, width: usize, right: bool) -> String {
    let gap = " ".repeat(width - cell.chars().count());
    if right { gap + cell } else { cell.to_string() + &gap }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_line_up_and_csv_is_quoted() {
        let mut table = Table::new(&["name", "n"]);
        table.row(vec!["a, b".into(), "5".into()]);
        table.row(vec!["c".into(), "12".into()]);
        assert_eq!(table.text(), "name   n\na, b   5\nc     12\n");
        assert_eq!(table.csv(), "name,n\n\"a, b\",5\nc,12\n");
        assert!(table.html("t").contains("<tr><td>a, b</td><td class=\"n\">5</td></tr>"));
    }
}
