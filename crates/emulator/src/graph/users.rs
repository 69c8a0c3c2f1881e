use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use axum::http::StatusCode;
use serde_json::{Map, Value};

pub(crate) fn profile(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
) -> Result<GraphResponse, GraphError> {
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let name = mailbox.address.split('@').next().unwrap_or_default();
    let properties = [
        ("id", mailbox.user_id.0.as_str()),
        ("displayName", name),
        ("mail", mailbox.address.as_str()),
        ("userPrincipalName", mailbox.address.as_str()),
    ];
    let select = request.query.select.as_deref();
    let is_selected = |name: &str| select.is_none_or(|names| names.iter().any(|one| one.eq_ignore_ascii_case(name)));
    let suffix = select.map(|names| format!("({})", names.join(","))).unwrap_or_default();
    let context = format!("{}/$metadata#users{suffix}/$entity", request.base_url);
    let mut profile = Map::from_iter([("@odata.context".to_owned(), Value::from(context))]);
    let selected = properties.into_iter().filter(|(name, _)| is_selected(name));
    profile.extend(selected.map(|(name, value)| (name.to_owned(), Value::from(value))));
    Ok(GraphResponse::json(StatusCode::OK, profile))
}
