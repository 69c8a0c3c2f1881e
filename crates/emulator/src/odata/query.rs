//! The query string. System options are accepted with or without `$`, in any case.

use crate::graph_error::GraphError;
use crate::odata::filter::Filter;
use crate::odata::property_kind::FilterableProperty;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default)]
pub(crate) struct QueryOptions {
    pub(crate) select: Option<Vec<String>>,
    pub(crate) filter: Option<Filter>,
    pub(crate) order_by: Vec<OrderBy>,
    pub(crate) expand: Vec<String>,
    pub(crate) top: Option<usize>,
    pub(crate) skip: usize,
    pub(crate) count: bool,
    pub(crate) include_hidden: bool,
    pub(crate) change_type: Option<String>,
    /// The state of a delta query, from its next link or delta link.
    pub(crate) sync_token: Option<String>,
}

/// `$expand=attachments`: includes the attachments in the message.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AttachmentExpansion {
    pub(crate) select: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrderBy {
    /// In lower case.
    pub(crate) property: String,
    pub(crate) descending: bool,
}

impl QueryOptions {
    pub(crate) fn parse(text: &str) -> Result<Self, GraphError> {
        let mut query = Self::default();
        let mut seen = Vec::new();
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            let lower = name.to_lowercase();
            let plain = lower.strip_prefix('$').unwrap_or(&lower);
            if lower.starts_with('$') && seen.contains(&lower) {
                let message = format!(
                    "Query option '{name}' was specified more than once, but it must be specified at most once."
                );
                return Err(GraphError::bad_request(message));
            }
            seen.push(lower.clone());
            query.set(plain, &value, lower.starts_with('$').then_some(&name))?;
        }
        Ok(query)
    }

    /// `system_name` is the name as written if it starts with `$`. Unknown options are errors only with a `$`.
    fn set(&mut self, name: &str, value: &str, system_name: Option<&str>) -> Result<(), GraphError> {
        match name {
            "select" => self.select = Some(list(value)),
            "expand" => self.expand = parse_expansions(value),
            "filter" => self.filter = Some(Filter::parse(value)?),
            "orderby" => {
                self.order_by = list(value).iter().map(|item| parse_order_by(item)).collect::<Result<_, _>>()?;
            }
            "top" => self.top = Some(parse_number("top", value, 1..=1000)?),
            "skip" => self.skip = parse_number("skip", value, 0..=usize::MAX)?,
            "count" => self.count = value.eq_ignore_ascii_case("true"),
            "skiptoken" | "deltatoken" => self.sync_token = Some(value.to_owned()),
            "includehiddenfolders" => self.include_hidden = value.eq_ignore_ascii_case("true"),
            "changetype" => self.change_type = Some(value.to_lowercase()),
            "format" | "validationtoken" => {}
            _ => {
                if let Some(name) = system_name {
                    return Err(GraphError::bad_request(format!("The query parameter '{name}' is not supported.")));
                }
            }
        }
        Ok(())
    }

    /// Rejects filtering and sorting by properties that the type does not have, and values of another type.
    pub(crate) fn check_properties(&self, known: &[FilterableProperty], type_name: &str) -> Result<(), GraphError> {
        let filtered = self.filter.as_ref().map(Filter::properties).unwrap_or_default();
        let mut named = filtered.iter().chain(self.order_by.iter().map(|order| &order.property));
        match named.find(|name| !known.iter().any(|(known, _)| known == name)) {
            Some(unknown) => Err(unknown_property(unknown, type_name)),
            None => self.filter.as_ref().map_or(Ok(()), |filter| filter.check_types(known)),
        }
    }

    /// Parses `$expand=attachments($select=...)`. Nothing else can be expanded on a message.
    pub(crate) fn expanded_attachments(&self) -> Result<Option<AttachmentExpansion>, GraphError> {
        let Some(first) = self.expand.first() else { return Ok(None) };
        let (name, options) = first.split_once('(').unwrap_or((first, ""));
        if !name.eq_ignore_ascii_case("attachments") || self.expand.len() > 1 {
            let unknown = self.expand.iter().find(|other| *other != first).unwrap_or(first);
            return Err(unknown_property(unknown, "message"));
        }
        let options = options.trim_end_matches(')').trim_start_matches('$');
        let select = options.split_once('=').filter(|(option, _)| option.eq_ignore_ascii_case("select"));
        Ok(Some(AttachmentExpansion { select: select.map(|(_, names)| list(names)) }))
    }

    /// Graph's rule for combining both options: properties in `$orderby` must also be in `$filter`, in the same order
    /// and before all others.
    pub(crate) fn check_order(&self) -> Result<(), GraphError> {
        let Some(filter) = &self.filter else { return Ok(()) };
        let filtered = filter.properties();
        let sorted = self.order_by.iter().map(|order| &order.property);
        if self.order_by.is_empty() || sorted.eq(filtered.iter().take(self.order_by.len())) {
            return Ok(());
        }
        let message = "The restriction or sort order is too complex for this operation.";
        Err(GraphError::new(StatusCode::BAD_REQUEST, "InefficientFilter", message))
    }
}

pub(crate) fn unknown_property(name: &str, type_name: &str) -> GraphError {
    let message = format!("Could not find a property named '{name}' on type 'microsoft.graph.{type_name}'.");
    GraphError::new(StatusCode::BAD_REQUEST, "RequestBroker--ParseUri", message)
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// Splits at commas outside of brackets.
fn parse_expansions(value: &str) -> Vec<String> {
    let mut depth = 0_i32;
    let parts = value.split(|char| {
        depth += i32::from(char == '(') - i32::from(char == ')');
        char == ',' && depth <= 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn parse_order_by(item: &str) -> Result<OrderBy, GraphError> {
    let mut words = item.split_whitespace();
    let property = words.next().unwrap_or_default().to_lowercase();
    let descending = match words.next().map(str::to_lowercase).as_deref() {
        None | Some("asc") => false,
        Some("desc") => true,
        Some(_) => return Err(GraphError::bad_request(format!("Syntax error in '$orderby={item}'."))),
    };
    Ok(OrderBy { property, descending })
}

fn parse_number(name: &str, value: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, GraphError> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let limits = if *range.end() == usize::MAX {
            "a whole number".into()
        } else {
            format!("between {} and {}", range.start(), range.end())
        };
        let message = format!(
            "Invalid value '{value}' for ${name} query option found. The ${name} query option requires {limits}."
        );
        GraphError::bad_request(message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_work_with_and_without_a_dollar_sign() {
        for text in ["$select=id,subject&$top=5", "%24select=id%2Csubject&%24TOP=5", "select=id, subject&top=5&x=y"] {
            let query = QueryOptions::parse(text).unwrap();
            assert_eq!(query.select.unwrap(), ["id", "subject"], "{text}");
            assert_eq!(query.top, Some(5));
        }
    }

    #[test]
    fn errors_name_the_invalid_option() {
        for (text, word) in [
            ("$top=0", "$top"),
            ("$top=1&$TOP=2", "more than once"),
            ("$top=x", "'x'"),
            ("$apply=1", "$apply"),
            ("$orderby=a b", "$orderby"),
        ] {
            let error = QueryOptions::parse(text).unwrap_err();
            assert!(format!("{error:?}").contains(word), "{error:?}");
        }
    }

    #[test]
    fn sort_properties_must_come_first_in_the_filter() {
        let check = |text: &str| QueryOptions::parse(text).unwrap().check_order().is_ok();
        assert!(check("$orderby=receivedDateTime desc"));
        assert!(check("$filter=isRead eq false"));
        assert!(!check("$filter=isRead eq false&$orderby=receivedDateTime desc"));
        let both = "$filter=receivedDateTime ge 2020-01-01T00:00:00Z and isRead eq false";
        assert!(check(&format!("{both}&$orderby=receivedDateTime desc")));
        assert!(!check(&format!("{both}&$orderby=isRead")));
    }
}
