//! Styles: names of roles become colours that follow the theme.
//!
//! Every colour is a custom property of the drawing's root, so that it reaches what `<use>` copies, too: rules inside need
//! no ancestor. Before each stands the light colour, for viewers that know no such properties. Printers get the light theme.

use super::role::{Role, find};
use std::fmt::Write;

/// The style sheet of a drawing whose root has the class `prefix`. In the rules `%` stands for the prefix and `$name` for
/// the colour of a role.
pub fn sheet(prefix: &str, rules: &str) -> String {
    let rules = rules.replace('%', prefix);
    let mut used: Vec<&Role> = Vec::new();
    let mut out = String::new();
    let mut parts = rules.split('$');
    out += parts.next().unwrap_or_default();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(part.len());
        let role = find(&part[..end]).expect("styles name roles of the table");
        let property = out.rsplit(['{', ';']).next().unwrap_or_default().to_string();
        let _ = write!(out, "{};{property}var(--q-{})", role.light, role.name);
        out += &part[end..];
        if !used.iter().any(|known| known.name == role.name) {
            used.push(role);
        }
    }
    variables(&format!(".{prefix}"), used.iter().copied()) + &out
}

/// The colours of roles as custom properties of what the selector names, by the reader's theme or the page's.
pub fn variables<'a>(selector: &str, roles: impl Iterator<Item = &'a Role> + Clone) -> String {
    let values = |colour: fn(&Role) -> super::Colour| -> String {
        roles.clone().map(|role| format!("--q-{}:{};", role.name, colour(role))).collect()
    };
    let (light, dark) = (values(|role| role.light), values(|role| role.dark));
    let set = |theme: &str| format!("[data-theme={theme}] {selector},{selector}[data-theme={theme}]");
    format!(
        "{selector}{{{light}}}\n@media screen and (prefers-color-scheme:dark){{{selector}{{{dark}}}}}\n{}{{{light}}}\n{}{{{dark}}}\n",
        set("light"),
        set("dark")
    )
}

/// Text for a terminal in the colour of a role, if it shows any.
pub fn painted(text: &str, role: &str, colour: bool) -> String {
    let ansi = find(role).expect("a role of the table").ansi;
    match colour && !ansi.is_empty() {
        true => format!("\x1b[{ansi}m{text}\x1b[0m"),
        false => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_become_colours_of_both_themes() {
        let style = sheet("xy", ".%-a{fill:$floor;stroke:$found-soft}");
        assert!(style.contains(".xy-a{fill:#ffffff;fill:var(--q-floor);stroke:#d3e8f7;stroke:var(--q-found-soft)}"));
        assert!(style.contains("@media screen and (prefers-color-scheme:dark){.xy{--q-floor:#1b2128;"), "{style}");
        assert!(style.contains("[data-theme=dark] .xy,.xy[data-theme=dark]{--q-floor:#1b2128;"));
        assert!(!style.contains('$') && !style.contains("--q-ink"), "only what is used: {style}");
    }

    #[test]
    fn terminals_have_the_same_roles() {
        assert_eq!(painted("x", "yes", true), "\x1b[1;31mx\x1b[0m");
        assert_eq!(painted("x", "yes", false), "x");
        assert_eq!(painted("x", "ink", true), "x");
    }
}
