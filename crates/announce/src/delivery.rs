//! One announcement to one receiver, whatever its kind.

use secrecy::SecretString;
use std::time::Duration;
use stormwire_city::secrets::{Secrets, SecretsError};
use stormwire_store::tables::event_sink::{EventSink, SinkKind};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::status_event::StatusEvent;
use thiserror::Error;

/// What a receiver gets.
#[derive(Debug, Clone)]
pub struct Announcement {
    /// The same for every attempt, so that a receiver recognizes an event that it has got twice.
    pub key: String,
    pub event: StatusEvent,
    /// Nothing has happened: a person tests the sink.
    pub is_test: bool,
}

impl Announcement {
    pub fn event(event: StatusEvent) -> Self {
        Self { key: format!("evt_{}", event.id), event, is_test: false }
    }
}

/// Where an announcement goes.
#[derive(Debug, Clone)]
pub struct SinkTarget {
    pub kind: SinkKind,
    pub url: String,
    /// Signs webhooks, or is the password of a broker.
    pub secret: Option<SecretString>,
}

impl SinkTarget {
    pub(crate) fn open(secrets: &Secrets, sink: EventSink) -> Result<Self, SecretsError> {
        let location = SealedColumn::SinkSecret.location(sink.id.get());
        let secret = sink.sealed_secret.map(|sealed| secrets.open(&location, &sealed)).transpose()?;
        Ok(Self { kind: sink.fields.kind, url: sink.fields.url, secret })
    }
}

#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum DeliveryError {
    #[error("{error}")]
    Retry {
        error: String,
        /// The receiver asks for this pause.
        retry_after: Option<Duration>,
    },
    /// The receiver wants no more events.
    #[error("{0}")]
    Gone(String),
}

impl DeliveryError {
    pub(crate) fn retry(error: impl Into<String>) -> Self {
        Self::Retry { error: error.into(), retry_after: None }
    }
}
