//! Strikes, read by time.

use crate::database::conn::{Sql, sql};
use crate::database::statement::{AnyRow, run};
use crate::{Conn, DbTimestamp, StoreError, StrikeId};
use jiff::Timestamp;
use stormwire_geo::{Bounds, LonLat, StrikeKind};

const WINDOW: Sql = sql!("strike/window");
const NEWER: Sql = sql!("strike/newer");
const CHECK: Sql = sql!("strike/check" per database);
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
///
/// SQLite counts the strikes since a time with ids up to one that is known. PostgreSQL, where that would visit every row,
/// counts what was ever inserted, apart from strikes with higher ids.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct StrikeFingerprint {
    /// How often strikes, in the set or not, were ever changed.
    pub edits: i64,
    count: i64,
    ids: i64,
}

/// What the database counts now.
#[derive(Debug, Clone, Copy, Default, sqlx_macros::FromRow)]
pub struct StrikeCheck {
    #[sqlx(flatten)]
    found: StrikeFingerprint,
    /// The highest id of all strikes.
    pub newest_id: Option<StrikeId>,
    /// Strikes that were ever inserted. `None` on SQLite.
    inserted: Option<i64>,
}

impl StrikeCheck {
    pub fn edits(&self) -> i64 {
        self.found.edits
    }

    pub fn is_unchanged(&self, known: &StrikeFingerprint) -> bool {
        self.found == *known
    }

    /// The fingerprint of the strikes up to [`Self::newest_id`]: those of `known`, those that were read after the check, and
    /// without those that are now too old.
    pub fn fingerprint(
        &self,
        known: StrikeFingerprint,
        added: impl Iterator<Item = StrikeId>,
        dropped: impl Iterator<Item = StrikeId>,
    ) -> StrikeFingerprint {
        if let Some(inserted) = self.inserted {
            return StrikeFingerprint { edits: self.found.edits, count: inserted, ids: 0 };
        }
        let mut next = StrikeFingerprint { edits: self.found.edits, ..known };
        for id in added {
            next.count += 1;
            next.ids += id.get() & 0xffff_ffff;
        }
        for id in dropped {
            next.count -= 1;
            next.ids -= id.get() & 0xffff_ffff;
        }
        next
    }
}

#[derive(sqlx_macros::FromRow)]
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

fn pass_on(row: &AnyRow, take: &mut impl FnMut(StrikeRow)) -> Result<(), StoreError> {
    row.read::<Row>().map(|row| row.strike().into_iter().for_each(take))
}

/// Passes on the strikes between two times, inclusive, with ids up to `up_to`, by time and id.
pub async fn window(
    conn: &mut Conn,
    from: Timestamp,
    to: Timestamp,
    up_to: Option<StrikeId>,
    mut take: impl FnMut(StrikeRow) + Send,
) -> Result<(), StoreError> {
    let up_to = up_to.map_or(i64::MAX, StrikeId::get);
    let statement = conn.statement(WINDOW).bind(DbTimestamp(from)).bind(DbTimestamp(to)).bind(up_to);
    conn.each_row(statement, &mut |row| pass_on(&row, &mut take)).await
}

/// Passes on the strikes since a time with ids after one and up to another, by id. Visits no other strikes.
pub async fn newer(
    conn: &mut Conn,
    since: Timestamp,
    after: StrikeId,
    up_to: StrikeId,
    mut take: impl FnMut(StrikeRow) + Send,
) -> Result<(), StoreError> {
    let statement = conn.statement(NEWER).bind(after).bind(up_to).bind(DbTimestamp(since));
    conn.each_row(statement, &mut |row| pass_on(&row, &mut take)).await
}

/// Counts the strikes since a time with ids up to `up_to`.
pub async fn check(conn: &mut Conn, since: Timestamp, up_to: Option<StrikeId>) -> Result<StrikeCheck, StoreError> {
    // Without strikes to compare, the cheapest: a count of none on PostgreSQL.
    run!(conn, CHECK, [DbTimestamp(since), up_to.map_or(i64::MAX, StrikeId::get)] => fetch_one as StrikeCheck)
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
