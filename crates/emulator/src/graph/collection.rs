//! Responses that contain a page of a list.

use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use axum::http::StatusCode;
use serde_json::{Map, Value};

pub(crate) struct CollectionPage {
    /// The part of `@odata.context` after `$metadata#`.
    pub(crate) context: String,
    pub(crate) items: Vec<Value>,
    /// The number of items on all pages.
    pub(crate) total: usize,
    pub(crate) next_link: Option<String>,
}

impl CollectionPage {
    pub(crate) fn into_response(self, request: &GraphRequest) -> GraphResponse {
        let mut map = Map::new();
        map.insert("@odata.context".into(), format!("{}/$metadata#{}", request.base_url, self.context).into());
        if request.query.count {
            map.insert("@odata.count".into(), self.total.into());
        }
        map.insert("value".into(), self.items.into());
        if let Some(next_link) = self.next_link {
            map.insert("@odata.nextLink".into(), next_link.into());
        }
        GraphResponse::json(StatusCode::OK, map)
    }
}

/// The same query with another `$skip`.
pub(crate) fn next_link(request: &GraphRequest, path: &str, skip: usize) -> String {
    let query = &request.query;
    let order_by = query.order_by.iter();
    let order_by: Vec<String> =
        order_by.map(|order| format!("{}{}", order.property, if order.descending { " desc" } else { "" })).collect();
    let mut serializer = form_urlencoded::Serializer::new(String::new());
    for (name, value) in [
        ("$select", query.select.as_ref().map(|names| names.join(","))),
        ("$filter", query.filter.as_ref().map(|filter| filter.text.clone())),
        ("$orderby", (!order_by.is_empty()).then(|| order_by.join(","))),
        ("$expand", (!query.expand.is_empty()).then(|| query.expand.join(","))),
        ("$top", query.top.map(|top| top.to_string())),
        ("$count", query.count.then(|| "true".to_owned())),
        ("includeHiddenFolders", query.include_hidden.then(|| "true".to_owned())),
        ("$skip", Some(skip.to_string())),
    ] {
        if let Some(value) = value {
            serializer.append_pair(name, &value);
        }
    }
    format!("{}{path}?{}", request.base_url, serializer.finish().replace("%24", "$"))
}
