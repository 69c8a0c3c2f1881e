//! Settings that are valid but unsafe. Pure.

use super::{Config, Server};
use ipnet::IpNet;
use std::net::IpAddr;
use std::path::PathBuf;
use stormwire_store::Database;
use url::{Host, Url};

/// What is known about the files that the configuration names.
#[derive(Debug, Clone, Default)]
pub struct FileFacts {
    /// The permissions of the TLS key; `None` if there is none, or where files have no permissions.
    pub tls_key_mode: Option<u32>,
    /// Why the security log cannot be written.
    pub security_log_error: Option<String>,
    /// The file roots that are no folder.
    pub missing_roots: Vec<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub key: &'static str,
    /// What is wrong, and what to set.
    pub text: String,
    /// The service does not start with it.
    pub prevents_start: bool,
}

impl Finding {
    fn warning(key: &'static str, text: impl Into<String>) -> Self {
        Self { key, text: text.into(), prevents_start: false }
    }
}

pub fn find_unsafe_settings(config: &Config, files: &FileFacts) -> Vec<Finding> {
    let server = &config.server;
    let on_the_internet = if is_public(server) {
        vec![plain_http(server), no_rate_limit(server), untrusted_proxy(server), no_security_contact(server)]
    } else {
        Vec::new()
    };
    let anywhere = [
        all_networks("server.trusted_proxies", &server.trusted_proxies, TRUSTS_EVERYONE),
        all_networks("workflow.allow_addresses", &config.allow_addresses, ALLOWS_EVERY_ADDRESS),
        readable_key(server, files),
        unwritable_log(server, files),
    ];
    on_the_internet
        .into_iter()
        .chain(anywhere)
        .flatten()
        .chain(limits_off(server))
        .chain(file_roots(config, files))
        .collect()
}

/// Whether other machines reach the service.
fn is_public(server: &Server) -> bool {
    has_public_url(server) || !server.listen.ip().to_canonical().is_loopback()
}

fn has_public_url(server: &Server) -> bool {
    server.public_url.as_ref().is_some_and(|url| !is_this_machine(url))
}

fn plain_http(server: &Server) -> Option<Finding> {
    const KEY: &str = "server.public_url";
    const FIX: &str = "so passwords, tokens and notifications can be read on the way; set server.tls, or put an HTTPS proxy \
                       in front, and set server.public_url to the https:// address";
    match &server.public_url {
        Some(url) if url.scheme() == "http" && !is_this_machine(url) => {
            Some(Finding::warning(KEY, format!("{url} is not encrypted, {FIX}")))
        }
        None if server.tls.is_none() => Some(Finding::warning(
            KEY,
            format!("missing, and other machines reach {} without encryption, {FIX}", server.listen),
        )),
        _ => None,
    }
}

fn no_rate_limit(server: &Server) -> Option<Finding> {
    const TEXT: &str = "0 means that one client can use all of this machine; set it, for example to 50";
    (server.anonymous_per_second == 0).then(|| Finding::warning("server.anonymous_per_second", TEXT))
}

/// A service that is reached by HTTPS and has no TLS is behind a proxy, or should be.
fn untrusted_proxy(server: &Server) -> Option<Finding> {
    let url = server.public_url.as_ref().filter(|url| url.scheme() == "https")?;
    if server.tls.is_some() || !server.trusted_proxies.is_empty() {
        return None;
    }
    let listen = server.listen;
    let text = if listen.ip().to_canonical().is_loopback() {
        format!(
            "empty, although a proxy seems to forward requests to {listen}, so all clients count as one and share the \
             limits of sign-in and requests; set it to [\"127.0.0.1\"]"
        )
    } else {
        format!(
            "empty, although server.public_url is {url} and {listen} serves http to other machines, so passwords may be \
             read on the way, and all clients of a proxy count as one; set it to the address of the HTTPS proxy, or set \
             server.tls"
        )
    };
    Some(Finding::warning("server.trusted_proxies", text))
}

fn no_security_contact(server: &Server) -> Option<Finding> {
    const TEXT: &str = "missing, so people who find a vulnerability do not know where to report it; set it, for example to \
                        \"mailto:security@example.gov\"";
    let is_missing = has_public_url(server) && server.security_contact.is_none();
    is_missing.then(|| Finding::warning("server.security_contact", TEXT))
}

const TRUSTS_EVERYONE: &str = "trusts every client, so anyone can pretend to have another address and avoid all limits; set \
                               it to the address of the proxy, such as [\"127.0.0.1\"]";
const ALLOWS_EVERY_ADDRESS: &str = "lets workflows call every machine of the internal network; list only the addresses that \
                                    they need, such as [\"10.1.2.3\"]";

fn all_networks(key: &'static str, networks: &[IpNet], problem: &str) -> Option<Finding> {
    let everything = networks.iter().find(|network| network.prefix_len() == 0)?;
    Some(Finding::warning(key, format!("{everything} {problem}")))
}

fn readable_key(server: &Server, files: &FileFacts) -> Option<Finding> {
    let (tls, mode) = server.tls.as_ref().zip(files.tls_key_mode)?;
    let path = tls.key.display();
    let text = format!("other users can read {path} (mode {:03o}); run `chmod 600 {path}`", mode & 0o777);
    (mode & 0o077 != 0).then(|| Finding::warning("server.tls.key", text))
}

fn unwritable_log(server: &Server, files: &FileFacts) -> Option<Finding> {
    let (path, error) = server.security_log.as_ref().zip(files.security_log_error.as_ref())?;
    let text = format!(
        "cannot write {}: {error}; create the folder, or let the user of the service write to it",
        path.display()
    );
    Some(Finding { key: "server.security_log", text, prevents_start: true })
}

fn limits_off(server: &Server) -> impl Iterator<Item = Finding> {
    const TOO_MANY: &str = "clients can open connections until nobody else can connect";
    const TOO_SLOW: &str = "slow clients can hold connections forever";
    let limits = &server.limits;
    let off = |is_off: bool, key, problem, example: u32| {
        let text =
            format!("0 switches this limit off, so {problem}; remove the key, or set it, for example to {example}");
        is_off.then(|| Finding::warning(key, text))
    };
    [
        off(limits.connections.is_none(), "server.limits.connections", TOO_MANY, 4_096),
        off(limits.connections_per_address.is_none(), "server.limits.connections_per_address", TOO_MANY, 256),
        off(limits.header.is_none(), "server.limits.header_seconds", TOO_SLOW, 10),
        off(limits.body.is_none(), "server.limits.body_seconds", TOO_SLOW, 30),
        off(limits.write.is_none(), "server.limits.write_seconds", TOO_SLOW, 30),
        off(limits.idle.is_none(), "server.limits.idle_seconds", TOO_SLOW, 75),
        off(server.streams.total.is_none(), "server.limits.streams", TOO_MANY, 3_000),
        off(server.streams.per_address.is_none(), "server.limits.streams_per_address", TOO_MANY, 128),
    ]
    .into_iter()
    .flatten()
}

fn file_roots(config: &Config, files: &FileFacts) -> Vec<Finding> {
    const KEY: &str = "files.roots";
    let database = match &config.database {
        Database::Sqlite(folder) => Some(folder.as_path()),
        Database::Postgres(_) => None,
    };
    let own = [Some(config.key_file.as_path()), Some(config.paths.work.as_path()), database];
    let problem = |root: &PathBuf| {
        let path = root.display();
        if root.parent().is_none() {
            Some(format!("{path} lets workflows read every file of this machine; list only the folders that they need"))
        } else if let Some(own) = own.iter().flatten().find(|own| own.starts_with(root)) {
            let own = own.display();
            Some(format!("{path} contains {own} of stormwire itself, so workflows could read it; list another folder"))
        } else if files.missing_roots.contains(root) {
            Some(format!(
                "{path} is not a folder, so watchers of files below it fail; create it, mount it or remove it here"
            ))
        } else {
            None
        }
    };
    config.file_roots.iter().filter_map(problem).map(|text| Finding::warning(KEY, text)).collect()
}

pub(super) fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).to_canonical().is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sources;
    use super::*;
    use std::path::Path;

    fn findings(text: &str, files: &FileFacts) -> Vec<Finding> {
        let config = Config::load(&Sources::from_text(Path::new("/etc/stormwire/stormwire.toml"), text.into()));
        find_unsafe_settings(&config.unwrap(), files)
    }

    /// The keys that are found, in a configuration of `[server]`.
    fn keys(server: &str) -> Vec<&'static str> {
        findings(&format!("[server]\n{server}"), &FileFacts::default()).into_iter().map(|one| one.key).collect()
    }

    const HTTPS: &str = "public_url = \"https://storm.example.gov\"\nanonymous_per_second = 50\n\
                         security_contact = \"mailto:security@example.gov\"\n";
    const PROXY: &str = "trusted_proxies = [\"127.0.0.1\"]\n";
    const TLS: &str = "[server.tls]\ncertificate = \"c.pem\"\nkey = \"k.pem\"";

    #[test]
    fn settings_that_are_unsafe_on_the_internet_are_found() {
        let http = "public_url = \"http://storm.example.gov\"\nsecurity_contact = \"tel:1\"\n";
        let contactless = "public_url = \"https://storm.example.gov\"\nanonymous_per_second = 50\n";
        let nothing: &[&str] = &[];
        for (text, expected) in [
            (String::new(), nothing),
            ("public_url = \"http://localhost:8080\"".to_owned(), nothing),
            (format!("{HTTPS}{PROXY}"), nothing),
            (HTTPS.to_owned(), &["server.trusted_proxies"]),
            (format!("listen = \"10.0.0.5:8080\"\n{HTTPS}"), &["server.trusted_proxies"]),
            (format!("listen = \"10.0.0.5:8080\"\n{HTTPS}{PROXY}"), nothing),
            (format!("{http}anonymous_per_second = 50"), &["server.public_url"]),
            (http.to_owned(), &["server.public_url", "server.anonymous_per_second"]),
            ("listen = \"[::]:80\"".to_owned(), &["server.public_url", "server.anonymous_per_second"]),
            (format!("{contactless}{PROXY}"), &["server.security_contact"]),
            (format!("listen = \"0.0.0.0:443\"\nanonymous_per_second = 50\n{TLS}"), nothing),
            (format!("listen = \"0.0.0.0:443\"\n{HTTPS}{TLS}"), nothing),
            (format!("{http}anonymous_per_second = 50\n{TLS}"), &["server.public_url"]),
        ] {
            assert_eq!(keys(&text), expected, "{text}");
        }
    }

    #[test]
    fn networks_of_everyone_are_found() {
        for (network, is_found) in [("0.0.0.0/0", true), ("::/0", true), ("10.0.0.0/8", false), ("fd00::/8", false)] {
            let text = format!(
                "[server]\ntrusted_proxies = [\"192.0.2.1\", \"{network}\"]\n[workflow]\nallow_addresses = [\"{network}\"]"
            );
            let found = findings(&text, &FileFacts::default());
            let expected = ["server.trusted_proxies", "workflow.allow_addresses"].map(|key| (key, true));
            let starts = |one: &Finding| (one.key, one.text.starts_with(&format!("{network} ")));
            assert_eq!(found.iter().map(starts).collect::<Vec<_>>(), &expected[..if is_found { 2 } else { 0 }]);
        }
    }

    #[test]
    fn each_limit_that_is_off_is_found() {
        for key in [
            "connections",
            "connections_per_address",
            "header_seconds",
            "body_seconds",
            "write_seconds",
            "idle_seconds",
            "streams",
            "streams_per_address",
        ] {
            let found = findings(&format!("[server.limits]\n{key} = 0"), &FileFacts::default());
            assert_eq!(found.iter().map(|one| one.key).collect::<Vec<_>>(), [format!("server.limits.{key}")]);
            assert!(found[0].text.contains("remove the key, or set it"), "{found:?}");
        }
    }

    #[test]
    fn a_key_that_others_can_read_is_found() {
        for (mode, expected) in [
            (
                Some(0o100_644),
                Some("other users can read /etc/stormwire/k.pem (mode 644); run `chmod 600 /etc/stormwire/k.pem`"),
            ),
            (
                Some(0o640),
                Some("other users can read /etc/stormwire/k.pem (mode 640); run `chmod 600 /etc/stormwire/k.pem`"),
            ),
            (Some(0o100_600), None),
            (Some(0o400), None),
            (None, None),
        ] {
            let files = FileFacts { tls_key_mode: mode, ..FileFacts::default() };
            let found = findings(TLS, &files);
            assert_eq!(
                found.first().map(|one| (one.key, one.text.as_str())),
                expected.map(|text| ("server.tls.key", text))
            );
        }
    }

    #[test]
    fn file_roots_that_are_too_wide_or_missing_are_found() {
        let files = FileFacts { missing_roots: vec!["/srv/gone".into()], ..FileFacts::default() };
        for (root, expected) in [
            ("/", Some("/ lets workflows read every file")),
            ("/etc/stormwire", Some("/etc/stormwire contains /etc/stormwire/data/secret.key of stormwire itself")),
            ("/srv/gone", Some("/srv/gone is not a folder")),
            ("/srv/storm", None),
        ] {
            let found = findings(&format!("[files]\nroots = [{root:?}]"), &files);
            let starts =
                |text: &str| found.len() == 1 && found[0].key == "files.roots" && found[0].text.starts_with(text);
            assert!(expected.map_or(found.is_empty(), starts), "{root}: {found:?}");
        }
    }

    #[test]
    fn a_security_log_that_cannot_be_written_prevents_the_start() {
        let files = FileFacts { security_log_error: Some("no such folder".into()), ..FileFacts::default() };
        assert_eq!(
            findings("[server]\nsecurity_log = \"log/s.jsonl\"", &files),
            [Finding {
                key: "server.security_log",
                text: "cannot write /etc/stormwire/log/s.jsonl: no such folder; create the folder, or let the user of the \
                       service write to it"
                    .into(),
                prevents_start: true,
            }]
        );
    }
}
