//! Users, sessions, API tokens and the audit trail.
//!
//! Secrets are `SecretString` and are stored hashed. Authentication returns a
//! [`stormwire_store::tables::user::AuthenticatedUser`]. HTTP is unknown here.

pub mod audit;
mod password;
mod sign_in;
mod throttle;
mod token;
mod users;

pub use password::{Password, PasswordError};
pub use sign_in::{NewSession, PasswordChange, SignIn, SignInError};
pub use token::{ApiToken, Tokens};
pub use users::{User, UserChange, UserError, Users};
