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
    pub server: Server,
    /// Where the rows are.
    pub database: Database,
    pub graph: Graph,
    /// The file with the encryption key.
    pub key_file: PathBuf,
    pub paths: Paths,
    pub watch: Watch,
    /// Networks that workflow calls may reach although they are private.
    pub allow_addresses: Vec<IpNet>,
    /// Who is told when something fails.
    pub operator_email: Option<String>,
    /// How mail is sent.
    pub smtp: Option<Smtp>,
    pub city: City,
    /// The most tiles that one viewport answer holds.
    pub viewport_cap: u32,
}

#[derive(Debug)]
pub struct Server {
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

#[derive(Debug)]
pub struct Graph {
    /// Without a trailing slash.
    pub base_url: String,
    /// Where tokens come from, without a trailing slash.
    pub authority: String,
}

#[derive(Debug)]
pub struct Paths {
    /// Attachments while a message is in hand.
    pub work: PathBuf,
    /// Served under `/media`.
    pub media: PathBuf,
}

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
    pub from: String,
}

#[derive(Debug)]
pub struct City {
    pub name: String,
    /// The coordinate system of its maps, in feet.
    pub crs: Crs,
    /// Where its facilities may lie.
    pub bounds: Option<Bounds>,
    pub timezone: TimeZone,
}
