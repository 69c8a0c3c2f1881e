//! The URL of a broker. Pure.

use percent_encoding::percent_decode_str;
use url::{Host, Url};

const PORT: u16 = 1_883;
const TLS_PORT: u16 = 8_883;
const MAX_USERNAME_LENGTH: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broker {
    /// A name, or an address without brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) is_encrypted: bool,
    pub(crate) username: Option<String>,
}

impl Broker {
    /// The error says what is wrong and how to fix it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let url = Url::parse(text)
            .map_err(|error| format!("not a URL: {error}; use mqtt://host:port or mqtts://host:port"))?;
        let is_encrypted = match url.scheme() {
            "mqtt" => false,
            "mqtts" => true,
            _ => return Err("not an mqtt or mqtts URL".into()),
        };
        if url.password().is_some() {
            return Err("enter the password as the secret, not in the URL".into());
        }
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err("use only user name, host and port, such as mqtts://storm@broker.city.gov:8883".into());
        }
        let host = match url.host() {
            Some(Host::Domain(name)) if !name.is_empty() => name.to_ascii_lowercase(),
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            Some(Host::Domain(_)) | None => return Err("the host is missing".into()),
        };
        let port = url.port().unwrap_or(if is_encrypted { TLS_PORT } else { PORT });
        Ok(Self { host, port, is_encrypted, username: read_username(url.username())? })
    }
}

fn read_username(encoded: &str) -> Result<Option<String>, String> {
    let decoded = percent_decode_str(encoded).decode_utf8();
    let name = decoded.map_err(|error| format!("the user name is not text: {error}"))?;
    if name.len() > MAX_USERNAME_LENGTH || name.contains('\0') {
        return Err(format!("the user name is longer than {MAX_USERNAME_LENGTH} bytes, or has a null character"));
    }
    Ok((!name.is_empty()).then(|| name.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_user_host_and_port() {
        for (url, host, port, is_encrypted, username) in [
            ("mqtt://broker.city.gov", "broker.city.gov", 1_883, false, None),
            ("mqtts://broker.city.gov/", "broker.city.gov", 8_883, true, None),
            ("mqtt://storm@10.0.0.7:1884", "10.0.0.7", 1_884, false, Some("storm")),
            ("mqtts://st%40rm@[::1]:9", "::1", 9, true, Some("st@rm")),
            ("mqtt://Broker.City.gov", "broker.city.gov", 1_883, false, None),
        ] {
            let username = username.map(str::to_owned);
            let expected = Broker { host: host.into(), port, is_encrypted, username };
            assert_eq!(Broker::parse(url), Ok(expected), "{url}");
        }
    }

    #[test]
    fn rejects_everything_else() {
        for (url, expected) in [
            ("broker", "not a URL"),
            ("https://a.example", "not an mqtt"),
            ("mqtt://", "host is missing"),
            ("mqtt://user:word@a.example", "as the secret"),
            ("mqtt://a.example/topic", "only user name, host and port"),
            ("mqtt://a.example?x=1", "only user name, host and port"),
            ("mqtt://%ff@a.example", "not text"),
            ("mqtt://a%00b@a.example", "null character"),
        ] {
            let error = Broker::parse(url).unwrap_err();
            assert!(error.contains(expected), "{url}: {error}");
        }
    }
}
