//! Outgoing email by SMTP, and mail to the operator.
//!
//! Every email carries headers that keep machines from replying to it and let us recognize it when it comes back. For each
//! email we know whether it was surely not accepted, or may have been.

mod email;
pub mod operator;
mod operator_smtp;
mod smtp;

pub use email::{Email, EmailError};
pub use operator_smtp::OperatorMailer;
pub use smtp::{NotSent, Smtp, SmtpError};
