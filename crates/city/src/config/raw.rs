//! The structure of the file: every key of the contract with its default, not validated.

use super::key_kind::{HasKind, KeyKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

macro_rules! section {
    ($name:ident { $($key:ident: $kind:ty = $default:expr),* $(,)? }) => {
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub(super) struct $name { $(pub(super) $key: $kind,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default,)* }
            }
        }

        impl HasKind for $name {
            fn kind() -> KeyKind {
                KeyKind::Section(vec![$((stringify!($key), <$kind>::kind())),*])
            }
        }
    };
}

section!(RawConfig {
    server: Server = Server::default(),
    sign_in: SignIn = SignIn::default(),
    oidc: Oidc = Oidc::default(),
    database: Database = Database::default(),
    graph: Graph = Graph::default(),
    secrets: Secrets = Secrets::default(),
    paths: Paths = Paths::default(),
    watch: Watch = Watch::default(),
    lightning: Lightning = Lightning::default(),
    workflow: Workflow = Workflow::default(),
    files: Files = Files::default(),
    operator: Operator = Operator::default(),
    heartbeat: Heartbeat = Heartbeat::default(),
    metrics: Metrics = Metrics::default(),
    smtp: Smtp = Smtp::default(),
    city: City = City::default(),
    tiles: Tiles = Tiles::default(),
});
section!(Server {
    listen: String = "127.0.0.1:8080".into(),
    public_url: Option<String> = None,
    media_url: String = "/media".into(),
    anonymous_per_second: i64 = 0,
    trusted_proxies: Vec<String> = Vec::new(),
    security_contact: Option<String> = None,
    security_log: Option<String> = None,
    tls: Tls = Tls::default(),
    limits: Limits = Limits::default(),
});
section!(Tls {
    certificate: Option<String> = None,
    key: Option<String> = None,
});
section!(Limits {
    connections: i64 = 4_096,
    connections_per_address: i64 = 256,
    header_seconds: i64 = 10,
    body_seconds: i64 = 30,
    write_seconds: i64 = 30,
    idle_seconds: i64 = 75,
    streams: i64 = 3_000,
    streams_per_address: i64 = 128,
});
section!(SignIn { idle_minutes: i64 = 1_440, max_days: i64 = 14 });
section!(Oidc {
    issuer: Option<String> = None,
    name: Option<String> = None,
    client_id: String = String::new(),
    client_secret: Option<String> = None,
    role_claim: String = "groups".into(),
    roles: BTreeMap<String, String> = BTreeMap::new(),
    local_sign_in: bool = true,
});
section!(Database { url: String = "sqlite:data".into() });
section!(Graph {
    base_url: String = "https://graph.microsoft.com/v1.0".into(),
    authority: String = "https://login.microsoftonline.com".into(),
});
section!(Secrets { key_file: String = "data/secret.key".into() });
section!(Paths { work: String = "data/work".into(), media: String = "data/media".into() });
section!(Watch {
    reconciliation_seconds: i64 = 300,
    full_listing_seconds: i64 = 3_600,
    renewal_margin_hours: i64 = 24,
    renewal_check_seconds: i64 = 3_600,
    subscription_minutes: i64 = 10_000,
    retention_days: i64 = 400,
    canary_minutes: i64 = 0,
});
section!(Lightning {
    plausible_miles: i64 = 500,
    feed: String = "watchers".into(),
    external_minutes: Option<i64> = None,
});
section!(Workflow {
    allow_addresses: Vec<String> = Vec::new(),
});
section!(Files { roots: Vec<String> = Vec::new() });
section!(Operator {
    email: Option<String> = None,
    via: String = "Smtp".into(),
    from: Option<String> = None,
    credential: Option<String> = None,
    per_hour: i64 = 20,
});
section!(Heartbeat { url: Option<String> = None });
section!(Metrics { token_file: Option<String> = None });
section!(Smtp {
    url: Option<String> = None,
    from: Option<String> = None,
});
section!(City {
    name: Option<String> = None,
    crs: Option<String> = None,
    bounds: Option<Vec<f64>> = None,
    timezone: Option<String> = None,
});
section!(Tiles { viewport_cap: i64 = 64 });
