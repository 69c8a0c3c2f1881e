use crate::graph::body_params::BodyParams;
use crate::graph::collection::{CollectionPage, next_link};
use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use crate::store::folder::Folder;
use crate::store::keys::FolderKey;
use crate::store::mailbox::Mailbox;
use crate::store::well_known_folder::WellKnownFolder;
use crate::wire::folder::{FILTERABLE_PROPERTIES, folder_json, matches_filter};
use axum::http::StatusCode;
use serde_json::{Map, Value};

const DEFAULT_PAGE_SIZE: usize = 10;

pub(crate) fn list(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
    parent: Option<&str>,
) -> Result<GraphResponse, GraphError> {
    let query = &request.query;
    query.check_properties(FILTERABLE_PROPERTIES, "mailFolder")?;
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let parent = find_parent(mailbox, parent)?;
    let is_wanted = |folder: &&Folder| {
        let is_visible = query.include_hidden || !folder.is_hidden;
        is_visible && query.filter.as_ref().is_none_or(|filter| matches_filter(folder, filter))
    };
    let all: Vec<&Folder> = mailbox.folders.children(parent).filter(is_wanted).collect();
    let page_size = query.top.unwrap_or(DEFAULT_PAGE_SIZE);
    let end = query.skip.saturating_add(page_size);
    let page = all.iter().skip(query.skip).take(page_size);
    let page = CollectionPage {
        context: format!("users('{}')/mailFolders", mailbox.user_id),
        items: page.map(|folder| folder_json(mailbox, folder, query.select.as_deref()).into()).collect(),
        total: all.len(),
        next_link: (end < all.len()).then(|| next_link(request, &list_path(mailbox, parent), end)),
    };
    Ok(page.into_response(request))
}

fn list_path(mailbox: &Mailbox, parent: FolderKey) -> String {
    if parent == mailbox.folders.well_known(WellKnownFolder::Root) {
        return format!("/users/{}/mailFolders", mailbox.user_id);
    }
    format!("/users/{}/mailFolders/{}/childFolders", mailbox.user_id, mailbox.folder_id(parent))
}

/// The root if the path contains no folder.
fn find_parent(mailbox: &Mailbox, parent: Option<&str>) -> Result<FolderKey, GraphError> {
    match parent {
        Some(name_or_id) => Ok(mailbox.find_folder(name_or_id)?.key),
        None => Ok(mailbox.folders.well_known(WellKnownFolder::Root)),
    }
}

pub(crate) fn get(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
    folder: &str,
) -> Result<GraphResponse, GraphError> {
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let folder = mailbox.find_folder(folder)?;
    Ok(GraphResponse::json(StatusCode::OK, entity_json(request, mailbox, folder)))
}

pub(crate) fn create(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
    parent: Option<&str>,
) -> Result<GraphResponse, GraphError> {
    let params = BodyParams::parse(request)?;
    let name = display_name(&params)?;
    let is_hidden = params.boolean("isHidden")?.unwrap_or(false);
    let mut state = shared.state();
    let mailbox = state.mailbox_mut(user)?;
    let parent = find_parent(mailbox, parent)?;
    let key = mailbox.folders.create(parent, name, is_hidden)?;
    let folder = mailbox.folders.get(key).ok_or_else(GraphError::message_not_found)?;
    Ok(GraphResponse::json(StatusCode::CREATED, entity_json(request, mailbox, folder)))
}

pub(crate) fn rename(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
    folder: &str,
) -> Result<GraphResponse, GraphError> {
    let params = BodyParams::parse(request)?;
    let name = display_name(&params)?;
    let mut state = shared.state();
    let mailbox = state.mailbox_mut(user)?;
    let key = mailbox.find_folder(folder)?.key;
    mailbox.folders.rename(key, name)?;
    let folder = mailbox.folders.get(key).ok_or_else(GraphError::message_not_found)?;
    Ok(GraphResponse::json(StatusCode::OK, entity_json(request, mailbox, folder)))
}

/// Deletes the folder and everything in it permanently, without moving it to Deleted Items.
pub(crate) fn delete(shared: &EmulatorShared, user: &str, folder: &str) -> Result<GraphResponse, GraphError> {
    let mut state = shared.state();
    let mailbox = state.mailbox_mut(user)?;
    let key = mailbox.find_folder(folder)?.key;
    let events = mailbox.remove_folder(key)?;
    shared.notify_subscribers(&mut state, user, &events);
    Ok(GraphResponse::empty(StatusCode::NO_CONTENT))
}

fn display_name(params: &BodyParams) -> Result<&str, GraphError> {
    params.text("displayName")?.filter(|name| !name.trim().is_empty()).ok_or_else(|| {
        let message = "The property 'displayName' is required and must not be empty.";
        GraphError::new(StatusCode::BAD_REQUEST, "ErrorInvalidRequest", message)
    })
}

fn entity_json(request: &GraphRequest, mailbox: &Mailbox, folder: &Folder) -> Map<String, Value> {
    let mut map = folder_json(mailbox, folder, request.query.select.as_deref());
    let context = format!("{}/$metadata#users('{}')/mailFolders/$entity", request.base_url, mailbox.user_id);
    map.insert("@odata.context".into(), context.into());
    map
}
