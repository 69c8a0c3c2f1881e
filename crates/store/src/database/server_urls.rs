//! The servers that a PostgreSQL URL names: one, or a primary and its standbys. Pure.
//!
//! As in libpq, several servers are `postgres://a:5432,b:5433/db` or `?host=a,b&port=5432,5433`. Only the second form is a
//! valid URL for all ports, so the first one is rewritten to it.

use url::Url;

const DEFAULT_PORT: &str = "5432";
/// Parameters that are evaluated here.
const SERVER_PARAMETERS: [&str; 3] = ["host", "port", "target_session_attrs"];

/// Reads a URL of one or several servers. The error never repeats the URL, which may contain a password.
pub(super) fn parse(text: &str) -> Result<Url, String> {
    let url = match several_in_authority(text) {
        Some(authority) => rewrite(&authority)?,
        None => parse_url(text)?,
    };
    split(&url)?;
    Ok(url)
}

/// One URL for each server, in order.
pub(super) fn split(url: &Url) -> Result<Vec<Url>, String> {
    let attributes = parameter(url, "target_session_attrs");
    if let Some(other) = attributes.as_deref().filter(|value| !["any", "primary", "read-write"].contains(value)) {
        return Err(format!(
            "target_session_attrs={other} is not possible, because stormwire writes to the database; use read-write"
        ));
    }
    let hosts = parameter(url, "host").filter(|hosts| hosts.contains(','));
    let Some(hosts) = hosts else {
        return Ok(vec![if attributes.is_none() { url.clone() } else { without(url, &["target_session_attrs"]) }]);
    };
    if parameter(url, "hostaddr").is_some() {
        return Err("hostaddr is not possible with several servers; write their addresses as hosts".into());
    }
    let hosts: Vec<&str> = hosts.split(',').map(str::trim).collect();
    if hosts.contains(&"") {
        return Err("the list of servers has an empty name; write postgres://user@host1,host2/database".into());
    }
    let ports = parameter(url, "port").unwrap_or_default();
    let ports: Vec<&str> = ports.split(',').map(str::trim).collect();
    if ports.len() != 1 && ports.len() != hosts.len() {
        return Err(format!(
            "{} servers but {} ports; write one port, or one for each server",
            hosts.len(),
            ports.len()
        ));
    }
    hosts.iter().zip(ports.iter().cycle()).map(|(host, port)| with_server(url, host, port)).collect()
}

/// One server, with its port if it is one of several. For messages.
pub(super) fn server_address(url: &Url) -> String {
    let port = parameter(url, "port").map(|port| format!(":{port}")).unwrap_or_default();
    server_name(url) + &port
}

/// For messages.
pub(super) fn server_name(url: &Url) -> String {
    parameter(url, "host").or_else(|| url.host_str().map(str::to_owned)).unwrap_or_else(|| "localhost".into())
}

struct Authority<'a> {
    /// The scheme, and the user with `@`.
    head: &'a str,
    servers: Vec<&'a str>,
    /// From the `/` or `?` on.
    tail: &'a str,
}

fn several_in_authority(text: &str) -> Option<Authority<'_>> {
    let start = text.find("://")? + 3;
    let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |length| start + length);
    let start = text[start..end].rfind('@').map_or(start, |length| start + length + 1);
    let servers: Vec<&str> = text[start..end].split(',').collect();
    (servers.len() > 1).then_some(Authority { head: &text[..start], servers, tail: &text[end..] })
}

fn rewrite(authority: &Authority<'_>) -> Result<Url, String> {
    let Authority { head, servers, tail } = authority;
    // Any port: the parameters decide.
    let (first, _) = split_port(servers[0]);
    let mut url = parse_url(&format!("{head}{first}{tail}"))?;
    if parameter(&url, "host").is_some() || parameter(&url, "port").is_some() {
        return Err("servers are named both before the path and in parameters; use one of them".into());
    }
    let (hosts, ports): (Vec<String>, Vec<&str>) =
        servers.iter().map(|server| split_port(server)).map(|(host, port)| (plain_host(host), port)).unzip();
    url.query_pairs_mut().append_pair("host", &hosts.join(",")).append_pair("port", &ports.join(","));
    Ok(url)
}

/// The port is empty if it is missing.
fn split_port(server: &str) -> (&str, &str) {
    let after_address = server.rfind(']').map_or(0, |bracket| bracket + 1);
    match server[after_address..].find(':') {
        Some(colon) => (&server[..after_address + colon], &server[after_address + colon + 1..]),
        None => (server, ""),
    }
}

/// Without the brackets of an IPv6 address and the escapes of a socket folder.
fn plain_host(host: &str) -> String {
    if let Some(address) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return address.to_owned();
    }
    let escaped = host.replace('+', "%2B");
    let decoded = url::form_urlencoded::parse(escaped.as_bytes()).next();
    decoded.map(|(host, _)| host.into_owned()).unwrap_or_default()
}

fn with_server(url: &Url, host: &str, port: &str) -> Result<Url, String> {
    let port = if port.is_empty() { DEFAULT_PORT } else { port };
    if port.parse::<u16>().is_err() {
        return Err(format!("{port:?} is not a valid port number"));
    }
    let mut one = without(url, &SERVER_PARAMETERS);
    // The parameter names the server. A socket folder here would count more than that.
    let _ = one.set_host(Some("localhost"));
    one.query_pairs_mut().append_pair("host", host).append_pair("port", port);
    Ok(one)
}

fn without(url: &Url, names: &[&str]) -> Url {
    let kept = url.query_pairs().filter(|(name, _)| !names.contains(&name.as_ref()));
    let kept: Vec<(String, String)> = kept.map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    let mut rest = url.clone();
    rest.set_query(None);
    if !kept.is_empty() {
        rest.query_pairs_mut().extend_pairs(kept);
    }
    rest
}

fn parameter(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
}

fn parse_url(text: &str) -> Result<Url, String> {
    Url::parse(text).map_err(|error| format!("not a valid URL: {error}; use postgres://user@host/database"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servers(text: &str) -> Result<Vec<String>, String> {
        let url = parse(text)?;
        let split = split(&url)?;
        Ok(split.iter().map(server_address).collect())
    }

    #[test]
    fn several_servers_are_split_in_order() {
        for (text, expected) in [
            ("postgres://u:p@a,b/db", vec!["a:5432", "b:5432"]),
            ("postgres://u:p@a:1,b:2/db?sslmode=require", vec!["a:1", "b:2"]),
            ("postgres://a:1,b/db", vec!["a:1", "b:5432"]),
            ("postgres://u@[::1]:1,[fd00::2]:2/db", vec!["::1:1", "fd00::2:2"]),
            ("postgres://u@%2Frun%2Fa,%2Frun%2Fb/db", vec!["/run/a:5432", "/run/b:5432"]),
            ("postgres://u@x/db?host=a,b&port=7&target_session_attrs=read-write", vec!["a:7", "b:7"]),
            ("postgres:///db?host=/run/a,/run/b&port=7,8", vec!["/run/a:7", "/run/b:8"]),
        ] {
            assert_eq!(servers(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn one_server_is_left_as_it_is() {
        for text in ["postgres://u:p@a:1/db", "postgres:///db?host=/run/a&sslmode=require", "postgres://u@%2Frun/db"] {
            assert_eq!(split(&parse(text).unwrap()).unwrap(), [text.parse::<Url>().unwrap()]);
        }
        let with_attributes = parse("postgres://u@a/db?target_session_attrs=primary&sslmode=require").unwrap();
        assert_eq!(split(&with_attributes).unwrap(), ["postgres://u@a/db?sslmode=require".parse::<Url>().unwrap()]);
    }

    #[test]
    fn other_parameters_belong_to_every_server() {
        let url = parse("postgres://u:secret@a,b/db?sslmode=require").unwrap();
        for one in split(&url).unwrap() {
            assert_eq!(parameter(&one, "sslmode").as_deref(), Some("require"));
            assert_eq!((one.username(), one.password(), one.path()), ("u", Some("secret"), "/db"));
        }
    }

    #[test]
    fn errors_name_the_fix_and_no_password() {
        for (text, expected) in [
            ("postgres://u:hunter2@a,b/db?target_session_attrs=standby", "use read-write"),
            ("postgres://u:hunter2@a,/db", "write postgres://user@host1,host2/database"),
            ("postgres://u:hunter2@a:1,b:99999/db", "\"99999\" is not a valid port number"),
            ("postgres://u:hunter2@a,b/db?host=c", "use one of them"),
            ("postgres://u:hunter2@a/db?host=a,b,c&port=1,2", "3 servers but 2 ports"),
            ("postgres://u:hunter2@a/db?host=a,b&hostaddr=10.0.0.1", "write their addresses as hosts"),
            ("postgres://u:hunter2@h:99999/d", "not a valid URL: invalid port number"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected) && !error.contains("hunter2"), "{text}: {error}");
        }
    }
}
