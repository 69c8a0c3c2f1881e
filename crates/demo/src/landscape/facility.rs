use super::geometry::Point;
use super::rotated_rect::RotatedRect;
use super::warp::{east_on_ground, ground_to_plan};

/// What a facility is, which decides how its grounds look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacilityKind {
    Aquatic,
    Soccer,
    Library,
    FireStation,
    School,
    Tennis,
    SeniorCenter,
    Playground,
    SplashPad,
    Golf,
}

/// A facility and its square grounds.
#[derive(Debug, Clone, Copy)]
pub struct FacilitySite {
    pub(super) center: Point,
    /// The unit vector along its southern side.
    direction: Point,
    pub(super) half_side: f32,
    pub(super) kind: FacilityKind,
}

impl FacilitySite {
    /// A facility at a point in feet east and north of the center of the city.
    pub fn new(center: impl Into<Point>, kind: FacilityKind) -> Self {
        let center = center.into();
        let half_side = match kind {
            FacilityKind::Golf => 1_250.0,
            FacilityKind::Soccer => 430.0,
            FacilityKind::School => 420.0,
            FacilityKind::Aquatic => 230.0,
            FacilityKind::Tennis => 200.0,
            FacilityKind::Library | FacilityKind::SeniorCenter => 165.0,
            FacilityKind::FireStation | FacilityKind::Playground | FacilityKind::SplashPad => 125.0,
        };
        Self { center, direction: east_on_ground(ground_to_plan(center)), half_side, kind }
    }

    /// The distance of a point from the grounds, negative inside.
    pub(super) fn distance(&self, at: Point) -> f32 {
        let offset = at - self.center;
        let u = (offset.x * self.direction.x + offset.y * self.direction.y).abs() - self.half_side;
        let v = (offset.y * self.direction.x - offset.x * self.direction.y).abs() - self.half_side;
        u.max(v).min(0.0) + u.max(0.0).hypot(v.max(0.0))
    }

    pub(super) fn grounds(&self) -> RotatedRect {
        RotatedRect::new(self.center, self.half_side * 2.0, self.half_side * 2.0, self.direction)
    }
}
