//! Settings of the city from the portal, coordinate systems, and the setup checklist.

use crate::admin_client::AdminClient;
use crate::http::get;
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;

fn done(setup: &Value) -> Vec<&str> {
    let steps = setup["steps"].as_array().unwrap().iter();
    steps.filter(|step| step["isDone"] == true).map(|step| step["step"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn saved_settings_take_effect_at_once(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let before = client.get("/city/settings").await.expect(200);
        assert_eq!((&before["crs"], &before["isSaved"], &before["configured"]), (&json!("ESRI:102629"), &json!(false), &json!(["name"])));
        let projection = get(&client.router, "/city").await.json();
        let columbus = json!({ "name": "Town hall", "point": { "x": 1_830_000.0, "y": 720_000.0 } });
        client.send("POST", "/facility", columbus.clone()).await.expect(400);
        let body = json!({ "timezone": "America/New_York", "crs": "EPSG:3735" });
        let saved = client.send("PUT", "/city/settings", body).await.expect(200);
        assert_eq!((&saved["crsName"], &saved["isSaved"]), (&json!("NAD83 / Ohio South (ftUS)"), &json!(true)));
        let city = get(&client.router, "/city").await.json();
        assert_eq!((&city["name"], &city["timezone"]), (&json!("Alder Falls"), &json!("America/New_York")));
        assert_ne!(city["projection"], projection["projection"]);
        let created = client.send("POST", "/facility", columbus).await.expect(201);
        assert!((created["latLongPoint"]["lat"].as_f64().unwrap() - 39.97).abs() < 0.05, "{created}");
        assert_eq!(db.count("select count(*) from it.Audit where Resource = 'city-settings'").await, 1);
    }

    async fn the_coordinate_system_stays_while_facilities_have_points(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let file = json!({ "format": "csv", "text": "name,lat,lng\nPool,34.73,-86.58\nShed,,\n" });
        client.send("POST", "/facility/import", file).await.expect(200);
        let body = json!({ "timezone": "America/New_York", "crs": "EPSG:3735" });
        let problem = client.send("PUT", "/city/settings", body.clone()).await.expect(409);
        assert!(problem["detail"].as_str().unwrap().contains("a facility with positions in ESRI:102629"), "{problem}");
        let same = json!({ "timezone": "America/New_York", "crs": "esri:102629" });
        client.send("PUT", "/city/settings", same).await.expect(200);
        client.send("POST", "/facility/delete", json!({ "ids": [1] })).await.expect(200);
        client.send("PUT", "/city/settings", body).await.expect(200);
    }

    async fn invalid_and_configured_settings_are_rejected_by_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        for (body, field) in [
            (json!({ "name": "Springfield" }), "name"),
            (json!({ "timezone": "Mars/Base" }), "timezone"),
            (json!({ "crs": "EPSG:1" }), "crs"),
            (json!({ "crs": "x".repeat(1_001) }), "crs"),
            (json!({ "bounds": [1, 2, 0, 3] }), "bounds"),
        ] {
            let problem = client.send("PUT", "/city/settings", body).await.expect(400);
            assert_eq!(problem["errors"][0]["field"], field);
        }
        assert_eq!(client.get("/city/settings").await.expect(200)["isSaved"], false);
    }

    async fn coordinate_systems_are_found_by_words_and_by_position(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let codes = |found: &Value| found.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        let found = client.get("/city/coordinate-systems?search=ohio%20south").await.expect(200);
        assert_eq!(codes(&found)[0], "EPSG:3735");
        let found = client.get("/city/coordinate-systems?lat=39.96&lng=-83.0&limit=1").await.expect(200);
        assert_eq!(codes(&found), ["EPSG:3735"]);
        assert_eq!(client.get("/city/coordinate-systems").await.expect(200).as_array().unwrap().len(), 20);
        for (query, field) in [("lat=39", "lng"), ("lat=91&lng=1", "lat"), ("limit=0", "limit")] {
            let problem = client.get(&format!("/city/coordinate-systems?{query}")).await.expect(400);
            assert_eq!(problem["errors"][0]["field"], field, "{query}");
        }
    }

    async fn the_checklist_follows_the_database(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let setup = client.get("/setup").await.expect(200);
        assert_eq!((done(&setup), &setup["isComplete"]), (vec![], &json!(false)));
        client.send("PUT", "/city/settings", json!({ "crs": "EPSG:3735" })).await.expect(200);
        let file = json!({ "format": "csv", "text": "name,lat,lng\nPool,39.96,-83.0\n" });
        client.send("POST", "/facility/import", file).await.expect(200);
        let watcher = client.create_watcher(json!({})).await;
        client.create_credential().await;
        let setup = client.get("/setup").await.expect(200);
        assert_eq!(done(&setup), ["city", "facilities", "credential"]);
        assert_eq!(setup["steps"][4]["page"], format!("/portal/watchers/{}/gallery", watcher["id"]));
        assert!(setup["steps"][3]["state"].as_str().unwrap().ends_with("is disabled. Enable it."), "{setup}");
    }
}
