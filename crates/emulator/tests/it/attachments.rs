//! Attachments of the three kinds.

use crate::desk::{BOX, Desk};
use serde_json::{Value, json};

fn letter(desk: &Desk) -> String {
    let message = json!({"subject": "with", "attachments": [
        {"@odata.type": "#microsoft.graph.fileAttachment", "name": "a b.txt", "contentType": "text/plain", "contentBytes": "aGVsbG8="},
        {"@odata.type": "#microsoft.graph.itemAttachment", "name": "inner", "item": {"subject": "inside", "body": {"contentType": "text", "content": "deep"}}},
        {"@odata.type": "#microsoft.graph.referenceAttachment", "name": "link", "sourceUrl": "https://example.com/x"},
        {"name": "logo.png", "contentType": "image/png", "contentBytes": "aGk=", "isInline": true, "contentId": "logo"},
    ]});
    desk.emulator.deliver(BOX, "Inbox", message).unwrap()
}

#[tokio::test]
async fn they_are_listed_with_or_without_their_content() {
    let desk = Desk::new().await;
    let all = format!("/users/{BOX}/messages/{}/attachments", letter(&desk));
    let full = desk.get(&all).await.is(200);
    let kinds: Vec<&str> = full.items().iter().map(|one| one["@odata.type"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "#microsoft.graph.fileAttachment",
            "#microsoft.graph.itemAttachment",
            "#microsoft.graph.referenceAttachment",
            "#microsoft.graph.fileAttachment",
        ]
    );
    assert_eq!(full.items()[0]["contentBytes"], "aGVsbG8=");
    assert!(full.items()[0]["size"].as_u64().unwrap() > 5, "the stored size is not the content's");
    assert_eq!(full.items()[1]["contentType"], Value::Null);
    let brief = desk.get(&format!("{all}?$select=id,name,contentType,size,isInline")).await.is(200);
    assert!(brief.items().iter().all(|one| one["contentBytes"].is_null() && one["size"].is_u64()));
    let derived = desk.get(&format!("{all}?$select=microsoft.graph.fileAttachment/contentBytes")).await.is(200);
    assert_eq!(derived.items()[0]["contentBytes"], "aGVsbG8=");
    let whole = desk.get(&format!("{}?$expand=attachments", all.trim_end_matches("/attachments"))).await.is(200);
    assert_eq!(whole.body["attachments"].as_array().unwrap().len(), 4);
    assert_eq!(whole.body["hasAttachments"], true);
}

#[tokio::test]
async fn each_is_read_and_its_bytes_are_handed_out_except_for_links() {
    let desk = Desk::new().await;
    let message = letter(&desk);
    let all = format!("/users/{BOX}/messages/{message}/attachments");
    let ids: Vec<String> =
        desk.get(&all).await.items().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(desk.get(&format!("{all}/{}", ids[0])).await.is(200).body["name"], "a b.txt");
    assert_eq!(desk.get(&format!("{all}/{}/$value", ids[0])).await.is(200).body, "hello");
    let item = desk.get(&format!("{all}/{}?$expand=microsoft.graph.itemattachment/item", ids[1])).await.is(200);
    assert_eq!((&item.body["item"]["subject"], &item.body["item"]["id"]), (&json!("inside"), &json!("")));
    let mail = desk.get(&format!("{all}/{}/$value", ids[1])).await.is(200);
    assert!(mail.body.as_str().unwrap().contains("deep"));
    desk.get(&format!("{all}/{}/$value", ids[2])).await.is(405);
    desk.get(&format!("{all}/{message}")).await.is(400);
    let other = desk.deliver("other");
    desk.get(&format!("/users/{BOX}/messages/{other}/attachments/{}", ids[0])).await.is(404);
}

#[tokio::test]
async fn inline_ones_alone_do_not_count() {
    let desk = Desk::new().await;
    let message = json!({"attachments": [{"name": "x", "contentBytes": "", "isInline": true}]});
    let id = desk.emulator.deliver(BOX, "Inbox", message).unwrap();
    assert_eq!(desk.get(&format!("/users/{BOX}/messages/{id}")).await.body["hasAttachments"], false);
}
