//! A GeoJSON file of lines and polygons, read into what the map draws: simplified, rounded, and without properties except a
//! name. Pure.

use super::shape::{Shape, ShapeFeature, ShapeProblem, to_geojson};
use super::simplify::simplify;
use crate::facilities::is_invisible;
use crate::geojson::read_features;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::ops::ControlFlow;
use thiserror::Error;

pub const MAX_FILE_BYTES: usize = 32 * 1024 * 1024;
const MAX_FEATURES: usize = 20_000;
/// Of a layer, after simplification. Every page of the map loads all of them.
const MAX_VERTICES: usize = 50_000;

const MAX_LABEL_LENGTH: usize = 100;
/// The properties that may hold the name of a feature, ignoring case. The first that is found counts.
const LABELS: [&str; 3] = ["name", "fullname", "label"];

/// Nothing was imported.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LayerFileError {
    #[error("the file has {0} bytes; at most {MAX_FILE_BYTES} are read. Export fewer features, or simplify them first")]
    TooLarge(usize),
    #[error("not a GeoJSON FeatureCollection: {0}")]
    NotGeoJson(String),
    #[error("feature {number}{}: {problem}", .label.as_ref().map_or_else(String::new, |label| format!(" ({label:?})")))]
    Feature {
        /// The first feature of the file is 1.
        number: u64,
        label: Option<String>,
        problem: ShapeProblem,
    },
    #[error(
        "the file names the coordinate system {0:?}; GeoJSON uses WGS 84. Export the layer again as WGS 84 (EPSG:4326), for \
         example with: ogr2ogr -t_srs EPSG:4326 -lco RFC7946=YES layer.geojson INPUT"
    )]
    CoordinateSystem(String),
    #[error("the file has more than {MAX_FEATURES} features. Export fewer, such as only the main roads")]
    TooManyFeatures,
    #[error(
        "the layer has more than {MAX_VERTICES} vertices after simplification. Export fewer features, such as only the main \
         roads"
    )]
    TooManyVertices,
    #[error("the file has no line or polygon that is larger than 2 meters")]
    Empty,
}

/// A layer as it is stored and drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerFile {
    /// A FeatureCollection of `MultiLineString` and `MultiPolygon`, in degrees with six decimals.
    pub geojson: String,
    pub features: u64,
    /// After simplification.
    pub vertices: u64,
    /// Before simplification.
    pub vertices_read: u64,
}

#[derive(Deserialize)]
struct FileFeature {
    #[serde(default)]
    geometry: Option<FileGeometry>,
    #[serde(default)]
    properties: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
struct FileGeometry {
    r#type: String,
    #[serde(default)]
    coordinates: Value,
}

impl LayerFile {
    /// Features without a geometry, and what is too small to be seen, are left out.
    pub fn parse(bytes: &[u8]) -> Result<Self, LayerFileError> {
        if bytes.len() > MAX_FILE_BYTES {
            return Err(LayerFileError::TooLarge(bytes.len()));
        }
        // Some programs begin a UTF-8 file with a byte order mark.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (mut reader, mut failure) = (LayerReader::default(), None);
        let read = read_features(bytes, &mut |_, feature: FileFeature| match reader.add(feature) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let crs = read.map_err(|error| LayerFileError::NotGeoJson(error.to_string()))?;
        match crs.as_ref().and_then(foreign_system) {
            Some(name) => Err(LayerFileError::CoordinateSystem(name)),
            None => reader.finish(),
        }
    }
}

#[derive(Default)]
struct LayerReader {
    number: u64,
    features: Vec<ShapeFeature>,
    vertices: usize,
    vertices_read: usize,
}

impl LayerReader {
    fn add(&mut self, feature: FileFeature) -> Result<(), LayerFileError> {
        self.number += 1;
        let label = feature.properties.as_ref().and_then(label);
        let Some(geometry) = feature.geometry else { return Ok(()) };
        let shape = Shape::read(&geometry.r#type, &geometry.coordinates)
            .map_err(|problem| LayerFileError::Feature { number: self.number, label: label.clone(), problem })?;
        self.vertices_read += shape.vertices();
        let Some(shape) = simplify(&shape) else { return Ok(()) };
        self.vertices += shape.vertices();
        self.features.push(ShapeFeature { label, shape });
        if self.features.len() > MAX_FEATURES {
            return Err(LayerFileError::TooManyFeatures);
        }
        if self.vertices > MAX_VERTICES { Err(LayerFileError::TooManyVertices) } else { Ok(()) }
    }

    fn finish(self) -> Result<LayerFile, LayerFileError> {
        if self.features.is_empty() {
            return Err(LayerFileError::Empty);
        }
        Ok(LayerFile {
            geojson: to_geojson(&self.features),
            features: self.features.len() as u64,
            vertices: self.vertices as u64,
            vertices_read: self.vertices_read as u64,
        })
    }
}

fn label(properties: &Map<String, Value>) -> Option<String> {
    let find = |wanted: &str| properties.iter().find(|(key, _)| key.eq_ignore_ascii_case(wanted));
    let text = LABELS.into_iter().find_map(find)?.1.as_str()?;
    let visible: String = text.trim().chars().filter(|c| !is_invisible(*c)).take(MAX_LABEL_LENGTH).collect();
    (!visible.is_empty()).then_some(visible)
}

/// The name of a coordinate system other than WGS 84. Files from before RFC 7946 (2016) may name one.
fn foreign_system(crs: &Value) -> Option<String> {
    if crs.is_null() {
        return None;
    }
    let name = crs["properties"]["name"].as_str().map_or_else(|| crs.to_string(), str::to_owned);
    let short: String = name.chars().take(80).collect();
    // NAD83 differs from WGS 84 by about a meter.
    let is_wgs84 =
        ["CRS84", "EPSG::4326", "EPSG:4326", "EPSG::4269", "EPSG:4269"].iter().any(|end| name.ends_with(end));
    (!is_wgs84).then_some(short)
}

#[cfg(test)]
mod tests;
