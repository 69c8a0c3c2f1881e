//! What a change of the configuration is recorded with.

use crate::secrets::Secrets;
use jiff::Timestamp;
use stormwire_store::tables::audit::Actor;

/// For functions that run inside the unit of work of a caller.
#[derive(Clone, Copy)]
pub struct Recorder<'a> {
    pub secrets: &'a Secrets,
    pub actor: &'a Actor,
    pub now: Timestamp,
}
