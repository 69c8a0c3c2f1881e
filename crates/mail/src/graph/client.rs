//! The HTTP client: ring, the machine's roots or the built-in ones, no redirects, no environment.

use super::GraphOptions;
use crate::MailError;
use reqwest::{Client, Proxy, redirect};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

pub(super) fn build(options: &GraphOptions) -> Result<Client, MailError> {
    let builder = Client::builder()
        .tls_backend_preconfigured(tls(options.is_secure()).map_err(|error| setup(&error))?)
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

/// Ring is named here so that no process-wide default is needed. Where nothing goes over TLS nobody is trusted, so that
/// a machine without roots can still work with a provider on the same machine.
fn tls(secure: bool) -> Result<ClientConfig, rustls::Error> {
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let mut config = match secure.then(|| builder.clone().with_platform_verifier()) {
        Some(Ok(builder)) => builder.with_no_client_auth(),
        // A machine without roots of its own must not keep the service from starting: the web's are built in.
        Some(Err(error)) => {
            tracing::warn!(%error, "this machine has no certificate roots; using those that are built in");
            let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
            builder.with_root_certificates(roots).with_no_client_auth()
        }
        None => builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth(),
    };
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

fn setup(error: &dyn Error) -> MailError {
    MailError::Setup { why: innermost(error) }
}

/// The last cause of an error. What stands around it may name the address that was called, and with it a mailbox.
pub(super) fn innermost(error: &dyn Error) -> String {
    let mut last = error;
    while let Some(cause) = last.source() {
        last = cause;
    }
    last.to_string()
}
