//! GeoJSON: a FeatureCollection of Points in degrees with `properties.name` and perhaps `properties.policy`, read feature by
//! feature.

use super::file::{FacilityFile, ReadNext};
use super::row::{FileRow, RowProblem};
use crate::facilities::{CityMap, FacilityInput};
use crate::geojson::read_features;
use crate::{ImportError, LineError};
use serde::Deserialize;
use serde_json::Value;
use std::io::BufReader;
use std::ops::ControlFlow;
use stormwire_geo::LonLat;
use stormwire_store::tables::facility::FacilityFields;

type Take<'a> = &'a mut dyn FnMut(Result<FileRow, LineError>) -> ReadNext;

pub(super) fn read(source: &FacilityFile, take: Take<'_>) -> Result<(), ImportError> {
    let read = read_features(BufReader::new(source.open()?), &mut |line, feature: Feature| {
        let (name, policy) = (feature.name(), feature.policy());
        let fields = feature.facility_fields(&source.map);
        let row =
            fields.map(|fields| FileRow { line, fields, policy }).map_err(|problem| problem.named(&name).at(line));
        if take(row) == ReadNext::Stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let not_geojson =
        |error: serde_json::Error| source.unreadable_file_error(&format!("not a GeoJSON FeatureCollection: {error}"));
    read.map(|_| ()).map_err(not_geojson)
}

#[derive(Deserialize)]
struct Feature {
    #[serde(default)]
    geometry: Option<Geometry>,
    #[serde(default)]
    properties: Option<Properties>,
}

#[derive(Deserialize)]
struct Geometry {
    r#type: String,
    #[serde(default)]
    coordinates: Value,
}

#[derive(Deserialize)]
struct Properties {
    #[serde(default)]
    name: Option<Value>,
    #[serde(default)]
    policy: Option<Value>,
}

impl Feature {
    /// Empty if there is none.
    fn name(&self) -> String {
        let name = self.properties.as_ref().and_then(|properties| properties.name.as_ref());
        name.and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    fn policy(&self) -> Option<String> {
        match self.properties.as_ref()?.policy.as_ref()? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }

    fn facility_fields(self, map: &CityMap) -> Result<FacilityFields, RowProblem> {
        let name = self.properties.and_then(|properties| properties.name);
        let name = match name {
            Some(Value::String(name)) => name,
            other => {
                let found = other.map(|value| value.to_string()).unwrap_or_default();
                return Err(RowProblem::field("name", &found, "properties.name is missing or not a string"));
            }
        };
        let (point, as_entered) = match self.geometry {
            None => (None, String::new()),
            Some(geometry) => {
                let entered = geometry.coordinates.to_string();
                let show = |at: LonLat| format!("[{}, {}]", at.lon(), at.lat());
                let point = map.point_in_city(geometry.position()?, show);
                (Some(point.map_err(|error| RowProblem::input(&error, &name, &entered))?), entered)
            }
        };
        let input = FacilityInput { name: name.clone(), point, policy_id: None };
        map.facility_fields(input).map_err(|error| RowProblem::input(&error, &name, &as_entered))
    }
}

impl Geometry {
    fn position(self) -> Result<LonLat, RowProblem> {
        if self.r#type != "Point" {
            let kind: String = self.r#type.chars().take(40).collect();
            let problem = format!("the geometry is a {kind}; only Points are supported");
            return Err(RowProblem::field("geometry", &kind, problem));
        }
        let entered = self.coordinates.to_string();
        let invalid = |problem: String| RowProblem::field("coordinates", &entered, problem);
        let numbers: Option<Vec<f64>> =
            self.coordinates.as_array().and_then(|all| all.iter().map(Value::as_f64).collect());
        match numbers.as_deref() {
            Some([lon, lat] | [lon, lat, _]) => LonLat::new(*lon, *lat).map_err(|error| invalid(error.to_string())),
            _ => Err(invalid("coordinates are not [longitude, latitude]".into())),
        }
    }
}
