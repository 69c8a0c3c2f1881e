//! An OpenID Connect provider in this process, whose tokens a test can spoil.

use axum::extract::{RawForm, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use stormwire_clock::{Clock, VirtualClock};

pub(crate) const CLIENT_ID: &str = "stormwire";
pub(crate) const CLIENT_SECRET: &str = "provider-secret";

#[derive(Clone)]
pub(crate) struct IdentityProvider {
    pub(crate) issuer: String,
    state: Arc<Mutex<ProviderState>>,
}

struct ProviderState {
    clock: Arc<VirtualClock>,
    issuer: String,
    key: EcdsaKeyPair,
    key_id: String,
    /// How often the keys were read.
    key_reads: usize,
    used_codes: HashSet<String>,
    /// Replaced in the next tokens; null removes a claim.
    claims: Map<String, Value>,
    header: Map<String, Value>,
    /// Claims that are not in the ID token.
    userinfo: Value,
}

impl IdentityProvider {
    pub(crate) async fn start(clock: Arc<VirtualClock>) -> Self {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let state = ProviderState {
            clock,
            issuer: issuer.clone(),
            key: new_key(),
            key_id: "key-1".into(),
            key_reads: 0,
            used_codes: HashSet::new(),
            claims: Map::new(),
            header: Map::new(),
            userinfo: json!({}),
        };
        let provider = Self { issuer, state: Arc::new(Mutex::new(state)) };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/me", get(userinfo))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    fn lock(&self) -> MutexGuard<'_, ProviderState> {
        self.state.lock().unwrap()
    }

    /// Claims of the next person; null leaves one out.
    pub(crate) fn set_claims(&self, claims: &Value) {
        self.lock().claims.clone_from(claims.as_object().unwrap());
    }

    /// The header of the next tokens.
    pub(crate) fn set_header(&self, header: &Value) {
        self.lock().header.clone_from(header.as_object().unwrap());
    }

    pub(crate) fn set_userinfo(&self, claims: Value) {
        self.lock().userinfo = claims;
    }

    pub(crate) fn rotate_key(&self, id: &str) {
        let mut state = self.lock();
        (state.key, state.key_id) = (new_key(), id.into());
    }

    pub(crate) fn key_reads(&self) -> usize {
        self.lock().key_reads
    }
}

fn new_key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap()
}

async fn describe(State(provider): State<IdentityProvider>) -> Json<Value> {
    let issuer = provider.issuer;
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
        "userinfo_endpoint": format!("{issuer}/me"),
        "end_session_endpoint": format!("{issuer}/logout"),
        "scopes_supported": ["openid", "profile", "groups"],
    }))
}

async fn keys(State(provider): State<IdentityProvider>) -> Json<Value> {
    let mut state = provider.lock();
    state.key_reads += 1;
    let point = state.key.public_key().as_ref();
    let (x, y) = (URL_SAFE_NO_PAD.encode(&point[1..33]), URL_SAFE_NO_PAD.encode(&point[33..]));
    Json(json!({ "keys": [{ "kty": "EC", "crv": "P-256", "kid": state.key_id, "x": x, "y": y }] }))
}

/// A code is `NONCE.CHALLENGE.NUMBER` here, as the test made it from the authorization URL.
async fn token(
    State(provider): State<IdentityProvider>,
    headers: HeaderMap,
    RawForm(body): RawForm,
) -> (StatusCode, Json<Value>) {
    let rejected = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error })));
    let form: HashMap<String, String> = form_urlencoded::parse(&body).into_owned().collect();
    let secret = base64::engine::general_purpose::STANDARD.encode(format!("{CLIENT_ID}:{CLIENT_SECRET}"));
    if headers.get("authorization").and_then(|value| value.to_str().ok()) != Some(&format!("Basic {secret}")) {
        return rejected("invalid_client");
    }
    let mut state = provider.lock();
    let code = form["code"].clone();
    let parts: Vec<&str> = code.split('.').collect();
    let [nonce, challenge, _] = parts[..] else { return rejected("invalid_grant") };
    let digest = ring::digest::digest(&ring::digest::SHA256, form["code_verifier"].as_bytes());
    let is_proven = URL_SAFE_NO_PAD.encode(digest) == challenge;
    if !is_proven || !state.used_codes.insert(code.clone()) || form["grant_type"] != "authorization_code" {
        return rejected("invalid_grant");
    }
    (
        StatusCode::OK,
        Json(json!({ "access_token": "access", "token_type": "Bearer", "id_token": state.id_token(nonce) })),
    )
}

impl ProviderState {
    fn id_token(&self, nonce: &str) -> String {
        let now = self.clock.now().as_second();
        let claims = json!({
            "iss": self.issuer, "aud": CLIENT_ID, "sub": "person-1", "nonce": nonce, "iat": now, "exp": now + 300,
            "preferred_username": "ann@city.example", "groups": ["crew"],
        });
        let header = json!({ "alg": "ES256", "kid": self.key_id });
        let [header, claims] = [(header, &self.header), (claims, &self.claims)].map(|(mut all, changes)| {
            let object = all.as_object_mut().unwrap();
            object.extend(changes.clone());
            object.retain(|_, value| !value.is_null());
            URL_SAFE_NO_PAD.encode(all.to_string())
        });
        let message = format!("{header}.{claims}");
        let signature = self.key.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

async fn userinfo(State(provider): State<IdentityProvider>, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    if headers.get("authorization").and_then(|value| value.to_str().ok()) != Some("Bearer access") {
        return (StatusCode::UNAUTHORIZED, Json(json!({})));
    }
    (StatusCode::OK, Json(provider.lock().userinfo.clone()))
}
