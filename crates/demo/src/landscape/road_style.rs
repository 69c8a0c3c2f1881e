//! What all roads have in common.

use super::color::Color;

pub(super) const BRIDGE: Color = [190, 186, 178];
pub(super) const WHITE: Color = [226, 224, 216];
pub(super) const YELLOW: Color = [206, 178, 96];

/// Curved roads are drawn as straight pieces of this length.
pub(super) const PIECE_FEET: f32 = 66.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RoadLayer {
    Roadside,
    Roadway,
    Markings,
}

impl RoadLayer {
    /// In the order in which they are drawn.
    pub(super) const ALL: [Self; 3] = [Self::Roadside, Self::Roadway, Self::Markings];
}
