//! Writes strikes and facilities like another program of the city, and requests the lightning routes.

use crate::http::{TestResponse, send_request};
use crate::test_app::app;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::Value;
use std::time::Duration;
use stormwire_api::App;
use stormwire_store::Database;
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::{DirectConnection, TestDb};

pub(crate) const CLOUD: &str = "Cloud Stroke Lightning";
pub(crate) const GROUND: &str = "Ground Stroke Lightning";

/// A router on a test database whose clock starts at noon of May 1.
pub(crate) struct LightningFixture<'a> {
    pub(crate) db: &'a TestDb,
    pub(crate) app: App,
    pub(crate) router: Router,
}

impl<'a> LightningFixture<'a> {
    pub(crate) fn new(db: &'a TestDb) -> Self {
        let app = app(db, Heartbeat::default());
        Self { router: stormwire_api::router(app.clone()), app, db }
    }

    /// Writes a strike from outside the service; `at` is the time of day in UTC.
    pub(crate) async fn strike(&self, id: i64, at: &str, (lat, lng): (f64, f64), kind: &str) {
        self.execute(&format!(
            "insert into data.LightningStrike (Id, Name, Timestamp, Type, Latitude, Longitude) \
             values ({id}, 'ALERT', '2026-05-01T{at}Z', '{kind}', {lat}, {lng})"
        ))
        .await;
    }

    /// Writes a facility from outside the service.
    pub(crate) async fn facility(&self, id: i64, name: &str, position: Option<(f64, f64)>) {
        let point = match (position, &self.db.database) {
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
        DirectConnection::connect(&self.db.database).await.execute(sql).await.unwrap();
    }

    /// External commits must appear within this second.
    pub(crate) fn advance_one_second(&self) {
        self.db.clock.advance(Duration::from_secs(1));
    }

    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        self.get_with(path, &[]).await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> TestResponse {
        let uri = format!("/lightning-strikes{path}");
        let request = headers.iter().fold(Request::get(uri), |request, (name, value)| request.header(*name, *value));
        send_request(&self.router, request.body(Body::empty()).unwrap()).await
    }

    #[track_caller]
    fn expect_ok(path: &str, response: &TestResponse) -> Value {
        assert_eq!(response.status.as_u16(), 200, "{path}: {}", String::from_utf8_lossy(&response.body));
        response.json()
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        Self::expect_ok(path, &self.get(path).await)
    }
}
