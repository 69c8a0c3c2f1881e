//! The required role of every route, compared with the router. A route that is not in the table fails.

use crate::http::send;
use crate::test_app::{app, create_token};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::TestDb;

/// The required role; `None` for public routes.
const REQUIRED_ROLES: &[(&str, &str, Option<Role>)] = &[
    ("get", "/healthz", None),
    ("get", "/readyz", None),
    ("get", "/openapi.json", None),
    ("get", "/metrics", Some(Role::Viewer)),
    ("get", "/system", Some(Role::Viewer)),
    ("post", "/system/test-mail", Some(Role::Operator)),
    ("post", "/auth/login", None),
    ("post", "/auth/logout", None),
    ("get", "/auth/methods", None),
    ("get", "/auth/oidc/login", None),
    ("get", "/auth/oidc/callback", None),
    ("get", "/auth/first-run", None),
    ("post", "/auth/first-run", None),
    ("get", "/auth/session", Some(Role::Viewer)),
    ("post", "/auth/password", Some(Role::Viewer)),
    ("get", "/auth/access", Some(Role::Viewer)),
    ("delete", "/auth/access/session/{id}", Some(Role::Viewer)),
    ("delete", "/auth/access/token/{id}", Some(Role::Viewer)),
    ("get", "/session", Some(Role::Admin)),
    ("delete", "/session/{id}", Some(Role::Admin)),
    ("get", "/user", Some(Role::Admin)),
    ("post", "/user/{id}/revoke", Some(Role::Admin)),
    ("post", "/user", Some(Role::Admin)),
    ("patch", "/user/{id}", Some(Role::Admin)),
    ("delete", "/user/{id}", Some(Role::Admin)),
    ("get", "/token", Some(Role::Admin)),
    ("post", "/token", Some(Role::Admin)),
    ("patch", "/token/{id}", Some(Role::Admin)),
    ("delete", "/token/{id}", Some(Role::Admin)),
    ("get", "/audit", Some(Role::Admin)),
    ("get", "/audit/export", Some(Role::Admin)),
    ("get", "/credential", Some(Role::Viewer)),
    ("post", "/credential", Some(Role::Admin)),
    ("get", "/credential/{id}", Some(Role::Viewer)),
    ("put", "/credential/{id}", Some(Role::Admin)),
    ("delete", "/credential/{id}", Some(Role::Admin)),
    ("post", "/credential/{id}/test", Some(Role::Operator)),
    ("get", "/facility", Some(Role::Viewer)),
    ("post", "/facility", Some(Role::Admin)),
    ("get", "/facility/{id}", Some(Role::Viewer)),
    ("put", "/facility/{id}", Some(Role::Admin)),
    ("patch", "/facility/{id}", Some(Role::Admin)),
    ("delete", "/facility/{id}", Some(Role::Admin)),
    ("post", "/facility/sync-latlong/all", Some(Role::Admin)),
    ("post", "/facility/import", Some(Role::Admin)),
    ("post", "/facility/delete", Some(Role::Admin)),
    ("get", "/policy", Some(Role::Viewer)),
    ("post", "/policy", Some(Role::Admin)),
    ("post", "/policy/preview", Some(Role::Admin)),
    ("get", "/policy/{id}", Some(Role::Viewer)),
    ("put", "/policy/{id}", Some(Role::Admin)),
    ("delete", "/policy/{id}", Some(Role::Admin)),
    ("get", "/event-sink", Some(Role::Admin)),
    ("post", "/event-sink", Some(Role::Admin)),
    ("get", "/event-sink/{id}", Some(Role::Admin)),
    ("put", "/event-sink/{id}", Some(Role::Admin)),
    ("delete", "/event-sink/{id}", Some(Role::Admin)),
    ("post", "/event-sink/{id}/test", Some(Role::Admin)),
    ("get", "/event-sink/{id}/delivery", Some(Role::Admin)),
    ("post", "/event-sink/{id}/delivery/{eventId}/retry", Some(Role::Admin)),
    ("get", "/revision", Some(Role::Admin)),
    ("get", "/revision/{id}", Some(Role::Admin)),
    ("post", "/revision/{id}/restore", Some(Role::Admin)),
    ("get", "/city", None),
    ("get", "/city/settings", Some(Role::Viewer)),
    ("put", "/city/settings", Some(Role::Admin)),
    ("get", "/city/coordinate-systems", Some(Role::Viewer)),
    ("get", "/setup", Some(Role::Viewer)),
    ("get", "/lightning-strikes", None),
    ("get", "/lightning-strikes/status", None),
    ("get", "/lightning-strikes/facilities", None),
    ("get", "/lightning-strikes/facilities/{id}/proximity", None),
    ("get", "/lightning-strikes/proximity", None),
    ("get", "/lightning-strikes/events", None),
    ("get", "/lightning-strikes/outages", None),
    ("get", "/lightning-strikes/stream", None),
    ("post", "/lightning-strikes/heartbeat", Some(Role::Operator)),
    ("get", "/push/key", None),
    ("post", "/push/subscription", None),
    ("delete", "/push/subscription/{id}", None),
    ("get", "/cap/feed.atom", None),
    ("get", "/cap/{document}", None),
    ("get", "/mailbox-watcher", Some(Role::Viewer)),
    ("post", "/mailbox-watcher", Some(Role::Admin)),
    ("get", "/mailbox-watcher/{id}", Some(Role::Viewer)),
    ("put", "/mailbox-watcher/{id}", Some(Role::Admin)),
    ("patch", "/mailbox-watcher/{id}", Some(Role::Admin)),
    ("delete", "/mailbox-watcher/{id}", Some(Role::Admin)),
    ("post", "/mailbox-watcher/{id}/enable", Some(Role::Operator)),
    ("post", "/mailbox-watcher/{id}/disable", Some(Role::Operator)),
    ("post", "/mailbox-watcher/{id}/reload", Some(Role::Operator)),
    ("get", "/mailbox-watcher/summary", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/test", Some(Role::Admin)),
    ("post", "/mailbox-watcher/messages", Some(Role::Admin)),
    ("get", "/mailbox-watcher/{id}/balance", Some(Role::Viewer)),
    ("get", "/mailbox-watcher/{id}/context-paths", Some(Role::Viewer)),
    ("get", "/mailbox-watcher/{id}/action", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/{id}/action", Some(Role::Admin)),
    ("put", "/mailbox-watcher/{id}/action/order", Some(Role::Admin)),
    ("post", "/mailbox-watcher/{id}/action/check", Some(Role::Admin)),
    ("get", "/mailbox-watcher/{id}/action/{actionId}/sample", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/{id}/action/{actionId}/sample", Some(Role::Admin)),
    ("post", "/mailbox-watcher/{id}/action/{actionId}/sample/check", Some(Role::Viewer)),
    ("delete", "/mailbox-watcher/{id}/action/{actionId}/sample/{sampleId}", Some(Role::Admin)),
    ("get", "/mailbox-watcher/{id}/action/{actionId}", Some(Role::Viewer)),
    ("put", "/mailbox-watcher/{id}/action/{actionId}", Some(Role::Admin)),
    ("delete", "/mailbox-watcher/{id}/action/{actionId}", Some(Role::Admin)),
    ("post", "/mailbox-watcher/{id}/shadow-run", Some(Role::Admin)),
    ("get", "/mailbox-watcher/log", Some(Role::Viewer)),
    ("get", "/mailbox-watcher/{id}/log", Some(Role::Viewer)),
    ("get", "/mailbox-watcher/log/{logId}", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/log/{logId}/retry", Some(Role::Operator)),
    ("post", "/mailbox-watcher/log/{logId}/dismiss", Some(Role::Operator)),
    ("post", "/mailbox-watcher/{id}/replay", Some(Role::Operator)),
    ("post", "/mailbox-watcher/{id}/replay-missing", Some(Role::Operator)),
    ("get", "/mailbox-watcher/folders", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/preview", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/suggest/layout", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/suggest/field", Some(Role::Viewer)),
    ("get", "/workflow/handlers", Some(Role::Viewer)),
    ("get", "/workflow/gallery", Some(Role::Viewer)),
    ("get", "/workflow/tables", Some(Role::Viewer)),
    ("get", "/workflow/layouts", Some(Role::Viewer)),
    ("post", "/mailbox-watcher/{id}/workflow", Some(Role::Admin)),
    ("get", "/file-watcher", Some(Role::Viewer)),
    ("post", "/file-watcher", Some(Role::Admin)),
    ("get", "/file-watcher/{id}", Some(Role::Viewer)),
    ("put", "/file-watcher/{id}", Some(Role::Admin)),
    ("patch", "/file-watcher/{id}", Some(Role::Admin)),
    ("delete", "/file-watcher/{id}", Some(Role::Admin)),
    ("post", "/file-watcher/{id}/enable", Some(Role::Operator)),
    ("post", "/file-watcher/{id}/disable", Some(Role::Operator)),
    ("post", "/file-watcher/{id}/reload", Some(Role::Operator)),
    ("get", "/file-watcher/{id}/balance", Some(Role::Viewer)),
    ("get", "/file-watcher/{id}/explain", Some(Role::Viewer)),
    ("get", "/file-watcher/{id}/context-paths", Some(Role::Viewer)),
    ("get", "/file-watcher/{id}/action", Some(Role::Viewer)),
    ("post", "/file-watcher/{id}/action", Some(Role::Admin)),
    ("put", "/file-watcher/{id}/action/order", Some(Role::Admin)),
    ("post", "/file-watcher/{id}/action/check", Some(Role::Admin)),
    ("get", "/file-watcher/{id}/action/{actionId}", Some(Role::Viewer)),
    ("put", "/file-watcher/{id}/action/{actionId}", Some(Role::Admin)),
    ("delete", "/file-watcher/{id}/action/{actionId}", Some(Role::Admin)),
    ("post", "/file-watcher/{id}/shadow-run", Some(Role::Admin)),
    ("get", "/file-watcher/log", Some(Role::Viewer)),
    ("get", "/file-watcher/{id}/log", Some(Role::Viewer)),
    ("get", "/file-watcher/log/{logId}", Some(Role::Viewer)),
    ("post", "/file-watcher/log/{logId}/retry", Some(Role::Operator)),
    ("post", "/file-watcher/log/{logId}/dismiss", Some(Role::Operator)),
    ("post", "/file-watcher/{id}/replay", Some(Role::Operator)),
    ("post", "/file-watcher/{id}/workflow", Some(Role::Admin)),
    ("post", "/webhooks/graph/mail", None),
    ("post", "/webhooks/graph/lifecycle", None),
    ("get", "/aerial-tiles", None),
    ("get", "/aerial-tiles/{id}", None),
    ("get", "/aerial-tiles/covering", None),
    ("get", "/aerial-tiles/viewport", None),
    ("get", "/map-layers", None),
    ("get", "/map-layer", Some(Role::Viewer)),
    ("post", "/map-layer", Some(Role::Admin)),
    ("delete", "/map-layer/{id}", Some(Role::Admin)),
    // The last one: it revokes the tokens that the requests are sent with.
    ("post", "/auth/access/revoke", Some(Role::Viewer)),
];

/// Every route and method of the router.
fn routes() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(stormwire_api::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap().clone();
    let each = |(path, operations): (String, Value)| {
        let methods: Vec<String> = operations.as_object().unwrap().keys().cloned().collect();
        methods.into_iter().map(move |method| (method, path.clone()))
    };
    paths.into_iter().flat_map(each).collect()
}

#[test]
fn every_route_has_a_required_role() {
    let mut found = routes();
    let mut required: Vec<_> =
        REQUIRED_ROLES.iter().map(|(method, path, _)| ((*method).into(), (*path).into())).collect();
    found.sort();
    required.sort();
    assert_eq!(found, required);
}

#[tokio::test(flavor = "multi_thread")]
async fn routes_reject_insufficient_roles() {
    let db = TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    let mut tokens = BTreeMap::from([(0, (None, String::new()))]);
    for (index, role) in Role::ALL.into_iter().enumerate() {
        tokens.insert(index + 1, (Some(role), create_token(&app, role).await));
    }
    // An open stream would have no end.
    app.streams.close();
    let router = stormwire_api::router(app);
    for (method, path, required) in REQUIRED_ROLES {
        for (role, token) in tokens.values() {
            // The role is checked before body and existence: both body and id are invalid.
            let path = ["{id}", "{actionId}", "{eventId}", "{logId}", "{sampleId}", "{document}"]
                .iter()
                .fold(path.to_string(), |path, id| path.replace(id, "999999"));
            let response = send(&router, &method.to_uppercase(), &path, token, Some(json!({ "nonsense": 1 }))).await;
            let status = response.status.as_u16();
            let expected_denial = match (required, role) {
                (None, _) => None,
                (Some(_), None) => Some(401),
                (Some(required), Some(role)) => (role < required).then_some(403),
            };
            match expected_denial {
                Some(denial) => {
                    assert_eq!(status, denial, "{method} {path} as {role:?}");
                    response.problem();
                    assert_eq!(response.header("www-authenticate") == "Bearer", denial == 401);
                }
                None => assert!(!matches!(status, 401 | 403), "{method} {path} as {role:?}: {status}"),
            }
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_ids_are_not_found() {
    let db = TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    let token = create_token(&app, Role::Admin).await;
    let router = stormwire_api::router(app);
    for id in ["abc", "0", "-1", "1.5", "99999999999999999999", "%20", "%ff", "1;drop"] {
        for path in [
            "/facility/{}",
            "/mailbox-watcher/{}",
            "/mailbox-watcher/{}/action/1",
            "/mailbox-watcher/1/action/{}",
            "/mailbox-watcher/{}/log",
            "/mailbox-watcher/log/{}",
            "/file-watcher/{}",
            "/file-watcher/{}/action/1",
            "/file-watcher/log/{}",
            "/aerial-tiles/{}",
        ] {
            let path = path.replace("{}", id);
            let response = send(&router, "GET", &path, &token, None).await;
            assert_eq!(response.status.as_u16(), 404, "{path}");
            response.problem();
        }
    }
    db.end().await;
}
