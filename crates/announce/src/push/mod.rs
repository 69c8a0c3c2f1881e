//! Web Push: a browser gets a notification when the status of a facility changes, also while no page is open.
//!
//! Messages are encrypted for the browser (RFC 8291, [`encryption`]) and signed with the key of this service (RFC 8292,
//! [`vapid`]); the push service in between reads neither. [`subscriptions`] is what browsers call, [`sender`] is the duty of
//! one process: it turns events into pending notifications ([`plan`]) and sends them.

mod deps;
mod encryption;
mod endpoint;
mod error;
mod key_store;
mod message;
mod plan;
mod request;
mod sender;
mod subscriptions;
mod vapid;

pub use deps::{PushDeps, PushSource};
pub use error::{PushError, SubscribeError};
pub use sender::PushSender;
pub use subscriptions::{PushSubscriptions, SubscriptionInput};
