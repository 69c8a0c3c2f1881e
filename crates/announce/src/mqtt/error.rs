//! Why a broker did not get a message, and what to do about it.

use std::io;
use std::time::Duration;
use stormwire_workflow::ResolveError;
use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum MqttError {
    #[error("url: {0}")]
    Url(String),
    #[error("{0}; check url")]
    Resolve(#[from] ResolveError),
    #[error("cannot connect to {address}: {error}; check host and port in url, and that the broker is running")]
    Connect { address: String, error: io::Error },
    #[error(
        "no encrypted connection to {host}: {error}; check the certificate of the broker, and that the port in url is its TLS port"
    )]
    Tls { host: String, error: io::Error },
    #[error("secret: a password needs a user name; add it to url, such as mqtt://name@host")]
    NoUsername,
    #[error("{0}")]
    Rejected(Rejection),
    #[error("connection to the broker lost: {0}")]
    Lost(#[from] io::Error),
    #[error("the broker closed the connection")]
    Closed,
    #[error("the broker does not respond as MQTT 3.1.1 requires; check the port in url")]
    Protocol,
    #[error("no response from the broker within {} s", .0.as_secs())]
    Timeout(Duration),
}

/// The code of a CONNACK packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Rejection {
    #[error("the broker rejected the sign-in; check the user name in url and the password in secret")]
    SignIn,
    #[error("the broker does not support MQTT 3.1.1; enable that version")]
    Version,
    #[error("the broker rejected the client id of stormwire; allow client ids that start with stormwire-")]
    ClientId,
    #[error("the broker is not available at the moment")]
    Unavailable,
    #[error("the broker rejected the connection with code {0}")]
    Other(u8),
}

impl Rejection {
    /// `None` if the broker has accepted the connection.
    pub(super) fn of_code(code: u8) -> Option<Self> {
        match code {
            0 => None,
            1 => Some(Self::Version),
            2 => Some(Self::ClientId),
            3 => Some(Self::Unavailable),
            4 | 5 => Some(Self::SignIn),
            other => Some(Self::Other(other)),
        }
    }
}
