//! A folder as JSON.

use crate::odata::literal::Literal;
use crate::odata::query::Query;
use crate::store::folder::Folder;
use crate::store::mailbox::Mailbox;
use serde_json::{Map, Value};

/// The folder with its counts, or what was selected of it.
pub(crate) fn show(mailbox: &Mailbox, folder: &Folder, query: &Query) -> Map<String, Value> {
    let parent = folder.parent.unwrap_or(folder.number);
    let all: [(&str, Value); 8] = [
        ("id", mailbox.folder_id(folder.number).into()),
        ("displayName", folder.name.clone().into()),
        ("parentFolderId", mailbox.folder_id(parent).into()),
        ("childFolderCount", mailbox.children(folder.number).count().into()),
        ("unreadItemCount", folder.unread.into()),
        ("totalItemCount", folder.by_received.len().into()),
        ("sizeInBytes", folder.size.into()),
        ("isHidden", folder.is_hidden.into()),
    ];
    let wanted = |name: &str| {
        let selected = query.select.as_deref();
        name == "id" || selected.is_none_or(|names| names.iter().any(|wanted| wanted.eq_ignore_ascii_case(name)))
    };
    all.into_iter().filter(|(name, _)| wanted(name)).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What may be filtered by, in lower case.
pub(crate) const COMPARABLE: &[&str] = &["displayname", "ishidden", "unreaditemcount", "totalitemcount"];

/// The value of one of those.
pub(crate) fn literal(folder: &Folder, property: &str) -> Option<Literal> {
    Some(match property {
        "displayname" => Literal::text(&folder.name),
        "ishidden" => Literal::Bool(folder.is_hidden),
        "unreaditemcount" => count(folder.unread),
        "totalitemcount" => count(folder.by_received.len()),
        _ => return None,
    })
}

fn count(count: usize) -> Literal {
    Literal::Number(u32::try_from(count).map_or(f64::INFINITY, f64::from))
}
