//! A piece of ground in pixels, and the few shapes that the city is drawn with. Shapes are antialiased, also those that
//! are smaller than a pixel.

use super::color::Color;
use super::geometry::{Area, Point, Segment};
use super::noise::{floor, to_f32};
use super::rotated_rect::RotatedRect;

pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<[u8; 4]>,
    /// The upper left corner.
    corner: Point,
    pub(super) feet_per_pixel: f32,
}

impl Canvas {
    pub(super) fn new(corner: Point, feet_per_pixel: f32, width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[0, 0, 0, 255]; width * height], corner, feet_per_pixel }
    }

    pub(super) fn area(&self) -> Area {
        let feet = |pixels: usize| to_f32(i32::try_from(pixels).unwrap_or(i32::MAX)) * self.feet_per_pixel;
        Area {
            west: self.corner.x,
            north: self.corner.y,
            east: self.corner.x + feet(self.width),
            south: self.corner.y - feet(self.height),
        }
    }

    /// From feet to pixels right of and below the upper left corner.
    pub(super) fn to_pixels(&self, at: Point) -> Point {
        Point::new((at.x - self.corner.x) / self.feet_per_pixel, (self.corner.y - at.y) / self.feet_per_pixel)
    }

    /// In feet.
    pub(super) fn pixel_center(&self, column: usize, row: usize) -> Point {
        let feet = |pixel: usize| (to_f32(i32::try_from(pixel).unwrap_or(i32::MAX)) + 0.5) * self.feet_per_pixel;
        Point::new(self.corner.x + feet(column), self.corner.y - feet(row))
    }

    pub(super) fn blend_pixel(&mut self, index: usize, color: Color, opacity: f32) {
        blend(&mut self.pixels[index], color, opacity);
    }

    pub(super) fn fill_rect(&mut self, rect: &RotatedRect, color: Color, opacity: f32) {
        let center = self.to_pixels(rect.center);
        let (u, v) = (rect.half_length / self.feet_per_pixel, rect.half_width / self.feet_per_pixel);
        let direction = Point::new(rect.direction.x, -rect.direction.y);
        let (cos, sin) = (direction.x.abs(), direction.y.abs());
        let reach = Point::new(u * cos + v * sin, u * sin + v * cos);
        self.blend_around(center, reach, color, |dx, dy| {
            let inside = |distance: f32, half: f32| {
                ((half - distance + 0.5).clamp(0.0, 1.0) + (half + distance + 0.5).clamp(0.0, 1.0) - 1.0).max(0.0)
            };
            let along = inside(dx * direction.x + dy * direction.y, u);
            along * inside(dy * direction.x - dx * direction.y, v) * opacity
        });
    }

    pub(super) fn fill_circle(&mut self, center: Point, radius: f32, color: Color, opacity: f32) {
        let center = self.to_pixels(center);
        let radius = radius / self.feet_per_pixel;
        self.blend_around(center, Point::new(radius, radius), color, |dx, dy| {
            (radius - dx.hypot(dy) + 0.5).clamp(0.0, 1.0) * (radius * 2.0).min(1.0) * opacity
        });
    }

    /// A convex polygon, its corners in order.
    pub(super) fn fill_polygon(&mut self, corners: &[Point], color: Color, opacity: f32) {
        let points: Vec<Point> = corners.iter().map(|corner| self.to_pixels(*corner)).collect();
        let range = |values: &dyn Fn(&Point) -> f32| {
            let all = points.iter().map(values);
            all.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (xs, ys) = (range(&|point| point.x), range(&|point| point.y));
        let center = Point::new(xs.0, ys.0).midpoint(Point::new(xs.1, ys.1));
        let edges: Vec<Edge> = (0..points.len()).map(|index| Edge::new(&points, index)).collect();
        // The corners may be in either direction; the center is always inside.
        let sign = edges.first().map_or(1.0, |edge| edge.distance(center).signum());
        let reach = Point::new((xs.1 - xs.0) / 2.0, (ys.1 - ys.0) / 2.0);
        self.blend_around(center, reach, color, |dx, dy| {
            let point = Point::new(center.x + dx, center.y + dy);
            let inside = edges.iter().map(|edge| sign * edge.distance(point));
            (inside.fold(f32::INFINITY, f32::min) + 0.5).clamp(0.0, 1.0) * opacity
        });
    }

    /// A line with round ends.
    pub(super) fn draw_line(&mut self, line: Segment, width: f32, color: Color, opacity: f32) {
        let (start, end) = (self.to_pixels(line.from), self.to_pixels(line.to));
        let half_width = width / 2.0 / self.feet_per_pixel;
        let (run, center) = (end - start, start.midpoint(end));
        let length_squared = run.x * run.x + run.y * run.y;
        let reach = Point::new(run.x.abs() / 2.0 + half_width, run.y.abs() / 2.0 + half_width);
        // A line thinner than a pixel is drawn one pixel wide and fainter.
        let thinness = (half_width * 2.0).min(1.0);
        self.blend_around(center, reach, color, |dx, dy| {
            let (x, y) = (center.x + dx - start.x, center.y + dy - start.y);
            let share =
                if length_squared > 0.0 { ((x * run.x + y * run.y) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
            let distance = (x - share * run.x).hypot(y - share * run.y);
            (half_width.max(0.5) - distance + 0.5).clamp(0.0, 1.0) * thinness * opacity
        });
    }

    /// Blends a color into the pixels around a center. `opacity_at` gets each pixel's offset from the center.
    fn blend_around(&mut self, center: Point, reach: Point, color: Color, opacity_at: impl Fn(f32, f32) -> f32) {
        let span = |center: f32, reach: f32, limit: usize| {
            let limit = i32::try_from(limit).unwrap_or(i32::MAX);
            let low = floor(center - reach - 1.0).clamp(0, limit);
            let high = floor(center + reach + 2.0).clamp(0, limit);
            usize::try_from(low).unwrap_or(0)..usize::try_from(high).unwrap_or(0)
        };
        let columns = span(center.x, reach.x, self.width);
        let offset = |pixel: usize, center: f32| to_f32(i32::try_from(pixel).unwrap_or(0)) + 0.5 - center;
        for row in span(center.y, reach.y, self.height) {
            let dy = offset(row, center.y);
            let start = row * self.width;
            for column in columns.clone() {
                let opacity = opacity_at(offset(column, center.x), dy);
                if opacity > 0.0 {
                    blend(&mut self.pixels[start + column], color, opacity);
                }
            }
        }
    }
}

/// One edge of a polygon.
struct Edge {
    start: Point,
    /// A unit vector at a right angle to the edge.
    normal: Point,
}

impl Edge {
    fn new(points: &[Point], index: usize) -> Self {
        let (start, end) = (points[index], points[(index + 1) % points.len()]);
        let run = end - start;
        let length = run.length().max(1e-6);
        Self { start, normal: Point::new(-run.y / length, run.x / length) }
    }

    /// Positive on the side that the normal points to.
    fn distance(&self, point: Point) -> f32 {
        (point.x - self.start.x) * self.normal.x + (point.y - self.start.y) * self.normal.y
    }
}

fn blend(pixel: &mut [u8; 4], color: Color, opacity: f32) {
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 256")]
    let share = (opacity.clamp(0.0, 1.0) * 256.0) as i32;
    for (below, above) in pixel.iter_mut().zip(color) {
        let value = i32::from(*below) + (((i32::from(above) - i32::from(*below)) * share) >> 8);
        *below = u8::try_from(value.clamp(0, 255)).unwrap_or(u8::MAX);
    }
}
