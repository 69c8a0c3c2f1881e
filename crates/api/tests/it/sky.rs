//! Strikes and facilities as another program of the city writes them, and a router that is asked about them.

use crate::ask::{Answer, app, ask};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::Value;
use std::time::Duration;
use stormwire_api::App;
use stormwire_store::Database;
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::{Foreign, TestDb};

pub(crate) const CLOUD: &str = "Cloud Stroke Lightning";
pub(crate) const GROUND: &str = "Ground Stroke Lightning";

/// A router over a db whose clock stands at noon of the first of May.
pub(crate) struct Sky<'a> {
    pub(crate) db: &'a TestDb,
    pub(crate) app: App,
    pub(crate) router: Router,
}

impl<'a> Sky<'a> {
    pub(crate) fn over(db: &'a TestDb) -> Self {
        let app = app(db, Heartbeat::default());
        Self { router: stormwire_api::router(app.clone()), app, db }
    }

    /// Writes a strike, as another process does; `at` is the time of the day in UTC.
    pub(crate) async fn strike(&self, id: i64, at: &str, (lat, lng): (f64, f64), kind: &str) {
        self.execute(&format!(
            "insert into data.LightningStrike (Id, Name, Timestamp, Type, Latitude, Longitude) \
             values ({id}, 'ALERT', '2026-05-01T{at}Z', '{kind}', {lat}, {lng})"
        ))
        .await;
    }

    /// Writes a facility, as another process does.
    pub(crate) async fn facility(&self, id: i64, name: &str, place: Option<(f64, f64)>) {
        let point = match (place, &self.db.database) {
            (None, _) => "null".to_owned(),
            (Some((lat, lng)), Database::Sqlite(_)) => format!("'SRID=4326;POINT({lng} {lat})'"),
            (Some((lat, lng)), Database::Postgres(_)) => format!("ST_GeomFromEWKT('SRID=4326;POINT({lng} {lat})')"),
        };
        self.execute(&format!(
            "insert into organization.Facility (Id, Name, LatLongPoint) values ({id}, '{name}', {point})"
        ))
        .await;
    }

    pub(crate) async fn execute(&self, sql: &str) {
        Foreign::connect(&self.db.database).await.execute(sql).await.unwrap();
    }

    /// After a second everything that was committed must be seen.
    pub(crate) fn a_second_later(&self) {
        self.db.clock.advance(Duration::from_secs(1));
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let whole = format!("/lightning-strikes{path}");
        let request = headers.iter().fold(Request::get(whole), |request, (name, value)| request.header(*name, *value));
        ask(&self.router, request.body(Body::empty()).unwrap()).await
    }

    #[track_caller]
    fn good(path: &str, answer: &Answer) -> Value {
        assert_eq!(answer.status.as_u16(), 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        Self::good(path, &self.get(path).await)
    }
}
