//! People: who they are, what they may do, how they prove it, and what they have done.
//!
//! Owns users, sessions, API tokens and the audit trail. Secrets come in wrapped and are stored hashed; who asks comes
//! out as a [`stormwire_store::tables::user::Person`]. What a request looks like is not known here.

pub mod audit;
mod password;
mod sign_in;
mod throttle;
mod token;
mod users;

pub use password::{Password, PasswordError};
pub use sign_in::{Entry, PasswordChange, SignIn, SignInError};
pub use token::{ApiToken, Tokens};
pub use users::{User, UserChange, UserError, Users};
