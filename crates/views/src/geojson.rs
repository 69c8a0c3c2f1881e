//! Facilities and strikes as GeoJSON (RFC 7946). Properties are flat and the same in every feature, as GIS programs need it.

use crate::display_status::DisplayStatus;
use crate::strike::StrikeReport;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_geo::{LonLat, Strike};
use stormwire_lightning::{EvaluatedFacilities, FacilityPage, FoundStrikes, Ranking, ThreatPicture, to_timestamp};
use stormwire_store::{FacilityId, PolicyId};
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub enum CollectionType {
    FeatureCollection,
}

#[derive(Debug, Serialize, ToSchema)]
pub enum FeatureType {
    Feature,
}

#[derive(Debug, Serialize, ToSchema)]
pub enum PointType {
    Point,
}

/// A WGS84 position.
#[derive(Debug, Serialize, ToSchema)]
pub struct PointGeometry {
    r#type: PointType,
    /// Longitude, then latitude, in degrees.
    coordinates: [f64; 2],
}

impl From<LonLat> for PointGeometry {
    fn from(at: LonLat) -> Self {
        Self { r#type: PointType::Point, coordinates: [at.lon(), at.lat()] }
    }
}

/// A facility and its lightning status.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacilityFeature {
    r#type: FeatureType,
    #[schema(value_type = i64)]
    id: FacilityId,
    /// Null if the facility has no location.
    geometry: Option<PointGeometry>,
    properties: FacilityProperties,
}

/// Without a location all values about strikes are null, and the status is `Unknown`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacilityProperties {
    #[schema(value_type = i64)]
    facility_id: FacilityId,
    name: String,
    status: DisplayStatus,
    /// Strikes inside the danger radius during the danger window.
    count_in_window: Option<usize>,
    /// Distance of the nearest strike of the history window.
    closest_miles: Option<f64>,
    #[schema(value_type = Option<String>, format = DateTime)]
    closest_at: Option<Timestamp>,
    /// Distance of the newest strike.
    last_strike_miles: Option<f64>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_strike_at: Option<Timestamp>,
    /// When the status becomes `Clear` if there are no more strikes.
    #[schema(value_type = Option<String>, format = DateTime)]
    clear_at: Option<Timestamp>,
    #[schema(value_type = i64)]
    policy_id: PolicyId,
    /// False: strikes may be missing. Null: nothing feeds strikes.
    feed_healthy: Option<bool>,
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
}

/// Facilities, most threatened first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacilityFeatures {
    r#type: CollectionType,
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    features: Vec<FacilityFeature>,
    /// Only of a page: facilities that match, on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// Only if there are more pages: `cursor` of the next one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// Only of a page. True: facilities have moved between the pages that were read and the rest, so some are missing or come twice.
    /// Start again without `cursor`.
    #[serde(skip_serializing_if = "Option::is_none")]
    order_changed: Option<bool>,
}

impl FacilityFeatures {
    /// A replay shows the past, about which the feed of today says nothing.
    pub fn new(picture: &ThreatPicture, all: &EvaluatedFacilities, is_replay: bool) -> Self {
        Self::of_rankings(picture, all.ranking.iter(), is_replay)
    }

    pub fn page(
        picture: &ThreatPicture,
        page: &FacilityPage<'_>,
        is_replay: bool,
        next_cursor: Option<String>,
    ) -> Self {
        let list = Self::of_rankings(picture, page.rankings.iter().copied(), is_replay);
        Self { total: Some(page.total), next_cursor, order_changed: Some(page.is_order_changed), ..list }
    }

    fn of_rankings<'a>(picture: &ThreatPicture, rankings: impl Iterator<Item = &'a Ranking>, is_replay: bool) -> Self {
        let shown_health = if is_replay { Some(true) } else { picture.feed().healthy };
        Self {
            r#type: CollectionType::FeatureCollection,
            as_of: picture.as_of(),
            features: rankings.map(|ranking| FacilityFeature::new(picture, ranking, shown_health)).collect(),
            total: None,
            next_cursor: None,
            order_changed: None,
        }
    }
}

impl FacilityFeature {
    /// `shown_health` is the health of the feed by which the status is shown.
    fn new(picture: &ThreatPicture, ranking: &Ranking, shown_health: Option<bool>) -> Self {
        let (facility, proximity) = (&picture.facilities()[ranking.facility], ranking.proximity.as_ref());
        let (closest, last) =
            (proximity.and_then(|known| known.closest), proximity.and_then(|known| known.last_strike));
        Self {
            r#type: FeatureType::Feature,
            id: facility.id,
            geometry: facility.lat_long.map(PointGeometry::from),
            properties: FacilityProperties {
                facility_id: facility.id,
                name: facility.name.clone(),
                status: DisplayStatus::new(proximity, shown_health),
                count_in_window: proximity.map(|known| known.count_in_window),
                closest_miles: closest.map(|seen| seen.distance.miles().rounded()),
                closest_at: closest.map(|seen| to_timestamp(seen.strike.at)),
                last_strike_miles: last.map(|seen| seen.distance.miles().rounded()),
                last_strike_at: last.map(|seen| to_timestamp(seen.strike.at)),
                clear_at: proximity.and_then(|known| known.clear_at).map(to_timestamp),
                policy_id: picture.policies().of(facility).id,
                feed_healthy: picture.feed().healthy,
                as_of: picture.as_of(),
            },
        }
    }
}

/// A strike as the vendor reported it.
#[derive(Debug, Serialize, ToSchema)]
pub struct StrikeFeature<'a> {
    r#type: FeatureType,
    id: i64,
    geometry: PointGeometry,
    properties: StrikeProperties<'a>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StrikeProperties<'a> {
    strike_id: i64,
    #[serde(flatten)]
    report: StrikeReport<'a>,
}

impl<'a> StrikeFeature<'a> {
    pub fn new(found: &'a FoundStrikes, strike: &Strike) -> Self {
        Self {
            r#type: FeatureType::Feature,
            id: strike.id,
            geometry: strike.position.into(),
            properties: StrikeProperties { strike_id: strike.id, report: StrikeReport::new(found, strike) },
        }
    }
}
