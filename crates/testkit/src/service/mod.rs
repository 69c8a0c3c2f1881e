//! A watching service beside an emulated provider: one clock, one queue, a listener for notifications.

mod counts;
mod fields;
pub mod hard;
pub mod killing;
pub mod midway;
mod site;
mod test_service;
mod wait;

pub use counts::Counts;
pub use fields::{action_fields, actor, watcher_fields};
pub use site::{Site, listen};
pub use test_service::TestService;
pub use wait::until;
