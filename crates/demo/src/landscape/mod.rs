//! Paints aerial images of the demo's city, which does not exist.
//!
//! The input is a rectangle in feet and a pixel size, the output is pixels. The same rectangle always looks the same, and
//! neighboring rectangles fit together without a seam. Pure: no files, no clock, no random numbers except hashes of
//! positions.

mod block_frame;
mod blocks;
mod buildings;
mod canvas;
mod city;
mod civic;
mod color;
mod commercial;
mod facility;
mod facility_grounds;
mod fields;
mod geometry;
mod golf;
mod grain;
mod ground;
mod highways;
mod houses;
mod industry;
mod noise;
mod outlines;
mod plan;
mod road_style;
mod roads;
mod rotated_rect;
mod routes;
mod sports;
mod terrain;
mod terrain_grid;
mod trees;
mod warp;

pub use city::{AerialView, Landscape};
pub use facility::{FacilityKind, FacilitySite};
pub use geometry::Point;
pub use outlines::{Outline, boundary_outline, road_outlines, water_outlines};
