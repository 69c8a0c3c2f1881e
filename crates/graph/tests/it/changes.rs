use crate::bed::{Bed, inbox, path, variant};
use crate::provider::{Asked, Reply};
use serde_json::{Value, json};
use stormwire_graph::{Change, DeltaLink, FolderId, MailError, MessageKey, Next, PageLink};

fn prefer(asked: &Asked) -> &str {
    asked.header("prefer").unwrap()
}

fn delta(bed: &Bed, items: &Value) -> Reply {
    Reply::json(200, &json!({ "value": items, "@odata.deltaLink": bed.provider.link("d?$deltatoken=1") }))
}

#[tokio::test]
async fn changes_come_page_by_page_with_the_preferences_on_every_request() {
    let bed = Bed::new().await;
    let next = bed.provider.link("x/delta?$skiptoken=a%2Fb%3D");
    let items = json!([
        { "@odata.type": "#microsoft.graph.message", "id": "AAkA/1+2=", "receivedDateTime": "2026-05-01T11:00:00Z" },
        { "id": "AAkA2", "@removed": { "reason": "deleted" } },
    ]);
    bed.provider.then(Reply::json(200, &json!({ "value": items, "@odata.nextLink": next })));
    bed.provider.then(delta(&bed, &json!([])));
    let folder = FolderId::new("AAMk/In+bo=x");

    let page = bed.mailbox.changes(&folder, None).await.unwrap();
    let received_at = Some("2026-05-01T11:00:00Z".parse().unwrap());
    let (one, two) = (MessageKey::new("AAkA/1+2="), MessageKey::new("AAkA2"));
    let expected =
        [Change { key: one, removed: false, received_at }, Change { key: two, removed: true, received_at: None }];
    assert_eq!(page.items, expected);
    let Next::More(link) = page.next else { panic!("there is more") };
    assert_eq!(link.as_str(), next);

    let page = bed.mailbox.changes(&folder, Some(&link)).await.unwrap();
    assert!(page.items.is_empty());
    assert_eq!(page.next, Next::Done(DeltaLink::new(bed.provider.link("d?$deltatoken=1"))));

    let asked = bed.provider.asked();
    let first = path("mailFolders/AAMk%2FIn%2Bbo%3Dx/messages/delta?$select=id,receivedDateTime");
    assert_eq!([asked[0].path.as_str(), asked[1].path.as_str()], [&first, "/v1.0/x/delta?$skiptoken=a%2Fb%3D"]);
    for asked in &asked {
        assert_eq!(prefer(asked), r#"IdType="ImmutableId", odata.maxpagesize=200"#);
    }
}

#[tokio::test]
async fn empty_pages_with_more_to_come_are_no_end() {
    let bed = Bed::new().await;
    for page in 0..3 {
        let next = bed.provider.link(&format!("d?$skiptoken={page}"));
        bed.provider.then(Reply::json(200, &json!({ "value": [], "@odata.nextLink": next })));
    }
    bed.provider.then(delta(&bed, &json!([{ "id": "AAkA1" }])));
    let (mut from, mut pages) = (None, vec![]);
    loop {
        let page = bed.mailbox.changes(&inbox(), from.as_ref()).await.unwrap();
        pages.push(page.items.len());
        match page.next {
            Next::More(link) => from = Some(link),
            Next::Done(_) => break,
        }
    }
    assert_eq!(pages, [0, 0, 0, 1]);
}

#[tokio::test]
async fn a_link_that_the_provider_has_forgotten_is_told_as_such() {
    let bed = Bed::new().await;
    let link = DeltaLink::new(bed.provider.link("d?$deltatoken=1"));
    let generation = json!({ "error": {
        "code": "SyncStateNotFound",
        "message": "The sync state generation is not found; generation=605;[highest=841].",
        "innerError": { "date": "2026-05-01T12:00:00" },
    }});
    let replies = [
        Reply::json(410, &generation),
        Reply::with(410, &[("Location", "https://elsewhere.example/?$deltatoken=")], ""),
        Reply::error(404, "syncstatenotfound"),
        Reply::error(400, "ResyncRequired"),
        Reply::error(400, "SyncStateInvalid"),
        Reply::error(400, "InvalidSyncStateData"),
        Reply::error(404, "ErrorSyncFolderNotFound"),
    ];
    for (number, reply) in replies.into_iter().enumerate() {
        bed.provider.then(reply);
        let page = bed.mailbox.changes(&inbox(), Some(&link)).await;
        assert_eq!(variant(&page), "SyncStateLost", "{number}");
        assert!(!page.unwrap_err().retryable());
    }
    assert_eq!(bed.provider.asked().len(), 7);
}

#[tokio::test]
async fn other_refusals_of_a_link_do_not_lose_the_place() {
    let bed = Bed::new().await;
    let link = DeltaLink::new(bed.provider.link("d?$deltatoken=1"));
    let cases = [
        (Reply::error(404, "ErrorItemNotFound"), "NotFound"),
        (Reply::error(404, "MailboxNotEnabledForRESTAPI"), "MailboxUnavailable"),
        (Reply::error(403, "ErrorAccessDenied"), "AccessDenied"),
        (Reply::with(200, &[], "<html>"), "Unreadable"),
    ];
    for (reply, expected) in cases {
        bed.provider.then(reply);
        assert_eq!(variant(&bed.mailbox.changes(&inbox(), Some(&link)).await), expected);
    }
}

#[tokio::test]
async fn a_token_never_goes_to_another_host() {
    let bed = Bed::new().await;
    let port = bed.provider.address.port();
    let foreign = [
        "https://graph.microsoft.com/v1.0/d".to_owned(),
        format!("https://127.0.0.1:{port}/v1.0/d"),
        format!("http://localhost:{port}/v1.0/d"),
        format!("http://127.0.0.1:{}/v1.0/d", port ^ 1),
        format!("http://me@127.0.0.1:{port}/v1.0/d"),
        "/v1.0/d".to_owned(),
    ];
    for link in &foreign {
        // One that was kept from another provider is of no use: begin anew.
        assert_eq!(
            variant(&bed.mailbox.changes(&inbox(), Some(&DeltaLink::new(link))).await),
            "SyncStateLost",
            "{link}"
        );
        assert_eq!(variant(&bed.mailbox.listing(&inbox(), Some(&PageLink::new(link))).await), "SyncStateLost");
    }
    assert_eq!((bed.provider.asked().len(), bed.provider.signed_in().len()), (0, 0));
    for key in ["@odata.nextLink", "@odata.deltaLink"] {
        bed.provider.then(Reply::json(200, &json!({ "value": [], key: foreign[0] })));
        assert_eq!(variant(&bed.mailbox.changes(&inbox(), None).await), "Unreadable", "{key}");
    }
    bed.provider.then(Reply::json(200, &json!({ "value": [], "@odata.nextLink": foreign[0] })));
    assert_eq!(variant(&bed.mailbox.listing(&inbox(), None).await), "Unreadable");
    bed.provider.then(Reply::json(200, &json!({ "value": [], "@odata.nextLink": foreign[0] })));
    assert_eq!(variant(&bed.mailbox.folders().await), "Unreadable");
    assert_eq!(bed.provider.asked().len(), 4);
}

#[tokio::test]
async fn a_page_that_cannot_be_read_is_named_by_its_field() {
    let bed = Bed::new().await;
    let link = bed.provider.link("d?$deltatoken=1");
    let cases = [
        (json!({ "value": [] }), "the field @odata.deltaLink is missing"),
        (json!({ "@odata.deltaLink": link }), "the field value is missing"),
        (json!({ "value": [{}], "@odata.deltaLink": link }), "the field id is missing"),
        (json!({ "value": [{ "id": "" }], "@odata.deltaLink": link }), "the field id is missing"),
        (
            json!({ "value": [{ "id": "a", "receivedDateTime": "soon" }], "@odata.deltaLink": link }),
            "the field value[0].receivedDateTime has another form",
        ),
        (json!({ "value": 7, "@odata.deltaLink": link }), "the field value has another form"),
    ];
    for (body, what) in cases {
        bed.provider.then(Reply::json(200, &body));
        let expected = MailError::Unreadable { call: "list changes", what: what.into() };
        assert_eq!(bed.mailbox.changes(&inbox(), None).await, Err(expected));
    }
}

#[tokio::test]
async fn what_lies_in_a_folder_is_listed_newest_first() {
    let bed = Bed::new().await;
    let next = bed.provider.link("m?$skip=500");
    let item = json!({ "id": "a", "receivedDateTime": "2026-05-01T11:00:00Z" });
    bed.provider.then(Reply::json(200, &json!({ "value": [item], "@odata.nextLink": next })));
    bed.provider.then(Reply::json(200, &json!({ "value": [{ "id": "b" }] })));
    let page = bed.mailbox.listing(&inbox(), None).await.unwrap();
    assert_eq!((page.items[0].key.as_str(), page.items[0].received_at.is_some()), ("a", true));
    let last = bed.mailbox.listing(&inbox(), page.next.as_ref()).await.unwrap();
    assert_eq!((last.items[0].key.as_str(), last.next), ("b", None));
    let query = "messages?$select=id,receivedDateTime&$orderby=receivedDateTime%20desc&$top=500";
    let asked = bed.provider.asked();
    assert_eq!(asked[0].path, path(&format!("mailFolders/inbox-id/{query}")));
    assert_eq!(prefer(&asked[1]), r#"IdType="ImmutableId""#);
}
