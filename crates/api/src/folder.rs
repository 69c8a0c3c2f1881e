//! The folders of a mailbox.

use crate::access::SignedIn;
use crate::params::Query;
use crate::problem_responses::{AccessDenied, InvalidInput, ProviderFailed};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stormwire_store::CredentialId;
use stormwire_store::tables::user::Role;
use stormwire_watcher::admin::folders::FolderNode;
use utoipa::{IntoParams, ToSchema};

/// A mail folder with its subfolders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FolderView {
    /// The provider's id, for `folderId` of a watcher.
    id: String,
    display_name: String,
    /// Names from the root, separated by `/`.
    path: String,
    total_item_count: u64,
    unread_item_count: u64,
    #[schema(no_recursion)]
    children: Vec<FolderView>,
}

impl From<FolderNode> for FolderView {
    fn from(node: FolderNode) -> Self {
        let FolderNode { id, display_name, path, total_items, unread_items, children } = node;
        Self {
            id,
            display_name,
            path,
            total_item_count: total_items,
            unread_item_count: unread_items,
            children: children.into_iter().map(Self::from).collect(),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FolderParams {
    #[param(required = true, min_length = 3, max_length = 320, pattern = "^[^@\\s]+@\\S+$")]
    mailbox_address: Option<String>,
    /// Optional if there is only one credential.
    #[param(value_type = Option<i64>)]
    credential_id: Option<CredentialId>,
}

/// List folders of a mailbox
///
/// Reads them from the mail provider. Administrators can list any mailbox, others those of existing watchers.
#[utoipa::path(get, path = "/mailbox-watcher/folders", tag = "Watchers", params(FolderParams), responses(
    (status = 200, description = "Top-level folders with their subfolders", body = [FolderView]),
    InvalidInput,
    ProviderFailed,
    AccessDenied,
))]
pub(crate) async fn list(
    SignedIn(user): SignedIn,
    State(app): State<App>,
    Query(params): Query<FolderParams>,
) -> Result<Json<Vec<FolderView>>, Problem> {
    let address = params.mailbox_address.filter(|address| is_address(address));
    let address = address
        .ok_or_else(|| Problem::field("mailboxAddress", "must be an email address such as storm@example.gov"))?;
    if user.person.role < Role::Admin && !app.watchers.admin().is_watched(&address).await? {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            format!("no watcher reads {address}; only administrators can list the folders of other mailboxes"),
        ));
    }
    let tree = app.watchers.admin().folders(params.credential_id, &address).await?;
    Ok(Json(tree.into_iter().map(FolderView::from).collect()))
}

fn is_address(text: &str) -> bool {
    let is_invalid = |c: char| c.is_whitespace() || c.is_control();
    text.len() <= 320
        && !text.contains(is_invalid)
        && text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
}
