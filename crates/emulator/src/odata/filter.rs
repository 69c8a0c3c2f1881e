//! `$filter`: comparisons, `and`, `or`, `not`, brackets, the text functions, and `any` over a list of texts.

use crate::odata::literal::Literal;
use crate::refusal::Refusal;
use std::cmp::Ordering;

/// A filter that was read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Filter {
    pub(crate) text: String,
    root: Node,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
    Compare { property: String, by: Comparison, with: Literal },
    Call { function: Function, property: String, with: String },
    Any { property: String, equals: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Contains,
    StartsWith,
    EndsWith,
}

/// How deep brackets and `not` may nest: mail filters are short, and the reader must not run out of stack.
const DEPTH: usize = 32;

impl Filter {
    pub(crate) fn parse(text: &str) -> Result<Self, Refusal> {
        let mut reader = Reader { tokens: tokens(text).map_err(|at| invalid(text, at))?, at: 0, depth: 0 };
        let root = reader.either().filter(|_| reader.at == reader.tokens.len());
        root.map(|root| Self { text: text.to_owned(), root }).ok_or_else(|| {
            let at = reader.tokens.get(reader.at).map_or(text.len(), |token| token.at);
            invalid(text, at)
        })
    }

    /// Whether what `value` tells of a thing's properties meets the filter. A property is named in lower case with
    /// slashes; `None` means that there is no such property.
    pub(crate) fn matches(&self, value: &dyn Fn(&str) -> Option<Literal>) -> bool {
        self.root.matches(value)
    }

    /// The properties in the order in which they stand.
    pub(crate) fn properties(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.root.collect(&mut names);
        names
    }

    /// The one comparison that this filter consists of, if it is one.
    pub(crate) fn single(&self) -> Option<(&str, Comparison, &Literal)> {
        match &self.root {
            Node::Compare { property, by, with } => Some((property, *by, with)),
            _ => None,
        }
    }
}

impl Node {
    fn matches(&self, value: &dyn Fn(&str) -> Option<Literal>) -> bool {
        match self {
            Self::And(a, b) => a.matches(value) && b.matches(value),
            Self::Or(a, b) => a.matches(value) || b.matches(value),
            Self::Not(node) => !node.matches(value),
            Self::Compare { property, by, with } => {
                let order = value(property).and_then(|literal| literal.compare(with));
                by.holds(order)
            }
            Self::Call { function, property, with } => match value(property) {
                Some(Literal::Text(text)) => match function {
                    Function::Contains => text.contains(with.as_str()),
                    Function::StartsWith => text.starts_with(with.as_str()),
                    Function::EndsWith => text.ends_with(with.as_str()),
                },
                _ => false,
            },
            Self::Any { property, equals } => match value(property) {
                Some(Literal::List(texts)) => texts.iter().any(|text| text.to_lowercase() == *equals),
                _ => false,
            },
        }
    }

    fn collect(&self, names: &mut Vec<String>) {
        match self {
            Self::And(a, b) | Self::Or(a, b) => {
                a.collect(names);
                b.collect(names);
            }
            Self::Not(node) => node.collect(names),
            Self::Compare { property, .. } | Self::Call { property, .. } | Self::Any { property, .. } => {
                names.push(property.clone());
            }
        }
    }
}

impl Comparison {
    fn holds(self, order: Option<Ordering>) -> bool {
        match (self, order) {
            (Self::Equal, order) => order == Some(Ordering::Equal),
            (Self::NotEqual, order) => order != Some(Ordering::Equal),
            (Self::Greater, Some(order)) => order.is_gt(),
            (Self::GreaterOrEqual, Some(order)) => order.is_ge(),
            (Self::Less, Some(order)) => order.is_lt(),
            (Self::LessOrEqual, Some(order)) => order.is_le(),
            (_, None) => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Token {
    at: usize,
    what: What,
}

#[derive(Debug, Clone, PartialEq)]
enum What {
    /// A name, an operator, a number or a time.
    Word(String),
    Text(String),
    Sign(char),
}

/// The place of a sign that fits nowhere, on failure.
fn tokens(text: &str) -> Result<Vec<Token>, usize> {
    let mut tokens = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, sign)) = rest.next() {
        let what = match sign {
            _ if sign.is_whitespace() => continue,
            '(' | ')' | ',' => What::Sign(sign),
            '\'' => What::Text(quoted(&mut rest).ok_or(at)?),
            _ => {
                let mut word = String::from(sign);
                while let Some((_, next)) = rest.next_if(|(_, next)| !next.is_whitespace() && !"(),'".contains(*next)) {
                    word.push(next);
                }
                What::Word(word)
            }
        };
        tokens.push(Token { at, what });
    }
    Ok(tokens)
}

/// The rest of a quoted text, in which a quote stands twice.
fn quoted(rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>) -> Option<String> {
    let mut text = String::new();
    loop {
        match rest.next()? {
            (_, '\'') if rest.next_if(|(_, next)| *next == '\'').is_some() => text.push('\''),
            (_, '\'') => return Some(text),
            (_, sign) => text.push(sign),
        }
    }
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn either(&mut self) -> Option<Node> {
        let mut node = self.both()?;
        while self.word("or") {
            node = Node::Or(Box::new(node), Box::new(self.both()?));
        }
        Some(node)
    }

    fn both(&mut self) -> Option<Node> {
        let mut node = self.one()?;
        while self.word("and") {
            node = Node::And(Box::new(node), Box::new(self.one()?));
        }
        Some(node)
    }

    fn one(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let node = if self.word("not") {
            Node::Not(Box::new(self.one()?))
        } else if self.sign('(') {
            let node = self.either()?;
            self.sign(')').then_some(node)?
        } else {
            self.term()?
        };
        self.depth -= 1;
        Some(node)
    }

    fn term(&mut self) -> Option<Node> {
        let name = self.name()?;
        if let Some(list) = name.strip_suffix("/any") {
            return self.any(list.to_owned());
        }
        let function = match name.as_str() {
            "contains" => Function::Contains,
            "startswith" => Function::StartsWith,
            "endswith" => Function::EndsWith,
            _ => return self.comparison(name),
        };
        self.sign('(').then_some(())?;
        let property = self.name()?;
        self.sign(',').then_some(())?;
        let with = self.text()?.to_lowercase();
        self.sign(')').then_some(Node::Call { function, property, with })
    }

    fn comparison(&mut self, property: String) -> Option<Node> {
        let by = match self.name()?.as_str() {
            "eq" => Comparison::Equal,
            "ne" => Comparison::NotEqual,
            "gt" => Comparison::Greater,
            "ge" => Comparison::GreaterOrEqual,
            "lt" => Comparison::Less,
            "le" => Comparison::LessOrEqual,
            _ => return None,
        };
        let with = match self.next()? {
            What::Text(text) => Literal::text(text),
            What::Word(word) => Literal::word(&word)?,
            What::Sign(_) => return None,
        };
        Some(Node::Compare { property, by, with })
    }

    /// `categories/any(c:c eq 'Storm')`
    fn any(&mut self, property: String) -> Option<Node> {
        self.sign('(').then_some(())?;
        let variable = self.name()?;
        let (declared, used) = variable.split_once(':')?;
        let used = if used.is_empty() { self.name()? } else { used.to_owned() };
        (declared == used && self.word("eq")).then_some(())?;
        let equals = self.text()?.to_lowercase();
        self.sign(')').then_some(Node::Any { property, equals })
    }

    fn next(&mut self) -> Option<What> {
        let what = self.tokens.get(self.at)?.what.clone();
        self.at += 1;
        Some(what)
    }

    fn name(&mut self) -> Option<String> {
        match self.next()? {
            What::Word(word) => Some(word.to_lowercase()),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        match self.next()? {
            What::Text(text) => Some(text),
            _ => None,
        }
    }

    fn sign(&mut self, sign: char) -> bool {
        self.step(|what| *what == What::Sign(sign))
    }

    fn word(&mut self, word: &str) -> bool {
        self.step(|what| matches!(what, What::Word(found) if found.eq_ignore_ascii_case(word)))
    }

    fn step(&mut self, is: impl Fn(&What) -> bool) -> bool {
        let met = self.tokens.get(self.at).is_some_and(|token| is(&token.what));
        self.at += usize::from(met);
        met
    }
}

fn invalid(text: &str, at: usize) -> Refusal {
    Refusal::bad_request(format!("Invalid filter clause: syntax error at position {at} in '{text}'."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn letter(property: &str) -> Option<Literal> {
        Some(match property {
            "isread" => Literal::Bool(false),
            "subject" => Literal::text("It's a Storm"),
            "receiveddatetime" => Literal::Time("2026-05-01T12:00:00Z".parse().unwrap()),
            "from/emailaddress/address" => Literal::text("Vendor@Example.com"),
            "categories" => Literal::List(vec!["Processed".into()]),
            "size" => Literal::Number(12.0),
            _ => return None,
        })
    }

    #[test]
    fn filters_say_yes_and_no() {
        for (text, expected) in [
            ("isRead eq false", true),
            ("isRead ne false", false),
            ("subject eq 'it''s a storm'", true),
            ("contains(subject,'STORM') and isRead eq false", true),
            ("startswith(subject, 'storm') or endswith(subject,'storm')", true),
            ("not contains(subject,'storm')", false),
            ("not (isRead eq true or size gt 12)", true),
            ("size ge 12 and size le 12 and size lt 12.5", true),
            ("receivedDateTime ge 2026-05-01T12:00:00Z", true),
            ("receivedDateTime gt 2026-05-01T12:00:00.0000000Z", false),
            ("receivedDateTime ge 2026-05-01", true),
            ("from/emailAddress/address eq 'vendor@example.com'", true),
            ("categories/any(c:c eq 'processed')", true),
            ("categories/any(c: c eq 'Failed')", false),
            ("nothing eq null", false),
        ] {
            assert_eq!(Filter::parse(text).unwrap().matches(&letter), expected, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        for text in [
            "",
            "isRead",
            "isRead eq",
            "isRead like 1",
            "(isRead eq true",
            "subject eq 'x",
            "a eq 1 b eq 2",
            &"(".repeat(1_000),
        ] {
            let refusal = Filter::parse(text).unwrap_err();
            assert!(format!("{refusal:?}").contains("position"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "[a-z'(), :/=0-9éN]{0,60}") {
            if let Ok(filter) = Filter::parse(&text) {
                filter.matches(&letter);
            }
        }
    }
}
