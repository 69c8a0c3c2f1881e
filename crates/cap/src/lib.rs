//! Alerts by the Common Alerting Protocol 1.2 (OASIS), and the Atom feed that lists them.
//!
//! A facility, or one of its rings, has a series of messages: the first dangerous status is an Alert, later changes are Updates
//! that refer to it, and the all clear is a Cancel. What cannot be known is an Update, never a Cancel.
//!
//! Pure: texts from data. `tests/it` has the rules of both standards.

mod area;
mod atom;
mod change;
mod document;
mod issuer;
mod language;
mod message;
mod texts;
mod time;
mod xml;

pub use area::{AlertArea, AlertRule};
pub use atom::{Feed, FeedEntry};
pub use change::{AlertStatus, StatusChange};
pub use document::{Alert, Purpose};
pub use issuer::Issuer;
pub use message::{Message, MessageKind, messages};
