use crate::odata::literal::Literal;
use crate::odata::property_kind::PropertyKind;
use std::cmp::Ordering;

/// Looks up a property by its path in lower case. `None` means that there is no such property.
pub(crate) type PropertyLookup<'a> = &'a dyn Fn(&str) -> Option<Literal>;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FilterExpression {
    And(Box<FilterExpression>, Box<FilterExpression>),
    Or(Box<FilterExpression>, Box<FilterExpression>),
    Not(Box<FilterExpression>),
    Compare(PropertyComparison),
    Call {
        function: TextFunction,
        property: String,
        /// In lower case.
        argument: String,
    },
    /// `categories/any(c:c eq 'Storm')`
    Any {
        property: String,
        /// In lower case.
        equals: String,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PropertyComparison {
    pub(crate) property: String,
    pub(crate) operator: ComparisonOperator,
    pub(crate) value: Literal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ComparisonOperator {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextFunction {
    Contains,
    StartsWith,
    EndsWith,
}

impl FilterExpression {
    pub(crate) fn matches(&self, lookup: PropertyLookup<'_>) -> bool {
        match self {
            Self::And(left, right) => left.matches(lookup) && right.matches(lookup),
            Self::Or(left, right) => left.matches(lookup) || right.matches(lookup),
            Self::Not(inner) => !inner.matches(lookup),
            Self::Compare(PropertyComparison { property, operator, value }) => {
                operator.accepts(lookup(property).and_then(|literal| literal.compare(value)))
            }
            Self::Call { function, property, argument } => match lookup(property) {
                Some(Literal::Text(text)) => function.accepts(&text, argument),
                _ => false,
            },
            Self::Any { property, equals } => match lookup(property) {
                Some(Literal::List(texts)) => texts.iter().any(|text| text.to_lowercase() == *equals),
                _ => false,
            },
        }
    }

    /// Describes the first part whose types do not fit.
    pub(crate) fn type_mismatch(&self, kind_of: &dyn Fn(&str) -> Option<PropertyKind>) -> Option<String> {
        match self {
            Self::And(left, right) | Self::Or(left, right) => {
                left.type_mismatch(kind_of).or_else(|| right.type_mismatch(kind_of))
            }
            Self::Not(inner) => inner.type_mismatch(kind_of),
            Self::Compare(PropertyComparison { property, operator, value }) => {
                let kind = kind_of(property).filter(|kind| !kind.is_comparable(value))?;
                Some(format!(
                    "A binary operator with incompatible types was detected. Found operand types '{}' and '{}' for \
                     operator kind '{operator:?}'.",
                    kind.name(),
                    value.type_name()
                ))
            }
            Self::Call { property, .. } => {
                let kind = kind_of(property).filter(|kind| *kind != PropertyKind::Text)?;
                Some(format!("No function signature matches the specified arguments: '{property}' is {}.", kind.name()))
            }
            Self::Any { property, .. } => {
                let kind = kind_of(property).filter(|kind| *kind != PropertyKind::List)?;
                Some(format!("Any can only be used on a collection: '{property}' is {}.", kind.name()))
            }
        }
    }

    /// Adds the properties in the order in which they appear.
    pub(crate) fn collect_properties(&self, names: &mut Vec<String>) {
        match self {
            Self::And(left, right) | Self::Or(left, right) => {
                left.collect_properties(names);
                right.collect_properties(names);
            }
            Self::Not(inner) => inner.collect_properties(names),
            Self::Compare(PropertyComparison { property, .. })
            | Self::Call { property, .. }
            | Self::Any { property, .. } => names.push(property.clone()),
        }
    }
}

impl ComparisonOperator {
    /// `None` means that the values cannot be compared.
    fn accepts(self, ordering: Option<Ordering>) -> bool {
        match (self, ordering) {
            (Self::Equal, ordering) => ordering == Some(Ordering::Equal),
            (Self::NotEqual, ordering) => ordering != Some(Ordering::Equal),
            (Self::Greater, Some(ordering)) => ordering.is_gt(),
            (Self::GreaterOrEqual, Some(ordering)) => ordering.is_ge(),
            (Self::Less, Some(ordering)) => ordering.is_lt(),
            (Self::LessOrEqual, Some(ordering)) => ordering.is_le(),
            (_, None) => false,
        }
    }
}

impl TextFunction {
    fn accepts(self, text: &str, argument: &str) -> bool {
        match self {
            Self::Contains => text.contains(argument),
            Self::StartsWith => text.starts_with(argument),
            Self::EndsWith => text.ends_with(argument),
        }
    }
}
