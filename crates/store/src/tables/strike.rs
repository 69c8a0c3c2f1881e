//! Strikes, read by time.

use crate::database::conn::{Sql, each, run, sql};
use crate::{Conn, DbTimestamp, StoreError, StrikeId};
use jiff::Timestamp;
use stormwire_geo::{Bounds, LonLat, StrikeKind};

const WINDOW: Sql = sql!("strike/window");
const FINGERPRINT: Sql = sql!("strike/fingerprint");
const NEWEST: Sql = sql!("strike/newest");
const NEWEST_BY: Sql = sql!("strike/newest_by");
const NEWEST_TIME: Sql = sql!("strike/newest_time");

#[derive(Debug, Clone, PartialEq)]
pub struct StrikeRow {
    pub id: StrikeId,
    /// The vendor's alert class.
    pub name: String,
    pub at: Timestamp,
    /// What the vendor calls it, such as `Cloud-to-Ground`.
    pub vendor_type: String,
    pub position: LonLat,
}

/// Counts a set of strikes and their changes. While the database counts the same, the strikes are unchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct StrikeFingerprint {
    /// How often strikes, in the set or not, were ever changed.
    pub edits: i64,
    count: i64,
    ids: i64,
}

impl StrikeFingerprint {
    pub fn add(&mut self, id: StrikeId) {
        self.count += 1;
        self.ids += id.get() & 0xffff_ffff;
    }

    pub fn remove(&mut self, id: StrikeId) {
        self.count -= 1;
        self.ids -= id.get() & 0xffff_ffff;
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: StrikeId,
    name: String,
    at: DbTimestamp,
    r#type: String,
    latitude: f64,
    longitude: f64,
}

impl Row {
    /// `None` if the position is invalid, which the table's checks prevent.
    fn strike(self) -> Option<StrikeRow> {
        let position = LonLat::new(self.longitude, self.latitude).ok()?;
        let Self { id, name, at: DbTimestamp(at), r#type: vendor_type, .. } = self;
        Some(StrikeRow { id, name, at, vendor_type, position })
    }
}

/// Passes on the strikes between two times, inclusive, with ids larger than `after`, by time and id.
pub async fn window(
    conn: &mut Conn,
    from: Timestamp,
    to: Timestamp,
    after: Option<StrikeId>,
    mut take: impl FnMut(StrikeRow) + Send,
) -> Result<(), StoreError> {
    each!(conn, WINDOW, [DbTimestamp(from), DbTimestamp(to), after] => Row, |row: Row| if let Some(strike) = row.strike() { take(strike) })
}

/// Covers the strikes since a time with ids up to `up_to`; no strikes if that is `None`.
pub async fn fingerprint(
    conn: &mut Conn,
    since: Timestamp,
    up_to: Option<StrikeId>,
) -> Result<StrikeFingerprint, StoreError> {
    run!(conn, FINGERPRINT, [DbTimestamp(since), up_to.map_or(i64::MIN, StrikeId::get)] => fetch_one as StrikeFingerprint)
}

#[derive(Debug, Clone)]
pub struct StrikeSearch {
    pub from: Timestamp,
    pub to: Timestamp,
    /// Edges are inclusive.
    pub bounds: Option<Bounds>,
    pub filter: Option<StrikeFilter>,
    pub most: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StrikeFilter {
    Kind(StrikeKind),
    /// The vendor's type, in any case.
    VendorType(String),
}

impl StrikeFilter {
    /// `kind` is the kind of the vendor's type.
    pub fn matches(&self, vendor_type: &str, kind: StrikeKind) -> bool {
        match self {
            Self::Kind(wanted) => kind == *wanted,
            Self::VendorType(wanted) => vendor_type.eq_ignore_ascii_case(wanted),
        }
    }
}

/// When the newest strike struck, apart from those dated after `now`.
pub async fn newest_time(conn: &mut Conn, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
    let row = run!(conn, NEWEST_TIME, [DbTimestamp(now)] => fetch_optional as (DbTimestamp,))?;
    Ok(row.map(|(at,)| at.0))
}

/// The newest strike at that time or before it. Unlike [`list_newest`], it never depends on the database's statistics to
/// visit one row instead of all older strikes.
pub async fn newest_by(conn: &mut Conn, at: Timestamp) -> Result<Option<StrikeRow>, StoreError> {
    let row = run!(conn, NEWEST_BY, [DbTimestamp(at)] => fetch_optional as Row)?;
    Ok(row.and_then(Row::strike))
}

/// The newest matching strikes, newest first; at equal times the higher id first.
///
/// SQL does not know the kind of a strike. So strikes are read newest first, a page at a time, until enough of them match:
/// the memory for a page is bounded, and no more rows are visited than a condition in SQL without an index would visit.
pub async fn list_newest(conn: &mut Conn, search: StrikeSearch) -> Result<Vec<StrikeRow>, StoreError> {
    let most = search.most as usize;
    let Some(filter) = search.filter.clone() else {
        return read_page(conn, &search, search.to, None, i64::from(search.most)).await.map(StrikePage::into_strikes);
    };
    let (mut found, mut to, mut below): (Vec<StrikeRow>, _, _) = (Vec::new(), search.to, None);
    loop {
        let page = read_page(conn, &search, to, below, PAGE_ROWS).await?;
        let last = page.last;
        let matches =
            |row: &StrikeRow| filter.matches(&row.vendor_type, StrikeKind::from_vendor_text(&row.vendor_type));
        found.extend(page.into_strikes().into_iter().filter(matches).take(most - found.len()));
        match last {
            Some((at, id)) if found.len() < most => (to, below) = (at, Some(id)),
            _ => return Ok(found),
        }
    }
}

/// Rows of one page of a filtered search.
const PAGE_ROWS: i64 = 5_000;

struct StrikePage {
    rows: Vec<Row>,
    /// The oldest strike of a full page: the next page continues below it.
    last: Option<(Timestamp, StrikeId)>,
}

impl StrikePage {
    fn into_strikes(self) -> Vec<StrikeRow> {
        self.rows.into_iter().filter_map(Row::strike).collect()
    }
}

/// The strikes up to `to`, and at that time only those with ids below `below`.
async fn read_page(
    conn: &mut Conn,
    search: &StrikeSearch,
    to: Timestamp,
    below: Option<StrikeId>,
    limit: i64,
) -> Result<StrikePage, StoreError> {
    let [west, south, east, north] = match search.bounds {
        Some(bounds) => [bounds.min().lon(), bounds.min().lat(), bounds.max().lon(), bounds.max().lat()],
        None => [-180.0, -90.0, 180.0, 90.0],
    };
    let rows = run!(
        conn, NEWEST, [DbTimestamp(search.from), DbTimestamp(to), west, south, east, north, below, limit]
        => fetch_all as Row
    )?;
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count == limit);
    let last = rows.last().filter(|_| is_full).map(|row| (row.at.0, row.id));
    Ok(StrikePage { rows, last })
}
