//! `stormwire ready`: asks the running service on this machine whether it is ready. For health checks of containers.

use super::config_options::ConfigOptions;
use crate::output::print;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;
use stormwire_city::config::{Config, Server};

const TIMEOUT: Duration = Duration::from_secs(5);

pub(super) async fn run(options: &ConfigOptions) -> Result<()> {
    let config = options.load_for_reading()?;
    let (status, body) = readiness(&config).await?;
    if status != 200 {
        bail!("not ready: {}", failed_checks(&body));
    }
    print("ready\n")
}

/// Status and body of `/readyz`.
pub(super) async fn readiness(config: &Config) -> Result<(u16, String)> {
    // reqwest needs a default crypto provider; a second call fails and is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = local_url(&config.server);
    // The certificate is for the public name, and nothing secret is sent.
    let client =
        reqwest::Client::builder().no_proxy().timeout(TIMEOUT).tls_danger_accept_invalid_certs(true).build()?;
    let response = client.get(&url).send().await.with_context(|| format!("no service at {url}"))?;
    let status = response.status().as_u16();
    Ok((status, response.text().await.unwrap_or_default()))
}

/// The `errors` of a problem on one line, or the body of something else that responds on this port.
fn failed_checks(body: &str) -> String {
    let problem: Value = serde_json::from_str(body).unwrap_or_default();
    let errors = problem["errors"].as_array().map_or(&[][..], Vec::as_slice);
    let describe = |error: &Value| Some(format!("{}: {}", error["field"].as_str()?, error["message"].as_str()?));
    let checks: Vec<String> = errors.iter().filter_map(describe).collect();
    if checks.is_empty() { body.to_owned() } else { checks.join("; ") }
}

/// A service on all addresses is asked through the loopback interface.
fn local_url(server: &Server) -> String {
    let scheme = if server.tls.is_some() { "https" } else { "http" };
    let ip = match server.listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("{scheme}://{}/readyz", SocketAddr::new(ip, server.listen.port()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use stormwire_city::config::Sources;

    #[test]
    fn lists_the_failed_checks() {
        for (body, expected) in [
            (
                r#"{"errors":[{"field":"disk","message":"full"},{"field":"queue","message":"not running"}]}"#,
                "disk: full; queue: not running",
            ),
            (r#"{"status":503}"#, r#"{"status":503}"#),
            ("Bad Gateway", "Bad Gateway"),
        ] {
            assert_eq!(failed_checks(body), expected);
        }
    }

    #[test]
    fn queries_the_loopback_interface_of_a_service_on_all_addresses() {
        for (listen, expected) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080/readyz"),
            ("0.0.0.0:80", "http://127.0.0.1:80/readyz"),
            ("[::]:80", "http://[::1]:80/readyz"),
            ("10.0.0.7:80", "http://10.0.0.7:80/readyz"),
        ] {
            let text = format!("[server]\nlisten = \"{listen}\"");
            let config = Config::load(&Sources::from_text(Path::new("s.toml"), text)).unwrap();
            assert_eq!(local_url(&config.server), expected);
        }
    }
}
