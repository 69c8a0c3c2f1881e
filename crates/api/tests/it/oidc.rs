//! Sign-in at an OpenID Connect provider: who gets in, as whom, and who does not.

use crate::http::{TestResponse, get, send, send_request};
use crate::identity_provider::{CLIENT_ID, CLIENT_SECRET, IdentityProvider};
use crate::test_app::{PASSWORD, create_token, parts};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use stormwire_api::{App, AppParts, OidcSignIn};
use stormwire_city::accounts::Password;
use stormwire_city::config::Oidc;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::Role;
use stormwire_testkit::{TestDb, on_both_databases};
use url::Url;

struct Fixture {
    provider: IdentityProvider,
    app: App,
    router: Router,
}

impl Fixture {
    async fn start(db: &TestDb) -> Self {
        Self::start_with(db, true).await
    }

    async fn start_with(db: &TestDb, local_sign_in: bool) -> Self {
        let provider = IdentityProvider::start(db.clock.clone()).await;
        let config = Oidc {
            issuer: provider.issuer.parse().unwrap(),
            name: "City account".into(),
            client_id: CLIENT_ID.into(),
            client_secret: Some(CLIENT_SECRET.into()),
            role_claim: "groups".into(),
            roles: BTreeMap::from([("crew".into(), Role::Operator), ("chiefs".into(), Role::Admin)]),
            local_sign_in,
        };
        let base = parts(db, Heartbeat::default());
        let oidc = OidcSignIn::new(config, &base.public_url, base.clock.clone()).unwrap();
        let sign_in = base.sign_in.clone().with_passwords(local_sign_in);
        let app = App::from(AppParts { oidc: Some(oidc), sign_in, ..base });
        Self { provider, router: stormwire_api::router(app.clone()), app }
    }

    /// Goes to the provider, and returns what it needs to come back.
    async fn begin(&self) -> Pending {
        let response = get(&self.router, "/auth/oidc/login?returnTo=/portal/log").await;
        assert_eq!(response.status.as_u16(), 303, "{}", String::from_utf8_lossy(&response.body));
        let url: Url = response.header("location").parse().unwrap();
        Pending { cookie: cookie(&response, "stormwire_oidc"), params: url.query_pairs().into_owned().collect() }
    }

    async fn finish(&self, pending: &Pending) -> TestResponse {
        self.come_back(&pending.cookie, &pending.code(), &pending.params["state"], "").await
    }

    async fn come_back(&self, cookie: &str, code: &str, state: &str, accept: &str) -> TestResponse {
        let request = Request::get(format!("/auth/oidc/callback?code={code}&state={state}&session_state=x"));
        let request = request.header("cookie", cookie).header("accept", accept);
        send_request(&self.router, request.body(Body::empty()).unwrap()).await
    }

    async fn sign_in(&self) -> TestResponse {
        let pending = self.begin().await;
        self.finish(&pending).await
    }

    async fn with_cookie(&self, method: &str, path: &str, cookie: &str) -> TestResponse {
        let request = Request::builder().method(method).uri(path).header("cookie", cookie);
        send_request(&self.router, request.body(Body::empty()).unwrap()).await
    }

    /// Signs in and returns the signed-in user.
    async fn signed_in(&self) -> (Value, String) {
        let response = self.sign_in().await;
        assert_eq!(response.status.as_u16(), 303, "{}", String::from_utf8_lossy(&response.body));
        let session = cookie(&response, "stormwire_session");
        (self.with_cookie("GET", "/auth/session", &session).await.expect(200), session)
    }
}

/// A browser at the provider.
struct Pending {
    cookie: String,
    params: HashMap<String, String>,
}

impl Pending {
    fn code(&self) -> String {
        format!("{}.{}.1", self.params["nonce"], self.params["code_challenge"])
    }
}

/// The cookie as a browser would send it back; empty if it was not set.
fn cookie(response: &TestResponse, name: &str) -> String {
    let set = response.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let pair = set.filter_map(|text| text.split(';').next()).find(|pair| pair.starts_with(&format!("{name}=")));
    pair.filter(|pair| !pair.ends_with('=')).unwrap_or_default().to_owned()
}

async fn audit_sentences(router: &Router, token: &str) -> Vec<String> {
    let list = send(router, "GET", "/audit", token, None).await.expect(200);
    let entries = list.as_array().cloned().unwrap_or_else(|| list["items"].as_array().unwrap().clone());
    entries.iter().map(|entry| entry["sentence"].as_str().unwrap_or_default().to_owned()).collect()
}

on_both_databases! {
    async fn people_become_users_whose_role_follows_their_groups(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        let token = create_token(&fixture.app, Role::Admin).await;
        let pending = fixture.begin().await;
        let asked = |name: &str| pending.params[name].as_str();
        assert_eq!((asked("response_type"), asked("client_id"), asked("code_challenge_method")), ("code", CLIENT_ID, "S256"));
        assert_eq!((asked("scope"), asked("redirect_uri")), ("openid profile groups", "http://storm.test/auth/oidc/callback"));
        let response = fixture.finish(&pending).await;
        assert_eq!((response.status.as_u16(), response.header("location")), (303, "/portal/log"));
        let session = cookie(&response, "stormwire_session");
        let user = fixture.with_cookie("GET", "/auth/session", &session).await.expect(200);
        assert_eq!(user, json!({ "id": 2, "username": "ann@city.example", "role": "operator", "signInMethod": "oidc", "isReadOnly": false }));

        fixture.provider.set_claims(&json!({ "groups": ["crew", "chiefs", "other"], "preferred_username": "ann.new" }));
        let (user, _) = fixture.signed_in().await;
        assert_eq!((&user["id"], &user["role"], &user["username"]), (&json!(2), &json!("admin"), &json!("ann@city.example")));
        let user = fixture.with_cookie("GET", "/auth/session", &session).await.expect(200);
        assert_eq!(user["role"], "admin", "the role is the user's, not the session's");
        let sentences = audit_sentences(&fixture.router, &token).await;
        let has = |text: &str| sentences.iter().any(|sentence| sentence.contains(text));
        assert!(has("signed in with single sign-on") && has("created user \"ann@city.example\""), "{sentences:?}");
        assert!(has("updated user \"ann@city.example\""), "{sentences:?}");
    }

    async fn a_local_user_of_the_same_name_is_never_taken_over(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        let token = create_token(&fixture.app, Role::Admin).await;
        fixture.provider.set_claims(&json!({ "preferred_username": "Admin", "email": "admin" }));
        let (user, session) = fixture.signed_in().await;
        assert_eq!((&user["username"], &user["role"], &user["id"]), (&json!("Admin-2"), &json!("operator"), &json!(2)));
        let login = json!({ "username": "Admin-2", "password": "" });
        send(&fixture.router, "POST", "/auth/login", "", Some(login)).await.expect(401);
        for change in [json!({ "password": "tulip kettle lamp" }), json!({ "role": "admin" })] {
            let response = send(&fixture.router, "PATCH", "/user/2", &token, Some(change)).await;
            assert!(response.expect(409)["detail"].as_str().unwrap().contains("identity provider"));
        }
        send(&fixture.router, "PATCH", "/user/2", &token, Some(json!({ "username": "ann" }))).await.expect(200);
        assert_eq!(fixture.with_cookie("GET", "/auth/session", &session).await.expect(200)["username"], "ann");
        fixture.provider.set_claims(&json!({ "sub": "person-2", "preferred_username": "ann" }));
        assert_eq!(fixture.signed_in().await.0["username"], "ann-2", "another person");
    }

    async fn people_without_a_role_are_rejected_and_lose_what_they_had(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        let token = create_token(&fixture.app, Role::Admin).await;
        let (_, session) = fixture.signed_in().await;
        for groups in [json!(["other"]), json!([]), json!(null), json!({ "crew": true })] {
            fixture.provider.set_claims(&json!({ "groups": groups }));
            fixture.provider.set_userinfo(json!({ "sub": "person-1" }));
            let rejected = fixture.sign_in().await;
            assert!(rejected.expect(403)["detail"].as_str().unwrap().contains("no role"), "{groups}");
            assert_eq!(cookie(&rejected, "stormwire_session"), "");
        }
        assert_eq!(fixture.with_cookie("GET", "/auth/session", &session).await.status.as_u16(), 401);
        let sentences = audit_sentences(&fixture.router, &token).await;
        assert!(sentences.iter().any(|text| text.starts_with("ann@city.example failed to sign in")), "{sentences:?}");
        let pending = fixture.begin().await;
        let state = &pending.params["state"];
        let rejected = fixture.come_back(&pending.cookie, &pending.code(), state, "text/html,*/*;q=0.8").await;
        assert_eq!((rejected.status.as_u16(), rejected.header("location")), (303, "/portal?signInError=no-role"));
        fixture.provider.set_claims(&json!({ "groups": null, "_claim_names": { "groups": "src1" } }));
        assert!(fixture.sign_in().await.expect(403)["detail"].as_str().unwrap().contains("app roles"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn claims_that_the_id_token_lacks_come_from_the_provider() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start(&db).await;
    fixture.provider.set_claims(&json!({ "groups": null }));
    fixture.provider.set_userinfo(json!({ "sub": "person-1", "groups": ["chiefs"] }));
    assert_eq!(fixture.signed_in().await.0["role"], "admin");
    fixture.provider.set_userinfo(json!({ "sub": "person-2", "groups": ["chiefs"] }));
    fixture.sign_in().await.expect(502);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_id_tokens_start_no_session() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start(&db).await;
    let token = create_token(&fixture.app, Role::Admin).await;
    for (header, claims) in [
        (json!({}), json!({ "aud": "another-app" })),
        (json!({}), json!({ "aud": ["stormwire", "another-app"] })),
        (json!({}), json!({ "exp": 1 })),
        (json!({}), json!({ "iss": "https://evil.example" })),
        (json!({}), json!({ "nonce": "of another sign-in" })),
        (json!({}), json!({ "nonce": null })),
        (json!({ "alg": "none" }), json!({})),
        (json!({ "alg": "HS256" }), json!({})),
        (json!({ "alg": "RS256" }), json!({})),
        (json!({ "kid": "unknown" }), json!({})),
    ] {
        fixture.provider.set_header(&header);
        fixture.provider.set_claims(&claims);
        let response = fixture.sign_in().await;
        let detail = response.expect(401)["detail"].clone();
        assert!(detail.as_str().unwrap().contains("not valid"), "{header} {claims}: {detail}");
        assert_eq!(cookie(&response, "stormwire_session"), "", "{header} {claims}");
    }
    let users = send(&fixture.router, "GET", "/user", &token, None).await.expect(200);
    assert_eq!(users.as_array().unwrap().len(), 1, "nobody became a user");
    let sentences = audit_sentences(&fixture.router, &token).await;
    assert!(
        sentences.iter().any(|text| text.starts_with("single sign-on failed to sign in 10 times")),
        "{sentences:?}"
    );
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_is_finished_once_and_by_the_browser_that_began_it() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start(&db).await;
    let (pending, other) = (fixture.begin().await, fixture.begin().await);
    let (code, state) = (pending.code(), pending.params["state"].clone());
    for (cookie, state) in [
        ("", state.as_str()),
        (&pending.cookie, ""),
        (&pending.cookie, &other.params["state"]),
        (&other.cookie, &state),
        ("stormwire_oidc=forged", &state),
    ] {
        let response = fixture.come_back(cookie, &code, state, "").await;
        assert!(response.expect(400)["detail"].as_str().unwrap().contains("expired"), "{cookie} {state}");
    }
    assert_eq!(fixture.finish(&pending).await.status.as_u16(), 303);
    fixture.finish(&pending).await.expect(400);
    // The code of a finished sign-in is worth nothing in another one.
    fixture.come_back(&other.cookie, &code, &other.params["state"], "").await.expect(401);
    let late = fixture.begin().await;
    db.clock.advance(Duration::from_mins(16));
    fixture.finish(&late).await.expect(400);
    let denied = fixture.begin().await;
    let request = Request::get(format!("/auth/oidc/callback?error=access_denied&state={}", denied.params["state"]));
    let request = request.header("cookie", &denied.cookie).body(Body::empty()).unwrap();
    send_request(&fixture.router, request).await.expect(403);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_keys_of_the_provider_are_read_at_a_limited_rate() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start(&db).await;
    fixture.signed_in().await;
    assert_eq!(fixture.provider.key_reads(), 1);
    db.clock.advance(Duration::from_mins(1));
    fixture.provider.rotate_key("key-2");
    fixture.signed_in().await;
    assert_eq!(fixture.provider.key_reads(), 2);
    fixture.provider.set_header(&json!({ "kid": "unknown" }));
    for _ in 0..5 {
        fixture.sign_in().await.expect(401);
    }
    assert_eq!(fixture.provider.key_reads(), 2, "not again within half a minute");
    db.clock.advance(Duration::from_mins(1));
    fixture.sign_in().await.expect(401);
    assert_eq!(fixture.provider.key_reads(), 3);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_local_sign_in_only_break_glass_users_have_a_password() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start_with(&db, false).await;
    let token = create_token(&fixture.app, Role::Admin).await;
    let password = Password::new(PASSWORD.into(), "glass").unwrap();
    fixture.app.users.create_break_glass("glass".into(), Role::Admin, password, Actor::command_line()).await.unwrap();
    let methods = get(&fixture.router, "/auth/methods").await.expect(200);
    assert_eq!(methods, json!({ "local": false, "oidc": { "name": "City account" } }));
    let login = |name: &str| json!({ "username": name, "password": PASSWORD });
    let rejected = send(&fixture.router, "POST", "/auth/login", "", Some(login("admin"))).await;
    assert_eq!(rejected.expect(401)["detail"], "the username or password is incorrect");
    let entered = send(&fixture.router, "POST", "/auth/login", "", Some(login("glass"))).await.expect(200);
    assert_eq!(entered["signInMethod"], "breakGlass");
    let sentences = audit_sentences(&fixture.router, &token).await;
    assert!(sentences.iter().any(|text| text.contains("glass signed in as a break-glass user")), "{sentences:?}");
    assert_eq!(fixture.signed_in().await.0["role"], "operator");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_out_leads_to_the_provider_for_its_users_only() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start(&db).await;
    let (_, session) = fixture.signed_in().await;
    let left = fixture.with_cookie("POST", "/auth/logout", &session).await.expect(200);
    let url: Url = left["endSessionUrl"].as_str().unwrap().parse().unwrap();
    assert!(url.as_str().starts_with(&format!("{}/logout?", fixture.provider.issuer)), "{url}");
    let params: HashMap<String, String> = url.query_pairs().into_owned().collect();
    assert_eq!(
        (params["client_id"].as_str(), params["post_logout_redirect_uri"].as_str()),
        (CLIENT_ID, "http://storm.test/portal")
    );
    assert_eq!(fixture.with_cookie("GET", "/auth/session", &session).await.status.as_u16(), 401);
    fixture.with_cookie("POST", "/auth/logout", &session).await.expect(204);
    create_token(&fixture.app, Role::Viewer).await;
    let login = json!({ "username": "viewer", "password": PASSWORD });
    let entered = send(&fixture.router, "POST", "/auth/login", "", Some(login)).await;
    fixture.with_cookie("POST", "/auth/logout", &cookie(&entered, "stormwire_session")).await.expect(204);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_at_the_provider_are_limited_per_address() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start(&db).await;
    fixture.provider.set_claims(&json!({ "aud": "another-app" }));
    for _ in 0..20 {
        fixture.sign_in().await.expect(401);
    }
    let limited = fixture.sign_in().await;
    limited.expect(429);
    assert_ne!(limited.header("retry-after"), "");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_provider_is_a_problem_with_words() {
    let db = TestDb::sqlite().await;
    let base = parts(&db, Heartbeat::default());
    let config = Oidc {
        issuer: "http://127.0.0.1:9".parse().unwrap(),
        name: "City account".into(),
        client_id: CLIENT_ID.into(),
        client_secret: None,
        role_claim: "groups".into(),
        roles: BTreeMap::from([("crew".into(), Role::Viewer)]),
        local_sign_in: true,
    };
    let oidc = OidcSignIn::new(config, &base.public_url, base.clock.clone()).unwrap();
    let router = stormwire_api::router(AppParts { oidc: Some(oidc), ..base }.into());
    assert!(get(&router, "/auth/oidc/login").await.expect(502)["detail"].as_str().unwrap().contains("not reachable"));
    let router = stormwire_api::router(parts(&db, Heartbeat::default()).into());
    for path in ["/auth/oidc/login", "/auth/oidc/callback?code=a&state=b"] {
        assert!(get(&router, path).await.expect(404)["detail"].as_str().unwrap().contains("[oidc]"));
    }
    assert_eq!(get(&router, "/auth/methods").await.expect(200), json!({ "local": true, "oidc": null }));
    db.end().await;
}
