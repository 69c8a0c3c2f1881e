//! Sign-in at an OpenID Connect provider: the browser is sent there and comes back with a code.
//!
//! Owns the two addresses that the browser visits, and what is remembered in between. The protocol is in `stormwire_oidc`,
//! users and sessions in `stormwire_city::accounts`.

pub(crate) mod callback;
mod failure;
pub(crate) mod login;
mod pending;
