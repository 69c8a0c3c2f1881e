use crate::bed::{Bed, inbox, path, variant};
use crate::provider::Reply;
use serde_json::{Value, json};
use stormwire_graph::{FolderId, MailError};

fn folder(id: &str, name: &str, children: u64) -> Value {
    json!({ "id": id, "displayName": name, "childFolderCount": children, "totalItemCount": 5, "isHidden": false })
}

fn page(folders: &[Value]) -> Reply {
    Reply::json(200, &json!({ "value": folders }))
}

fn not_found() -> Reply {
    Reply::error(404, "ErrorItemNotFound")
}

#[tokio::test]
async fn the_whole_tree_is_read_page_by_page_and_level_by_level() {
    let bed = Bed::new().await;
    let next = bed.provider.link("users/x/mailFolders?$skip=2");
    let search = json!({ "@odata.type": "#microsoft.graph.mailSearchFolder", "id": "s", "displayName": "Unread" });
    let hidden = json!({ "id": "h", "displayName": "Hidden", "childFolderCount": 0, "isHidden": true });
    let first = json!({ "value": [folder("a/1=", "Inbox", 1), search], "@odata.nextLink": next });
    bed.provider.then(Reply::json(200, &first)).then(page(&[hidden]));
    bed.provider.then(page(&[folder("b", "Storm", 1)])).then(page(&[folder("c", "Processed", 0)]));
    let tree = bed.mailbox.folders().await.unwrap();
    let shown: Vec<_> = tree
        .iter()
        .map(|folder| (folder.name.as_str(), folder.parent.as_ref().map(FolderId::as_str), folder.hidden))
        .collect();
    let expected = [
        ("Inbox", None, false),
        ("Hidden", None, true),
        ("Storm", Some("a/1="), false),
        ("Processed", Some("b"), false),
    ];
    assert_eq!(shown, expected);
    assert_eq!((tree[0].total_items, tree[1].total_items), (5, 0));
    let paths: Vec<_> = bed.provider.asked().iter().map(|asked| asked.path.clone()).collect();
    let select = "id,displayName,childFolderCount,totalItemCount,unreadItemCount,isHidden";
    let query = format!("includeHiddenFolders=true&$top=100&$select={select}");
    assert_eq!(paths[0], path(&format!("mailFolders?{query}")));
    assert_eq!(paths[1], "/v1.0/users/x/mailFolders?$skip=2");
    assert_eq!(paths[2], path(&format!("mailFolders/a%2F1%3D/childFolders?{query}")));
}

#[tokio::test]
async fn a_listing_without_end_is_given_up() {
    let bed = Bed::new().await;
    for _ in 0..30 {
        let again = bed.provider.link("again");
        bed.provider.then(Reply::json(200, &json!({ "value": [], "@odata.nextLink": again })));
    }
    let error = bed.mailbox.folders().await.unwrap_err();
    assert_eq!(error.to_string(), "list folders: larger than 20 requests can list");
    assert_eq!(bed.provider.asked().len(), 20);
}

#[tokio::test]
async fn a_folder_is_found_along_its_path() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::json(200, &folder("in", "Posteingang", 2)));
    bed.provider.then(page(&[folder("x", "Other", 0), folder("y", "Storm ALERTS", 0)]));
    let found = bed.mailbox.folder_by_path("Inbox/storm alerts").await.unwrap();
    assert_eq!((found.id.as_str(), found.parent), ("y", Some(FolderId::new("in"))));
    assert!(bed.provider.asked()[0].path.starts_with(&path("mailFolders/inbox?")));
    assert!(bed.provider.asked()[1].path.starts_with(&path("mailFolders/in/childFolders?")));
}

#[tokio::test]
async fn a_name_of_the_provider_alone_needs_one_call() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::json(200, &folder("in", "Posteingang", 0)));
    assert_eq!(bed.mailbox.folder_by_path("INBOX").await.unwrap().id.as_str(), "in");
}

#[tokio::test]
async fn a_display_name_serves_where_the_provider_has_no_such_folder() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::error(404, "ErrorFolderNotFound")).then(page(&[folder("own", "Archive", 0)]));
    assert_eq!(bed.mailbox.folder_by_path("Archive").await.unwrap().id.as_str(), "own");
}

#[tokio::test]
async fn a_name_with_a_slash_is_found_after_the_plain_reading_has_failed() {
    let bed = Bed::new().await;
    bed.provider.then(page(&[folder("ab", "Storm/Alerts", 0), folder("a", "Storm", 1)]));
    bed.provider.then(page(&[folder("x", "Other", 0)]));
    assert_eq!(bed.mailbox.folder_by_path("Storm/Alerts").await.unwrap().id.as_str(), "ab");
    bed.provider.then(page(&[folder("ab", "Storm/Alerts", 0), folder("a", "Storm", 1)]));
    bed.provider.then(page(&[folder("b", "Alerts", 0)]));
    assert_eq!(bed.mailbox.folder_by_path("Storm/Alerts").await.unwrap().id.as_str(), "b");
}

#[tokio::test]
async fn a_path_that_leads_nowhere_is_not_found() {
    let bed = Bed::new().await;
    bed.provider.then(page(&[folder("a", "Storm", 0)])).then(page(&[]));
    assert_eq!(variant(&bed.mailbox.folder_by_path("Storm/None").await), "NotFound");
    assert_eq!(variant(&bed.mailbox.folder_by_path(" / ").await), "NotFound");
    bed.provider.then(not_found()).then(page(&[]));
    assert_eq!(variant(&bed.mailbox.folder_by_path("Inbox").await), "NotFound");
    // A mailbox that is away is no folder that is missing.
    bed.provider.then(Reply::error(404, "MailboxNotEnabledForRESTAPI"));
    assert_eq!(variant(&bed.mailbox.folder_by_path("Inbox").await), "MailboxUnavailable");
}

#[tokio::test]
async fn a_child_is_taken_when_it_is_there_and_made_when_it_is_not() {
    let bed = Bed::new().await;
    bed.provider.then(page(&[folder("p", "processed", 0)]));
    assert_eq!(bed.mailbox.child_folder(&inbox(), "Processed").await.unwrap().id.as_str(), "p");
    bed.provider.then(page(&[])).then(Reply::json(201, &folder("q", "Processed", 0)));
    let made = bed.mailbox.child_folder(&inbox(), "Processed").await.unwrap();
    assert_eq!((made.id.as_str(), made.parent), ("q", Some(inbox())));
    let asked = bed.provider.asked();
    assert_eq!((asked[2].method.as_str(), asked[2].path.clone()), ("POST", path("mailFolders/inbox-id/childFolders")));
    assert_eq!(asked[2].json(), json!({ "displayName": "Processed" }));
}

#[tokio::test]
async fn a_child_that_someone_else_made_at_the_same_moment_is_taken() {
    let bed = Bed::new().await;
    let exists = || Reply::error(409, "ErrorFolderExists");
    bed.provider.then(page(&[])).then(exists()).then(page(&[folder("p", "Processed", 0)]));
    assert_eq!(bed.mailbox.child_folder(&inbox(), "Processed").await.unwrap().id.as_str(), "p");
    // Made, but the connection broke before the answer came.
    bed.provider.then(page(&[])).then(Reply::cut()).then(exists()).then(page(&[folder("p", "Processed", 0)]));
    let (made, _) = bed.passing(bed.mailbox.child_folder(&inbox(), "Processed")).await;
    assert_eq!(made.unwrap().id.as_str(), "p");
    bed.provider.then(page(&[])).then(exists()).then(page(&[]));
    let unlisted = bed.mailbox.child_folder(&inbox(), "Processed").await;
    assert_eq!(variant(&unlisted), "Failing");
    assert!(unlisted.unwrap_err().retryable());
}

#[tokio::test]
async fn a_count_needs_its_field() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::json(200, &json!({ "id": "x" })));
    let expected = MailError::Unreadable { call: "count items", what: "the field totalItemCount is missing".into() };
    assert_eq!(bed.mailbox.count(&inbox()).await, Err(expected));
    assert_eq!(bed.provider.asked()[0].path, path("mailFolders/inbox-id?$select=id,totalItemCount"));
}
