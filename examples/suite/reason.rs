//! Messages without what is special to one case, so that equal reasons can be counted.

/// A message with names (in backquotes or quotation marks) and numbers blanked.
pub fn blank(message: &str) -> String {
    let (mut out, mut inside, mut in_number) = (String::new(), None, false);
    for c in message.chars() {
        match inside {
            Some(mark) if c == mark => {
                out.extend(['_', c]);
                inside = None;
            }
            Some(_) => (),
            None if c == '`' || c == '"' => {
                out.push(c);
                inside = Some(c);
            }
            None if c.is_ascii_digit() => {
                if !in_number {
                    out.push('0');
                }
            }
            None => out.push(c),
        }
        in_number = c.is_ascii_digit();
    }
    out
}

/// The first name in backquotes.
pub fn name(message: &str) -> Option<&str> {
    message.split('`').nth(1)
}
