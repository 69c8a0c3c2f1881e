//! Positions in the list of facilities as text. Clients pass them back unchanged.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use stormwire_geo::{Bounds, ThreatRank, UnixMicros};
use stormwire_lightning::{ChangePosition, FacilityDigest, RankPosition};

/// What a cursor contains. Distances are exact: as the bits of a double.
#[derive(Serialize, Deserialize)]
enum CursorRank {
    Active { nearest: u64, count: usize },
    Clearing { clear_at: i64 },
    Clear { closest: u64 },
    Unknown,
}

#[derive(Serialize, Deserialize)]
struct Cursor {
    rank: CursorRank,
    name: String,
    id: i64,
    /// The digest of what was read.
    read: u64,
}

pub(crate) fn cursor_text(position: &RankPosition) -> String {
    let rank = match position.rank {
        ThreatRank::Active { nearest_meters, count } => CursorRank::Active { nearest: nearest_meters.to_bits(), count },
        ThreatRank::Clearing { clear_at } => CursorRank::Clearing { clear_at: clear_at.0 },
        ThreatRank::Clear { closest_meters } => CursorRank::Clear { closest: closest_meters.to_bits() },
        ThreatRank::Unknown => CursorRank::Unknown,
    };
    let cursor = Cursor { rank, name: position.name.clone(), id: position.id, read: position.read.0 };
    // Numbers and text are always JSON.
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(&cursor).unwrap_or_default())
}

pub(super) fn read_cursor(text: &str) -> Result<RankPosition, String> {
    let decoded: Option<Cursor> = URL_SAFE_NO_PAD.decode(text).ok().and_then(|json| serde_json::from_slice(&json).ok());
    let Cursor { rank, name, id, read } =
        decoded.ok_or_else(|| format!("{text:?} is not the nextCursor of a response"))?;
    let rank = match rank {
        CursorRank::Active { nearest, count } => ThreatRank::Active { nearest_meters: f64::from_bits(nearest), count },
        CursorRank::Clearing { clear_at } => ThreatRank::Clearing { clear_at: UnixMicros(clear_at) },
        CursorRank::Clear { closest } => ThreatRank::Clear { closest_meters: f64::from_bits(closest) },
        CursorRank::Unknown => ThreatRank::Unknown,
    };
    Ok(RankPosition { rank, name, id, read: FacilityDigest(read) })
}

/// Names the box: changes inside another one would be missed.
pub(crate) fn since_text(position: ChangePosition, bounds: Option<Bounds>) -> String {
    let ChangePosition { sequence, version, id } = position;
    format!("{sequence:x}.{version}.{id}.{}", box_digest(bounds))
}

/// `None` for what this version of the service did not send: the client then gets everything.
pub(super) fn read_since(text: &str, bounds: Option<Bounds>) -> Option<ChangePosition> {
    let mut parts = text.split('.');
    let sequence = u64::from_str_radix(parts.next()?, 16).ok()?;
    let (version, id) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let is_same_box = parts.next()? == box_digest(bounds) && parts.next().is_none();
    is_same_box.then_some(ChangePosition { sequence, version, id })
}

fn box_digest(bounds: Option<Bounds>) -> String {
    let Some(bounds) = bounds else { return "all".into() };
    let (min, max) = (bounds.min(), bounds.max());
    let mut digest = Sha256::new();
    for number in [min.lon(), min.lat(), max.lon(), max.lat()] {
        digest.update(number.to_bits().to_le_bytes());
    }
    URL_SAFE_NO_PAD.encode(&digest.finalize()[..12])
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::LonLat;

    #[test]
    fn cursors_read_back() {
        for rank in [
            ThreatRank::Active { nearest_meters: 1.0 / 3.0, count: 7 },
            ThreatRank::Active { nearest_meters: f64::INFINITY, count: 0 },
            ThreatRank::Clearing { clear_at: UnixMicros(-5) },
            ThreatRank::Clear { closest_meters: f64::INFINITY },
            ThreatRank::Unknown,
        ] {
            let read = FacilityDigest(u64::MAX);
            let position = RankPosition { rank, name: "Parque \"Norte\" É".into(), id: -3, read };
            assert_eq!(read_cursor(&cursor_text(&position)), Ok(position));
        }
        for text in ["", "x", "e30", "eyJyYW5rIjoiVW5rbm93biJ9"] {
            assert!(read_cursor(text).is_err(), "{text}");
        }
    }

    #[test]
    fn positions_of_another_box_are_unknown() {
        let corner = |lon, lat| LonLat::new(lon, lat).unwrap();
        let bounds = |east| Bounds::new(corner(-87.0, 34.0), corner(east, 35.0)).ok();
        let position = ChangePosition { sequence: u64::MAX, version: 3, id: i64::MIN };
        for sent in [None, bounds(-86.0), bounds(-85.0)] {
            let text = since_text(position, sent);
            for given in [None, bounds(-86.0), bounds(-85.0)] {
                assert_eq!(read_since(&text, given), (sent == given).then_some(position), "{text}");
            }
        }
        for text in ["", "0", "1.2.3", "1.2.3.all.4", "x.2.3.all", "1.-2.3.all"] {
            assert_eq!(read_since(text, None), None, "{text}");
        }
    }
}
