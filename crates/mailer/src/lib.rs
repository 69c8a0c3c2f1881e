//! Outgoing email by SMTP and Microsoft Graph, and mail to the operator.
//!
//! Every email has headers that stop automatic replies and let us recognize it when it comes back. Errors distinguish an
//! email that was certainly not accepted from one that may have been.

mod email;
mod graph_sender;
pub mod operator;
mod smtp;

pub use email::{ComposeEmailError, OutgoingEmail};
pub use graph_sender::GraphSender;
pub use smtp::{SendError, Smtp, SmtpError};
