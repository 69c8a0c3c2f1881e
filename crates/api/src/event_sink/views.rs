//! Event sinks as the API shows and reads them.

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer, Serialize};
use stormwire_announce::{NewSink, SinkInput};
use stormwire_store::tables::event_sink::{EventSink, SinkFields, SinkKind};
use stormwire_store::tables::status_event::FacilityStatus;
use stormwire_store::{EventSinkId, FacilityId, StatusEventId};
use utoipa::ToSchema;

/// A system that is notified of status events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventSink)]
pub(crate) struct EventSinkView {
    #[schema(value_type = i64)]
    id: EventSinkId,
    name: String,
    /// `Webhook`: signed JSON by POST. `Cap`: CAP 1.2 alerts by POST. `Mqtt`: retained topics of a broker.
    #[schema(value_type = String, example = "Webhook")]
    kind: SinkKind,
    url: String,
    /// Null: all facilities.
    #[schema(value_type = Option<Vec<i64>>)]
    facility_ids: Option<Vec<FacilityId>>,
    /// Null: all statuses, and those of rings.
    #[schema(value_type = Option<Vec<String>>)]
    statuses: Option<Vec<FacilityStatus>>,
    is_enabled: bool,
    /// Whether a secret is stored. Read-only.
    has_secret: bool,
    /// The last event that the sink got; null if none. Read-only.
    #[schema(value_type = Option<i64>)]
    last_delivered_event_id: Option<StatusEventId>,
    /// Why the last attempt failed; null once nothing that failed is waiting. Read-only.
    last_error: Option<String>,
}

impl From<EventSink> for EventSinkView {
    fn from(sink: EventSink) -> Self {
        let SinkFields { name, kind, url, facility_ids, statuses, is_enabled } = sink.fields;
        let EventSink { id, sealed_secret, last_delivered_event_id, last_error, .. } = sink;
        let has_secret = sealed_secret.is_some();
        Self {
            id,
            name,
            kind,
            url,
            facility_ids,
            statuses,
            is_enabled,
            has_secret,
            last_delivered_event_id,
            last_error,
        }
    }
}

/// A new event sink.
#[derive(Serialize, ToSchema)]
#[schema(as = NewEventSink)]
pub(crate) struct NewEventSinkView {
    #[serde(flatten)]
    sink: EventSinkView,
    /// The generated secret, for the receiver. It is returned only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl From<NewSink> for NewEventSinkView {
    fn from(created: NewSink) -> Self {
        let secret = created.generated_secret.map(|secret| secret.expose_secret().to_owned());
        Self { sink: created.sink.into(), secret }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EventSinkInput)]
pub(crate) struct EventSinkBody {
    /// 1 to 100 visible characters; unique.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// `Webhook`, `Cap` or `Mqtt`. It cannot be changed.
    #[schema(example = "Webhook")]
    kind: String,
    /// `http` or `https`; for `Mqtt` such as `mqtts://broker.city.gov:8883`.
    #[schema(min_length = 1, max_length = 2_000)]
    url: String,
    /// Never returned. `Webhook` and `Cap`: `whsec_` and the base64 of 24 to 64 bytes, which signs what is sent. `Mqtt`: the
    /// password of the broker. Omit it to keep the current one, or to let a new webhook get one. Null or empty: none, for
    /// `Cap` and `Mqtt`; a webhook always has one, and null keeps it.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password, max_length = 1_000)]
    secret: SecretBody,
    /// Null: all facilities.
    facility_ids: Option<Vec<i64>>,
    /// `Active`, `Clearing`, `Clear`, `Unknown`: only changes to one of these, and none of rings. Null: all changes. Null for
    /// `Mqtt`.
    statuses: Option<Vec<String>>,
    /// Default: true.
    #[serde(default = "enabled")]
    #[schema(default = true)]
    is_enabled: bool,
    /// Ignored, so that a response can be sent back as a request.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: serde::de::IgnoredAny,
    #[serde(default, rename = "hasSecret")]
    #[schema(ignore)]
    _has_secret: serde::de::IgnoredAny,
    #[serde(default, rename = "lastDeliveredEventId")]
    #[schema(ignore)]
    _last_delivered_event_id: serde::de::IgnoredAny,
    #[serde(default, rename = "lastError")]
    #[schema(ignore)]
    _last_error: serde::de::IgnoredAny,
}

/// What a request does with the secret.
#[derive(Debug, Default)]
enum SecretBody {
    #[default]
    Omitted,
    Null,
    Given(SecretString),
}

impl<'de> Deserialize<'de> for SecretBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<SecretString>::deserialize(deserializer)?.map_or(Self::Null, Self::Given))
    }
}

impl SecretBody {
    /// As [`SinkInput`] has it: an empty one removes what is stored.
    fn input(self, kind: &str) -> Option<SecretString> {
        match self {
            Self::Given(secret) => Some(secret),
            Self::Null if kind != SinkKind::Webhook.name() => Some(SecretString::from("")),
            Self::Null | Self::Omitted => None,
        }
    }
}

fn enabled() -> bool {
    true
}

impl From<EventSinkBody> for SinkInput {
    fn from(body: EventSinkBody) -> Self {
        let EventSinkBody { name, kind, url, secret, facility_ids, statuses, is_enabled, .. } = body;
        let secret = secret.input(&kind);
        Self { name, kind, url, secret, facility_ids, statuses, is_enabled }
    }
}
