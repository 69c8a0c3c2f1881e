//! The door through which the emulator's requests to notification URLs leave it: a client of HTTP, or a receiver in the same
//! process.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use futures_util::future::BoxFuture;
use std::io;
use std::sync::Arc;

/// Sends requests to notification URLs.
pub trait NotificationDoor: Send + Sync {
    /// Returns when the head of the response is there. An error says that there is none: whether the request arrived does not
    /// matter to the provider, which sends notifications again. The emulator limits the time.
    fn post(&self, request: NotificationRequest) -> BoxFuture<'_, io::Result<Response>>;
}

/// A POST request to a notification URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationRequest {
    pub url: String,
    pub content_type: &'static str,
    pub body: String,
}

/// Sends without proxies, also if environment variables set one, and does not follow redirects.
pub(crate) struct NotificationClient(reqwest::Client);

impl NotificationClient {
    pub(crate) fn new() -> io::Result<Self> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let tls = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build();
        Ok(Self(client.map_err(io::Error::other)?))
    }
}

impl NotificationDoor for NotificationClient {
    fn post(&self, request: NotificationRequest) -> BoxFuture<'_, io::Result<Response>> {
        let NotificationRequest { url, content_type, body } = request;
        let request = self.0.post(url).header(CONTENT_TYPE, content_type).body(body);
        Box::pin(async move {
            let response = request.send().await.map_err(io::Error::other)?;
            Ok(axum::http::Response::from(response).map(Body::new))
        })
    }
}
