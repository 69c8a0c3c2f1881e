//! File, item and reference attachments.

use crate::harness::{Harness, MAILBOX};
use serde_json::{Value, json};

fn deliver_with_attachments(harness: &Harness) -> String {
    let message = json!({"subject": "with", "attachments": [
        {"@odata.type": "#microsoft.graph.fileAttachment", "name": "a b.txt", "contentType": "text/plain", "contentBytes": "aGVsbG8="},
        {"@odata.type": "#microsoft.graph.itemAttachment", "name": "inner", "item": {"subject": "inside", "body": {"contentType": "text", "content": "deep"}}},
        {"@odata.type": "#microsoft.graph.referenceAttachment", "name": "link", "sourceUrl": "https://example.com/x"},
        {"name": "logo.png", "contentType": "image/png", "contentBytes": "aGk=", "isInline": true, "contentId": "logo"},
    ]});
    harness.emulator.deliver(MAILBOX, "Inbox", message).unwrap()
}

#[tokio::test]
async fn lists_attachments_with_or_without_content() {
    let harness = Harness::new().await;
    let all = format!("/users/{MAILBOX}/messages/{}/attachments", deliver_with_attachments(&harness));
    let full = harness.get(&all).await.expect_status(200);
    let types: Vec<&str> = full.items().iter().map(|item| item["@odata.type"].as_str().unwrap()).collect();
    assert_eq!(
        types,
        [
            "#microsoft.graph.fileAttachment",
            "#microsoft.graph.itemAttachment",
            "#microsoft.graph.referenceAttachment",
            "#microsoft.graph.fileAttachment",
        ]
    );
    assert_eq!(full.items()[0]["contentBytes"], "aGVsbG8=");
    assert!(full.items()[0]["size"].as_u64().unwrap() > 5, "the stored size is larger than the content");
    assert_eq!(full.items()[1]["contentType"], Value::Null);
    let brief = harness.get(&format!("{all}?$select=id,name,contentType,size,isInline")).await.expect_status(200);
    assert!(brief.items().iter().all(|item| item["contentBytes"].is_null() && item["size"].is_u64()));
    let derived =
        harness.get(&format!("{all}?$select=microsoft.graph.fileAttachment/contentBytes")).await.expect_status(200);
    assert_eq!(derived.items()[0]["contentBytes"], "aGVsbG8=");
    let whole =
        harness.get(&format!("{}?$expand=attachments", all.trim_end_matches("/attachments"))).await.expect_status(200);
    assert_eq!(whole.body["attachments"].as_array().unwrap().len(), 4);
    assert_eq!(whole.body["hasAttachments"], true);
}

#[tokio::test]
async fn reads_attachments_and_their_bytes_except_for_links() {
    let harness = Harness::new().await;
    let message = deliver_with_attachments(&harness);
    let all = format!("/users/{MAILBOX}/messages/{message}/attachments");
    let ids: Vec<String> =
        harness.get(&all).await.items().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(harness.get(&format!("{all}/{}", ids[0])).await.expect_status(200).body["name"], "a b.txt");
    assert_eq!(harness.get(&format!("{all}/{}/$value", ids[0])).await.expect_status(200).body, "hello");
    let item =
        harness.get(&format!("{all}/{}?$expand=microsoft.graph.itemattachment/item", ids[1])).await.expect_status(200);
    assert_eq!((&item.body["item"]["subject"], &item.body["item"]["id"]), (&json!("inside"), &json!("")));
    let mail = harness.get(&format!("{all}/{}/$value", ids[1])).await.expect_status(200);
    assert!(mail.body.as_str().unwrap().contains("deep"));
    harness.get(&format!("{all}/{}/$value", ids[2])).await.expect_status(405);
    harness.get(&format!("{all}/{message}")).await.expect_status(400);
    let other = harness.deliver("other");
    harness.get(&format!("/users/{MAILBOX}/messages/{other}/attachments/{}", ids[0])).await.expect_status(404);
}

#[tokio::test]
async fn inline_attachments_do_not_set_has_attachments() {
    let harness = Harness::new().await;
    let message = json!({"attachments": [{"name": "x", "contentBytes": "", "isInline": true}]});
    let id = harness.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
    assert_eq!(harness.get(&format!("/users/{MAILBOX}/messages/{id}")).await.body["hasAttachments"], false);
}
