//! Pieces of markup: words with code in them, figures, pictures as data.

pub use crate::look::escape;
use crate::report::{Plot, seconds};
use std::fmt::Write;

/// A word of the machine.
pub fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

/// A line in which what stands between backticks is code.
pub fn inline(line: &str) -> String {
    let part = |(i, text): (usize, &str)| if i % 2 == 1 { code(text) } else { escape(text) };
    line.split('`').enumerate().map(part).collect()
}

/// Paragraphs with blank lines between.
pub fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|p| !p.trim().is_empty());
    paragraphs.map(|p| format!("<p>{}</p>\n", inline(p))).collect()
}

/// A name that may break after the words it is made of.
pub fn breakable(name: &str) -> String {
    // Escapes have none of these signs, and what is put in has none that comes later.
    ["/", "+", ":"].iter().fold(escape(name), |text, sign| text.replace(sign, &format!("{sign}<wbr>")))
}

/// A time, down to microseconds.
pub fn time(s: f64) -> String {
    if s < 0.000_95 { format!("{:.0} \u{b5}s", s * 1e6) } else { seconds(s) }
}

/// A plot with room to scroll on small screens; attributes as markup.
pub fn figure(plot: &Plot, attributes: &str) -> String {
    // Inside a page the name space goes without saying.
    let svg = plot.svg().replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    format!("<figure{attributes}>\n{}\n</figure>\n", svg.trim_end())
}

/// A picture that keeps its styles and names to itself: an image whose source is the SVG text.
pub fn picture(svg: &str, caption: &str) -> String {
    format!("<img alt=\"{}\" loading=\"lazy\" src=\"data:image/svg+xml,{}\">", escape(caption), percent(svg))
}

/// Bytes that may stand in a URL stay, others become `%XX`; colons too, so that no address is anywhere in a page.
fn percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 3 / 2);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'-' | b'_' | b'.' | b'/' | b';' | b',' | b'=' | b'(' | b')' | b' ' => out.push(char::from(byte)),
            _ => write!(out, "%{byte:02X}").expect("strings take any text"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{breakable, escape, inline, percent};

    #[test]
    fn words_of_users_stay_words() {
        assert_eq!(escape("<b a=\"1\" c='2'>&"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
        assert_eq!(breakable("a/b:c+<"), "a/<wbr>b:<wbr>c+<wbr>&lt;");
        assert_eq!(inline("a `x<y` b"), "a <code>x&lt;y</code> b");
        assert_eq!(percent("<a b=\"#é\">\n"), "%3Ca b=%22%23%C3%A9%22%3E%0A");
    }
}
