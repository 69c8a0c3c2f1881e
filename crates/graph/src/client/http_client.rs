use super::options::GraphOptions;
use crate::error::{MailError, root_cause};
use crate::tls;
use reqwest::{Client, Proxy, redirect};
use std::error::Error;
use std::time::Duration;

/// The HTTP client of all calls, unless the options name another door. Follows no redirects and ignores environment variables.
pub(super) fn build(options: &GraphOptions) -> Result<Client, MailError> {
    let builder = Client::builder()
        .tls_backend_preconfigured(tls::client_config(options.uses_tls()).map_err(|error| setup_error(&error))?)
        .user_agent(concat!("stormwire/", env!("CARGO_PKG_VERSION")))
        // A redirect could send the token to another host.
        .redirect(redirect::Policy::none())
        .connect_timeout(options.limits.connect_timeout)
        // Detects dead connections. Otherwise they would be reused, and every call would time out.
        .http2_keep_alive_interval(Duration::from_secs(20))
        .http2_keep_alive_timeout(Duration::from_secs(10))
        .no_proxy();
    let builder = match &options.proxy {
        Some(proxy) => builder.proxy(Proxy::all(proxy.clone()).map_err(|error| setup_error(&error))?),
        None => builder,
    };
    builder.build().map_err(|error| setup_error(&error))
}

fn setup_error(error: &dyn Error) -> MailError {
    MailError::Setup { cause: root_cause(error) }
}
