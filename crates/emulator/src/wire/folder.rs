//! A folder as Graph's JSON.

use crate::odata::filter::Filter;
use crate::odata::literal::Literal;
use crate::odata::property_kind::{FilterableProperty, PropertyKind};
use crate::store::folder::Folder;
use crate::store::mailbox::Mailbox;
use serde_json::{Map, Value};

/// Contains the id and the selected properties, or all if there is no selection.
pub(crate) fn folder_json(mailbox: &Mailbox, folder: &Folder, select: Option<&[String]>) -> Map<String, Value> {
    let parent = folder.parent.unwrap_or(folder.key);
    let all: [(&str, Value); 8] = [
        ("id", mailbox.folder_id(folder.key).into()),
        ("displayName", folder.name.clone().into()),
        ("parentFolderId", mailbox.folder_id(parent).into()),
        ("childFolderCount", mailbox.folders.children(folder.key).count().into()),
        ("unreadItemCount", folder.unread.into()),
        ("totalItemCount", folder.by_received.len().into()),
        ("sizeInBytes", folder.size.into()),
        ("isHidden", folder.is_hidden.into()),
    ];
    let includes = |name: &str| {
        name == "id" || select.is_none_or(|names| names.iter().any(|selected| selected.eq_ignore_ascii_case(name)))
    };
    all.into_iter().filter(|(name, _)| includes(name)).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// In lower case.
pub(crate) const FILTERABLE_PROPERTIES: &[FilterableProperty] = &[
    ("displayname", PropertyKind::Text),
    ("ishidden", PropertyKind::Bool),
    ("unreaditemcount", PropertyKind::Number),
    ("totalitemcount", PropertyKind::Number),
];

pub(crate) fn matches_filter(folder: &Folder, filter: &Filter) -> bool {
    filter.matches(&|property| property_literal(folder, property))
}

fn property_literal(folder: &Folder, property: &str) -> Option<Literal> {
    Some(match property {
        "displayname" => Literal::text(&folder.name),
        "ishidden" => Literal::Bool(folder.is_hidden),
        "unreaditemcount" => count_literal(folder.unread),
        "totalitemcount" => count_literal(folder.by_received.len()),
        _ => return None,
    })
}

fn count_literal(count: usize) -> Literal {
    Literal::Number(u32::try_from(count).map_or(f64::INFINITY, f64::from))
}
