//! The canvas: a piece of ground in pixels, and the few shapes that a city is drawn with. Edges are smooth down to
//! shapes smaller than a pixel.

use super::chance::{cell, real};

/// Red, green, blue.
pub(super) type Colour = [u8; 3];

/// East and north of the centre of the city, in feet.
pub(super) type Point = (f32, f32);

/// A rectangle in feet that is looked at or drawn into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) west: f32,
    pub(super) south: f32,
    pub(super) east: f32,
    pub(super) north: f32,
}

impl Area {
    pub(super) fn grown(self, by: f32) -> Self {
        Self { west: self.west - by, south: self.south - by, east: self.east + by, north: self.north + by }
    }

    pub(super) fn has(self, (x, y): Point) -> bool {
        (self.west..=self.east).contains(&x) && (self.south..=self.north).contains(&y)
    }
}

/// A rectangle that may be turned: where its middle lies, half its sides, and the direction of the first of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slab {
    pub(super) at: Point,
    pub(super) half: (f32, f32),
    pub(super) along: Point,
}

impl Slab {
    pub(super) fn new(at: Point, size: (f32, f32), along: Point) -> Self {
        Self { at, half: (size.0 / 2.0, size.1 / 2.0), along }
    }

    /// A point of it: from -1 to 1 along both sides.
    pub(super) fn point(&self, u: f32, v: f32) -> Point {
        let (u, v) = (u * self.half.0, v * self.half.1);
        (self.at.0 + u * self.along.0 - v * self.along.1, self.at.1 + u * self.along.1 + v * self.along.0)
    }

    /// A part of it, in the same manner.
    pub(super) fn part(&self, (u0, u1): (f32, f32), (v0, v1): (f32, f32)) -> Self {
        let half = (self.half.0 * (u1 - u0) / 2.0, self.half.1 * (v1 - v0) / 2.0);
        Self { at: self.point(f32::midpoint(u0, u1), f32::midpoint(v0, v1)), half, along: self.along }
    }

    pub(super) fn corners(&self) -> [Point; 4] {
        [self.point(-1.0, -1.0), self.point(1.0, -1.0), self.point(1.0, 1.0), self.point(-1.0, 1.0)]
    }

    pub(super) fn moved(&self, by: Point) -> Self {
        Self { at: (self.at.0 + by.0, self.at.1 + by.1), ..*self }
    }

    /// Turned by a right angle.
    pub(super) fn across(&self) -> Self {
        Self { half: (self.half.1, self.half.0), along: (-self.along.1, self.along.0), ..*self }
    }
}

/// Pixels, and where they lie.
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<[u8; 4]>,
    /// The upper left corner, in feet.
    corner: Point,
    pub(super) feet: f32,
}

impl Canvas {
    pub(super) fn new(corner: Point, feet: f32, width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[0, 0, 0, 255]; width * height], corner, feet }
    }

    pub(super) fn area(&self) -> Area {
        let size = |pixels: usize| real(i32::try_from(pixels).unwrap_or(i32::MAX)) * self.feet;
        Area {
            west: self.corner.0,
            north: self.corner.1,
            east: self.corner.0 + size(self.width),
            south: self.corner.1 - size(self.height),
        }
    }

    /// In pixels from the upper left corner, downwards.
    pub(super) fn place(&self, (x, y): Point) -> Point {
        ((x - self.corner.0) / self.feet, (self.corner.1 - y) / self.feet)
    }

    /// The middle of a pixel, in feet.
    pub(super) fn middle(&self, column: usize, row: usize) -> Point {
        let at = |pixel: usize| (real(i32::try_from(pixel).unwrap_or(i32::MAX)) + 0.5) * self.feet;
        (self.corner.0 + at(column), self.corner.1 - at(row))
    }

    pub(super) fn blend(&mut self, index: usize, colour: Colour, cover: f32) {
        blend(&mut self.pixels[index], colour, cover);
    }

    /// A slab.
    pub(super) fn slab(&mut self, slab: &Slab, colour: Colour, strength: f32) {
        let (x, y) = self.place(slab.at);
        let (half, feet) = (slab.half, self.feet);
        let (u, v) = (half.0 / feet, half.1 / feet);
        let reach = (u * slab.along.0.abs() + v * slab.along.1.abs(), u * slab.along.1.abs() + v * slab.along.0.abs());
        let along = (slab.along.0, -slab.along.1);
        self.each((x, y), reach, |dx, dy| {
            let across = |distance: f32, half: f32| {
                ((half - distance + 0.5).clamp(0.0, 1.0) + (half + distance + 0.5).clamp(0.0, 1.0) - 1.0).max(0.0)
            };
            let cover = across(dx * along.0 + dy * along.1, u) * across(dy * along.0 - dx * along.1, v);
            (cover > 0.0).then_some((colour, cover * strength))
        });
    }

    /// A disc.
    pub(super) fn disc(&mut self, at: Point, radius: f32, colour: Colour, strength: f32) {
        let place = self.place(at);
        let radius = radius / self.feet;
        self.each(place, (radius, radius), |dx, dy| {
            let cover = (radius - dx.hypot(dy) + 0.5).clamp(0.0, 1.0) * (radius * 2.0).min(1.0);
            (cover > 0.0).then_some((colour, cover * strength))
        });
    }

    /// A shape without dents, its corners given in order.
    pub(super) fn shape(&mut self, corners: &[Point], colour: Colour, strength: f32) {
        let points: Vec<Point> = corners.iter().map(|corner| self.place(*corner)).collect();
        let span = |values: &dyn Fn(&Point) -> f32| {
            let all = points.iter().map(values);
            all.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (xs, ys) = (span(&|point| point.0), span(&|point| point.1));
        let middle = (f32::midpoint(xs.0, xs.1), f32::midpoint(ys.0, ys.1));
        let edges: Vec<(Point, Point)> = (0..points.len()).map(|index| edge(&points, index)).collect();
        // Corners may be given either way round: the middle is inside.
        let sign = edges.first().map_or(1.0, |(from, normal)| side(middle, *from, *normal).signum());
        self.each(middle, ((xs.1 - xs.0) / 2.0, (ys.1 - ys.0) / 2.0), |dx, dy| {
            let point = (middle.0 + dx, middle.1 + dy);
            let inside = edges.iter().map(|(from, normal)| sign * side(point, *from, *normal));
            let cover = (inside.fold(f32::INFINITY, f32::min) + 0.5).clamp(0.0, 1.0);
            (cover > 0.0).then_some((colour, cover * strength))
        });
    }

    /// A line of that width with round ends.
    pub(super) fn line(&mut self, (from, to): (Point, Point), width: f32, colour: Colour, strength: f32) {
        let (start, end) = (self.place(from), self.place(to));
        let half = width / 2.0 / self.feet;
        let (run, middle) =
            ((end.0 - start.0, end.1 - start.1), (f32::midpoint(start.0, end.0), f32::midpoint(start.1, end.1)));
        let length = run.0 * run.0 + run.1 * run.1;
        let reach = (run.0.abs() / 2.0 + half, run.1.abs() / 2.0 + half);
        let thin = (half * 2.0).min(1.0);
        self.each(middle, reach, |dx, dy| {
            let (x, y) = (middle.0 + dx - start.0, middle.1 + dy - start.1);
            let share = if length > 0.0 { ((x * run.0 + y * run.1) / length).clamp(0.0, 1.0) } else { 0.0 };
            let distance = (x - share * run.0).hypot(y - share * run.1);
            let cover = (half.max(0.5) - distance + 0.5).clamp(0.0, 1.0) * thin;
            (cover > 0.0).then_some((colour, cover * strength))
        });
    }

    /// Looks at each pixel around a place, and blends what is said of it.
    fn each(&mut self, at: Point, reach: Point, mut say: impl FnMut(f32, f32) -> Option<(Colour, f32)>) {
        let span = |middle: f32, reach: f32, limit: usize| {
            let limit = i32::try_from(limit).unwrap_or(i32::MAX);
            let (low, high) = (cell(middle - reach - 1.0).clamp(0, limit), cell(middle + reach + 2.0).clamp(0, limit));
            usize::try_from(low).unwrap_or(0)..usize::try_from(high).unwrap_or(0)
        };
        let columns = span(at.0, reach.0, self.width);
        let offset = |pixel: usize, middle: f32| real(i32::try_from(pixel).unwrap_or(0)) + 0.5 - middle;
        for row in span(at.1, reach.1, self.height) {
            let dy = offset(row, at.1);
            let start = row * self.width;
            for column in columns.clone() {
                if let Some((colour, cover)) = say(offset(column, at.0), dy) {
                    blend(&mut self.pixels[start + column], colour, cover);
                }
            }
        }
    }
}

/// A corner and the direction that points away from the edge that starts there.
fn edge(points: &[Point], index: usize) -> (Point, Point) {
    let (from, to) = (points[index], points[(index + 1) % points.len()]);
    let run = (to.0 - from.0, to.1 - from.1);
    let length = run.0.hypot(run.1).max(1e-6);
    (from, (-run.1 / length, run.0 / length))
}

fn side(point: Point, from: Point, normal: Point) -> f32 {
    (point.0 - from.0) * normal.0 + (point.1 - from.1) * normal.1
}

fn blend(pixel: &mut [u8; 4], colour: Colour, cover: f32) {
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 256")]
    let share = (cover.clamp(0.0, 1.0) * 256.0) as i32;
    for (under, over) in pixel.iter_mut().zip(colour) {
        let value = i32::from(*under) + (((i32::from(over) - i32::from(*under)) * share) >> 8);
        *under = u8::try_from(value.clamp(0, 255)).unwrap_or(u8::MAX);
    }
}

/// The same colour, lighter or darker.
pub(super) fn lit(colour: Colour, by: f32) -> Colour {
    colour.map(|value| byte(f32::from(value) * by))
}

pub(super) fn between(one: Colour, other: Colour, share: f32) -> Colour {
    let mut mixed = one;
    for (value, other) in mixed.iter_mut().zip(other) {
        *value = byte(f32::from(*value) + (f32::from(other) - f32::from(*value)) * share);
    }
    mixed
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(super) fn byte(value: f32) -> u8 {
    (value + 0.5).clamp(0.0, 255.0) as u8
}
