use crate::odata::literal::Literal;

/// The type of a property in `$filter`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PropertyKind {
    Bool,
    Number,
    Time,
    Text,
    /// A list of texts.
    List,
}

/// A property that can be filtered by; its name is in lower case.
pub(crate) type FilterableProperty = (&'static str, PropertyKind);

impl PropertyKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bool => "Edm.Boolean",
            Self::Number => "Edm.Int32",
            Self::Time => "Edm.DateTimeOffset",
            Self::Text => "Edm.String",
            Self::List => "Collection(Edm.String)",
        }
    }

    /// Whether a literal can be compared with the property. Null can be compared with everything but a list.
    pub(crate) fn is_comparable(self, literal: &Literal) -> bool {
        match literal {
            Literal::Null => self != Self::List,
            Literal::Bool(_) => self == Self::Bool,
            Literal::Number(_) => self == Self::Number,
            Literal::Time(_) => self == Self::Time,
            Literal::Text(_) => self == Self::Text,
            Literal::List(_) => false,
        }
    }
}
