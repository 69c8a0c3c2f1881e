//! Folders: listed by ten, made, renamed, removed.

use crate::graph::Ask;
use crate::graph::answer::Answer;
use crate::graph::messages::{listing, more};
use crate::graph::params::Params;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::store::folder::Folder;
use crate::store::mailbox::Mailbox;
use crate::wire::folder::{COMPARABLE, literal, show};
use axum::http::StatusCode;
use serde_json::{Map, Value};

/// Children of the root, or of a folder.
pub(crate) fn list(shared: &Shared, ask: &Ask, user: &str, parent: Option<&str>) -> Result<Answer, Refusal> {
    ask.query.check_properties(COMPARABLE, "mailFolder")?;
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let parent = match parent {
        Some(text) => mailbox.find_folder(text)?.number,
        None => mailbox.root(),
    };
    let fits = |folder: &&Folder| {
        let visible = ask.query.include_hidden || !folder.is_hidden;
        visible && ask.query.filter.as_ref().is_none_or(|filter| filter.matches(&|name| literal(folder, name)))
    };
    let all: Vec<&Folder> = mailbox.children(parent).filter(fits).collect();
    let (skip, top) = (ask.query.skip, ask.query.top.unwrap_or(10));
    let end = skip.saturating_add(top);
    let page = all.iter().skip(skip).take(top).map(|folder| Value::from(show(mailbox, folder, &ask.query))).collect();
    let context = format!("users('{}')/mailFolders", mailbox.guid);
    let next = (end < all.len()).then(|| more(ask, &folder_path(mailbox, parent), end));
    Ok(listing(ask, &context, page, all.len(), next))
}

fn folder_path(mailbox: &Mailbox, parent: u32) -> String {
    if parent == mailbox.root() {
        return format!("/users/{}/mailFolders", mailbox.guid);
    }
    format!("/users/{}/mailFolders/{}/childFolders", mailbox.guid, mailbox.folder_id(parent))
}

pub(crate) fn get(shared: &Shared, ask: &Ask, user: &str, folder: &str) -> Result<Answer, Refusal> {
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let folder = mailbox.find_folder(folder)?;
    Ok(Answer::json(StatusCode::OK, entity(ask, mailbox, folder)))
}

pub(crate) fn create(shared: &Shared, ask: &Ask, user: &str, parent: Option<&str>) -> Result<Answer, Refusal> {
    let params = Params::read(&ask.body)?;
    let name = display_name(&params)?.to_owned();
    let hidden = params.boolean("isHidden")?.unwrap_or(false);
    let mut state = shared.state();
    let mailbox = state.mailbox_mut(user)?;
    let parent = match parent {
        Some(text) => mailbox.find_folder(text)?.number,
        None => mailbox.root(),
    };
    let number = mailbox.create_folder(parent, &name, hidden)?;
    let folder = mailbox.folder(number).ok_or_else(Refusal::item_not_found)?;
    Ok(Answer::json(StatusCode::CREATED, entity(ask, mailbox, folder)))
}

pub(crate) fn rename(shared: &Shared, ask: &Ask, user: &str, folder: &str) -> Result<Answer, Refusal> {
    let params = Params::read(&ask.body)?;
    let name = display_name(&params)?.to_owned();
    let mut state = shared.state();
    let mailbox = state.mailbox_mut(user)?;
    let number = mailbox.find_folder(folder)?.number;
    mailbox.rename_folder(number, &name)?;
    let folder = mailbox.folder(number).ok_or_else(Refusal::item_not_found)?;
    Ok(Answer::json(StatusCode::OK, entity(ask, mailbox, folder)))
}

/// With everything in it, at once: what a watcher of that folder has to survive.
pub(crate) fn delete(shared: &Shared, user: &str, folder: &str) -> Result<Answer, Refusal> {
    let mut state = shared.state();
    let mailbox = state.mailbox_mut(user)?;
    let number = mailbox.find_folder(folder)?.number;
    let events = mailbox.remove_folder(number)?;
    shared.tell(&mut state, user, &events);
    Ok(Answer::nothing(StatusCode::NO_CONTENT))
}

fn display_name(params: &Params) -> Result<&str, Refusal> {
    params.text("displayName")?.filter(|name| !name.trim().is_empty()).ok_or_else(|| {
        let message = "The property 'displayName' is required and must not be empty.";
        Refusal::new(StatusCode::BAD_REQUEST, "ErrorInvalidRequest", message)
    })
}

fn entity(ask: &Ask, mailbox: &Mailbox, folder: &Folder) -> Map<String, Value> {
    let mut map = show(mailbox, folder, &ask.query);
    let context = format!("{}/$metadata#users('{}')/mailFolders/$entity", ask.base, mailbox.guid);
    map.insert("@odata.context".into(), context.into());
    map
}
