use super::geometry::Point;
use super::plan::Block;
use super::rotated_rect::RotatedRect;
use super::warp::{east_on_ground, plan_to_ground};

/// The coordinates of a block: feet from its center along its longer side, and across.
pub(super) struct BlockFrame {
    center: Point,
    pub(super) half_length: f32,
    pub(super) half_width: f32,
    /// Whether the longer side runs from south to north.
    is_turned: bool,
}

impl BlockFrame {
    pub(super) fn new(block: &Block) -> Self {
        let is_turned = block.depth > block.width;
        let (length, width) = if is_turned { (block.depth, block.width) } else { (block.width, block.depth) };
        Self { center: block.center, half_length: length / 2.0, half_width: width / 2.0, is_turned }
    }

    fn on_plan(&self, along: f32, across: f32) -> Point {
        let (x, y) = if self.is_turned { (-across, along) } else { (along, across) };
        Point::new(self.center.x + x, self.center.y + y)
    }

    pub(super) fn on_ground(&self, along: f32, across: f32) -> Point {
        plan_to_ground(self.on_plan(along, across))
    }

    /// A rectangle on the ground, in the direction of the block.
    pub(super) fn rect(&self, along: f32, across: f32, length: f32, width: f32) -> RotatedRect {
        let plan = self.on_plan(along, across);
        let east = east_on_ground(plan);
        let direction = if self.is_turned { Point::new(-east.y, east.x) } else { east };
        RotatedRect::new(plan_to_ground(plan), length, width, direction)
    }

    /// The whole block without a margin. `margin` is the sum of both sides.
    pub(super) fn inset(&self, margin: f32) -> RotatedRect {
        self.rect(0.0, 0.0, self.half_length * 2.0 - margin, self.half_width * 2.0 - margin)
    }
}
