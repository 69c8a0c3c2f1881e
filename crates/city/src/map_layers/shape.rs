//! Lines and polygons of a layer, in degrees.

use serde::Serialize;
use serde_json::Value;
use stormwire_geo::{LonLat, PositionError};
use thiserror::Error;

/// Longitude and latitude.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Vertex(pub(super) f64, pub(super) f64);

/// The other geometries of GeoJSON are written as one of these two.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", content = "coordinates")]
pub(super) enum Shape {
    #[serde(rename = "MultiLineString")]
    Lines(Vec<Vec<Vertex>>),
    /// Each polygon is its outer ring, then its holes. The last vertex of a ring is the first.
    #[serde(rename = "MultiPolygon")]
    Polygons(Vec<Vec<Vec<Vertex>>>),
}

/// Why a feature cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ShapeProblem {
    #[error("the geometry is a {0}; a layer has lines and polygons. Import points as facilities, or remove them")]
    Point(String),
    #[error(
        "the geometry is a {0}; supported are LineString, MultiLineString, Polygon and MultiPolygon. Export it as one of them"
    )]
    Unsupported(String),
    #[error("the coordinates {value} are not {expected}")]
    Structure { value: String, expected: &'static str },
    #[error("{error}, at {value}. Export the layer as WGS 84 (EPSG:4326), in degrees")]
    Outside { value: String, error: String },
}

pub(super) struct ShapeFeature {
    pub(super) label: Option<String>,
    pub(super) shape: Shape,
}

impl Shape {
    pub(super) fn read(kind: &str, coordinates: &Value) -> Result<Self, ShapeProblem> {
        match kind {
            "LineString" => Ok(Self::Lines(vec![line(coordinates)?])),
            "MultiLineString" => each(coordinates, "a list of lines", line).map(Self::Lines),
            "Polygon" => Ok(Self::Polygons(vec![polygon(coordinates)?])),
            "MultiPolygon" => each(coordinates, "a list of polygons", polygon).map(Self::Polygons),
            "Point" | "MultiPoint" => Err(ShapeProblem::Point(kind.to_owned())),
            other => Err(ShapeProblem::Unsupported(other.chars().take(40).collect())),
        }
    }

    pub(super) fn vertices(&self) -> usize {
        match self {
            Self::Lines(lines) => lines.iter().map(Vec::len).sum(),
            Self::Polygons(polygons) => polygons.iter().flatten().map(Vec::len).sum(),
        }
    }
}

fn polygon(value: &Value) -> Result<Vec<Vec<Vertex>>, ShapeProblem> {
    each(value, "a list of rings", ring)
}

fn line(value: &Value) -> Result<Vec<Vertex>, ShapeProblem> {
    let expected = "a line of at least two positions";
    let found = each(value, expected, vertex)?;
    if found.len() < 2 { Err(structure(value, expected)) } else { Ok(found) }
}

fn ring(value: &Value) -> Result<Vec<Vertex>, ShapeProblem> {
    let expected = "a closed ring of at least four positions";
    let mut found = each(value, expected, vertex)?;
    // Some programs leave out the last position.
    let first = found.first().copied();
    if first != found.last().copied() {
        found.extend(first);
    }
    if found.len() < 4 { Err(structure(value, expected)) } else { Ok(found) }
}

fn vertex(value: &Value) -> Result<Vertex, ShapeProblem> {
    let numbers: Option<Vec<f64>> = value.as_array().and_then(|all| all.iter().map(Value::as_f64).collect());
    let Some([lon, lat, ..]) = numbers.as_deref() else { return Err(structure(value, "[longitude, latitude]")) };
    let outside = |error: PositionError| ShapeProblem::Outside { value: shortened(value), error: error.to_string() };
    LonLat::new(*lon, *lat).map(|at| Vertex(at.lon(), at.lat())).map_err(outside)
}

fn each<T>(
    value: &Value,
    expected: &'static str,
    read: impl Fn(&Value) -> Result<T, ShapeProblem>,
) -> Result<Vec<T>, ShapeProblem> {
    value.as_array().ok_or_else(|| structure(value, expected))?.iter().map(read).collect()
}

fn structure(value: &Value, expected: &'static str) -> ShapeProblem {
    ShapeProblem::Structure { value: shortened(value), expected }
}

fn shortened(value: &Value) -> String {
    let text = value.to_string();
    let short: String = text.chars().take(60).collect();
    if short.len() < text.len() { short + "…" } else { short }
}

#[derive(Serialize)]
struct FeatureCollection<'a> {
    r#type: &'static str,
    features: Vec<Feature<'a>>,
}

#[derive(Serialize)]
struct Feature<'a> {
    r#type: &'static str,
    properties: Properties<'a>,
    geometry: &'a Shape,
}

#[derive(Serialize)]
struct Properties<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

impl<'a> From<&'a ShapeFeature> for Feature<'a> {
    fn from(ShapeFeature { label, shape }: &'a ShapeFeature) -> Self {
        Self { r#type: "Feature", properties: Properties { name: label.as_deref() }, geometry: shape }
    }
}

pub(super) fn to_geojson(features: &[ShapeFeature]) -> String {
    let features = features.iter().map(Feature::from).collect();
    // It holds nothing that JSON cannot represent.
    serde_json::to_string(&FeatureCollection { r#type: "FeatureCollection", features }).unwrap_or_default()
}
