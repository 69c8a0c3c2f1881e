//! Facilities: `latLongPoint` follows the point on every write.

use crate::http::send;
use crate::test_app::{app, create_token};
use serde_json::{Value, json};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::{DirectConnection, on_both_databases};

const X: f64 = 429_981.867_506;
const Y: f64 = 1_539_962.513_119;

fn near(value: &Value, expected: f64) -> bool {
    (value.as_f64().unwrap() - expected).abs() < 1e-9
}

on_both_databases! {
    async fn lat_long_point_follows_the_point_on_every_write(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let wrong = json!({ "lat": 1, "lng": 2 });
        let body = json!({ "name": "Pool", "point": { "x": X, "y": Y }, "latLongPoint": wrong });
        let created = send(&router, "POST", "/facility", &admin, Some(body)).await;
        assert_eq!(created.status.as_u16(), 201);
        let created = created.json();
        assert!(near(&created["latLongPoint"]["lat"], 34.7304) && near(&created["latLongPoint"]["lng"], -86.5861), "{created}");
        let path = format!("/facility/{}", created["id"]);
        assert_eq!(send(&router, "GET", &path, &admin, None).await.json(), created, "read back to the last bit");
        assert_eq!(send(&router, "PUT", &path, &admin, Some(created.clone())).await.json(), created, "a response can be sent back");

        let moved = send(&router, "PATCH", &path, &admin, Some(json!({ "point": { "x": X + 5_280.0 } }))).await.json();
        assert_eq!(moved["point"]["y"], created["point"]["y"], "a patch merges");
        assert_ne!(moved["latLongPoint"], created["latLongPoint"]);
        let placed = json!({ "position": { "lat": 34.7304, "lng": -86.5861 } });
        let placed = send(&router, "PATCH", &path, &admin, Some(placed)).await.json();
        assert!((placed["point"]["x"].as_f64().unwrap() - X).abs() < 0.001, "degrees are converted: {placed}");
        let cleared = send(&router, "PATCH", &path, &admin, Some(json!({ "point": null }))).await.json();
        assert_eq!((cleared["point"].clone(), cleared["latLongPoint"].clone()), (json!(null), json!(null)));
        assert_eq!(send(&router, "DELETE", &path, &admin, None).await.status.as_u16(), 204);
        assert_eq!(send(&router, "GET", &path, &admin, None).await.status.as_u16(), 404);
        assert_eq!(send(&router, "PUT", &path, &admin, Some(json!({ "name": "x" }))).await.status.as_u16(), 404);
        assert_eq!(send(&router, "PATCH", &path, &admin, Some(json!({}))).await.status.as_u16(), 404);
    }

    async fn invalid_facilities_are_rejected_by_field(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        for (body, field) in [
            (json!({ "name": "" }), "name"),
            (json!({ "name": "x".repeat(10_000) }), "name"),
            (json!({ "name": "a\u{0}b" }), "name"),
            (json!({ "name": "Pool", "point": { "x": Y, "y": X } }), "point"),
            (json!({ "name": "Pool", "point": { "x": 0, "y": 0 } }), "point"),
            (json!({ "name": "Pool", "point": { "x": "east", "y": 0 } }), "point.x"),
            (json!({ "name": "Pool", "point": { "x": 1 } }), "point.y"),
            (json!({ "name": "Pool", "position": { "lat": 39.97, "lng": -83.0 } }), "position"),
            (json!({ "name": "Pool", "position": { "lat": 95, "lng": -83.0 } }), "position"),
            (json!({ "name": "Pool", "position": { "lat": 34.7 } }), "position.lng"),
            (json!({ "name": "Pool", "color": "red" }), "color"),
            (json!({ "point": null }), "name"),
        ] {
            let response = send(&router, "POST", "/facility", &admin, Some(body.clone())).await;
            assert_eq!(response.status.as_u16(), 400, "{body}");
            assert_eq!(response.problem()["errors"][0]["field"], field, "{body}");
        }
        assert_eq!(db.count("select count(*) from organization.Facility").await, 0);
        let markup = json!({ "name": "<script>alert('Pool')</script>" });
        assert_eq!(send(&router, "POST", "/facility", &admin, Some(markup)).await.status.as_u16(), 201, "markup is a name");
    }

    async fn concurrent_patches_keep_both_changes(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let body = json!({ "name": "Pool", "point": { "x": X, "y": Y } });
        let id = send(&router, "POST", "/facility", &admin, Some(body)).await.json()["id"].clone();
        let path = format!("/facility/{id}");
        let patch = |body: Value| {
            let (router, admin, path) = (router.clone(), admin.clone(), path.clone());
            tokio::spawn(async move { send(&router, "PATCH", &path, &admin, Some(body)).await.status.as_u16() })
        };
        for round in 1..=20 {
            let (name, x) = (format!("Pool {round}"), X + f64::from(round));
            let (one, two) = (patch(json!({ "name": name })), patch(json!({ "point": { "x": x } })));
            assert_eq!((one.await.unwrap(), two.await.unwrap()), (200, 200));
            let now = send(&router, "GET", &path, &admin, None).await.json();
            assert_eq!((now["name"].clone(), now["point"]["x"].clone()), (json!(name), json!(x)), "both were kept");
        }
    }

    async fn sync_updates_missing_and_different_positions(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        for name in ["right", "missing", "different"] {
            send(&router, "POST", "/facility", &admin, Some(json!({ "name": name, "point": { "x": X, "y": Y } }))).await;
        }
        send(&router, "POST", "/facility", &admin, Some(json!({ "name": "no point" }))).await;
        let mut foreign = DirectConnection::connect(&db.database).await;
        let elsewhere = match &foreign {
            DirectConnection::Sqlite(_) => "'SRID=4326;POINT(-85 33)'",
            DirectConnection::Postgres(_) => "ST_GeomFromEWKT('SRID=4326;POINT(-85 33)')",
        };
        foreign.execute("update organization.Facility set LatLongPoint = null where Name = 'missing'").await.unwrap();
        foreign.execute(&format!("update organization.Facility set LatLongPoint = {elsewhere} where Name = 'different'")).await.unwrap();
        let synced = send(&router, "POST", "/facility/sync-latlong/all", &admin, None).await;
        assert_eq!((synced.status.as_u16(), synced.json()), (200, json!({ "updated": 2, "unchanged": 1, "skipped": 1 })));
        let again = send(&router, "POST", "/facility/sync-latlong/all", &admin, None).await;
        assert_eq!(again.json(), json!({ "updated": 0, "unchanged": 3, "skipped": 1 }));
        let all = send(&router, "GET", "/facility", &admin, None).await.json();
        assert!(all.as_array().unwrap()[..3].iter().all(|one| near(&one["latLongPoint"]["lat"], 34.7304)));
        let page = send(&router, "GET", "/facility?limit=2&after=1", &admin, None).await.json();
        assert_eq!(page.as_array().unwrap().len(), 2);
        assert_eq!(send(&router, "GET", "/facility?limit=0", &admin, None).await.status.as_u16(), 400);
    }
}
