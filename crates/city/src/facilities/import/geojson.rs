//! GeoJSON: a FeatureCollection of Points in degrees with `properties.name` and perhaps `properties.policy`, read feature by
//! feature.

use super::file::{FacilityFile, ReadNext};
use super::row::{FileRow, RowProblem};
use crate::facilities::{CityMap, FacilityInput};
use crate::{ImportError, LineError};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::cell::Cell;
use std::fmt;
use std::io::{BufReader, Read};
use stormwire_geo::LonLat;
use stormwire_store::tables::facility::FacilityFields;

type Take<'a> = &'a mut dyn FnMut(Result<FileRow, LineError>) -> ReadNext;

pub(super) fn read(source: &FacilityFile, take: Take<'_>) -> Result<(), ImportError> {
    let (lines, is_stopped) = (Cell::new(1), Cell::new(false));
    let input = LineCounter { inner: BufReader::new(source.open()?), lines: &lines };
    let mut json = serde_json::Deserializer::from_reader(input);
    let collection = Collection { map: &source.map, lines: &lines, is_stopped: &is_stopped, take };
    let read = collection.deserialize(&mut json).and_then(|()| json.end());
    match read {
        Err(_) if is_stopped.get() => Ok(()),
        Err(error) => Err(source.unreadable_file_error(&format!("not a GeoJSON FeatureCollection: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Counts lines. serde_json reads one byte at a time, so the count is exact.
struct LineCounter<'a, R> {
    inner: R,
    lines: &'a Cell<u64>,
}

impl<R: Read> Read for LineCounter<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.inner.read(buffer)?;
        let ends = buffer[..length].iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        self.lines.set(self.lines.get() + ends);
        Ok(length)
    }
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

/// The outermost object; everything except its features is ignored.
struct Collection<'a> {
    map: &'a CityMap,
    lines: &'a Cell<u64>,
    is_stopped: &'a Cell<bool>,
    take: Take<'a>,
}

impl<'de> DeserializeSeed<'de> for Collection<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Collection<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "an object with features")
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<(), M::Error> {
        let mut has_features = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == "features" {
                has_features = true;
                map.next_value_seed(Features(&mut self))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        if has_features { Ok(()) } else { Err(serde::de::Error::custom("no \"features\" found")) }
    }
}

struct Features<'a, 'b>(&'a mut Collection<'b>);

impl<'de> DeserializeSeed<'de> for Features<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a list of features")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut all: S) -> Result<(), S::Error> {
        while let Some(feature) = all.next_element::<Feature>()? {
            let line = self.0.lines.get();
            let (name, policy) = (feature.name(), feature.policy());
            let fields = feature.facility_fields(self.0.map);
            let result =
                fields.map(|fields| FileRow { line, fields, policy }).map_err(|problem| problem.named(&name).at(line));
            if (self.0.take)(result) == ReadNext::Stop {
                self.0.is_stopped.set(true);
                return Err(serde::de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
