//! Folders over HTTP.

use crate::desk::{BOX, Desk};
use serde_json::json;

#[tokio::test]
async fn they_are_listed_by_ten_and_hidden_ones_only_on_request() {
    let desk = Desk::new().await;
    let list = format!("/users/{BOX}/mailFolders");
    for number in 0..5 {
        desk.post(&list, json!({"displayName": format!("F{number}")})).await.is(201);
    }
    let first = desk.get(&list).await.is(200);
    assert_eq!(first.items().len(), 10);
    let second = desk.get(first.body["@odata.nextLink"].as_str().unwrap()).await.is(200);
    assert_eq!(second.items().len(), 3);
    assert!(second.body["@odata.nextLink"].is_null());
    let all = desk.get(&format!("{list}?includeHiddenFolders=true&$top=100")).await.is(200);
    assert!(all.items().iter().any(|folder| folder["displayName"] == "Sync Issues" && folder["isHidden"] == true));
    let one = desk.get(&format!("{list}?$filter=displayName eq 'inbox'&$select=displayName")).await.is(200);
    assert_eq!(one.items().len(), 1);
    assert!(one.items()[0]["totalItemCount"].is_null() && one.items()[0]["id"].is_string());
}

#[tokio::test]
async fn a_child_is_made_once_and_its_counts_follow_its_mail() {
    let desk = Desk::new().await;
    let children = format!("/users/{BOX}/mailFolders/Inbox/childFolders");
    let made = desk.post(&children, json!({"displayName": "Processed"})).await.is(201);
    let taken = desk.post(&children, json!({"displayName": "PROCESSED"})).await.is(409);
    assert_eq!(taken.code(), "ErrorFolderExists");
    let message = desk.deliver("one");
    let id = made.body["id"].as_str().unwrap();
    desk.post(&format!("/users/{BOX}/messages/{message}/move"), json!({"destinationId": id})).await.is(201);
    let folder = desk.get(&format!("/users/{BOX}/mailFolders/{id}")).await.is(200);
    assert_eq!((&folder.body["totalItemCount"], &folder.body["unreadItemCount"]), (&json!(1), &json!(1)));
    let inbox = desk.get(&format!("/users/{BOX}/mailFolders('inbox')")).await.is(200);
    assert_eq!((&inbox.body["totalItemCount"], &inbox.body["childFolderCount"]), (&json!(0), &json!(1)));
    assert_eq!(folder.body["parentFolderId"], inbox.body["id"]);
    desk.patch(&format!("/users/{BOX}/mailFolders/{id}"), json!({"displayName": "Done"})).await.is(200);
    assert_eq!(desk.lies().await, [("one".into(), "Inbox/Done".into())]);
    desk.delete(&format!("/users/{BOX}/mailFolders/{id}")).await.is(204);
    desk.get(&format!("/users/{BOX}/mailFolders/{id}")).await.is(404);
    desk.delete(&format!("/users/{BOX}/mailFolders/inbox")).await.is(403);
    desk.post(&children, json!({"displayName": " "})).await.is(400);
}
