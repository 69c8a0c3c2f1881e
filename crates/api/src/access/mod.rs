//! Who asks, from where, and whether they may.
//!
//! A handler names the role it needs as its first parameter; the role is checked before body and existence.

mod address;
mod cookie;
mod origin;
mod role;

pub(crate) use address::ClientAddress;
pub(crate) use cookie::{clearing, session_word, setting};
pub(crate) use origin::refuse_foreign;
pub(crate) use role::{Admin, Operator, SignedIn, Viewer};
