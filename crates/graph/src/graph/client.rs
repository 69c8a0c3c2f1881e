//! The HTTP client: ring, the machine's roots or the built-in ones, no redirects, no environment.

use super::GraphOptions;
use crate::{MailError, innermost, tls};
use reqwest::{Client, Proxy, redirect};
use std::error::Error;
use std::time::Duration;

pub(super) fn build(options: &GraphOptions) -> Result<Client, MailError> {
    let builder = Client::builder()
        .tls_backend_preconfigured(tls::client(options.is_secure()).map_err(|error| setup(&error))?)
        .user_agent(concat!("stormwire/", env!("CARGO_PKG_VERSION")))
        // A redirect would carry the token to where nobody has checked it should go.
        .redirect(redirect::Policy::none())
        .connect_timeout(options.limits.connect)
        // Otherwise a connection that died silently would be used again for every call, and each would time out.
        .http2_keep_alive_interval(Duration::from_secs(20))
        .http2_keep_alive_timeout(Duration::from_secs(10))
        .no_proxy();
    let builder = match &options.proxy {
        Some(proxy) => builder.proxy(Proxy::all(proxy.clone()).map_err(|error| setup(&error))?),
        None => builder,
    };
    builder.build().map_err(|error| setup(&error))
}

fn setup(error: &dyn Error) -> MailError {
    MailError::Setup { why: innermost(error) }
}
