//! Deliveries on both databases, to receivers on this machine.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cap;
mod concurrency;
mod encrypted_broker;
mod hostile_brokers;
mod mqtt;
mod push;
mod random_failures;
mod receiver;
mod sink_fixture;
mod webhooks;
