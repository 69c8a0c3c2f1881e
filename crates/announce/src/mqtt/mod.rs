//! MQTT: the current status of every facility as a retained message of a broker, with discovery for Home Assistant.
//!
//! [`packet`] has the few packets of MQTT 3.1.1 that a client needs which only publishes; [`topics`] says what is published.
//! Both are pure. [`connection`] is one connection. [`presence`] keeps one open for each broker: it says that the service is
//! online, and publishes every status after a reconnect, because a broker may have lost them. [`publisher`] delivers events,
//! through the open connection if this process has it.

mod broker;
mod connection;
mod error;
mod packet;
mod presence;
mod publisher;
mod session;
mod topics;

pub(crate) use broker::Broker;
pub use packet::{BrokerPacket, MAX_BROKER_PACKET, UnexpectedBytes, decode_broker_packet};
pub use presence::MqttPresence;
pub use publisher::{MqttDeps, MqttPublisher};
