use crate::harness::{Harness, MAILBOX};
use serde_json::json;

#[tokio::test]
async fn lists_folders_in_pages_and_hidden_ones_on_request() {
    let harness = Harness::new().await;
    let list = format!("/users/{MAILBOX}/mailFolders");
    for number in 0..5 {
        harness.post(&list, json!({"displayName": format!("F{number}")})).await.expect_status(201);
    }
    let first = harness.get(&list).await.expect_status(200);
    assert_eq!(first.items().len(), 10);
    let second = harness.get(first.body["@odata.nextLink"].as_str().unwrap()).await.expect_status(200);
    assert_eq!(second.items().len(), 3);
    assert!(second.body["@odata.nextLink"].is_null());
    let all = harness.get(&format!("{list}?includeHiddenFolders=true&$top=100")).await.expect_status(200);
    assert!(all.items().iter().any(|folder| folder["displayName"] == "Sync Issues" && folder["isHidden"] == true));
    let one =
        harness.get(&format!("{list}?$filter=displayName eq 'inbox'&$select=displayName")).await.expect_status(200);
    assert_eq!(one.items().len(), 1);
    assert!(one.items()[0]["totalItemCount"].is_null() && one.items()[0]["id"].is_string());
}

#[tokio::test]
async fn child_names_are_unique_and_counts_follow_messages() {
    let harness = Harness::new().await;
    let children = format!("/users/{MAILBOX}/mailFolders/Inbox/childFolders");
    let created = harness.post(&children, json!({"displayName": "Processed"})).await.expect_status(201);
    let taken = harness.post(&children, json!({"displayName": "PROCESSED"})).await.expect_status(409);
    assert_eq!(taken.code(), "ErrorFolderExists");
    let message = harness.deliver("one");
    let id = created.body["id"].as_str().unwrap();
    harness
        .post(&format!("/users/{MAILBOX}/messages/{message}/move"), json!({"destinationId": id}))
        .await
        .expect_status(201);
    let folder = harness.get(&format!("/users/{MAILBOX}/mailFolders/{id}")).await.expect_status(200);
    assert_eq!((&folder.body["totalItemCount"], &folder.body["unreadItemCount"]), (&json!(1), &json!(1)));
    let inbox = harness.get(&format!("/users/{MAILBOX}/mailFolders('inbox')")).await.expect_status(200);
    assert_eq!((&inbox.body["totalItemCount"], &inbox.body["childFolderCount"]), (&json!(0), &json!(1)));
    assert_eq!(folder.body["parentFolderId"], inbox.body["id"]);
    harness
        .patch(&format!("/users/{MAILBOX}/mailFolders/{id}"), json!({"displayName": "Done"}))
        .await
        .expect_status(200);
    assert_eq!(harness.messages_and_folders().await, [("one".into(), "Inbox/Done".into())]);
    harness.delete(&format!("/users/{MAILBOX}/mailFolders/{id}")).await.expect_status(204);
    harness.get(&format!("/users/{MAILBOX}/mailFolders/{id}")).await.expect_status(404);
    harness.delete(&format!("/users/{MAILBOX}/mailFolders/inbox")).await.expect_status(403);
    harness.post(&children, json!({"displayName": " "})).await.expect_status(400);
}
