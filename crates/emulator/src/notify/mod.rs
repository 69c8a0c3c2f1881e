//! Telling subscribers: who has subscribed to what, the probe of an address, and the way of a notification.

pub(crate) mod endpoint;
pub(crate) mod handshake;
pub(crate) mod outbox;
pub(crate) mod subscription;
