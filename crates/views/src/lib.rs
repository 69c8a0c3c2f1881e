//! The live picture as others see it: JSON with its schemas, GeoJSON, plain text and HTML. Pure.
//!
//! Distances and times are rounded here, last.

pub mod display_status;
pub mod facility_list;
pub mod geojson;
pub mod html;
pub mod language;
pub mod list_format;
pub mod plain;
pub mod policy;
pub mod position;
pub mod status;
pub mod status_event;
pub mod strike;
pub mod strike_kind;
pub mod tile;
