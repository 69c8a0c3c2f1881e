//! Mail that goes out by SMTP: letters, the server that takes them, and the mail to the operator.
//!
//! Owns what every letter of ours carries, so that no machine answers it and we recognise it when it comes back. Knows
//! for each letter whether it was surely not taken, or may have been.

mod letter;
mod operator;
mod smtp;

pub use letter::{Letter, LetterError};
pub use operator::OperatorMailer;
pub use smtp::{NotSent, Smtp, SmtpError};
