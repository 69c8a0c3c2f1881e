//! The kind of a strike as JSON.

use serde::Serialize;
use stormwire_geo::StrikeKind;
use utoipa::ToSchema;

/// Where a strike went, derived from its type. `unknown`: the type names neither ground nor cloud; do not show it as
/// harmless.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StrikeKind)]
pub enum StrikeKindView {
    Ground,
    Cloud,
    Unknown,
}

impl From<StrikeKind> for StrikeKindView {
    fn from(kind: StrikeKind) -> Self {
        match kind {
            StrikeKind::Ground => Self::Ground,
            StrikeKind::Cloud => Self::Cloud,
            StrikeKind::Unknown => Self::Unknown,
        }
    }
}
