//! Notifies other systems of status events.
//!
//! A sink is a receiver that an administrator has set up: a webhook, a receiver of CAP alerts or an MQTT broker. Every event
//! that passes its filters becomes a delivery, a row, in the order of the events ([`planner`]). A delivery is tried until the
//! receiver has it or 24 hours have passed ([`attempt`]; each kind of receiver has a line in [`kinds`]). Of a facility only the first event
//! that a sink has not got is tried, so that none overtakes another. The decisions are in [`plan`] (pure); one process holds
//! the duty ([`announcer`]). [`sinks`] is what administrators set up.
//!
//! No SQL in here; HTTP calls go through [`stormwire_workflow`], which checks addresses.
//!
//! Browsers get notifications by Web Push, which is [`push`]: nobody sets them up but the people who hold them.

mod announcer;
mod attempt;
mod cap;
mod cap_post;
mod delivery;
mod http_sender;
mod in_flight;
mod kinds;
mod mqtt;
mod operator_mail;
mod plan;
mod planner;
pub mod push;
mod sink_unit;
mod sinks;
mod test_event;
mod validation;
mod webhook;
mod webhook_secret;

pub use announcer::EventAnnouncer;
pub use cap::{CapAlerts, CapDocument};
pub use delivery::{Announcement, DeliveryError, SinkTarget};
pub use kinds::{AnnouncingService, DeliveryDeps};
pub use mqtt::{
    BrokerPacket, MAX_BROKER_PACKET, MqttDeps, MqttPresence, MqttPublisher, UnexpectedBytes, decode_broker_packet,
};
pub use sink_unit::{MAX_SINKS, SinkError, delete_sink, insert_sink, masked_url, update_sink};
pub use sinks::{EventSinks, NewSink};
pub use validation::{SinkInput, SinkViolation};
