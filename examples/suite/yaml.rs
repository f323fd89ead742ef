//! YAML as a tree of nodes that keep their tags; what a plain word stands for is decided where it is compared.

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use std::borrow::Cow;
use std::collections::HashMap;

/// A value with its tag (`!Range`, `tag:yaml.org,2002:set`, or nothing).
#[derive(Clone, Debug)]
pub struct Node {
    pub tag: String,
    pub content: Content,
}

/// What a node holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// A word without quotation marks: a number, a truth value, a name.
    Plain(String),
    Quoted(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Plain(text) | Content::Quoted(text) => Some(text),
            Content::List(_) | Content::Map(_) => None,
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.pairs().iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value)
    }

    pub fn pairs(&self) -> &[(Node, Node)] {
        if let Content::Map(pairs) = &self.content { pairs } else { &[] }
    }

    pub fn items(&self) -> &[Node] {
        if let Content::List(items) = &self.content { items } else { &[] }
    }

    /// Nothing, or the word for it.
    pub fn is_null(&self) -> bool {
        matches!(&self.content, Content::Plain(word) if ["", "~", "null", "Null", "NULL"].contains(&word.as_str()))
    }

    /// What is listed, or the one thing itself.
    pub fn one_or_many(&self) -> Vec<&Node> {
        match &self.content {
            Content::List(items) if self.tag.is_empty() => items.iter().collect(),
            _ if self.is_null() && self.tag.is_empty() => Vec::new(),
            _ => vec![self],
        }
    }
}

/// The documents of a text.
pub fn documents(text: &str) -> Result<Vec<Node>, String> {
    let mut reader = Reader::default();
    for event in Parser::new_from_str(text) {
        reader.event(event.map_err(|e| e.to_string())?.0)?;
    }
    Ok(reader.documents)
}

/// The nodes that are open, innermost last; a map holds keys and values in turn until it is closed.
#[derive(Default)]
struct Reader {
    open: Vec<(Node, usize)>,
    anchors: HashMap<usize, Node>,
    documents: Vec<Node>,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, tag) => self.done(scalar(text, style, tag), anchor),
            Event::SequenceStart(anchor, tag) => self.open(Content::List(Vec::new()), anchor, tag),
            Event::MappingStart(anchor, tag) => self.open(Content::Map(Vec::new()), anchor, tag),
            Event::SequenceEnd | Event::MappingEnd => self.close()?,
            Event::Alias(anchor) => {
                let node = self.anchors.get(&anchor).ok_or("an alias of nothing")?.clone();
                self.done(node, 0);
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => (),
        }
        Ok(())
    }

    fn open(&mut self, content: Content, anchor: usize, tag: Option<Cow<'_, Tag>>) {
        self.open.push((Node { tag: spelt(tag), content }, anchor));
    }

    fn close(&mut self) -> Result<(), String> {
        let (node, anchor) = self.open.pop().ok_or("an end without a beginning")?;
        self.done(node, anchor);
        Ok(())
    }

    fn done(&mut self, node: Node, anchor: usize) {
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|(around, _)| &mut around.content) {
            None => self.documents.push(node),
            Some(Content::List(items)) => items.push(node),
            Some(Content::Map(pairs)) => match pairs.last_mut() {
                Some((_, value)) if value.tag == OPEN => *value = node,
                _ => pairs.push((node, Node { tag: OPEN.to_string(), content: Content::Plain(String::new()) })),
            },
            Some(Content::Plain(_) | Content::Quoted(_)) => unreachable!("only lists and maps are opened"),
        }
    }
}

/// The mark of a value that is still to come.
const OPEN: &str = " ";

fn scalar(text: Cow<'_, str>, style: ScalarStyle, tag: Option<Cow<'_, Tag>>) -> Node {
    let text = text.into_owned();
    let content = if style == ScalarStyle::Plain { Content::Plain(text) } else { Content::Quoted(text) };
    Node { tag: spelt(tag), content }
}

fn spelt(tag: Option<Cow<'_, Tag>>) -> String {
    tag.map_or(String::new(), |tag| format!("{}{}", tag.handle, tag.suffix))
}
