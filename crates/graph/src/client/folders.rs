//! The folder tree, finding a folder by its path, and creating missing folders.

use super::call::ApiCall;
use super::folder_path::{RemainingPath, is_same_name};
use super::json;
use super::mailbox_client::{MailboxClient, PageBudget};
use crate::error::{ErrorReason, MailError};
use crate::id::FolderId;
use crate::mailbox::Folder;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;
use std::collections::{HashSet, VecDeque};

const FIELDS: &str = "id,displayName,childFolderCount,totalItemCount,unreadItemCount,isHidden";
const LIST_QUERY: &[(&str, &str)] = &[("includeHiddenFolders", "true"), ("$top", "100"), ("$select", FIELDS)];

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
    /// A saved search: no mail arrives in it, and none can be moved into it.
    fn is_search_folder(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| kind.to_lowercase().ends_with("mailsearchfolder"))
    }

    fn parse(self, call: &'static str, parent: Option<&FolderId>) -> Result<Folder, MailError> {
        Ok(Folder {
            id: FolderId::new(json::require_id(call, self.id)?),
            name: json::require(call, "displayName", self.display_name)?,
            parent: parent.cloned(),
            total_items: self.total_item_count.unwrap_or(0),
            unread_items: self.unread_item_count.unwrap_or(0),
            hidden: self.is_hidden.unwrap_or(false),
        })
    }
}

struct ListedFolder {
    folder: Folder,
    may_have_children: bool,
}

/// The whole tree, level by level.
pub(super) async fn list_all(mailbox: &MailboxClient) -> Result<Vec<Folder>, MailError> {
    let mut budget = mailbox.page_budget();
    let mut known: HashSet<FolderId> = HashSet::new();
    let mut tree = vec![];
    let mut unread = VecDeque::from([None]);
    while let Some(parent) = unread.pop_front() {
        for ListedFolder { folder, may_have_children } in children(mailbox, parent.as_ref(), &mut budget).await? {
            // A folder that moves while the tree is read may appear twice.
            if known.insert(folder.id.clone()) {
                unread.extend(may_have_children.then(|| Some(folder.id.clone())));
                tree.push(folder);
            }
        }
    }
    Ok(tree)
}

/// Tries every match of the path until one leads to a folder.
pub(super) async fn find_by_path(mailbox: &MailboxClient, path: &str) -> Result<Folder, MailError> {
    let mut budget = mailbox.page_budget();
    let Some(path) = RemainingPath::parse(path) else { return Err(not_found()) };
    // What is left to try, the next one last: a folder and the path that remains below it.
    let mut candidates: Vec<(Option<Folder>, RemainingPath)> = vec![(None, path.clone())];
    if let Some((name, rest)) = path.well_known()
        && let Some(folder) = find_well_known(mailbox, name).await?
    {
        candidates.push((Some(folder), rest));
    }
    while let Some((candidate, rest)) = candidates.pop() {
        if rest.is_empty()
            && let Some(folder) = candidate
        {
            return Ok(folder);
        }
        let parent = candidate.map(|folder| folder.id);
        let children = children(mailbox, parent.as_ref(), &mut budget).await?;
        let names: Vec<&str> = children.iter().map(|child| child.folder.name.as_str()).collect();
        let matches = rest.matches(&names).into_iter().rev();
        candidates.extend(matches.map(|(index, rest)| (Some(children[index].folder.clone()), rest)));
    }
    Err(not_found())
}

/// Another program may create the folder at the same time.
pub(super) async fn get_or_create_child(
    mailbox: &MailboxClient,
    parent: &FolderId,
    name: &str,
) -> Result<Folder, MailError> {
    const CALL: &str = "create folder";
    if let Some(folder) = find_child(mailbox, parent, name).await? {
        return Ok(folder);
    }
    let url = mailbox.url(CALL, &["mailFolders", parent.as_str(), "childFolders"], &[])?;
    let call = ApiCall::new(CALL, Method::POST, url).body(json!({ "displayName": name }));
    match mailbox.fetch::<WireFolder>(&call).await {
        Ok(folder) => folder.parse(CALL, Some(parent)),
        Err(error @ MailError::AlreadyExists { .. }) => {
            let reason = ErrorReason::message("it exists but is not listed yet");
            let unlisted = MailError::ProviderFailed { call: CALL, status: error.to_string(), reason };
            find_child(mailbox, parent, name).await?.ok_or(unlisted)
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn count_items(mailbox: &MailboxClient, folder: &FolderId) -> Result<u64, MailError> {
    const CALL: &str = "count items";
    let url = mailbox.url(CALL, &["mailFolders", folder.as_str()], &[("$select", "id,totalItemCount")])?;
    let folder: WireFolder = mailbox.fetch(&ApiCall::get(CALL, url)).await?;
    json::require(CALL, "totalItemCount", folder.total_item_count)
}

async fn find_child(mailbox: &MailboxClient, parent: &FolderId, name: &str) -> Result<Option<Folder>, MailError> {
    let children = children(mailbox, Some(parent), &mut mailbox.page_budget()).await?;
    Ok(children.into_iter().map(|child| child.folder).find(|folder| is_same_name(&folder.name, name)))
}

/// `None` if the mailbox has no such folder: `archive` and others do not exist everywhere.
async fn find_well_known(mailbox: &MailboxClient, name: &str) -> Result<Option<Folder>, MailError> {
    const CALL: &str = "find folder";
    let url = mailbox.url(CALL, &["mailFolders", name], &[("$select", FIELDS)])?;
    match mailbox.fetch::<WireFolder>(&ApiCall::get(CALL, url)).await {
        Ok(folder) => folder.parse(CALL, None).map(Some),
        Err(MailError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The children of a folder, or the top-level folders.
async fn children(
    mailbox: &MailboxClient,
    parent: Option<&FolderId>,
    budget: &mut PageBudget,
) -> Result<Vec<ListedFolder>, MailError> {
    const CALL: &str = "list folders";
    let url = match parent {
        Some(parent) => mailbox.url(CALL, &["mailFolders", parent.as_str(), "childFolders"], LIST_QUERY)?,
        None => mailbox.url(CALL, &["mailFolders"], LIST_QUERY)?,
    };
    let folders: Vec<WireFolder> = mailbox.fetch_all_pages(ApiCall::get(CALL, url), budget).await?;
    let real_folders = folders.into_iter().filter(|folder| !folder.is_search_folder());
    real_folders
        .map(|folder| {
            let may_have_children = folder.child_folder_count != Some(0);
            Ok(ListedFolder { folder: folder.parse(CALL, parent)?, may_have_children })
        })
        .collect()
}

fn not_found() -> MailError {
    MailError::NotFound { call: "find folder", reason: ErrorReason::default() }
}
