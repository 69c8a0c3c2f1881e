//! Strikes in space: a k-d tree whose boxes know how many strikes they hold and which is the newest of them, so that a
//! box that lies wholly within reach is counted without being opened.

use crate::geodesic::{Point, Reach, contenders};

/// A strike's place and its position in the order of time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dot {
    pub(super) point: Point,
    pub(super) index: u32,
}

/// Few enough that looking at each is cheaper than another box.
pub(super) const LEAF: usize = 32;

#[derive(Debug)]
pub(super) struct Tree {
    dots: Vec<Dot>,
    /// A heap: the halves of box `n` are `2n + 1` and `2n + 2`.
    boxes: Vec<Box3>,
}

#[derive(Debug, Clone, Copy)]
struct Box3 {
    min: [f64; 3],
    max: [f64; 3],
    from: usize,
    to: usize,
    newest: u32,
    is_leaf: bool,
}

/// What lies within reach.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Census {
    pub(super) count: usize,
    pub(super) newest: Option<u32>,
}

impl Census {
    fn add(&mut self, count: usize, newest: u32) {
        self.count += count;
        self.newest = self.newest.max(Some(newest));
    }
}

const NOWHERE: Box3 = Box3 { min: [0.0; 3], max: [0.0; 3], from: 0, to: 0, newest: 0, is_leaf: true };

impl Tree {
    /// Over these dots; halves of more than `leaf` dots are halved again.
    pub(super) fn new(mut dots: Vec<Dot>, leaf: usize) -> Self {
        let mut boxes = Vec::new();
        if !dots.is_empty() {
            let all = dots.len();
            grow(&mut dots, &mut boxes, 0, (0, all), leaf.max(1));
        }
        Self { dots, boxes }
    }

    /// Counts what lies within reach of a point. `measure` is asked about those that the bounds cannot decide.
    pub(super) fn census(&self, from: Point, reach: Reach, mut measure: impl FnMut(u32) -> bool) -> Census {
        let mut census = Census::default();
        let mut open: Vec<usize> = if self.boxes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(place) = open.pop() {
            let it = &self.boxes[place];
            if it.nearest_squared(from) > reach.surely_beyond {
                continue;
            }
            if it.farthest_squared(from) <= reach.surely_within {
                census.add(it.to - it.from, it.newest);
            } else if it.is_leaf {
                for dot in &self.dots[it.from..it.to] {
                    let squared = from.chord_squared(dot.point);
                    if squared <= reach.surely_within || (squared <= reach.surely_beyond && measure(dot.index)) {
                        census.add(1, dot.index);
                    }
                }
            } else {
                open.extend([2 * place + 1, 2 * place + 2]);
            }
        }
        census
    }

    /// The dots of which one must be the nearest to a point.
    pub(super) fn nearest(&self, from: Point) -> Vec<u32> {
        let mut smallest = f64::INFINITY;
        self.visit(from, |it| {
            for dot in &self.dots[it.from..it.to] {
                smallest = smallest.min(from.chord_squared(dot.point));
            }
            smallest
        });
        let (mut found, limit) = (Vec::new(), contenders(smallest));
        self.visit(from, |it| {
            let near = self.dots[it.from..it.to].iter().filter(|dot| from.chord_squared(dot.point) <= limit);
            found.extend(near.map(|dot| dot.index));
            limit
        });
        found
    }

    /// Looks into every leaf that may hold something nearer than the limit, which each look may lower.
    fn visit(&self, from: Point, mut look: impl FnMut(&Box3) -> f64) {
        let mut limit = f64::INFINITY;
        let mut open: Vec<(f64, usize)> = if self.boxes.is_empty() { Vec::new() } else { vec![(0.0, 0)] };
        while let Some((least, place)) = open.pop() {
            if least > limit {
                continue;
            }
            let it = &self.boxes[place];
            if it.is_leaf {
                limit = look(it);
                continue;
            }
            let mut halves = [2 * place + 1, 2 * place + 2].map(|half| (self.boxes[half].nearest_squared(from), half));
            // The nearer half is opened first: it is taken from the end.
            if halves[0].0 < halves[1].0 {
                halves.swap(0, 1);
            }
            open.extend(halves);
        }
    }
}

impl Box3 {
    /// The square of the straight line to the nearest corner, edge or side; 0 inside.
    fn nearest_squared(&self, from: Point) -> f64 {
        let gap = |axis: usize| (self.min[axis] - from.0[axis]).max(from.0[axis] - self.max[axis]).max(0.0);
        [0, 1, 2].map(|axis| gap(axis) * gap(axis)).iter().sum()
    }

    /// The square of the straight line to the farthest corner.
    fn farthest_squared(&self, from: Point) -> f64 {
        let gap = |axis: usize| (from.0[axis] - self.min[axis]).max(self.max[axis] - from.0[axis]);
        [0, 1, 2].map(|axis| gap(axis) * gap(axis)).iter().sum()
    }
}

/// Makes the box of a range and, while it is large, of its halves.
fn grow(dots: &mut [Dot], boxes: &mut Vec<Box3>, place: usize, (from, to): (usize, usize), leaf: usize) {
    let mine = &mut dots[from..to];
    let mut it = Box3 { min: mine[0].point.0, max: mine[0].point.0, from, to, newest: 0, is_leaf: mine.len() <= leaf };
    for dot in mine.iter() {
        it.newest = it.newest.max(dot.index);
        for axis in 0..3 {
            it.min[axis] = it.min[axis].min(dot.point.0[axis]);
            it.max[axis] = it.max[axis].max(dot.point.0[axis]);
        }
    }
    if boxes.len() <= place {
        boxes.resize(place + 1, NOWHERE);
    }
    boxes[place] = it;
    if it.is_leaf {
        return;
    }
    let length = |axis: usize| it.max[axis] - it.min[axis];
    let widest = (0..3).fold(0, |best, axis| if length(axis) > length(best) { axis } else { best });
    let half = mine.len() / 2;
    mine.select_nth_unstable_by(half, |one, other| one.point.0[widest].total_cmp(&other.point.0[widest]));
    grow(dots, boxes, 2 * place + 1, (from, from + half), leaf);
    grow(dots, boxes, 2 * place + 2, (from + half, to), leaf);
}
