use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, inbox, path, variant};
use serde_json::{Value, json};
use stormwire_graph::{FolderId, MailError};

fn folder(id: &str, name: &str, children: u64) -> Value {
    json!({ "id": id, "displayName": name, "childFolderCount": children, "totalItemCount": 5, "isHidden": false })
}

fn page(folders: &[Value]) -> FakeResponse {
    FakeResponse::json(200, &json!({ "value": folders }))
}

fn not_found() -> FakeResponse {
    FakeResponse::error(404, "ErrorItemNotFound")
}

#[tokio::test]
async fn reads_the_folder_tree_page_by_page_and_level_by_level() {
    let fixture = Fixture::new().await;
    let next = fixture.provider.link("users/x/mailFolders?$skip=2");
    let search = json!({ "@odata.type": "#microsoft.graph.mailSearchFolder", "id": "s", "displayName": "Unread" });
    let hidden = json!({ "id": "h", "displayName": "Hidden", "childFolderCount": 0, "isHidden": true });
    let first = json!({ "value": [folder("a/1=", "Inbox", 1), search], "@odata.nextLink": next });
    fixture.provider.respond(FakeResponse::json(200, &first)).respond(page(&[hidden]));
    fixture.provider.respond(page(&[folder("b", "Storm", 1)])).respond(page(&[folder("c", "Processed", 0)]));
    let tree = fixture.mailbox.folders().await.unwrap();
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
    let paths: Vec<_> = fixture.provider.calls().iter().map(|call| call.path.clone()).collect();
    let select = "id,displayName,childFolderCount,totalItemCount,unreadItemCount,isHidden";
    let query = format!("includeHiddenFolders=true&$top=100&$select={select}");
    assert_eq!(paths[0], path(&format!("mailFolders?{query}")));
    assert_eq!(paths[1], "/v1.0/users/x/mailFolders?$skip=2");
    assert_eq!(paths[2], path(&format!("mailFolders/a%2F1%3D/childFolders?{query}")));
}

#[tokio::test]
async fn an_endless_list_fails() {
    let fixture = Fixture::new().await;
    for _ in 0..30 {
        let again = fixture.provider.link("again");
        fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [], "@odata.nextLink": again })));
    }
    let error = fixture.mailbox.folders().await.unwrap_err();
    assert_eq!(error.to_string(), "list folders: larger than 20 requests can list");
    assert_eq!(fixture.provider.calls().len(), 20);
}

#[tokio::test]
async fn finds_a_folder_by_its_path() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::json(200, &folder("in", "Posteingang", 2)));
    fixture.provider.respond(page(&[folder("x", "Other", 0), folder("y", "Storm ALERTS", 0)]));
    let found = fixture.mailbox.folder_by_path("Inbox/storm alerts").await.unwrap();
    assert_eq!((found.id.as_str(), found.parent), ("y", Some(FolderId::new("in"))));
    assert!(fixture.provider.calls()[0].path.starts_with(&path("mailFolders/inbox?")));
    assert!(fixture.provider.calls()[1].path.starts_with(&path("mailFolders/in/childFolders?")));
}

#[tokio::test]
async fn a_well_known_name_needs_one_call() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::json(200, &folder("in", "Posteingang", 0)));
    assert_eq!(fixture.mailbox.folder_by_path("INBOX").await.unwrap().id.as_str(), "in");
}

#[tokio::test]
async fn falls_back_to_a_display_name() {
    let fixture = Fixture::new().await;
    fixture
        .provider
        .respond(FakeResponse::error(404, "ErrorFolderNotFound"))
        .respond(page(&[folder("own", "Archive", 0)]));
    assert_eq!(fixture.mailbox.folder_by_path("Archive").await.unwrap().id.as_str(), "own");
}

#[tokio::test]
async fn finds_a_name_with_a_slash_after_shorter_names() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(page(&[folder("ab", "Storm/Alerts", 0), folder("a", "Storm", 1)]));
    fixture.provider.respond(page(&[folder("x", "Other", 0)]));
    assert_eq!(fixture.mailbox.folder_by_path("Storm/Alerts").await.unwrap().id.as_str(), "ab");
    fixture.provider.respond(page(&[folder("ab", "Storm/Alerts", 0), folder("a", "Storm", 1)]));
    fixture.provider.respond(page(&[folder("b", "Alerts", 0)]));
    assert_eq!(fixture.mailbox.folder_by_path("Storm/Alerts").await.unwrap().id.as_str(), "b");
}

#[tokio::test]
async fn an_unknown_path_is_not_found() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(page(&[folder("a", "Storm", 0)])).respond(page(&[]));
    assert_eq!(variant(&fixture.mailbox.folder_by_path("Storm/None").await), "NotFound");
    assert_eq!(variant(&fixture.mailbox.folder_by_path(" / ").await), "NotFound");
    fixture.provider.respond(not_found()).respond(page(&[]));
    assert_eq!(variant(&fixture.mailbox.folder_by_path("Inbox").await), "NotFound");
    // An unavailable mailbox does not mean that the folder is missing.
    fixture.provider.respond(FakeResponse::error(404, "MailboxNotEnabledForRESTAPI"));
    assert_eq!(variant(&fixture.mailbox.folder_by_path("Inbox").await), "MailboxUnavailable");
}

#[tokio::test]
async fn uses_an_existing_child_or_creates_it() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(page(&[folder("p", "processed", 0)]));
    assert_eq!(fixture.mailbox.child_folder(&inbox(), "Processed").await.unwrap().id.as_str(), "p");
    fixture.provider.respond(page(&[])).respond(FakeResponse::json(201, &folder("q", "Processed", 0)));
    let made = fixture.mailbox.child_folder(&inbox(), "Processed").await.unwrap();
    assert_eq!((made.id.as_str(), made.parent), ("q", Some(inbox())));
    let calls = fixture.provider.calls();
    assert_eq!((calls[2].method.as_str(), calls[2].path.clone()), ("POST", path("mailFolders/inbox-id/childFolders")));
    assert_eq!(calls[2].json(), json!({ "displayName": "Processed" }));
}

#[tokio::test]
async fn uses_a_child_that_was_created_at_the_same_time() {
    let fixture = Fixture::new().await;
    let exists = || FakeResponse::error(409, "ErrorFolderExists");
    fixture.provider.respond(page(&[])).respond(exists()).respond(page(&[folder("p", "Processed", 0)]));
    assert_eq!(fixture.mailbox.child_folder(&inbox(), "Processed").await.unwrap().id.as_str(), "p");
    // Created, but the connection broke before the response.
    fixture.provider.respond(page(&[])).respond(FakeResponse::disconnect()).respond(exists()).respond(page(&[folder(
        "p",
        "Processed",
        0,
    )]));
    let (made, _) = fixture.run_advancing_clock(fixture.mailbox.child_folder(&inbox(), "Processed")).await;
    assert_eq!(made.unwrap().id.as_str(), "p");
    fixture.provider.respond(page(&[])).respond(exists()).respond(page(&[]));
    let unlisted = fixture.mailbox.child_folder(&inbox(), "Processed").await;
    assert_eq!(variant(&unlisted), "ProviderFailed");
    assert!(unlisted.unwrap_err().is_retryable());
}

#[tokio::test]
async fn counting_requires_the_count_field() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::json(200, &json!({ "id": "x" })));
    let expected = MailError::Unreadable { call: "count items", problem: "field totalItemCount is missing".into() };
    assert_eq!(fixture.mailbox.count(&inbox()).await, Err(expected));
    assert_eq!(fixture.provider.calls()[0].path, path("mailFolders/inbox-id?$select=id,totalItemCount"));
}
