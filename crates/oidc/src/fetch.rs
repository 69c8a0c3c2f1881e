//! Calls to the provider: bounded in time, size and number.

use crate::error::OidcError;
use reqwest::{Client, RequestBuilder, StatusCode, redirect};
use std::time::Duration;
use stormwire_graph::{root_cause, tls};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// From the start to the last byte.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Keys and tokens are a few kilobytes.
const MAX_BYTES: usize = 256 * 1024;

/// Follows no redirects and ignores environment variables.
pub(crate) fn http_client() -> Result<Client, OidcError> {
    let setup = |error: &dyn std::error::Error| OidcError::Setup(root_cause(error));
    let client = Client::builder()
        .tls_backend_preconfigured(tls::client_config(true).map_err(|error| setup(&error))?)
        .user_agent(concat!("stormwire/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(TIMEOUT)
        .no_proxy();
    client.build().map_err(|error| setup(&error))
}

pub(crate) struct Fetched {
    pub(crate) status: StatusCode,
    pub(crate) body: Vec<u8>,
}

/// `call` is for error messages.
pub(crate) async fn fetch(call: &'static str, request: RequestBuilder) -> Result<Fetched, OidcError> {
    let failed = |cause: String| OidcError::Provider { call, cause };
    let mut response = request.send().await.map_err(|error| failed(root_cause(&error)))?;
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failed(root_cause(&error)))? {
        if body.len() + chunk.len() > MAX_BYTES {
            return Err(failed(format!("the response has more than {MAX_BYTES} bytes")));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Fetched { status: response.status(), body })
}

/// The body of a successful response.
pub(crate) async fn fetch_ok(call: &'static str, request: RequestBuilder) -> Result<Vec<u8>, OidcError> {
    let fetched = fetch(call, request).await?;
    if fetched.status.is_success() {
        return Ok(fetched.body);
    }
    Err(OidcError::Provider { call, cause: format!("status {}", fetched.status.as_u16()) })
}
