//! Whose mailbox it is, and whether the application gets in.

use crate::graph::Ask;
use crate::graph::answer::Answer;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::store::mailbox::Access;
use axum::http::StatusCode;
use serde_json::json;

/// Checks before anything else about a mailbox is said.
pub(crate) fn enter(shared: &Shared, ask: &Ask, user: &str) -> Result<(), Refusal> {
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    // Another tenant's application finds nobody of that name.
    if mailbox.tenant.as_ref().is_some_and(|tenant| !tenant.eq_ignore_ascii_case(&ask.app.tenant)) {
        return Err(Refusal::invalid_user(user));
    }
    match mailbox.access {
        Access::Open => Ok(()),
        Access::Denied => Err(Refusal::access_denied()),
        Access::Inactive => Err(Refusal::mailbox_inactive()),
    }
}

pub(crate) fn profile(shared: &Shared, ask: &Ask, user: &str) -> Result<Answer, Refusal> {
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let name = mailbox.address.split('@').next().unwrap_or_default();
    Ok(Answer::json(
        StatusCode::OK,
        json!({
            "@odata.context": format!("{}/$metadata#users/$entity", ask.base),
            "id": mailbox.guid,
            "displayName": name,
            "mail": mailbox.address,
            "userPrincipalName": mailbox.address,
        }),
    ))
}
