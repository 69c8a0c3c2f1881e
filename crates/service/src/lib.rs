//! The service without its listener: builds the parts of one process from the configuration, in the only order in which they can
//! be built, and runs them. The binary adds the listener, signals and metrics; tests run the same parts on another clock and
//! without a network.
//!
//! Enter at [`Service::build`]. No other crate knows how the parts depend on each other.

mod app;
mod database;
mod deps;
mod duties;
mod event_sinks;
mod push;
mod running;
pub mod watchers;

pub use app::security_log;
pub use database::{OpenedDatabase, database_warnings};
pub use deps::{Deps, Surroundings};
pub use running::{RunningService, Service, ServiceParts};
