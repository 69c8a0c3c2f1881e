use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, variant};
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

fn created(status: u16) -> FakeResponse {
    FakeResponse::json(
        status,
        &json!({
            "id": ID, "expirationDateTime": "2026-05-08T10:40:00.1234567Z", "clientState": null,
            "notificationUrl": "https://host.example/webhooks/graph/mail",
        }),
    )
}

fn lifetime_too_long() -> FakeResponse {
    let message = "Subscription expiration can only be 4230 minutes in the future.";
    FakeResponse::json(400, &json!({ "error": { "code": "ExtensionError", "message": message } }))
}

fn expected() -> Subscription {
    Subscription {
        id: SubscriptionId::new(ID),
        expires_at: "2026-05-08T10:40:00.123456Z".parse().unwrap(),
        notification_url: "https://host.example/webhooks/graph/mail".into(),
    }
}

#[tokio::test]
async fn subscribes_with_immutable_ids() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(created(201));
    assert_eq!(fixture.mailbox.subscribe(&request()).await, Ok(expected()));
    let [call] = &fixture.provider.calls()[..] else { panic!("not one request") };
    assert_eq!((call.method.as_str(), call.path.as_str()), ("POST", "/v1.0/subscriptions"));
    assert_eq!(call.header("prefer"), Some(r#"IdType="ImmutableId""#));
    let body = json!({
        "changeType": "created",
        "notificationUrl": "https://host.example/webhooks/graph/mail",
        "lifecycleNotificationUrl": "https://host.example/webhooks/graph/lifecycle",
        "resource": "/users/alerts@example.com/mailFolders('AAMk''1=')/messages",
        "expirationDateTime": "2026-05-08T10:40:00Z",
        "clientState": "state",
    });
    assert_eq!(call.json(), body);
}

#[tokio::test]
async fn retries_with_a_shorter_lifetime_if_the_tenant_requires_it() {
    let fixture = Fixture::new().await;
    fixture
        .provider
        .respond(lifetime_too_long())
        .respond(created(201))
        .respond(lifetime_too_long())
        .respond(created(200));
    assert_eq!(fixture.mailbox.subscribe(&request()).await, Ok(expected()));
    assert_eq!(fixture.mailbox.renew(&SubscriptionId::new(ID), 10_000).await, Ok(expected()));
    let expirations: Vec<_> =
        fixture.provider.calls().iter().map(|call| call.json()["expirationDateTime"].clone()).collect();
    assert_eq!(
        expirations,
        ["2026-05-08T10:40:00Z", "2026-05-04T10:00:00Z", "2026-05-08T10:40:00Z", "2026-05-04T10:00:00Z"]
    );
}

#[tokio::test]
async fn other_errors_are_not_retried_with_a_shorter_lifetime() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::error(400, "ValidationError"));
    assert_eq!(variant(&fixture.mailbox.subscribe(&request()).await), "Rejected");
    fixture
        .provider
        .respond(lifetime_too_long())
        .respond(lifetime_too_long())
        .respond(FakeResponse::error(400, "ValidationError"));
    assert_eq!(variant(&fixture.mailbox.subscribe(&request()).await), "Rejected");
    fixture.provider.respond(lifetime_too_long());
    let short = SubscriptionRequest { minutes: 60, ..request() };
    assert_eq!(
        variant(&fixture.mailbox.subscribe(&short).await),
        "Rejected",
        "nothing shorter than the minimum is requested"
    );
    assert_eq!(fixture.provider.calls().len(), 5);
}

#[tokio::test]
async fn names_the_existing_subscription() {
    let fixture = Fixture::new().await;
    let message = format!("Subscription Id {ID} already exists for the requested combination");
    fixture.provider.respond(FakeResponse::json(409, &json!({ "error": { "code": "Conflict", "message": message } })));
    let id = Some(SubscriptionId::new(ID));
    assert_eq!(fixture.mailbox.subscribe(&request()).await, Err(MailError::AlreadyExists { call: "subscribe", id }));
}

#[tokio::test]
async fn never_subscribes_twice_if_the_outcome_is_unknown() {
    let responses = [
        FakeResponse::empty(500),
        FakeResponse::empty(504),
        FakeResponse::disconnect(),
        FakeResponse::truncated(),
        FakeResponse::json(201, &json!({})),
        FakeResponse::empty(201),
    ];
    for response in responses {
        let fixture = Fixture::new().await;
        fixture.provider.respond(response);
        let (subscribed, _) = fixture.run_advancing_clock(fixture.mailbox.subscribe(&request())).await;
        assert_eq!(variant(&subscribed), "OutcomeUnknown");
        assert_eq!(fixture.provider.calls().len(), 1);
    }
    // A call that was certainly not processed is repeated.
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::new(503, &[("Retry-After", "2")], "")).respond(created(201));
    let (subscribed, waits) = fixture.run_advancing_clock(fixture.mailbox.subscribe(&request())).await;
    assert_eq!((subscribed, waits), (Ok(expected()), vec![Duration::from_secs(2)]));
    // A failed sign-in has not created a subscription.
    let fixture = Fixture::new().await;
    fixture.provider.respond_to_sign_in(FakeResponse::new(200, &[], "<html>"));
    assert_eq!(variant(&fixture.mailbox.subscribe(&request()).await), "Unreadable");
}

#[tokio::test]
async fn renews_a_subscription_and_reports_a_missing_one() {
    let fixture = Fixture::new().await;
    fixture
        .provider
        .respond(FakeResponse::empty(502))
        .respond(created(200))
        .respond(FakeResponse::error(404, "ResourceNotFound"));
    let id = SubscriptionId::new(ID);
    assert_eq!(fixture.run_advancing_clock(fixture.mailbox.renew(&id, 10_000)).await.0, Ok(expected()));
    assert_eq!(variant(&fixture.mailbox.renew(&id, 10_000).await), "NotFound");
    let calls = fixture.provider.calls();
    assert_eq!((calls[1].method.as_str(), calls[1].path.clone()), ("PATCH", format!("/v1.0/subscriptions/{ID}")));
    assert_eq!(calls[1].json(), json!({ "expirationDateTime": "2026-05-08T10:40:00Z" }));
    assert_eq!(calls.len(), 3);
}

#[tokio::test]
async fn reads_one_subscription_or_all() {
    let fixture = Fixture::new().await;
    let id = SubscriptionId::new(ID);
    fixture.provider.respond(created(200)).respond(FakeResponse::error(404, "ResourceNotFound"));
    assert_eq!(fixture.mailbox.subscription(&id).await, Ok(Some(expected())));
    assert_eq!(fixture.mailbox.subscription(&id).await, Ok(None));
    let next = fixture.provider.link("subscriptions?$skiptoken=1");
    let one = json!({ "id": ID, "expirationDateTime": "2026-05-08T10:40:00.1234567Z",
        "notificationUrl": "https://host.example/webhooks/graph/mail" });
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [one], "@odata.nextLink": next })));
    let other = json!({ "id": "other", "expirationDateTime": "2026-05-08T10:40:00+00:00", "notificationUrl": null });
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [other] })));
    let all = fixture.mailbox.subscriptions().await.unwrap();
    assert_eq!((all.len(), &all[0], all[1].id.as_str()), (2, &expected(), "other"));
    assert_eq!(fixture.provider.calls()[2].path, "/v1.0/subscriptions");
}

#[tokio::test]
async fn unsubscribing_twice_succeeds() {
    let fixture = Fixture::new().await;
    let id = SubscriptionId::new(ID);
    fixture.provider.respond(FakeResponse::empty(204)).respond(FakeResponse::error(404, "ResourceNotFound"));
    assert_eq!(fixture.mailbox.unsubscribe(&id).await, Ok(()));
    assert_eq!(fixture.mailbox.unsubscribe(&id).await, Ok(()));
    assert_eq!(fixture.provider.calls()[0].method, "DELETE");
    fixture
        .provider
        .respond(FakeResponse::disconnect())
        .respond(FakeResponse::empty(404))
        .respond(FakeResponse::error(404, "ResourceNotFound"));
    assert_eq!(fixture.run_advancing_clock(fixture.mailbox.unsubscribe(&id)).await.0, Ok(()));
}
