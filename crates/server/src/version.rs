//! What was built.

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Twelve digits, or `unknown` if it was built without git.
pub(crate) const COMMIT: &str = env!("STORMWIRE_COMMIT");
/// For `--version`.
pub(crate) const VERSION_AND_COMMIT: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("STORMWIRE_COMMIT"), ")");
