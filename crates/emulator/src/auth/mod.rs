//! Tokens for applications, as Microsoft Entra issues them.

pub(crate) mod access_token;
pub(crate) mod application;
pub(crate) mod client_assertion;
pub(crate) mod tenant;
pub(crate) mod token_endpoint;
pub(crate) mod token_error;
