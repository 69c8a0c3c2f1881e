//! Users, sessions, API tokens and the audit trail.
//!
//! Secrets are `SecretString` and are stored hashed. Authentication returns a
//! [`stormwire_store::tables::user::AuthenticatedUser`]. HTTP is unknown here.

pub mod audit;
mod audit_sentence;
mod authentication;
mod common_password;
mod failed_sign_ins;
mod first_run;
mod metrics_token;
mod oidc;
mod password;
mod read_only_sign_in;
mod rejected_sign_ins;
mod security_log;
mod session_start;
mod sessions;
mod sign_in;
mod throttle;
mod token;
mod unstored_sessions;
mod users;

pub use audit_sentence::audit_sentence;
pub use authentication::{Authentication, SignedIn, TokenAccess};
pub use first_run::{FirstAdmin, FirstRun, FirstRunError};
pub use metrics_token::{MetricsToken, MetricsTokenError};
pub use oidc::{OidcIdentity, account_name, highest_role};
pub use password::{Password, PasswordError};
pub use security_log::SecurityLog;
pub use session_start::SessionLimits;
pub use sessions::{EndedAccess, Sessions};
pub use sign_in::{NewSession, PasswordChange, SignIn, SignInError};
pub use token::{ApiToken, DEFAULT_TOKEN_LIFETIME, Tokens};
pub use users::{User, UserChange, UserError, Users};
