//! An emulator of Microsoft Graph mail: tokens, mailboxes, delta queries, subscriptions and notifications. It reproduces
//! the pitfalls of the real service, injects faults on request and runs on a clock that tests can move.
//!
//! [`Emulator`] is the entry point; `http.rs` has the routes. The crate shares no types with the client in
//! `crates/graph`, so that a mistake in one is not hidden by the same mistake in the other.

mod auth;
mod control;
mod delivery;
mod delta;
mod emulator;
mod faults;
mod graph;
mod graph_error;
mod guid;
mod http;
mod notification_door;
mod notify;
mod odata;
mod settings;
mod shared;
mod state;
mod store;
mod throttle;
mod tls;
mod wire;

pub use emulator::Emulator;
pub use faults::{FaultSet, LifecycleEvent};
pub use http::ListenerOrigin;
pub use notification_door::{NotificationDoor, NotificationRequest};
pub use settings::{DeltaTopHandling, LostDeltaLinkError, Settings};
pub use tls::Certificate;
