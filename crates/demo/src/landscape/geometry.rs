//! Points, segments and rectangles on the ground, in feet.

use std::ops::{Add, Mul, Sub};

/// East (`x`) and north (`y`) of the center of the city, in feet. Also used for offsets and directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub(super) fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    pub(super) fn midpoint(self, other: Self) -> Self {
        Self::new(f32::midpoint(self.x, other.x), f32::midpoint(self.y, other.y))
    }
}

impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Self {
        Self { x, y }
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// A straight line between two points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) from: Point,
    pub(super) to: Point,
}

impl Segment {
    pub(super) const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    /// The segment moved to its left by `offset` feet.
    pub(super) fn parallel(self, offset: f32) -> Self {
        self.parallel_part(offset, 0.0, 1.0)
    }

    /// A part of [`Segment::parallel`], from one share of its length to another.
    pub(super) fn parallel_part(self, offset: f32, from_share: f32, to_share: f32) -> Self {
        let run = self.to - self.from;
        let length = run.length().max(1e-3);
        let point = |share: f32| {
            Point::new(
                self.from.x + run.x * share - run.y / length * offset,
                self.from.y + run.y * share + run.x / length * offset,
            )
        };
        Self::new(point(from_share), point(to_share))
    }
}

/// A rectangle whose sides point north and east.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) west: f32,
    pub(super) south: f32,
    pub(super) east: f32,
    pub(super) north: f32,
}

impl Area {
    pub(super) fn expanded(self, feet: f32) -> Self {
        Self { west: self.west - feet, south: self.south - feet, east: self.east + feet, north: self.north + feet }
    }

    pub(super) fn contains(self, point: Point) -> bool {
        (self.west..=self.east).contains(&point.x) && (self.south..=self.north).contains(&point.y)
    }
}
