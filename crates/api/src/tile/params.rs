//! Query parameters of tiles. Each is read as text, so that problems about all of them read alike.

use crate::Problem;
use crate::params::read_id;
use axum::http::StatusCode;
use serde::Deserialize;
use std::str::FromStr;
use stormwire_geo::tiles::{Level, Viewport};
use stormwire_geo::{FeetPoint, LonLat, PositionError};
use stormwire_store::TileId;
use utoipa::IntoParams;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// Only tiles of this level, `L01` to `L07`.
    #[param(pattern = "^L0[1-7]$")]
    level: Option<String>,
    /// Only tiles of this year.
    #[param(value_type = Option<i32>)]
    year: Option<String>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// 1 to 1,000; default 100.
    #[param(minimum = 1, maximum = 1_000)]
    pub(super) limit: Option<u32>,
}

impl ListParams {
    pub(super) fn level(&self) -> Result<Option<Level>, Problem> {
        let read = |text: &str| text.parse().map_err(|error| Problem::field("level", format!("{text:?}: {error}")));
        self.level.as_deref().map(read).transpose()
    }

    pub(super) fn year(&self) -> Result<Option<i32>, Problem> {
        year(self.year.as_deref())
    }

    /// The id after which the page starts.
    pub(super) fn after(&self) -> Result<Option<TileId>, Problem> {
        let Some(text) = &self.cursor else { return Ok(None) };
        read_id(text)
            .map(Some)
            .ok_or_else(|| Problem::field("cursor", "not a valid cursor; use nextCursor of the previous page"))
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CoveringParams {
    /// Latitude in degrees. Give `lat` and `lng`, or `x` and `y`.
    #[param(value_type = Option<f64>, minimum = -90, maximum = 90)]
    lat: Option<String>,
    /// Longitude in degrees.
    #[param(value_type = Option<f64>, minimum = -180, maximum = 180)]
    lng: Option<String>,
    /// In feet, in the city's coordinate system.
    #[param(value_type = Option<f64>)]
    x: Option<String>,
    /// In feet, in the city's coordinate system.
    #[param(value_type = Option<f64>)]
    y: Option<String>,
    /// Only tiles of this year; default: the newest of each slug.
    #[param(value_type = Option<i32>)]
    year: Option<String>,
}

/// A point in one of two coordinate systems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Position {
    Degrees(LonLat),
    Feet(FeetPoint),
}

impl CoveringParams {
    pub(super) fn position(&self) -> Result<Position, Problem> {
        let (degrees, feet) = ((&self.lat, &self.lng), (&self.x, &self.y));
        match (degrees, feet) {
            ((None, None), (None, None)) => {
                let message = "give lat and lng, or x and y";
                Err(Problem::field("lat", message)
                    .with_field("lng", message)
                    .with_field("x", message)
                    .with_field("y", message))
            }
            ((lat, lng), (None, None)) => {
                let at = LonLat::new(required("lng", lng.as_deref())?, required("lat", lat.as_deref())?);
                at.map(Position::Degrees).map_err(|error| match error {
                    PositionError::Latitude(_) => Problem::field("lat", error),
                    _ => Problem::field("lng", error),
                })
            }
            ((None, None), (x, y)) => {
                let (x, y) = (required("x", x.as_deref())?, required("y", y.as_deref())?);
                FeetPoint::new(x, y).map(Position::Feet).map_err(|error| Problem::field("x", error))
            }
            _ => {
                let message = "give lat and lng, or x and y, not both";
                let given = [("lat", &self.lat), ("lng", &self.lng), ("x", &self.x), ("y", &self.y)];
                let names = given.into_iter().filter(|(_, value)| value.is_some()).map(|(name, _)| name);
                let problem = Problem::new(StatusCode::BAD_REQUEST, message);
                Err(names.fold(problem, |problem, name| problem.with_field(name, message)))
            }
        }
    }

    pub(super) fn year(&self) -> Result<Option<i32>, Problem> {
        year(self.year.as_deref())
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ViewportParams {
    /// X of the lower left corner, in feet.
    #[param(value_type = f64)]
    x: Option<String>,
    /// Y of the lower left corner, in feet.
    #[param(value_type = f64)]
    y: Option<String>,
    /// Width of the rectangle in feet, above 0.
    #[param(value_type = f64, exclusive_minimum = 0)]
    width_ft: Option<String>,
    /// Height of the rectangle in feet, above 0.
    #[param(value_type = f64, exclusive_minimum = 0)]
    height_ft: Option<String>,
    /// Width of the screen in device pixels, above 0.
    #[param(value_type = f64, exclusive_minimum = 0)]
    px: Option<String>,
    /// Only tiles of this year; default: the newest of each slug.
    #[param(value_type = Option<i32>)]
    year: Option<String>,
}

impl ViewportParams {
    pub fn viewport(&self) -> Result<Viewport, Problem> {
        let mut violations = Vec::new();
        let mut take = |name: &'static str, text: &Option<String>, is_size: bool| {
            let read = match text.as_deref() {
                None => Err("required; a viewport has x, y, widthFt, heightFt and px".to_owned()),
                Some(text) => read_number(text).and_then(|number| {
                    if is_size && number <= 0.0 { Err(format!("{text} is not greater than 0")) } else { Ok(number) }
                }),
            };
            read.map_err(|message| violations.push((name, message))).unwrap_or_default()
        };
        let corner = (take("x", &self.x, false), take("y", &self.y, false));
        let size = (take("widthFt", &self.width_ft, true), take("heightFt", &self.height_ft, true));
        let pixels = take("px", &self.px, true);
        match violations.as_slice() {
            [] => Viewport::new(corner.0, corner.1, size.0, size.1, pixels)
                .map_err(|error| Problem::field(error.parameter(), error)),
            [(name, message)] => Err(Problem::field(name, message)),
            _ => {
                let problem = Problem::new(StatusCode::BAD_REQUEST, "invalid parameters");
                Err(violations.into_iter().fold(problem, |problem, (name, message)| problem.with_field(name, message)))
            }
        }
    }

    pub(super) fn year(&self) -> Result<Option<i32>, Problem> {
        year(self.year.as_deref())
    }
}

fn required(name: &str, text: Option<&str>) -> Result<f64, Problem> {
    let text = text.ok_or_else(|| Problem::field(name, "required"))?;
    parse_number(name, text)
}

fn parse_number(name: &str, text: &str) -> Result<f64, Problem> {
    read_number(text).map_err(|message| Problem::field(name, message))
}

fn read_number(text: &str) -> Result<f64, String> {
    let read = f64::from_str(text).ok().filter(|number| number.is_finite());
    read.ok_or_else(|| format!("{text:?} is not a number"))
}

fn year(text: Option<&str>) -> Result<Option<i32>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let year = i32::from_str(text).ok().filter(|year| (1_850..=9_999).contains(year));
    year.map(Some).ok_or_else(|| Problem::field("year", format!("{text:?} is not a year from 1850 to 9999")))
}
