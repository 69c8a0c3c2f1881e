//! `$filter`: comparisons, `and`, `or`, `not`, brackets, text functions, and `any` over a list of texts.

use crate::graph_error::GraphError;
use crate::odata::filter_expression::{FilterExpression, PropertyComparison, PropertyLookup};
use crate::odata::filter_parser::parse_filter;
use crate::odata::property_kind::FilterableProperty;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Filter {
    /// As the client wrote it.
    pub(crate) text: String,
    expression: FilterExpression,
}

impl Filter {
    pub(crate) fn parse(text: &str) -> Result<Self, GraphError> {
        let expression = parse_filter(text).map_err(|offset| {
            let message = format!("Invalid filter clause: syntax error at position {offset} in '{text}'.");
            GraphError::bad_request(message)
        })?;
        Ok(Self { text: text.to_owned(), expression })
    }

    pub(crate) fn matches(&self, lookup: PropertyLookup<'_>) -> bool {
        self.expression.matches(lookup)
    }

    /// Rejects comparisons and functions whose types do not fit.
    pub(crate) fn check_types(&self, known: &[FilterableProperty]) -> Result<(), GraphError> {
        let kind_of = |name: &str| known.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
        match self.expression.type_mismatch(&kind_of) {
            Some(reason) => Err(GraphError::bad_request(format!("Invalid filter clause: {reason}"))),
            None => Ok(()),
        }
    }

    /// The properties in the order in which they appear, in lower case.
    pub(crate) fn properties(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.expression.collect_properties(&mut names);
        names
    }

    /// Returns the comparison if the filter consists of a single one.
    pub(crate) fn single_comparison(&self) -> Option<&PropertyComparison> {
        match &self.expression {
            FilterExpression::Compare(comparison) => Some(comparison),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odata::literal::Literal;
    use proptest::prelude::*;

    fn property(name: &str) -> Option<Literal> {
        Some(match name {
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
    fn filters_match_messages() {
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
            assert_eq!(Filter::parse(text).unwrap().matches(&property), expected, "{text}");
        }
    }

    #[test]
    fn syntax_errors_name_their_position() {
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
            let error = Filter::parse(text).unwrap_err();
            assert!(format!("{error:?}").contains("position"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[a-z'(), :/=0-9éN]{0,60}") {
            if let Ok(filter) = Filter::parse(&text) {
                filter.matches(&property);
            }
        }
    }
}
