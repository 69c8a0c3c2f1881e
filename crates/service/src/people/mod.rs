//! People: who they are, what they may do, how they prove it, and what they have done.
//!
//! Owns users, sessions, API tokens and the audit trail. Secrets come in wrapped and are stored hashed; who asks comes
//! out as a [`Person`]. What a request looks like is not known here.

pub mod audit;
mod password;
mod sign_in;
mod throttle;
mod token;
mod users;

pub use audit::Actor;
pub use password::{Password, PasswordError};
pub use sign_in::{Entry, SignIn, SignInError};
pub use token::{ApiToken, NewToken, TokenFields, Tokens};
pub use users::{User, UserChange, UserError, Users};

/// What a person may do; each role may also do what the ones before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Reads.
    Viewer,
    /// Also retries, replays, reloads and enables.
    Operator,
    /// Also edits.
    Admin,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Viewer, Self::Operator, Self::Admin];

    /// As stored and sent.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Operator => "operator",
            Self::Admin => "admin",
        }
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == text)
    }
}

/// Someone who has proved who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The user's row.
    pub id: i64,
    /// For people.
    pub username: String,
    /// What they may do.
    pub role: Role,
}
