//! Who sends a request, from where, and whether they may.
//!
//! A handler names the role it needs as its first parameter, so the role is checked before the body and before whether
//! the resource exists.

mod anonymous_limit;
mod client_address;
mod cookie;
mod origin;
mod role;

pub(crate) use anonymous_limit::{AnonymousLimit, limit_anonymous};
pub(crate) use client_address::ClientAddress;
pub(crate) use cookie::{COOKIE_NAME, PENDING_COOKIE, SESSION_COOKIE};
pub(crate) use origin::reject_cross_site;
pub(crate) use role::{AccessOwner, Admin, MetricsReader, Operator, SignedIn, SignedInUser, Viewer};
