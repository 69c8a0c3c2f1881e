use crate::fake_provider::{FakeResponse, RecordedRequest};
use crate::fixture::{Fixture, inbox, path, variant};
use serde_json::{Value, json};
use stormwire_graph::{DeltaLink, FolderId, MailError, MessageChange, MessageKey, NextChanges, PageLink};

fn prefer(call: &RecordedRequest) -> &str {
    call.header("prefer").unwrap()
}

fn delta(fixture: &Fixture, items: &Value) -> FakeResponse {
    FakeResponse::json(200, &json!({ "value": items, "@odata.deltaLink": fixture.provider.link("d?$deltatoken=1") }))
}

#[tokio::test]
async fn changes_are_read_page_by_page_with_preferences() {
    let fixture = Fixture::new().await;
    let next = fixture.provider.link("x/delta?$skiptoken=a%2Fb%3D");
    let items = json!([
        { "@odata.type": "#microsoft.graph.message", "id": "AAkA/1+2=", "receivedDateTime": "2026-05-01T11:00:00Z" },
        { "id": "AAkA2", "@removed": { "reason": "deleted" } },
    ]);
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": items, "@odata.nextLink": next })));
    fixture.provider.respond(delta(&fixture, &json!([])));
    let folder = FolderId::new("AAMk/In+bo=x");

    let page = fixture.mailbox.changes(&folder, None).await.unwrap();
    let received_at = Some("2026-05-01T11:00:00Z".parse().unwrap());
    let (one, two) = (MessageKey::new("AAkA/1+2="), MessageKey::new("AAkA2"));
    let expected = [
        MessageChange { key: one, removed: false, received_at },
        MessageChange { key: two, removed: true, received_at: None },
    ];
    assert_eq!(page.items, expected);
    let NextChanges::More(link) = page.next else { panic!("there is more") };
    assert_eq!(link.as_str(), next);

    let page = fixture.mailbox.changes(&folder, Some(&link)).await.unwrap();
    assert!(page.items.is_empty());
    assert_eq!(page.next, NextChanges::Done(DeltaLink::new(fixture.provider.link("d?$deltatoken=1"))));

    let calls = fixture.provider.calls();
    let first = path("mailFolders/AAMk%2FIn%2Bbo%3Dx/messages/delta?$select=id,receivedDateTime");
    assert_eq!([calls[0].path.as_str(), calls[1].path.as_str()], [&first, "/v1.0/x/delta?$skiptoken=a%2Fb%3D"]);
    for call in &calls {
        assert_eq!(prefer(call), r#"IdType="ImmutableId", odata.maxpagesize=200"#);
    }
}

#[tokio::test]
async fn an_empty_page_with_a_next_link_is_not_the_end() {
    let fixture = Fixture::new().await;
    for page in 0..3 {
        let next = fixture.provider.link(&format!("d?$skiptoken={page}"));
        fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [], "@odata.nextLink": next })));
    }
    fixture.provider.respond(delta(&fixture, &json!([{ "id": "AAkA1" }])));
    let (mut from, mut pages) = (None, vec![]);
    loop {
        let page = fixture.mailbox.changes(&inbox(), from.as_ref()).await.unwrap();
        pages.push(page.items.len());
        match page.next {
            NextChanges::More(link) => from = Some(link),
            NextChanges::Done(_) => break,
        }
    }
    assert_eq!(pages, [0, 0, 0, 1]);
}

#[tokio::test]
async fn an_expired_link_is_sync_state_lost() {
    let fixture = Fixture::new().await;
    let link = DeltaLink::new(fixture.provider.link("d?$deltatoken=1"));
    let generation = json!({ "error": {
        "code": "SyncStateNotFound",
        "message": "The sync state generation is not found; generation=605;[highest=841].",
        "innerError": { "date": "2026-05-01T12:00:00" },
    }});
    let responses = [
        FakeResponse::json(410, &generation),
        FakeResponse::new(410, &[("Location", "https://elsewhere.example/?$deltatoken=")], ""),
        FakeResponse::error(404, "syncstatenotfound"),
        FakeResponse::error(400, "ResyncRequired"),
        FakeResponse::error(400, "SyncStateInvalid"),
        FakeResponse::error(400, "InvalidSyncStateData"),
        FakeResponse::error(404, "ErrorSyncFolderNotFound"),
    ];
    for (number, response) in responses.into_iter().enumerate() {
        fixture.provider.respond(response);
        let page = fixture.mailbox.changes(&inbox(), Some(&link)).await;
        assert_eq!(variant(&page), "SyncStateLost", "{number}");
        assert!(!page.unwrap_err().is_retryable());
    }
    assert_eq!(fixture.provider.calls().len(), 7);
}

#[tokio::test]
async fn other_link_errors_keep_the_sync_state() {
    let fixture = Fixture::new().await;
    let link = DeltaLink::new(fixture.provider.link("d?$deltatoken=1"));
    let cases = [
        (FakeResponse::error(404, "ErrorItemNotFound"), "NotFound"),
        (FakeResponse::error(404, "MailboxNotEnabledForRESTAPI"), "MailboxUnavailable"),
        (FakeResponse::error(403, "ErrorAccessDenied"), "AccessDenied"),
        (FakeResponse::new(200, &[], "<html>"), "Unreadable"),
    ];
    for (response, expected) in cases {
        fixture.provider.respond(response);
        assert_eq!(variant(&fixture.mailbox.changes(&inbox(), Some(&link)).await), expected);
    }
}

#[tokio::test]
async fn a_token_is_never_sent_to_another_host() {
    let fixture = Fixture::new().await;
    let port = fixture.provider.address.port();
    let foreign = [
        "https://graph.microsoft.com/v1.0/d".to_owned(),
        format!("https://127.0.0.1:{port}/v1.0/d"),
        format!("http://localhost:{port}/v1.0/d"),
        format!("http://127.0.0.1:{}/v1.0/d", port ^ 1),
        format!("http://me@127.0.0.1:{port}/v1.0/d"),
        "/v1.0/d".to_owned(),
    ];
    for link in &foreign {
        // A stored link from another provider is useless: start from the beginning.
        assert_eq!(
            variant(&fixture.mailbox.changes(&inbox(), Some(&DeltaLink::new(link))).await),
            "SyncStateLost",
            "{link}"
        );
        assert_eq!(variant(&fixture.mailbox.listing(&inbox(), Some(&PageLink::new(link))).await), "SyncStateLost");
    }
    assert_eq!((fixture.provider.calls().len(), fixture.provider.sign_ins().len()), (0, 0));
    for key in ["@odata.nextLink", "@odata.deltaLink"] {
        fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [], key: foreign[0] })));
        assert_eq!(variant(&fixture.mailbox.changes(&inbox(), None).await), "Unreadable", "{key}");
    }
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [], "@odata.nextLink": foreign[0] })));
    assert_eq!(variant(&fixture.mailbox.listing(&inbox(), None).await), "Unreadable");
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [], "@odata.nextLink": foreign[0] })));
    assert_eq!(variant(&fixture.mailbox.folders().await), "Unreadable");
    assert_eq!(fixture.provider.calls().len(), 4);
}

#[tokio::test]
async fn an_unreadable_page_names_the_field() {
    let fixture = Fixture::new().await;
    let link = fixture.provider.link("d?$deltatoken=1");
    let cases = [
        (json!({ "value": [] }), "field @odata.deltaLink is missing"),
        (json!({ "@odata.deltaLink": link }), "field value is missing"),
        (json!({ "value": [{}], "@odata.deltaLink": link }), "field id is missing"),
        (json!({ "value": [{ "id": "" }], "@odata.deltaLink": link }), "field id is missing"),
        (
            json!({ "value": [{ "id": "a", "receivedDateTime": "soon" }], "@odata.deltaLink": link }),
            "field value[0].receivedDateTime has an unexpected type",
        ),
        (json!({ "value": 7, "@odata.deltaLink": link }), "field value has an unexpected type"),
    ];
    for (body, problem) in cases {
        fixture.provider.respond(FakeResponse::json(200, &body));
        let expected = MailError::Unreadable { call: "list changes", problem: problem.into() };
        assert_eq!(fixture.mailbox.changes(&inbox(), None).await, Err(expected));
    }
}

#[tokio::test]
async fn a_folder_is_listed_newest_first() {
    let fixture = Fixture::new().await;
    let next = fixture.provider.link("m?$skip=500");
    let item = json!({ "id": "a", "receivedDateTime": "2026-05-01T11:00:00Z" });
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [item], "@odata.nextLink": next })));
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [{ "id": "b" }] })));
    let page = fixture.mailbox.listing(&inbox(), None).await.unwrap();
    assert_eq!((page.items[0].key.as_str(), page.items[0].received_at.is_some()), ("a", true));
    let last = fixture.mailbox.listing(&inbox(), page.next.as_ref()).await.unwrap();
    assert_eq!((last.items[0].key.as_str(), last.next), ("b", None));
    let query = "messages?$select=id,receivedDateTime&$orderby=receivedDateTime%20desc&$top=500";
    let calls = fixture.provider.calls();
    assert_eq!(calls[0].path, path(&format!("mailFolders/inbox-id/{query}")));
    assert_eq!(prefer(&calls[1]), r#"IdType="ImmutableId""#);
}
