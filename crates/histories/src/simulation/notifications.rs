//! The way of the provider's notifications into the process.

use super::process::{ProcessEntrance, SERVICE};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use stormwire_emulator::{NotificationDoor, NotificationRequest};

/// Where notifications go; none while no process runs.
#[derive(Clone, Default)]
pub(crate) struct NotificationWay(Arc<Mutex<Option<ProcessEntrance>>>);

impl NotificationWay {
    pub(crate) fn lead_to(&self, entrance: Option<ProcessEntrance>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = entrance;
    }
}

impl NotificationDoor for NotificationWay {
    fn post(&self, request: NotificationRequest) -> BoxFuture<'_, io::Result<Response>> {
        let NotificationRequest { url, content_type, body } = request;
        let entrance = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let not_connected = || io::Error::from(io::ErrorKind::NotConnected);
        async move {
            let path = url.strip_prefix(&format!("http://{SERVICE}")).ok_or_else(not_connected)?;
            let request = Request::post(path).header(CONTENT_TYPE, content_type).body(Body::from(body));
            let answer = entrance.ok_or_else(not_connected)?.send(request.map_err(io::Error::other)?);
            let answer = answer.await.map_err(|_| io::Error::from(io::ErrorKind::ConnectionReset))?;
            let status = axum::http::StatusCode::from_u16(answer.status).map_err(io::Error::other)?;
            Ok((status, answer.body).into_response())
        }
        .boxed()
    }
}
