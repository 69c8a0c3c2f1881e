//! Validates the raw configuration. Each error names the key, the value and the fix.

use super::checks::{ValidatedConfig, http_url, redact_if_secret, resolve_path, validate_integer, validate_or_off};
use super::error::ConfigError;
use super::listener::{connection_limits, stream_limits, tls_files};
use super::oidc::oidc;
use super::raw::RawConfig;
use super::values::{City, Config, ConfiguredCityKeys, Graph, OperatorGraph, Paths, Server, Smtp, Watch};
use crate::accounts::SessionLimits;
use crate::city_values::{check_city_name, parse_bounds, parse_time_zone};
use ipnet::IpNet;
use std::net::IpAddr;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;
use stormwire_geo::{Crs, Miles};
use stormwire_store::Database;
use url::Url;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

pub(super) fn validate(raw: RawConfig, folder: &Path) -> ValidatedConfig<Config> {
    Ok(Config {
        server: server(raw.server, folder)?,
        session_limits: session_limits(&raw.sign_in)?,
        oidc: oidc(raw.oidc)?,
        database: database(&raw.database.url, folder)?,
        graph: Graph {
            base_url: service_url("graph.base_url", &raw.graph.base_url)?,
            authority: service_url("graph.authority", &raw.graph.authority)?,
        },
        key_file: resolve_path("secrets.key_file", &raw.secrets.key_file, folder)?,
        paths: Paths {
            work: resolve_path("paths.work", &raw.paths.work, folder)?,
            media: resolve_path("paths.media", &raw.paths.media, folder)?,
        },
        watch: validate_watch(&raw.watch)?,
        plausible_radius: plausible_radius(raw.lightning.plausible_miles)?,
        external_silence: external_silence(&raw.lightning)?,
        allow_addresses: parse_networks("workflow.allow_addresses", &raw.workflow.allow_addresses)?,
        file_roots: file_roots(&raw.files.roots)?,
        operator_graph: operator_graph(&raw.operator)?,
        operator_email: raw.operator.email.map(|text| validate_email_address("operator.email", text)).transpose()?,
        operator_mails_per_hour: validate_integer("operator.per_hour", raw.operator.per_hour, 1)?,
        heartbeat_url: raw.heartbeat.url.as_deref().map(heartbeat_url).transpose()?,
        metrics_token_file: metrics_token_file(raw.metrics.token_file.as_deref(), folder)?,
        smtp: smtp(raw.smtp)?,
        city: validate_city(raw.city)?,
        viewport_cap: validate_integer("tiles.viewport_cap", raw.tiles.viewport_cap, 1)?,
    })
}

fn session_limits(raw: &super::raw::SignIn) -> ValidatedConfig<SessionLimits> {
    let idle: u32 = validate_integer("sign_in.idle_minutes", raw.idle_minutes, 1)?;
    let days: u32 = validate_integer("sign_in.max_days", raw.max_days, 1)?;
    let span = |count: u32, unit_seconds: u64| Duration::from_secs(u64::from(count) * unit_seconds);
    Ok(SessionLimits { idle: span(idle, MINUTE), lifetime: span(days, DAY) })
}

fn server(raw: super::raw::Server, folder: &Path) -> ValidatedConfig<Server> {
    let listen = raw.listen.parse().map_err(|_| {
        ConfigError::key(
            "server.listen",
            format!("{:?} is not an IP address and port; use a value such as 127.0.0.1:8080", raw.listen),
        )
    })?;
    let public_url = raw.public_url.as_deref().map(|text| service_url("server.public_url", text)).transpose()?;
    Ok(Server {
        listen,
        public_url: public_url.map(|text| http_url("server.public_url", &text)).transpose()?,
        media_url: media_url(raw.media_url)?,
        anonymous_per_second: validate_integer("server.anonymous_per_second", raw.anonymous_per_second, 0)?,
        trusted_proxies: parse_networks("server.trusted_proxies", &raw.trusted_proxies)?,
        security_contact: raw.security_contact.map(security_contact).transpose()?,
        security_log: raw.security_log.map(|text| resolve_path("server.security_log", &text, folder)).transpose()?,
        tls: tls_files(raw.tls, folder)?,
        limits: connection_limits(&raw.limits)?,
        streams: stream_limits(&raw.limits)?,
    })
}

/// A URI, as RFC 9116 wants it.
fn security_contact(text: String) -> ValidatedConfig<String> {
    let is_uri =
        ["mailto:", "https://", "tel:"].iter().any(|start| text.len() > start.len() && text.starts_with(start));
    if is_uri && !text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Ok(text);
    }
    let problem = format!("{text:?} is not a URI; use a value such as mailto:security@example.gov");
    Err(ConfigError::key("server.security_contact", problem))
}

fn media_url(text: String) -> ValidatedConfig<String> {
    const KEY: &str = "server.media_url";
    if text.contains("://") {
        http_url(KEY, &text)?;
    } else if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(ConfigError::key(
            KEY,
            format!(
                "{text:?} is neither a path nor a URL; use a value such as /media or https://cdn.example.gov/media"
            ),
        ));
    }
    Ok(text)
}

pub(super) fn database(text: &str, folder: &Path) -> ValidatedConfig<Database> {
    const KEY: &str = "database.url";
    if let Some(location) = text.strip_prefix("sqlite:") {
        return Ok(Database::Sqlite(resolve_path(KEY, location.strip_prefix("//").unwrap_or(location), folder)?));
    }
    // The value is not repeated: it may contain a password.
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "postgres" | "postgresql") => Ok(Database::Postgres(url)),
        Err(error) if text.starts_with("postgres") => {
            Err(ConfigError::key(KEY, format!("not a valid URL: {error}; use postgres://user@host/database")))
        }
        _ => Err(ConfigError::key(KEY, "unsupported database; use sqlite:FOLDER or postgres://user@host/database")),
    }
}

fn validate_watch(raw: &super::raw::Watch) -> ValidatedConfig<Watch> {
    let span = |key: &str, count: i64, unit_seconds: u64| -> ValidatedConfig<Duration> {
        let count: u32 = validate_integer(key, count, 1)?;
        Ok(Duration::from_secs(u64::from(count) * unit_seconds))
    };
    Ok(Watch {
        reconciliation: span("watch.reconciliation_seconds", raw.reconciliation_seconds, 1)?,
        full_listing: span("watch.full_listing_seconds", raw.full_listing_seconds, 1)?,
        renewal_margin: span("watch.renewal_margin_hours", raw.renewal_margin_hours, HOUR)?,
        renewal_check: span("watch.renewal_check_seconds", raw.renewal_check_seconds, 1)?,
        subscription: span("watch.subscription_minutes", raw.subscription_minutes, MINUTE)?,
        retention: span("watch.retention_days", raw.retention_days, DAY)?,
        canary: canary_interval(raw.canary_minutes)?,
    })
}

/// A day.
const MAX_CANARY_MINUTES: u32 = 1_440;

fn canary_interval(minutes: i64) -> ValidatedConfig<Option<Duration>> {
    let minutes =
        validate_or_off("watch.canary_minutes", minutes, MAX_CANARY_MINUTES, "or 0 to send no test messages")?;
    Ok(minutes.map(|minutes| Duration::from_secs(u64::from(minutes) * MINUTE)))
}

fn external_silence(raw: &super::raw::Lightning) -> ValidatedConfig<Option<Duration>> {
    const KEY: &str = "lightning.external_minutes";
    match (raw.feed.as_str(), raw.external_minutes) {
        ("watchers", None) => Ok(None),
        ("watchers", Some(_)) => {
            Err(ConfigError::key(KEY, "is only for lightning.feed = \"external\"; set that too, or remove this"))
        }
        ("external", Some(minutes)) => {
            let minutes: u32 = validate_integer(KEY, minutes, 1)?;
            Ok(Some(Duration::from_secs(u64::from(minutes) * MINUTE)))
        }
        ("external", None) => Err(ConfigError::key(
            KEY,
            "missing; set how many minutes the program that loads strikes may be silent, such as 10",
        )),
        (other, _) => {
            let problem = format!("{other:?} is not a feed; use \"watchers\" or \"external\"");
            Err(ConfigError::key("lightning.feed", problem))
        }
    }
}

/// Half of the earth's circumference: no distance is longer.
const MAX_PLAUSIBLE_MILES: u32 = 12_500;

fn plausible_radius(miles: i64) -> ValidatedConfig<Option<Miles>> {
    let miles = validate_or_off("lightning.plausible_miles", miles, MAX_PLAUSIBLE_MILES, "or 0 to switch it off")?;
    Ok(miles.map(|miles| Miles(f64::from(miles))))
}

/// The value is not repeated: its path is a secret.
fn heartbeat_url(text: &str) -> ValidatedConfig<Url> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some());
    url.ok_or_else(|| {
        let problem = "not an http or https URL; use the ping URL of your monitoring, such as https://hc-ping.com/ID";
        ConfigError::key("heartbeat.url", problem)
    })
}

fn metrics_token_file(text: Option<&str>, folder: &Path) -> ValidatedConfig<Option<PathBuf>> {
    text.map(|text| resolve_path("metrics.token_file", text, folder)).transpose()
}

fn smtp(raw: super::raw::Smtp) -> ValidatedConfig<Option<Smtp>> {
    let Some(text) = raw.url else {
        return match raw.from {
            Some(_) => Err(ConfigError::key("smtp.url", "missing; set it too, or remove smtp.from")),
            None => Ok(None),
        };
    };
    let url = Url::parse(&text)
        .ok()
        .filter(|url| matches!(url.scheme(), "smtp" | "smtps" | "smtp+starttls"))
        .filter(|url| url.host_str().is_some_and(|host| !host.is_empty()))
        .ok_or_else(|| ConfigError::key("smtp.url", "not a mail server URL; use smtp://host:port, smtps://user:password@host or smtp+starttls://user:password@host"))?;
    if url.scheme() == "smtp" && !(url.username().is_empty() && url.password().is_none()) {
        return Err(ConfigError::key(
            "smtp.url",
            "smtp:// does not support a user and password; use smtps:// or smtp+starttls://",
        ));
    }
    let from = raw.from.ok_or_else(|| {
        ConfigError::key("smtp.from", "missing; set the sender address, such as stormwire@example.gov")
    })?;
    Ok(Some(Smtp { url, from: validate_email_address("smtp.from", from)? }))
}

fn operator_graph(raw: &super::raw::Operator) -> ValidatedConfig<Option<OperatorGraph>> {
    match (raw.via.as_str(), &raw.from) {
        ("Graph", Some(from)) => {
            let from = validate_email_address("operator.from", from.clone())?;
            Ok(Some(OperatorGraph { from, credential: raw.credential.clone() }))
        }
        ("Graph", None) => {
            Err(ConfigError::key("operator.from", "missing; set the mailbox that sends, such as stormwire@example.gov"))
        }
        ("Smtp", Some(_)) => {
            Err(ConfigError::key("operator.from", "is only for operator.via = \"Graph\"; use smtp.from"))
        }
        ("Smtp", None) if raw.credential.is_some() => Err(ConfigError::key(
            "operator.credential",
            "is only for operator.via = \"Graph\"; set that, or remove this",
        )),
        ("Smtp", None) => Ok(None),
        (other, _) => {
            Err(ConfigError::key("operator.via", format!("{other:?} is not a way to send; use \"Smtp\" or \"Graph\"")))
        }
    }
}

const DEFAULT_NAME: &str = "Our city";
const DEFAULT_CRS: &str = "ESRI:102629";
const DEFAULT_TIME_ZONE: &str = "America/Chicago";

fn validate_city(raw: super::raw::City) -> ValidatedConfig<City> {
    let configured = ConfiguredCityKeys {
        name: raw.name.is_some(),
        crs: raw.crs.is_some(),
        bounds: raw.bounds.is_some(),
        timezone: raw.timezone.is_some(),
    };
    let crs_text = raw.crs.unwrap_or_else(|| DEFAULT_CRS.into());
    let crs = Crs::parse(&crs_text).map_err(|error| ConfigError::key("city.crs", error.to_string()))?;
    let bounds = match raw.bounds {
        Some(numbers) => Some(parse_bounds(&numbers).map_err(|problem| ConfigError::key("city.bounds", problem))?),
        None => crs.zone(),
    };
    let timezone = parse_time_zone(raw.timezone.as_deref().unwrap_or(DEFAULT_TIME_ZONE));
    let timezone = timezone.map_err(|problem| ConfigError::key("city.timezone", problem))?;
    let name = raw.name.unwrap_or_else(|| DEFAULT_NAME.into());
    check_city_name(&name).map_err(|problem| ConfigError::key("city.name", problem))?;
    Ok(City { name, crs, crs_text, bounds, timezone, configured })
}

fn parse_networks(key: &str, texts: &[String]) -> ValidatedConfig<Vec<IpNet>> {
    let network = |text: &String| {
        let parsed = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        parsed.map_err(|_| {
            ConfigError::key(key, format!("{text:?} is not an IP network; use a value such as 10.0.0.0/8"))
        })
    };
    texts.iter().map(network).collect()
}

/// Absolute, so that a working directory never decides which files are read.
fn file_roots(texts: &[String]) -> ValidatedConfig<Vec<PathBuf>> {
    const KEY: &str = "files.roots";
    let root = |text: &String| {
        let path = resolve_path(KEY, text, Path::new(""))?;
        let is_plain = path.is_absolute() && !path.components().any(|part| part == Component::ParentDir);
        let problem = || format!("{text:?} is not an absolute path without \"..\"; use a value such as /srv/storm");
        if is_plain { Ok(path) } else { Err(ConfigError::key(KEY, problem())) }
    };
    texts.iter().map(root).collect()
}

/// A base URL that paths are appended to, without its trailing slash.
fn service_url(key: &str, text: &str) -> ValidatedConfig<String> {
    let url = http_url(key, text)?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(ConfigError::key(
            key,
            format!("{} has a query or fragment; use only scheme, host and path", redact_if_secret(text)),
        ));
    }
    Ok(text.trim_end_matches('/').to_owned())
}

fn validate_email_address(key: &str, text: String) -> ValidatedConfig<String> {
    let is_valid = matches!(text.split_once('@'), Some((user, host)) if !user.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    if is_valid {
        Ok(text)
    } else {
        Err(ConfigError::key(key, format!("{text:?} is not an email address; use a value such as it@example.gov")))
    }
}
