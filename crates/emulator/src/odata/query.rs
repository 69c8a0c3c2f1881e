//! The query string: system options with or without `$`, in any case.

use crate::odata::filter::Filter;
use crate::refusal::Refusal;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

/// What a query asks for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    pub(crate) select: Option<Vec<String>>,
    pub(crate) filter: Option<Filter>,
    pub(crate) order_by: Vec<Order>,
    pub(crate) expand: Vec<String>,
    pub(crate) top: Option<usize>,
    pub(crate) skip: usize,
    pub(crate) count: bool,
    pub(crate) include_hidden: bool,
    pub(crate) change_type: Option<String>,
    /// From a link of a delta query: the state that it stands for.
    pub(crate) sync_token: Option<String>,
    pub(crate) validation: Option<String>,
}

/// Attachments come along, with what was selected of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Enclosed {
    pub(crate) select: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) property: String,
    pub(crate) descending: bool,
}

impl Query {
    pub(crate) fn parse(text: &str) -> Result<Self, Refusal> {
        let mut query = Self::default();
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            let lower = name.to_lowercase();
            let plain = lower.strip_prefix('$').unwrap_or(&lower);
            query.take(plain, &value, lower.starts_with('$').then_some(&name))?;
        }
        Ok(query)
    }

    /// An unknown option with a `$` is refused, one without is none of the service's business.
    fn take(&mut self, name: &str, value: &str, system: Option<&str>) -> Result<(), Refusal> {
        match name {
            "select" => self.select = Some(list(value)),
            "expand" => self.expand = expansions(value),
            "filter" => self.filter = Some(Filter::parse(value)?),
            "orderby" => self.order_by = list(value).iter().map(|item| order(item)).collect::<Result<_, _>>()?,
            "top" => self.top = Some(number("top", value, 1..=1000)?),
            "skip" => self.skip = number("skip", value, 0..=usize::MAX)?,
            "count" => self.count = value.eq_ignore_ascii_case("true"),
            "skiptoken" | "deltatoken" => self.sync_token = Some(value.to_owned()),
            "includehiddenfolders" => self.include_hidden = value.eq_ignore_ascii_case("true"),
            "changetype" => self.change_type = Some(value.to_lowercase()),
            "validationtoken" => self.validation = Some(value.to_owned()),
            "format" => {}
            _ => {
                if let Some(name) = system {
                    return Err(Refusal::bad_request(format!("The query parameter '{name}' is not supported.")));
                }
            }
        }
        Ok(())
    }

    /// Refuses to filter or sort by what a thing of that type does not have.
    pub(crate) fn check_properties(&self, known: &[&str], kind: &str) -> Result<(), Refusal> {
        let filtered = self.filter.as_ref().map(Filter::properties).unwrap_or_default();
        let mut named = filtered.iter().chain(self.order_by.iter().map(|order| &order.property));
        match named.find(|name| !known.contains(&name.as_str())) {
            Some(unknown) => Err(unknown_property(unknown, kind)),
            None => Ok(()),
        }
    }

    /// What of each attachment is wanted, where attachments are to come along; anything else cannot be expanded.
    pub(crate) fn expanded_attachments(&self) -> Result<Option<Enclosed>, Refusal> {
        let Some(first) = self.expand.first() else { return Ok(None) };
        let (name, options) = first.split_once('(').unwrap_or((first, ""));
        if !name.eq_ignore_ascii_case("attachments") || self.expand.len() > 1 {
            let unknown = self.expand.iter().find(|other| *other != first).unwrap_or(first);
            return Err(unknown_property(unknown, "message"));
        }
        let options = options.trim_end_matches(')').trim_start_matches('$');
        let select = options.split_once('=').filter(|(option, _)| option.eq_ignore_ascii_case("select"));
        Ok(Some(Enclosed { select: select.map(|(_, names)| list(names)) }))
    }

    /// Filtering by one thing and sorting by another is more than the service does: what is sorted by must be
    /// filtered by as well, in the same order and before anything else.
    pub(crate) fn check_order(&self) -> Result<(), Refusal> {
        let Some(filter) = &self.filter else { return Ok(()) };
        let filtered = filter.properties();
        let sorted = self.order_by.iter().map(|order| &order.property);
        if self.order_by.is_empty() || sorted.eq(filtered.iter().take(self.order_by.len())) {
            return Ok(());
        }
        let message = "The restriction or sort order is too complex for this operation.";
        Err(Refusal::new(StatusCode::BAD_REQUEST, "InefficientFilter", message))
    }
}

pub(crate) fn unknown_property(name: &str, kind: &str) -> Refusal {
    let message = format!("Could not find a property named '{name}' on type 'microsoft.graph.{kind}'.");
    Refusal::new(StatusCode::BAD_REQUEST, "RequestBroker--ParseUri", message)
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// Cut at commas outside of brackets.
fn expansions(value: &str) -> Vec<String> {
    let mut depth = 0_i32;
    let parts = value.split(|sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && depth <= 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn order(item: &str) -> Result<Order, Refusal> {
    let mut words = item.split_whitespace();
    let property = words.next().unwrap_or_default().to_lowercase();
    let descending = match words.next().map(str::to_lowercase).as_deref() {
        None | Some("asc") => false,
        Some("desc") => true,
        Some(_) => return Err(Refusal::bad_request(format!("Syntax error in '$orderby={item}'."))),
    };
    Ok(Order { property, descending })
}

fn number(name: &str, value: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, Refusal> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let limits = if *range.end() == usize::MAX {
            "a whole number".into()
        } else {
            format!("between {} and {}", range.start(), range.end())
        };
        let message = format!(
            "Invalid value '{value}' for ${name} query option found. The ${name} query option requires {limits}."
        );
        Refusal::bad_request(message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_with_and_without_a_dollar_encoded_or_not() {
        for text in ["$select=id,subject&$top=5", "%24select=id%2Csubject&%24TOP=5", "select=id, subject&top=5&x=y"] {
            let query = Query::parse(text).unwrap();
            assert_eq!(query.select.unwrap(), ["id", "subject"], "{text}");
            assert_eq!(query.top, Some(5));
        }
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        for (text, word) in
            [("$top=0", "$top"), ("$top=x", "'x'"), ("$apply=1", "$apply"), ("$orderby=a b", "$orderby")]
        {
            let refusal = Query::parse(text).unwrap_err();
            assert!(format!("{refusal:?}").contains(word), "{refusal:?}");
        }
    }

    #[test]
    fn what_is_sorted_by_must_be_filtered_by_first() {
        let check = |text: &str| Query::parse(text).unwrap().check_order().is_ok();
        assert!(check("$orderby=receivedDateTime desc"));
        assert!(check("$filter=isRead eq false"));
        assert!(!check("$filter=isRead eq false&$orderby=receivedDateTime desc"));
        let both = "$filter=receivedDateTime ge 2020-01-01T00:00:00Z and isRead eq false";
        assert!(check(&format!("{both}&$orderby=receivedDateTime desc")));
        assert!(!check(&format!("{both}&$orderby=isRead")));
    }
}
