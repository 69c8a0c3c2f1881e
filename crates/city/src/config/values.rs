//! The validated values.

use crate::accounts::SessionLimits;
use ipnet::IpNet;
use jiff::tz::TimeZone;
use secrecy::SecretString;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use stormwire_geo::{Bounds, Crs, Miles};
use stormwire_store::Database;
use stormwire_store::tables::user::Role;
use url::Url;

#[derive(Debug)]
pub struct Config {
    pub server: Server,
    pub session_limits: SessionLimits,
    /// Sign-in at an OpenID Connect provider.
    pub oidc: Option<Oidc>,
    pub database: Database,
    pub graph: Graph,
    /// The file with the encryption key.
    pub key_file: PathBuf,
    pub paths: Paths,
    pub watch: Watch,
    /// Strikes farther than this from every facility are probably wrong; none: any distance is plausible.
    pub plausible_radius: Option<Miles>,
    /// Another program loads strikes, and shows a sign of life at least this often.
    pub external_silence: Option<Duration>,
    /// Private networks that workflows may call.
    pub allow_addresses: Vec<IpNet>,
    /// The folders outside which watchers read and move no file. Without any, no watcher of files can be enabled.
    pub file_roots: Vec<PathBuf>,
    /// Receives mail about failures.
    pub operator_email: Option<String>,
    /// Sends mail to the operator through Microsoft Graph instead of SMTP.
    pub operator_graph: Option<OperatorGraph>,
    /// What is over it is reported in one digest.
    pub operator_mails_per_hour: u32,
    /// Called every 30 seconds while all is well. The path is a secret of the service that waits for the calls.
    pub heartbeat_url: Option<Url>,
    /// The file with the token that Prometheus sends.
    pub metrics_token_file: Option<PathBuf>,
    pub smtp: Option<Smtp>,
    pub city: City,
    /// The most tiles in one viewport response.
    pub viewport_cap: u32,
}

#[derive(Debug)]
pub struct Server {
    pub listen: SocketAddr,
    /// The base URL that the provider calls; the listening address if not set.
    pub public_url: Option<Url>,
    /// Base of image URLs.
    pub media_url: String,
    /// Requests per second and client address on anonymous routes; 0: unlimited.
    pub anonymous_per_second: u32,
    /// Networks whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Where to report vulnerabilities: the `Contact` of `security.txt`.
    pub security_contact: Option<String>,
    /// Receives one JSON object per line for each sign-in and change of access.
    pub security_log: Option<PathBuf>,
    /// Serves https if set, http otherwise.
    pub tls: Option<TlsFiles>,
    pub limits: ConnectionLimits,
    pub streams: StreamLimits,
}

/// PEM files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    /// The server's certificate, then the intermediate ones.
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// Limits of the listener; none: off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Open at once.
    pub connections: Option<usize>,
    /// Open at once from one address. Trusted proxies are exempt.
    pub connections_per_address: Option<usize>,
    /// To receive the head of a request, and for the TLS handshake.
    pub header: Option<Duration>,
    /// To receive the body of a request.
    pub body: Option<Duration>,
    /// Without the client reading any of a response.
    pub write: Option<Duration>,
    /// Between two requests.
    pub idle: Option<Duration>,
}

/// The most event streams that are open at once; none: unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamLimits {
    pub total: Option<usize>,
    /// From one address. Trusted proxies are exempt.
    pub per_address: Option<usize>,
}

#[derive(Debug, Clone)]
pub struct Oidc {
    pub issuer: Url,
    /// What the sign-in page calls the provider.
    pub name: String,
    pub client_id: String,
    /// `None` for a public client.
    pub client_secret: Option<SecretString>,
    /// The claim whose values give roles.
    pub role_claim: String,
    pub roles: BTreeMap<String, Role>,
    /// Whether all users with a password may use it, not only break-glass users.
    pub local_sign_in: bool,
}

#[derive(Debug)]
pub struct Graph {
    /// Without a trailing slash.
    pub base_url: String,
    /// Issues the tokens. Without a trailing slash.
    pub authority: String,
}

#[derive(Debug)]
pub struct Paths {
    /// Attachments of messages that are being processed.
    pub work: PathBuf,
    /// Served under `/media`.
    pub media: PathBuf,
}

#[derive(Debug)]
pub struct Watch {
    /// Between two polls of a mailbox.
    pub reconciliation: Duration,
    /// Between two full folder scans.
    pub full_listing: Duration,
    /// A subscription that expires within this time is renewed.
    pub renewal_margin: Duration,
    /// Between two checks of the subscriptions.
    pub renewal_check: Duration,
    /// The requested lifetime of a subscription.
    pub subscription: Duration,
    /// How long envelopes, steps and errors are kept.
    pub retention: Duration,
    /// Between two test messages to the mailbox of a watcher that feeds strikes; none: none are sent.
    pub canary: Option<Duration>,
}

#[derive(Debug)]
pub struct Smtp {
    /// `smtp://`, `smtps://` or `smtp+starttls://`.
    pub url: Url,
    pub from: String,
}

#[derive(Debug)]
pub struct OperatorGraph {
    /// The mailbox that sends.
    pub from: String,
    /// The name of the credential; `None`: the only one that exists.
    pub credential: Option<String>,
}

#[derive(Debug, Clone)]
pub struct City {
    pub name: String,
    /// In feet.
    pub crs: Crs,
    /// The code or proj string of `crs`.
    pub crs_text: String,
    /// Facilities must be inside.
    pub bounds: Option<Bounds>,
    pub timezone: TimeZone,
    /// Which of them the configuration sets. The others are defaults, or set in the portal.
    pub configured: ConfiguredCityKeys,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one per key")]
pub struct ConfiguredCityKeys {
    pub name: bool,
    pub crs: bool,
    pub bounds: bool,
    pub timezone: bool,
}
