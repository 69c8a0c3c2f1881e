//! Test support: a disposable PostgreSQL, test databases, an MQTT broker, a test service with an emulated mail provider. Never part of the
//! product.

mod cluster;
mod direct_connection;
pub mod event_crash;
mod event_receiver;
mod fixtures;
mod full_disk;
mod hints;
pub mod mqtt_broker;
pub mod process;
pub mod queue_crash;
pub mod samples;
pub mod servers;
pub mod service;
pub mod sql_crash;
mod test_db;
pub mod unsynced_writes;
mod wait;

pub use cluster::{Cluster, Durability, start_cluster};
pub use direct_connection::DirectConnection;
pub use event_receiver::local_sinks;
pub use fixtures::share_fixtures;
pub use full_disk::{fill_disk, free_disk};
pub use hints::exchange_hints;
pub use test_db::TestDb;
