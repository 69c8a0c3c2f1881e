//! From text to plain values. Each refusal names the key, the value and the mend.

use super::error::ConfigError;
use super::raw::Raw;
use super::values::{City, Config, Graph, Paths, Server, Smtp, Watch};
use ipnet::IpNet;
use jiff::tz::TimeZone;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stormwire_geo::{Bounds, Crs, LonLat};
use stormwire_store::Database;
use url::Url;

type Checked<T> = Result<T, ConfigError>;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

pub(super) fn check(raw: Raw, folder: &Path) -> Checked<Config> {
    Ok(Config {
        server: server(raw.server)?,
        database: database(&raw.database.url, folder)?,
        graph: Graph {
            base_url: service_url("graph.base_url", &raw.graph.base_url)?,
            authority: service_url("graph.authority", &raw.graph.authority)?,
        },
        key_file: path("secrets.key_file", &raw.secrets.key_file, folder)?,
        paths: Paths {
            work: path("paths.work", &raw.paths.work, folder)?,
            media: path("paths.media", &raw.paths.media, folder)?,
        },
        watch: watch(&raw.watch)?,
        allow_addresses: networks("workflow.allow_addresses", &raw.workflow.allow_addresses)?,
        operator_email: raw.operator.email.map(|text| address("operator.email", text)).transpose()?,
        smtp: smtp(raw.smtp)?,
        city: city(raw.city)?,
        viewport_cap: whole("tiles.viewport_cap", raw.tiles.viewport_cap, 1)?,
    })
}

fn server(raw: super::raw::Server) -> Checked<Server> {
    let listen = raw.listen.parse().map_err(|_| {
        ConfigError::key("server.listen", format!("{:?} is not an address and port such as 127.0.0.1:8080", raw.listen))
    })?;
    let public_url = raw.public_url.as_deref().map(|text| service_url("server.public_url", text)).transpose()?;
    Ok(Server {
        listen,
        public_url: public_url.map(|text| http_url("server.public_url", &text)).transpose()?,
        media_url: media_url(raw.media_url)?,
        anonymous_per_second: whole("server.anonymous_per_second", raw.anonymous_per_second, 0)?,
        trusted_proxies: networks("server.trusted_proxies", &raw.trusted_proxies)?,
    })
}

fn media_url(text: String) -> Checked<String> {
    const KEY: &str = "server.media_url";
    if text.contains("://") {
        http_url(KEY, &text)?;
    } else if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(ConfigError::key(KEY, format!("{text:?} is neither a path such as /media nor a URL")));
    }
    Ok(text)
}

fn database(text: &str, folder: &Path) -> Checked<Database> {
    const KEY: &str = "database.url";
    if let Some(place) = text.strip_prefix("sqlite:") {
        return Ok(Database::Sqlite(path(KEY, place.strip_prefix("//").unwrap_or(place), folder)?));
    }
    // The text is not repeated: it may hold a password.
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "postgres" | "postgresql") => Ok(Database::Postgres(url)),
        Err(error) if text.starts_with("postgres") => Err(ConfigError::key(KEY, format!("not a URL: {error}"))),
        _ => Err(ConfigError::key(KEY, "give sqlite:FOLDER or postgres://user@host/database")),
    }
}

fn watch(raw: &super::raw::Watch) -> Checked<Watch> {
    let span = |key: &str, count: i64, unit_seconds: u64| -> Checked<Duration> {
        let count: u32 = whole(key, count, 1)?;
        Ok(Duration::from_secs(u64::from(count) * unit_seconds))
    };
    Ok(Watch {
        reconciliation: span("watch.reconciliation_seconds", raw.reconciliation_seconds, 1)?,
        full_listing: span("watch.full_listing_seconds", raw.full_listing_seconds, 1)?,
        renewal_margin: span("watch.renewal_margin_hours", raw.renewal_margin_hours, HOUR)?,
        renewal_check: span("watch.renewal_check_seconds", raw.renewal_check_seconds, 1)?,
        subscription: span("watch.subscription_minutes", raw.subscription_minutes, MINUTE)?,
        retention: span("watch.retention_days", raw.retention_days, DAY)?,
    })
}

fn smtp(raw: super::raw::Smtp) -> Checked<Option<Smtp>> {
    let Some(text) = raw.url else {
        return match raw.from {
            Some(_) => Err(ConfigError::key("smtp.url", "missing; smtp.from alone sends nothing")),
            None => Ok(None),
        };
    };
    let url = Url::parse(&text)
        .ok()
        .filter(|url| matches!(url.scheme(), "smtp" | "smtps" | "smtp+starttls"))
        .filter(|url| url.host_str().is_some_and(|host| !host.is_empty()))
        .ok_or_else(|| ConfigError::key("smtp.url", "give smtp://host:port, smtps://… or smtp+starttls://…"))?;
    if url.scheme() == "smtp" && !(url.username().is_empty() && url.password().is_none()) {
        return Err(ConfigError::key("smtp.url", "smtp:// has no sign-in; use smtps:// or smtp+starttls://"));
    }
    let from = raw.from.ok_or_else(|| ConfigError::key("smtp.from", "missing; smtp.url needs a sender"))?;
    Ok(Some(Smtp { url, from: address("smtp.from", from)? }))
}

fn city(raw: super::raw::City) -> Checked<City> {
    let crs = Crs::parse(&raw.crs).map_err(|error| ConfigError::key("city.crs", error.to_string()))?;
    let bounds = match raw.bounds {
        Some(numbers) => Some(bounds(&numbers)?),
        None => crs.zone(),
    };
    let timezone = TimeZone::get(&raw.timezone).map_err(|_| {
        ConfigError::key("city.timezone", format!("{:?} is not a zone such as America/Chicago", raw.timezone))
    })?;
    let name = raw.name.unwrap_or_else(|| "Our city".into());
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        return Err(ConfigError::key("city.name", format!("{name:?} is not a name")));
    }
    Ok(City { name, crs, bounds, timezone })
}

fn bounds(numbers: &[f64]) -> Checked<Bounds> {
    let refused = |problem: String| ConfigError::key("city.bounds", problem);
    let [min_lon, min_lat, max_lon, max_lat] = *numbers else {
        return Err(refused(format!("{} numbers; give minLng, minLat, maxLng, maxLat", numbers.len())));
    };
    let corner = |lon, lat| LonLat::new(lon, lat).map_err(|error| refused(error.to_string()));
    Bounds::new(corner(min_lon, min_lat)?, corner(max_lon, max_lat)?).map_err(|error| refused(error.to_string()))
}

/// A whole number from `least` up to what 32 bits hold.
fn whole(key: &str, value: i64, least: u32) -> Checked<u32> {
    u32::try_from(value).ok().filter(|number| *number >= least).ok_or_else(|| {
        ConfigError::key(key, format!("{value} is not allowed; give a whole number from {least} to {}", u32::MAX))
    })
}

fn networks(key: &str, texts: &[String]) -> Checked<Vec<IpNet>> {
    let network = |text: &String| {
        let parsed = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        parsed.map_err(|_| ConfigError::key(key, format!("{text:?} is not a network such as 10.0.0.0/8")))
    };
    texts.iter().map(network).collect()
}

fn http_url(key: &str, text: &str) -> Checked<Url> {
    Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some())
        .ok_or_else(|| ConfigError::key(key, format!("{} is not an http or https URL", shown(text))))
}

/// Not repeated where it may hold a password.
fn shown(text: &str) -> String {
    if text.contains('@') { "it".into() } else { format!("{text:?}") }
}

/// A base URL that paths are appended to, without its trailing slash.
fn service_url(key: &str, text: &str) -> Checked<String> {
    let url = http_url(key, text)?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(ConfigError::key(key, format!("{} has a query; give a base URL", shown(text))));
    }
    Ok(text.trim_end_matches('/').to_owned())
}

fn path(key: &str, text: &str, folder: &Path) -> Checked<PathBuf> {
    if text.trim().is_empty() || text.contains('\0') {
        return Err(ConfigError::key(key, format!("{text:?} is not a path")));
    }
    Ok(folder.join(text))
}

fn address(key: &str, text: String) -> Checked<String> {
    let good = matches!(text.split_once('@'), Some((who, host)) if !who.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    if good { Ok(text) } else { Err(ConfigError::key(key, format!("{text:?} is not a mail address"))) }
}
