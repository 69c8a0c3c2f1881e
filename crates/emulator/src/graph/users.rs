use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use axum::http::StatusCode;
use serde_json::json;

pub(crate) fn profile(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
) -> Result<GraphResponse, GraphError> {
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let name = mailbox.address.split('@').next().unwrap_or_default();
    let profile = json!({
        "@odata.context": format!("{}/$metadata#users/$entity", request.base_url),
        "id": mailbox.user_id,
        "displayName": name,
        "mail": mailbox.address,
        "userPrincipalName": mailbox.address,
    });
    Ok(GraphResponse::json(StatusCode::OK, profile))
}
