//! JSON in which every value knows its place, so that a wrong number deep in an instance can be pointed at.
//!
//! The grammar is that of RFC 8259. Numbers stay as they were written. Nesting is limited to [`DEPTH`], memory is
//! proportional to the text. A test compares acceptance and values with `serde_json`, which keeps no places.

use super::text::{InputError, Place, shorten};

/// How deep lists and objects may nest.
pub const DEPTH: usize = 64;

/// A JSON value and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Json {
    /// Where the value begins.
    pub place: Place,
    /// The value itself.
    pub value: Value,
}

/// What a JSON value can be.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(String),
    /// A string, its escapes resolved.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// The fields of an object, in the order of the text.
    Object(Vec<(String, Json)>),
}

impl Value {
    /// The kind of the value with its article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a Boolean",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}

/// Reads all values of a text: one document, or one per line, with nothing but blanks between them.
pub fn read_all(file: &str, text: &str) -> Result<Vec<Json>, InputError> {
    let mut reader = Reader { file, rest: text, place: Place { line: 1, col: 1 } };
    let mut values = Vec::new();
    reader.blanks();
    while !reader.rest.is_empty() {
        values.push(reader.value(0)?);
        reader.blanks();
    }
    Ok(values)
}

/// Reads instances: all JSON values of a text that begins like one, otherwise the one instance of a text format.
pub fn instances<I>(
    file: &str,
    text: &str,
    of_json: impl Fn(&str, &Json) -> Result<I, InputError>,
    of_text: impl Fn(&str, &str) -> Result<I, InputError>,
) -> Result<Vec<I>, InputError> {
    match text.trim_start().starts_with(['{', '[']) {
        true => read_all(file, text)?.iter().map(|json| of_json(file, json)).collect(),
        false => Ok(vec![of_text(file, text)?]),
    }
}

struct Reader<'a> {
    file: &'a str,
    rest: &'a str,
    place: Place,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        match c {
            '\n' => self.place = Place { line: self.place.line + 1, col: 1 },
            _ => self.place.col += 1,
        }
        Some(c)
    }

    fn take(&mut self, wanted: char) -> bool {
        self.peek() == Some(wanted) && self.next().is_some()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\r' | '\n')) {
            self.next();
        }
    }

    fn error(&self, message: impl Into<String>) -> InputError {
        InputError::new(self.file, self.place, message)
    }

    fn expected(&self, what: &str) -> InputError {
        match self.peek() {
            None => self.error(format!("expected {what}, found the end of the file")),
            Some(c) => self.error(format!("expected {what}, found `{}`", c.escape_debug())),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, InputError> {
        let place = self.place;
        let value = match self.peek() {
            Some('{') if depth < DEPTH => self.object(depth)?,
            Some('[') if depth < DEPTH => self.list(depth)?,
            Some('{' | '[') => {
                return Err(self.error(format!("lists and objects nest deeper than {DEPTH}")));
            }
            Some('"') => Value::Text(self.string()?),
            Some('-' | '0'..='9') => Value::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Json { place, value })
    }

    fn word(&mut self) -> Result<Value, InputError> {
        let n_letters = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (value, n_letters) = match &self.rest[..n_letters] {
            "null" => (Value::Null, 4),
            "true" => (Value::Bool(true), 4),
            "false" => (Value::Bool(false), 5),
            "" => return Err(self.expected("a JSON value")),
            word => {
                return Err(self.error(format!("expected a JSON value, found `{}`", shorten(word))));
            }
        };
        self.rest = &self.rest[n_letters..];
        self.place.col += n_letters;
        Ok(value)
    }

    fn list(&mut self, depth: usize) -> Result<Value, InputError> {
        let mut items = Vec::new();
        self.take('[');
        self.blanks();
        if self.take(']') {
            return Ok(Value::List(items));
        }
        loop {
            self.blanks();
            items.push(self.value(depth + 1)?);
            self.blanks();
            match self.take(',') {
                true => continue,
                false if self.take(']') => return Ok(Value::List(items)),
                false => return Err(self.expected("`,` or `]`")),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, InputError> {
        let mut fields = Vec::new();
        self.take('{');
        self.blanks();
        if self.take('}') {
            return Ok(Value::Object(fields));
        }
        loop {
            self.blanks();
            fields.push(self.field(depth)?);
            self.blanks();
            match self.take(',') {
                true => continue,
                false if self.take('}') => return Ok(Value::Object(fields)),
                false => return Err(self.expected("`,` or `}`")),
            }
        }
    }

    fn field(&mut self, depth: usize) -> Result<(String, Json), InputError> {
        if self.peek() != Some('"') {
            return Err(self.expected("the name of a field"));
        }
        let name = self.string()?;
        self.blanks();
        if !self.take(':') {
            return Err(self.expected("`:`"));
        }
        self.blanks();
        Ok((name, self.value(depth + 1)?))
    }

    fn number(&mut self) -> Result<String, InputError> {
        let start = self.rest;
        self.take('-');
        if !self.take('0') {
            self.digits()?;
        }
        if self.take('.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some('e' | 'E')) {
            self.next();
            let _signed = self.take('+') || self.take('-');
            self.digits()?;
        }
        match self.peek() {
            Some(c) if c.is_ascii_alphanumeric() => Err(self.expected("the end of the number")),
            _ => Ok(start[..start.len() - self.rest.len()].to_string()),
        }
    }

    fn digits(&mut self) -> Result<(), InputError> {
        if !matches!(self.peek(), Some('0'..='9')) {
            return Err(self.expected("a digit"));
        }
        while matches!(self.peek(), Some('0'..='9')) {
            self.next();
        }
        Ok(())
    }

    fn string(&mut self) -> Result<String, InputError> {
        let mut text = String::new();
        self.take('"');
        loop {
            match self.peek() {
                None => return Err(self.expected("`\"`")),
                Some(c) if c < ' ' => return Err(self.expected("`\"`")),
                Some('"') => break,
                Some('\\') => text.push(self.escape()?),
                Some(c) => text.push(c),
            }
            self.next();
        }
        self.take('"');
        Ok(text)
    }

    /// Reads an escape up to its last character, which the caller passes.
    fn escape(&mut self) -> Result<char, InputError> {
        self.next();
        match self.peek() {
            Some(c @ ('"' | '\\' | '/')) => Ok(c),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => self.unicode(),
            _ => Err(self.expected("an escape such as `\\n`")),
        }
    }

    fn unicode(&mut self) -> Result<char, InputError> {
        let high = self.four_digits()?;
        if !(0xd800..0xdc00).contains(&high) {
            return char::from_u32(high).ok_or_else(|| self.error("half of a surrogate pair"));
        }
        self.next();
        if !self.take('\\') || self.peek() != Some('u') {
            return Err(self.expected("the second half of a surrogate pair"));
        }
        let low = self.four_digits()?;
        let pair =
            low.checked_sub(0xdc00).filter(|&low| low < 0x400).map(|low| 0x10000 + ((high - 0xd800) << 10) + low);
        pair.and_then(char::from_u32).ok_or_else(|| self.error("half of a surrogate pair"))
    }

    /// Reads `uXXXX` up to its last digit.
    fn four_digits(&mut self) -> Result<u32, InputError> {
        let mut code = 0;
        for _ in 0..4 {
            self.next();
            let digit = self.peek().and_then(|c| c.to_digit(16));
            code = 16 * code + digit.ok_or_else(|| self.expected("a hexadecimal digit"))?;
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &[&str] = &[
        r#"{"a": [1, -2.5e+3, 0], "b": {"c": null}, "d": [true, false, []], "": {}}"#,
        r#" [ "x\n\"\\\/\b\f\r\t", "\u00e9\ud83d\ude00é" , 0.1E-2 ] "#,
        "\"plain\"",
        "-0",
    ];

    fn plain(json: &Json) -> serde_json::Value {
        match &json.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(truth) => (*truth).into(),
            Value::Number(digits) => serde_json::from_str(digits).expect("a number"),
            Value::Text(text) => text.clone().into(),
            Value::List(items) => items.iter().map(plain).collect(),
            Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), plain(value))).collect(),
        }
    }

    fn agrees_with_serde(text: &str) {
        let theirs: Result<Vec<serde_json::Value>, _> = serde_json::Deserializer::from_str(text).into_iter().collect();
        let ours = read_all("f", text).map(|values| values.iter().map(plain).collect::<Vec<_>>());
        assert_eq!(ours.as_ref().ok(), theirs.as_ref().ok(), "{text:?}: {ours:?} {theirs:?}");
    }

    #[test]
    fn agrees_with_serde_on_good_and_damaged_texts() {
        for text in GOOD {
            agrees_with_serde(text);
            assert!(read_all("f", text).is_ok());
            for (at, c) in text.char_indices() {
                agrees_with_serde(&text[..at]);
                agrees_with_serde(&format!("{}{}", &text[..at], &text[at + c.len_utf8()..]));
                for other in ["\"", "[", "}", ",", "0", "\\", "x", "\n", " "] {
                    agrees_with_serde(&format!("{}{other}{}", &text[..at], &text[at + c.len_utf8()..]));
                }
            }
        }
    }

    #[test]
    fn values_and_errors_have_places() {
        let values = read_all("f", "[1,\n  {\"a\": 2}]\n3").expect("good");
        assert_eq!(values[1].place, Place { line: 3, col: 1 });
        let check = |text: &str, line: usize, col: usize, message: &str| {
            let error = read_all("f", text).unwrap_err();
            assert_eq!((error.place, error.message.as_str()), (Place { line, col }, message), "{text:?}");
        };
        check("[1 2]", 1, 4, "expected `,` or `]`, found `2`");
        check("{\"a\":\n nul}", 2, 2, "expected a JSON value, found `nul`");
        check("{a: 1}", 1, 2, "expected the name of a field, found `a`");
        check("{\"a\" 1}", 1, 6, "expected `:`, found `1`");
        check("[01]", 1, 3, "expected the end of the number, found `1`");
        check("[1.]", 1, 4, "expected a digit, found `]`");
        check("\"ab", 1, 4, "expected `\"`, found the end of the file");
        check("\"\\q\"", 1, 3, "expected an escape such as `\\n`, found `q`");
        check("\"\\u12g4\"", 1, 6, "expected a hexadecimal digit, found `g`");
        check(&"[".repeat(100_000), 1, 65, "lists and objects nest deeper than 64");
    }
}
