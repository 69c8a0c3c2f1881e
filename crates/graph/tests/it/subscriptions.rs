use crate::bed::{Bed, variant};
use crate::provider::Reply;
use serde_json::json;
use std::time::Duration;
use stormwire_graph::{FolderId, MailError, Subscription, SubscriptionId, SubscriptionRequest};

const ID: &str = "0a1b2c3d-1111-2222-3333-44445555666f";

fn request() -> SubscriptionRequest {
    SubscriptionRequest {
        folder: FolderId::new("AAMk'1="),
        notification_url: "https://host.example/webhooks/graph/mail".into(),
        lifecycle_url: "https://host.example/webhooks/graph/lifecycle".into(),
        client_state: "state".into(),
        minutes: 10_000,
    }
}

fn made(status: u16) -> Reply {
    Reply::json(
        status,
        &json!({
            "id": ID, "expirationDateTime": "2026-05-08T10:40:00.1234567Z", "clientState": null,
            "notificationUrl": "https://host.example/webhooks/graph/mail",
        }),
    )
}

fn too_far() -> Reply {
    let message = "Subscription expiration can only be 4230 minutes in the future.";
    Reply::json(400, &json!({ "error": { "code": "ExtensionError", "message": message } }))
}

fn expected() -> Subscription {
    Subscription {
        id: SubscriptionId::new(ID),
        expires_at: "2026-05-08T10:40:00.123456Z".parse().unwrap(),
        notification_url: "https://host.example/webhooks/graph/mail".into(),
    }
}

#[tokio::test]
async fn a_subscription_is_asked_for_with_immutable_ids() {
    let bed = Bed::new().await;
    bed.provider.then(made(201));
    assert_eq!(bed.mailbox.subscribe(&request()).await, Ok(expected()));
    let [asked] = &bed.provider.asked()[..] else { panic!("not one request") };
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/v1.0/subscriptions"));
    assert_eq!(asked.header("prefer"), Some(r#"IdType="ImmutableId""#));
    let body = json!({
        "changeType": "created",
        "notificationUrl": "https://host.example/webhooks/graph/mail",
        "lifecycleNotificationUrl": "https://host.example/webhooks/graph/lifecycle",
        "resource": "/users/alerts@example.com/mailFolders('AAMk''1=')/messages",
        "expirationDateTime": "2026-05-08T10:40:00Z",
        "clientState": "state",
    });
    assert_eq!(asked.json(), body);
}

#[tokio::test]
async fn a_tenant_with_the_former_ceiling_gets_a_shorter_subscription() {
    let bed = Bed::new().await;
    bed.provider.then(too_far()).then(made(201)).then(too_far()).then(made(200));
    assert_eq!(bed.mailbox.subscribe(&request()).await, Ok(expected()));
    assert_eq!(bed.mailbox.renew(&SubscriptionId::new(ID), 10_000).await, Ok(expected()));
    let asked: Vec<_> = bed.provider.asked().iter().map(|asked| asked.json()["expirationDateTime"].clone()).collect();
    assert_eq!(asked, ["2026-05-08T10:40:00Z", "2026-05-04T10:00:00Z", "2026-05-08T10:40:00Z", "2026-05-04T10:00:00Z"]);
}

#[tokio::test]
async fn other_refusals_are_not_tried_with_a_shorter_one() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::error(400, "ValidationError"));
    assert_eq!(variant(&bed.mailbox.subscribe(&request()).await), "Refused");
    bed.provider.then(too_far()).then(too_far()).then(Reply::error(400, "ValidationError"));
    assert_eq!(variant(&bed.mailbox.subscribe(&request()).await), "Refused");
    bed.provider.then(too_far());
    let short = SubscriptionRequest { minutes: 60, ..request() };
    assert_eq!(variant(&bed.mailbox.subscribe(&short).await), "Refused", "below the floor nothing is asked for");
    assert_eq!(bed.provider.asked().len(), 5);
}

#[tokio::test]
async fn a_subscription_in_the_way_is_named() {
    let bed = Bed::new().await;
    let message = format!("Subscription Id {ID} already exists for the requested combination");
    bed.provider.then(Reply::json(409, &json!({ "error": { "code": "Conflict", "message": message } })));
    let id = Some(SubscriptionId::new(ID));
    assert_eq!(bed.mailbox.subscribe(&request()).await, Err(MailError::AlreadyExists { call: "subscribe", id }));
}

#[tokio::test]
async fn a_subscription_that_may_stand_is_not_asked_for_again() {
    let replies = [
        Reply::empty(500),
        Reply::empty(504),
        Reply::cut(),
        Reply::half(),
        Reply::json(201, &json!({})),
        Reply::empty(201),
    ];
    for reply in replies {
        let bed = Bed::new().await;
        bed.provider.then(reply);
        let (subscribed, _) = bed.passing(bed.mailbox.subscribe(&request())).await;
        assert_eq!(variant(&subscribed), "OutcomeUnknown");
        assert_eq!(bed.provider.asked().len(), 1);
    }
    // What was surely not taken is.
    let bed = Bed::new().await;
    bed.provider.then(Reply::with(503, &[("Retry-After", "2")], "")).then(made(201));
    let (subscribed, waits) = bed.passing(bed.mailbox.subscribe(&request())).await;
    assert_eq!((subscribed, waits), (Ok(expected()), vec![Duration::from_secs(2)]));
    // An authority that cannot be understood has made no subscription.
    let bed = Bed::new().await;
    bed.provider.then_sign_in(Reply::with(200, &[], "<html>"));
    assert_eq!(variant(&bed.mailbox.subscribe(&request()).await), "Unreadable");
}

#[tokio::test]
async fn a_subscription_is_prolonged_and_one_that_is_gone_is_not_tried_again() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::empty(502)).then(made(200)).then(Reply::error(404, "ResourceNotFound"));
    let id = SubscriptionId::new(ID);
    assert_eq!(bed.passing(bed.mailbox.renew(&id, 10_000)).await.0, Ok(expected()));
    assert_eq!(variant(&bed.mailbox.renew(&id, 10_000).await), "NotFound");
    let asked = bed.provider.asked();
    assert_eq!((asked[1].method.as_str(), asked[1].path.clone()), ("PATCH", format!("/v1.0/subscriptions/{ID}")));
    assert_eq!(asked[1].json(), json!({ "expirationDateTime": "2026-05-08T10:40:00Z" }));
    assert_eq!(asked.len(), 3);
}

#[tokio::test]
async fn subscriptions_are_read_one_by_one_and_all_together() {
    let bed = Bed::new().await;
    let id = SubscriptionId::new(ID);
    bed.provider.then(made(200)).then(Reply::error(404, "ResourceNotFound"));
    assert_eq!(bed.mailbox.subscription(&id).await, Ok(Some(expected())));
    assert_eq!(bed.mailbox.subscription(&id).await, Ok(None));
    let next = bed.provider.link("subscriptions?$skiptoken=1");
    let one = json!({ "id": ID, "expirationDateTime": "2026-05-08T10:40:00.1234567Z",
        "notificationUrl": "https://host.example/webhooks/graph/mail" });
    bed.provider.then(Reply::json(200, &json!({ "value": [one], "@odata.nextLink": next })));
    let other = json!({ "id": "other", "expirationDateTime": "2026-05-08T10:40:00+00:00", "notificationUrl": null });
    bed.provider.then(Reply::json(200, &json!({ "value": [other] })));
    let all = bed.mailbox.subscriptions().await.unwrap();
    assert_eq!((all.len(), &all[0], all[1].id.as_str()), (2, &expected(), "other"));
    assert_eq!(bed.provider.asked()[2].path, "/v1.0/subscriptions");
}

#[tokio::test]
async fn a_subscription_is_ended_even_when_it_is_gone_already() {
    let bed = Bed::new().await;
    let id = SubscriptionId::new(ID);
    bed.provider.then(Reply::empty(204)).then(Reply::error(404, "ResourceNotFound"));
    assert_eq!(bed.mailbox.unsubscribe(&id).await, Ok(()));
    assert_eq!(bed.mailbox.unsubscribe(&id).await, Ok(()));
    assert_eq!(bed.provider.asked()[0].method, "DELETE");
    bed.provider.then(Reply::cut()).then(Reply::empty(404)).then(Reply::error(404, "ResourceNotFound"));
    assert_eq!(bed.passing(bed.mailbox.unsubscribe(&id)).await.0, Ok(()));
}
