//! Folders: the tree, the walk along a path, and children that are made when they are missing.

use super::call::Call;
use super::json;
use super::mailbox::{Budget, GraphMailbox};
use super::path::{Rest, same_name};
use crate::{Folder, FolderId, MailError, Reason};
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;
use std::collections::{HashSet, VecDeque};

const FIELDS: &str = "id,displayName,childFolderCount,totalItemCount,unreadItemCount,isHidden";
const LIST: &[(&str, &str)] = &[("includeHiddenFolders", "true"), ("$top", "100"), ("$select", FIELDS)];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireFolder {
    #[serde(rename = "@odata.type")]
    kind: Option<String>,
    id: Option<String>,
    display_name: Option<String>,
    child_folder_count: Option<u64>,
    total_item_count: Option<u64>,
    unread_item_count: Option<u64>,
    is_hidden: Option<bool>,
}

impl WireFolder {
    /// A view of mail that lies elsewhere: nothing arrives in it and nothing can be moved into it.
    fn is_search(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| kind.to_lowercase().ends_with("mailsearchfolder"))
    }

    fn read(self, call: &'static str, parent: Option<&FolderId>) -> Result<Folder, MailError> {
        Ok(Folder {
            id: FolderId::new(json::id(call, self.id)?),
            name: json::need(call, "displayName", self.display_name)?,
            parent: parent.cloned(),
            total_items: self.total_item_count.unwrap_or(0),
            unread_items: self.unread_item_count.unwrap_or(0),
            hidden: self.is_hidden.unwrap_or(false),
        })
    }
}

/// A folder and whether it may have children.
type WithChildren = (Folder, bool);

/// The whole tree, level by level.
pub(super) async fn tree(mailbox: &GraphMailbox) -> Result<Vec<Folder>, MailError> {
    let mut budget = mailbox.budget();
    let mut known: HashSet<FolderId> = HashSet::new();
    let mut tree = vec![];
    let mut open = VecDeque::from([None]);
    while let Some(parent) = open.pop_front() {
        for (folder, has_children) in children(mailbox, parent.as_ref(), &mut budget).await? {
            // A folder that moves while the tree is read may be met twice.
            if known.insert(folder.id.clone()) {
                open.extend(has_children.then(|| Some(folder.id.clone())));
                tree.push(folder);
            }
        }
    }
    Ok(tree)
}

/// The folder at a path: every reading of it, until one leads to a folder.
pub(super) async fn by_path(mailbox: &GraphMailbox, path: &str) -> Result<Folder, MailError> {
    let mut budget = mailbox.budget();
    let Some(whole) = Rest::of(path) else { return Err(no_folder()) };
    // What is left to try, the next one last: a folder that was reached and the names that still follow it.
    let mut open: Vec<(Option<Folder>, Rest)> = vec![(None, whole.clone())];
    if let Some((name, rest)) = whole.well_known()
        && let Some(folder) = well_known(mailbox, name).await?
    {
        open.push((Some(folder), rest));
    }
    while let Some((reached, rest)) = open.pop() {
        if rest.is_empty()
            && let Some(folder) = reached
        {
            return Ok(folder);
        }
        let parent = reached.map(|folder| folder.id);
        let folders: Vec<Folder> =
            children(mailbox, parent.as_ref(), &mut budget).await?.into_iter().map(|(folder, _)| folder).collect();
        let names: Vec<&str> = folders.iter().map(|folder| folder.name.as_str()).collect();
        let readings = rest.readings(&names).into_iter().rev();
        open.extend(readings.map(|(at, rest)| (Some(folders[at].clone()), rest)));
    }
    Err(no_folder())
}

/// The child of that name, made when there is none. Someone else may make it at the same moment.
pub(super) async fn child(mailbox: &GraphMailbox, parent: &FolderId, name: &str) -> Result<Folder, MailError> {
    const CALL: &str = "make folder";
    if let Some(folder) = named_child(mailbox, parent, name).await? {
        return Ok(folder);
    }
    let url = mailbox.url(CALL, &["mailFolders", parent.as_str(), "childFolders"], &[])?;
    let call = Call::new(CALL, Method::POST, url).body(json!({ "displayName": name }));
    match mailbox.read::<WireFolder>(&call).await {
        Ok(folder) => folder.read(CALL, Some(parent)),
        Err(error @ MailError::AlreadyExists { .. }) => {
            let reason = Reason { code: String::new(), message: "it exists but is not listed yet".into() };
            let unlisted = MailError::Failing { call: CALL, status: error.to_string(), reason };
            named_child(mailbox, parent, name).await?.ok_or(unlisted)
        }
        Err(error) => Err(error),
    }
}

/// How many items lie in the folder.
pub(super) async fn count(mailbox: &GraphMailbox, folder: &FolderId) -> Result<u64, MailError> {
    const CALL: &str = "count items";
    let url = mailbox.url(CALL, &["mailFolders", folder.as_str()], &[("$select", "id,totalItemCount")])?;
    let folder: WireFolder = mailbox.read(&Call::get(CALL, url)).await?;
    json::need(CALL, "totalItemCount", folder.total_item_count)
}

async fn named_child(mailbox: &GraphMailbox, parent: &FolderId, name: &str) -> Result<Option<Folder>, MailError> {
    let all = children(mailbox, Some(parent), &mut mailbox.budget()).await?;
    Ok(all.into_iter().map(|(folder, _)| folder).find(|folder| same_name(&folder.name, name)))
}

/// A folder by the provider's own name for it; `archive` and others are not in every mailbox.
async fn well_known(mailbox: &GraphMailbox, name: &str) -> Result<Option<Folder>, MailError> {
    const CALL: &str = "find folder";
    let url = mailbox.url(CALL, &["mailFolders", name], &[("$select", FIELDS)])?;
    match mailbox.read::<WireFolder>(&Call::get(CALL, url)).await {
        Ok(folder) => folder.read(CALL, None).map(Some),
        Err(MailError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The children of a folder, or those at the top.
async fn children(
    mailbox: &GraphMailbox,
    parent: Option<&FolderId>,
    budget: &mut Budget,
) -> Result<Vec<WithChildren>, MailError> {
    const CALL: &str = "list folders";
    let url = match parent {
        Some(parent) => mailbox.url(CALL, &["mailFolders", parent.as_str(), "childFolders"], LIST)?,
        None => mailbox.url(CALL, &["mailFolders"], LIST)?,
    };
    let folders: Vec<WireFolder> = mailbox.pages(Call::get(CALL, url), budget).await?;
    let real = folders.into_iter().filter(|folder| !folder.is_search());
    real.map(|folder| {
        let has_children = folder.child_folder_count != Some(0);
        Ok((folder.read(CALL, parent)?, has_children))
    })
    .collect()
}

fn no_folder() -> MailError {
    MailError::NotFound { call: "find folder", reason: Reason::default() }
}
