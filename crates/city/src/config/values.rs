//! The checked values.

use ipnet::IpNet;
use jiff::tz::TimeZone;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use stormwire_geo::{Bounds, Crs};
use stormwire_store::Database;
use url::Url;

/// Everything the service is told from outside.
#[derive(Debug)]
pub struct Config {
    /// The HTTP listener.
    pub server: Server,
    /// Where the rows are.
    pub database: Database,
    /// Microsoft Graph.
    pub graph: Graph,
    /// The file with the encryption key.
    pub key_file: PathBuf,
    /// Folders.
    pub paths: Paths,
    /// Watching mailboxes.
    pub watch: Watch,
    /// Networks that workflow calls may reach although they are private.
    pub allow_addresses: Vec<IpNet>,
    /// Who is told when something fails.
    pub operator_email: Option<String>,
    /// How mail is sent.
    pub smtp: Option<Smtp>,
    /// The city.
    pub city: City,
    /// The most tiles that one viewport answer holds.
    pub viewport_cap: u32,
}

/// The HTTP listener.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub listen: SocketAddr,
    /// What the provider calls; the listening address when not set.
    pub public_url: Option<Url>,
    /// Base of image URLs.
    pub media_url: String,
    /// Requests per second and address on anonymous routes; 0 is off.
    pub anonymous_per_second: u32,
    /// Networks whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpNet>,
}

/// Microsoft Graph.
#[derive(Debug)]
pub struct Graph {
    /// Without a trailing slash.
    pub base_url: String,
    /// Where tokens come from, without a trailing slash.
    pub authority: String,
}

/// Folders.
#[derive(Debug)]
pub struct Paths {
    /// Attachments while a message is in hand.
    pub work: PathBuf,
    /// Served under `/media`.
    pub media: PathBuf,
}

/// Watching mailboxes.
#[derive(Debug)]
pub struct Watch {
    /// Between two looks at a mailbox.
    pub reconciliation: Duration,
    /// Between two full listings.
    pub full_listing: Duration,
    /// A subscription with less time left than this is renewed.
    pub renewal_margin: Duration,
    /// Between two looks at the subscriptions.
    pub renewal_check: Duration,
    /// The subscription lifetime that is asked for.
    pub subscription: Duration,
    /// How long envelopes, steps and errors are kept.
    pub retention: Duration,
}

/// How mail is sent.
#[derive(Debug)]
pub struct Smtp {
    /// `smtp://`, `smtps://` or `smtp+starttls://`.
    pub url: Url,
    /// The sender.
    pub from: String,
}

/// The city.
#[derive(Debug)]
pub struct City {
    /// Shown to people.
    pub name: String,
    /// The coordinate system of its maps, in feet.
    pub crs: Crs,
    /// Where its facilities may lie.
    pub bounds: Option<Bounds>,
    /// For people's eyes.
    pub timezone: TimeZone,
}
