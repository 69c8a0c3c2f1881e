//! A kind of operation.

use crate::draw::Draw;
use crate::scene::Scene;

pub(crate) struct Operation {
    pub(crate) name: &'static str,
    /// None if it means nothing now.
    pub(crate) apply: fn(&mut Scene, &Draw) -> Option<String>,
}
