//! The service under test with an emulated provider: one clock, one queue, a listener for notifications.

mod crash_source;
pub mod effect_crash;
pub mod exactly_once;
pub mod failing_disk;
pub mod failover;
mod fields;
mod http_exchange;
pub mod hung_database;
mod load_balancer;
pub mod power_loss;
mod recorder;
pub mod rolling_upgrade;
pub mod service_cluster;
mod service_config;
pub mod shared_work;
mod status_events;
mod stream_client;
mod test_service;
pub mod unreachable_provider;
mod watched_files;
pub mod watcher_crash;

pub use crate::wait::{TEST_TIMEOUT, block_until, wait_for, wait_until};
pub use crash_source::CrashSource;
pub use fields::{action_fields, actor, city_identity, city_map, feed_rules, watcher_fields};
pub use recorder::Recorder;
pub use service_config::{ServiceConfig, serve_webhooks};
pub use status_events::{became_active, record_events};
pub use test_service::TestService;
pub use watched_files::WatchedFiles;
