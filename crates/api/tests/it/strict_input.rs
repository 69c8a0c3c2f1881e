//! Input that no client means: NUL characters, arrays instead of objects, numbers at the edge, unusable addresses.

use crate::admin_client::AdminClient;
use crate::emulated_provider::EmulatedProvider;
use crate::http::get;
use crate::test_app::parts;
use serde_json::{Value, json};
use stormwire_api::{AppParts, RateLimiter};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::{TestDb, on_both_databases};

fn action(name: &str) -> Value {
    json!({"name": name, "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"Key": 1}}})
}

fn first_field(problem: &Value) -> &str {
    problem["errors"][0]["field"].as_str().unwrap_or("")
}

on_both_databases! {
    async fn nul_characters_are_rejected_by_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = format!("/mailbox-watcher/{}/action", client.create_watcher(json!({})).await["id"]);
        let mut with_nul = action("One");
        with_nul["config"]["Data"]["A"] = json!("x\u{0}y");
        let mut with_nul_key = action("One");
        with_nul_key["config"]["Data"]["B\u{0}"] = json!(1);
        for (body, field) in [(with_nul, "config.Data.A"), (with_nul_key, "config.Data.B\\u0000")] {
            for route in [path.clone(), format!("{path}/check")] {
                let problem = client.send("POST", &route, body.clone()).await;
                assert_eq!((problem.expect(400)["status"].clone(), first_field(&problem.json())), (json!(400), field));
            }
        }
        let id = client.send("POST", &path, action("One")).await.expect(201)["id"].clone();
        let sample = json!({"name": "Monday", "text": "a\u{0}b"});
        let problem = client.send("POST", &format!("{path}/{id}/sample"), sample).await;
        problem.expect(400);
        assert_eq!(first_field(&problem.json()), "text");
        let literal = json!({"name": "One", "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"A": "\\u0000"}}});
        client.send("POST", &path, literal).await.expect(201);
    }

    async fn an_order_at_the_edge_leaves_room_for_more_actions(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = format!("/mailbox-watcher/{}/action", client.create_watcher(json!({})).await["id"]);
        let with_order = |name: &str, order: i64| {
            let mut body = action(name);
            body["order"] = json!(order);
            body
        };
        for order in [-1, 1_000_001, 2_147_483_647] {
            let problem = client.send("POST", &path, with_order("Far", order)).await;
            problem.expect(400);
            assert_eq!(first_field(&problem.json()), "order");
        }
        client.send("POST", &path, with_order("Last", 1_000_000)).await.expect(201);
        client.send("POST", &path, with_order("First", 7)).await.expect(201);
        assert_eq!(client.send("POST", &path, action("After")).await.expect(201)["order"], 3);
        let all = client.get(&path).await.json();
        let orders: Vec<_> = all.as_array().unwrap().iter().map(|one| (&one["name"], &one["order"])).collect();
        assert_eq!(json!(orders), json!([["First", 1], ["Last", 2], ["After", 3]]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn arrays_are_not_taken_for_objects() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let watcher = client.create_watcher(json!({})).await["id"].clone();
    for (method, path, body) in [
        ("POST", "/facility".to_owned(), json!(["arr", [437_000, 1_540_000], null, null])),
        ("POST", "/facility".to_owned(), json!({"name": "arr", "point": [437_000, 1_540_000]})),
        ("POST", "/auth/login".to_owned(), json!(["admin", "correct horse battery"])),
        ("POST", "/token".to_owned(), json!(["deploy", 1, null])),
        ("POST", "/user".to_owned(), json!(["someone", "correct horse battery", "viewer"])),
        ("POST", "/mailbox-watcher".to_owned(), json!(["Storm", "storm@example.gov"])),
        ("POST", format!("/mailbox-watcher/{watcher}/replay"), json!(["key"])),
        ("POST", "/mailbox-watcher/log/1/retry".to_owned(), json!([true])),
    ] {
        let response = client.send(method, &path, body.clone()).await;
        assert_eq!(response.status.as_u16(), 400, "{path} {body}");
        let problem = response.problem().to_string();
        assert!(problem.contains("must be a JSON object"), "{path} {body}: {problem}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unusable_mailbox_addresses_never_reach_the_provider() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    client.create_credential().await;
    for address in ["", "storm", "storm @example.gov", "a@b\n"] {
        for route in ["/mailbox-watcher/messages", "/mailbox-watcher/test"] {
            let body = json!({"name": "", "mailboxAddress": address});
            let response = client.send("POST", route, body).await;
            response.expect(400);
            assert_eq!(first_field(&response.json()), "mailboxAddress", "{route} {address:?}");
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_that_the_provider_does_not_have_is_named() {
    let db = TestDb::sqlite().await;
    let provider = EmulatedProvider::start(db.clock.clone()).await;
    let client = AdminClient::with_provider(&db, &provider.url).await;
    client.create_credential().await;
    let response = client.get("/mailbox-watcher/folders?mailboxAddress=nobody@example.gov").await;
    assert!(response.expect(502)["detail"].as_str().unwrap().contains("the mailbox is not available"));
    let body = json!({"name": "x", "mailboxAddress": "nobody@example.gov"});
    client.send("POST", "/mailbox-watcher/messages", body).await.expect(502);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nul_in_a_query_is_rejected_by_parameter() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let response = client.get("/mailbox-watcher/log?q=%00").await;
    response.expect(400);
    assert_eq!(first_field(&response.json()), "q");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejections_for_too_many_requests_can_be_read_by_maps_on_other_sites() {
    let db = TestDb::sqlite().await;
    let parts = AppParts { rate_limiter: RateLimiter::new(1), ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    get(&router, "/city").await.expect(200);
    let rejected = get(&router, "/city").await;
    rejected.expect(429);
    assert_eq!(rejected.header("access-control-allow-origin"), "*");
    assert!(rejected.header("access-control-expose-headers").contains("retry-after"));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_portal_with_a_slash_is_the_portal() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let response = client.get("/portal/").await;
    assert_eq!((response.status.as_u16(), response.header("location")), (308, "/portal"));
    db.end().await;
}
