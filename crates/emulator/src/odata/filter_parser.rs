use crate::odata::filter_expression::{ComparisonOperator, FilterExpression, PropertyComparison, TextFunction};
use crate::odata::filter_lexer::{FilterToken, FilterTokenKind, tokenize};
use crate::odata::literal::Literal;

/// How deep brackets and `not` may nest, so that hostile input cannot overflow the stack.
const MAX_DEPTH: usize = 32;

/// Fails with the byte offset of the syntax error.
pub(crate) fn parse_filter(text: &str) -> Result<FilterExpression, usize> {
    let mut parser = FilterParser { tokens: tokenize(text)?, next: 0, depth: 0 };
    let expression = parser.or_expression().filter(|_| parser.next == parser.tokens.len());
    expression.ok_or_else(|| parser.tokens.get(parser.next).map_or(text.len(), |token| token.offset))
}

/// Recursive descent. `None` means a syntax error near the current token.
struct FilterParser {
    tokens: Vec<FilterToken>,
    next: usize,
    depth: usize,
}

impl FilterParser {
    fn or_expression(&mut self) -> Option<FilterExpression> {
        let mut expression = self.and_expression()?;
        while self.skip_word("or") {
            expression = FilterExpression::Or(Box::new(expression), Box::new(self.and_expression()?));
        }
        Some(expression)
    }

    fn and_expression(&mut self) -> Option<FilterExpression> {
        let mut expression = self.unary_expression()?;
        while self.skip_word("and") {
            expression = FilterExpression::And(Box::new(expression), Box::new(self.unary_expression()?));
        }
        Some(expression)
    }

    fn unary_expression(&mut self) -> Option<FilterExpression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let expression = if self.skip_word("not") {
            FilterExpression::Not(Box::new(self.unary_expression()?))
        } else if self.skip_punctuation('(') {
            let inner = self.or_expression()?;
            self.skip_punctuation(')').then_some(inner)?
        } else {
            self.parse_term()?
        };
        self.depth -= 1;
        Some(expression)
    }

    fn parse_term(&mut self) -> Option<FilterExpression> {
        let name = self.name()?;
        if let Some(list) = name.strip_suffix("/any") {
            return self.parse_any_arguments(list.to_owned());
        }
        let function = match name.as_str() {
            "contains" => TextFunction::Contains,
            "startswith" => TextFunction::StartsWith,
            "endswith" => TextFunction::EndsWith,
            _ => return self.comparison(name),
        };
        self.skip_punctuation('(').then_some(())?;
        let property = self.name()?;
        self.skip_punctuation(',').then_some(())?;
        let argument = self.text()?.to_lowercase();
        self.skip_punctuation(')').then_some(FilterExpression::Call { function, property, argument })
    }

    fn comparison(&mut self, property: String) -> Option<FilterExpression> {
        let operator = match self.name()?.as_str() {
            "eq" => ComparisonOperator::Equal,
            "ne" => ComparisonOperator::NotEqual,
            "gt" => ComparisonOperator::Greater,
            "ge" => ComparisonOperator::GreaterOrEqual,
            "lt" => ComparisonOperator::Less,
            "le" => ComparisonOperator::LessOrEqual,
            _ => return None,
        };
        let value = match self.advance()? {
            FilterTokenKind::Text(text) => Literal::text(text),
            FilterTokenKind::Word(word) => Literal::parse_word(&word)?,
            FilterTokenKind::Punctuation(_) => return None,
        };
        Some(FilterExpression::Compare(PropertyComparison { property, operator, value }))
    }

    /// The part after `any`: `(c:c eq 'Storm')`.
    fn parse_any_arguments(&mut self, property: String) -> Option<FilterExpression> {
        self.skip_punctuation('(').then_some(())?;
        let variable = self.name()?;
        let (declared, used) = variable.split_once(':')?;
        let used = if used.is_empty() { self.name()? } else { used.to_owned() };
        (declared == used && self.skip_word("eq")).then_some(())?;
        let equals = self.text()?.to_lowercase();
        self.skip_punctuation(')').then_some(FilterExpression::Any { property, equals })
    }

    fn advance(&mut self) -> Option<FilterTokenKind> {
        let kind = self.tokens.get(self.next)?.kind.clone();
        self.next += 1;
        Some(kind)
    }

    fn name(&mut self) -> Option<String> {
        match self.advance()? {
            FilterTokenKind::Word(word) => Some(word.to_lowercase()),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        match self.advance()? {
            FilterTokenKind::Text(text) => Some(text),
            _ => None,
        }
    }

    fn skip_punctuation(&mut self, expected: char) -> bool {
        self.skip_if(|kind| *kind == FilterTokenKind::Punctuation(expected))
    }

    fn skip_word(&mut self, expected: &str) -> bool {
        self.skip_if(|kind| matches!(kind, FilterTokenKind::Word(word) if word.eq_ignore_ascii_case(expected)))
    }

    fn skip_if(&mut self, accepts: impl Fn(&FilterTokenKind) -> bool) -> bool {
        let skip = self.tokens.get(self.next).is_some_and(|token| accepts(&token.kind));
        self.next += usize::from(skip);
        skip
    }
}
