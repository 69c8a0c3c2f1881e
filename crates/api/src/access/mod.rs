//! Who asks, from where, and whether they may.
//!
//! A handler names the role it needs as its first parameter; the role is checked before body and existence.

mod address;
mod allowance;
mod cookie;
mod origin;
mod role;

pub(crate) use address::ClientAddress;
pub use allowance::Allowance;
pub(crate) use allowance::limit;
pub(crate) use cookie::{clearing, session_word, setting};
pub(crate) use origin::refuse_foreign;
pub(crate) use role::{Admin, Operator, SignedIn, Viewer};
