//! Upload of facilities with a dry run, and bulk deletion.

use crate::admin_client::AdminClient;
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;

const FILE: &str = "name,lat,lng\nPool,34.73,-86.58\nPark,34.74,-86.58\n";

fn csv(text: &str) -> Value {
    json!({ "format": "csv", "text": text })
}

on_both_databases! {
    async fn dry_run_shows_every_row_and_changes_nothing(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        client.send("POST", "/facility/import", csv(FILE)).await.expect(200);
        let text = "name,lat,lng\nPool,34.73,-86.58\nPark,34.75,-86.58\nGym,34.7,-86.6\nColumbus,39.9746,-83.0056\n";
        let found = client.send("POST", "/facility/import?dryRun=true", csv(text)).await.expect(200);
        let counts = ["added", "updated", "unchanged", "rejected"].map(|key| found[key].as_u64().unwrap());
        assert_eq!(counts, [1, 1, 1, 1]);
        let results: Vec<_> = found["rows"].as_array().unwrap().iter().map(|row| row["result"].as_str().unwrap()).collect();
        assert_eq!(results, ["keep", "update", "add", "reject"]);
        let moved = &found["rows"][1];
        assert_eq!((&moved["name"], &moved["line"], &moved["facilityId"]), (&json!("Park"), &json!(3), &json!(2)));
        let lat = |position: &Value| position["latLongPoint"]["lat"].as_f64().unwrap();
        assert!((lat(&moved["before"]) - 34.74).abs() < 1e-9 && (lat(&moved["after"]) - 34.75).abs() < 1e-9);
        assert_eq!(found["rows"][3]["name"], "Columbus", "people look for the name, not for the line");
        let problem = &found["rows"][3]["problem"];
        assert_eq!((&problem["field"], &problem["value"]), (&json!("position"), &json!("39.9746, -83.0056")));
        let message = problem["message"].as_str().unwrap();
        assert!(message.starts_with("lat 39.9746, lng -83.0056 is outside city.bounds"), "{message}");
        assert!(message.contains("set city.crs"), "{message}");
        assert_eq!(db.count("select count(*) from organization.Facility").await, 2);
    }

    async fn importing_twice_makes_no_second_facility(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let first = client.send("POST", "/facility/import", csv(FILE)).await.expect(200);
        assert_eq!(first, json!({ "added": 2, "updated": 0, "unchanged": 0, "rejected": 0 }));
        let before = client.get("/facility").await.expect(200);
        let again = client.send("POST", "/facility/import", csv(FILE)).await.expect(200);
        assert_eq!(again, json!({ "added": 0, "updated": 0, "unchanged": 2, "rejected": 0 }));
        assert_eq!(client.get("/facility").await.expect(200), before);
    }

    async fn imports_at_once_add_each_name_once(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let import = || async { client.send("POST", "/facility/import", csv(FILE)).await.expect(200) };
        let results = tokio::join!(import(), import(), import());
        let added: u64 = [results.0, results.1, results.2].iter().map(|result| result["added"].as_u64().unwrap()).sum();
        assert_eq!((added, db.count("select count(*) from organization.Facility").await), (2, 2));
    }

    async fn an_import_with_an_invalid_row_changes_nothing(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let response = client.send("POST", "/facility/import", csv("name,lat,lng\nPool,34.73,-86.58\nFar,1,2\n")).await;
        let problem = response.expect(400);
        assert_eq!(problem["errors"][0]["field"], "text, line 3");
        let headless = client.send("POST", "/facility/import?dryRun=true", csv("facility,lat,lng\n")).await.expect(400);
        assert_eq!(headless["detail"], "nothing was imported; line 1: the header has no column \"name\"");
        for (body, field) in [
            (json!({ "format": "geojson", "text": "{}" }), "text"),
            (json!({ "format": "xlsx", "text": "" }), "format"),
            (csv(&format!("name,x,y\n{}", "a,,\n".repeat(10_001))), "text"),
        ] {
            let problem = client.send("POST", "/facility/import?dryRun=true", body).await.expect(400);
            assert_eq!(problem["errors"][0]["field"], field);
        }
        assert_eq!(db.count("select count(*) from organization.Facility").await, 0);
    }

    async fn deletes_many_facilities_at_once(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        client.send("POST", "/facility/import", csv("name,x,y\na,,\nb,,\nc,,\n")).await.expect(200);
        let deleted = client.send("POST", "/facility/delete", json!({ "ids": [3, 1, 1, 99] })).await.expect(200);
        assert_eq!(deleted, json!({ "deleted": 2 }));
        let left = client.get("/facility").await.expect(200);
        assert_eq!((left.as_array().unwrap().len(), &left[0]["name"]), (1, &json!("b")));
        assert_eq!(db.count("select count(*) from organization.Audit where Action = 'delete'").await, 2);
        let none = client.send("POST", "/facility/delete", json!({ "ids": [] })).await.expect(400);
        assert_eq!(none["errors"][0]["field"], "ids");
    }
}
