//! Policies: who may edit them, what is rejected, and how they change the lightning routes.

use crate::admin_client::AdminClient;
use crate::http::send;
use crate::lightning_fixture::{CLOUD, LightningFixture};
use crate::test_app::create_token;
use serde_json::{Value, json};
use stormwire_store::tables::user::Role;
use stormwire_testkit::on_both_databases;

/// The pool, and positions about 3.4, 13.8 and 24.1 miles north of it.
const POOL: (f64, f64) = (34.7304, -86.5861);
const NEAR: (f64, f64) = (34.7804, -86.5861);
const FAR: (f64, f64) = (34.9304, -86.5861);
const FARTHER: (f64, f64) = (35.0804, -86.5861);

fn golf() -> Value {
    json!({
        "name": "Golf", "radiusMiles": 8.0, "dangerMinutes": 20.0, "allClearMinutes": 45.0, "historyHours": 24.0,
        "rings": [
            {"name": "Watch", "radiusMiles": 15.0, "clearMinutes": 30.0},
            {"name": "Far", "radiusMiles": 30.0, "clearMinutes": 10.0},
        ],
    })
}

on_both_databases! {
    async fn policies_are_created_replaced_and_deleted_with_an_audit_row(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let default = json!({
            "id": 1, "name": "City default", "radiusMiles": 8.0, "dangerMinutes": 30.0, "allClearMinutes": 30.0,
            "historyHours": 8.0, "rings": [],
        });
        assert_eq!(client.get("/policy").await.expect(200), json!([default]));
        let created = client.send("POST", "/policy", golf()).await.expect(201);
        let mut expected = golf();
        expected["id"] = json!(2);
        assert_eq!(created, expected);
        assert_eq!(client.send("PUT", "/policy/2", created.clone()).await.expect(200), created, "a response can be sent back");
        let mut changed = golf();
        changed["rings"] = json!([]);
        changed["radiusMiles"] = json!(10);
        let changed = client.send("PUT", "/policy/2", changed).await.expect(200);
        assert_eq!(client.get("/policy/2").await.expect(200), changed);
        client.send("DELETE", "/policy/2", Value::Null).await.expect(204);
        client.get("/policy/2").await.expect(404);
        client.send("PUT", "/policy/2", golf()).await.expect(404);
        client.send("DELETE", "/policy/2", Value::Null).await.expect(404);
        let audit = client.get("/audit?resource=policy").await.expect(200);
        let actions: Vec<&Value> = audit["items"].as_array().unwrap().iter().map(|entry| &entry["action"]).collect();
        assert_eq!(actions, ["delete", "update", "update", "create"], "{audit}");
        assert_eq!((&audit["items"][1]["before"]["radiusMiles"], &audit["items"][1]["after"]["radiusMiles"]), (&json!(8.0), &json!(10.0)));
    }

    async fn a_policy_in_use_and_the_default_cannot_be_deleted(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        client.send("POST", "/policy", golf()).await.expect(201);
        let facility = client.send("POST", "/facility", json!({"name": "Course", "policyId": 2})).await.expect(201);
        assert_eq!(facility["policyId"], 2);
        let in_use = client.send("DELETE", "/policy/2", Value::Null).await.expect(409);
        assert_eq!(in_use["detail"], "1 facility has this policy; assign another policy to it first");
        let default = client.send("DELETE", "/policy/1", Value::Null).await.expect(409);
        assert!(default["detail"].as_str().unwrap().contains("city's default"), "{default}");
        let taken = client.send("POST", "/policy", golf()).await.expect(409);
        assert!(taken["detail"].as_str().unwrap().contains("choose another name"), "{taken}");
        let path = format!("/facility/{}", facility["id"]);
        assert_eq!(client.send("PATCH", &path, json!({"name": "Links"})).await.expect(200)["policyId"], 2, "a patch keeps it");
        assert_eq!(client.send("PATCH", &path, json!({"policyId": null})).await.expect(200)["policyId"], json!(null));
        client.send("DELETE", "/policy/2", Value::Null).await.expect(204);
        let unknown = client.send("PATCH", &path, json!({"policyId": 2})).await.expect(400);
        assert_eq!(unknown["errors"][0]["field"], "policyId");
        assert!(unknown["detail"].as_str().unwrap().contains("policy 2 does not exist"), "{unknown}");
    }

    async fn invalid_policies_are_rejected_by_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        for (pointer, value, field) in [
            ("/name", json!(" "), "name"),
            ("/radiusMiles", json!(500.1), "radiusMiles"),
            ("/dangerMinutes", json!(0), "dangerMinutes"),
            ("/allClearMinutes", json!("x"), "allClearMinutes"),
            ("/historyHours", json!(169), "historyHours"),
            ("/rings/0/radiusMiles", json!(8), "rings[0].radiusMiles"),
            ("/rings/1/name", json!("watch"), "rings[1].name"),
            ("/rings/1/clearMinutes", json!(-1), "rings[1].clearMinutes"),
        ] {
            let mut body = golf();
            *body.pointer_mut(pointer).unwrap() = value;
            let rejected = client.send("POST", "/policy", body).await.expect(400);
            assert_eq!(rejected["errors"][0]["field"], field, "{rejected}");
        }
        assert_eq!(client.get("/policy").await.expect(200).as_array().unwrap().len(), 1, "nothing was stored");
    }

    async fn facilities_are_evaluated_by_their_policies(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        let admin = create_token(&fixture.app, Role::Admin).await;
        let policy = send(&fixture.router, "POST", "/policy", &admin, Some(golf())).await.expect(201);
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.facility(2, "Course", Some(POOL)).await;
        fixture.execute("update organization.Facility set PolicyId = 2 where Id = 2").await;
        fixture.strike(1, "11:35:00.000000", NEAR, CLOUD).await;
        fixture.strike(2, "11:45:00.000000", FAR, CLOUD).await;
        fixture.strike(3, "11:55:00.000000", FARTHER, CLOUD).await;
        fixture.advance_one_second();
        let all = fixture.json("/facilities").await;
        let [pool, course] = [0, 1].map(|index| &all["facilities"][index]["proximity"]);
        assert_eq!((&pool["status"], &pool["policyId"], &pool["rings"]), (&json!("Active"), &json!(1), &json!([])));
        assert_eq!((&course["status"], &course["policyId"], &course["clearAt"]), (&json!("Clearing"), &json!(2), &json!("2026-05-01T12:20:00Z")));
        assert_eq!(course["rings"], json!([
            {"name": "Watch", "radiusMiles": 15.0, "active": true, "lastStrikeAt": "2026-05-01T11:45:00Z", "clearAt": "2026-05-01T12:15:00Z"},
            {"name": "Far", "radiusMiles": 30.0, "active": true, "lastStrikeAt": "2026-05-01T11:55:00Z", "clearAt": "2026-05-01T12:05:00Z"},
        ]));
        assert_eq!(all["policies"][1], policy);
        assert_eq!(all["parameters"]["dangerMinutes"], 30.0);
        let one = fixture.json("/facilities/2/proximity").await;
        assert_eq!((&one["proximity"], &one["parameters"]["historyHours"]), (course, &json!(24.0)));
        // What is given replaces that number of every policy; the rest stays.
        let wide = fixture.json("/facilities?radiusMiles=14").await;
        let statuses: Vec<&Value> = wide["facilities"].as_array().unwrap().iter().map(|one| &one["proximity"]["status"]).collect();
        assert_eq!(statuses, ["Active", "Active"]);
        assert_eq!((&wide["policies"][1]["radiusMiles"], &wide["policies"][1]["dangerMinutes"]), (&json!(14.0), &json!(20.0)));
        let at_point = fixture.json(&format!("/proximity?lat={}&lng={}", POOL.0, POOL.1)).await;
        assert_eq!((&at_point["proximity"]["policyId"], &at_point["proximity"]["status"]), (&json!(1), &json!("Active")));
        let later = fixture.json("/facilities/2/proximity?asOf=2026-05-01T12:00:30Z").await;
        assert_eq!(later["proximity"]["rings"][1]["active"], true);
    }

    async fn preview_replays_the_last_storm_and_saves_nothing(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        let admin = create_token(&fixture.app, Role::Admin).await;
        let preview = async |body: Value| send(&fixture.router, "POST", "/policy/preview", &admin, Some(body)).await;
        assert_eq!(preview(json!({"policy": golf()})).await.expect(200), json!(null), "no strikes");
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.facility(2, "Course", Some(POOL)).await;
        fixture.facility(3, "Nowhere", None).await;
        send(&fixture.router, "POST", "/policy", &admin, Some(golf())).await.expect(201);
        fixture.execute("update organization.Facility set PolicyId = 2 where Id = 2").await;
        // Another storm.
        fixture.strike(1, "05:00:00.000000", NEAR, CLOUD).await;
        fixture.strike(2, "10:00:00.000000", FARTHER, CLOUD).await;
        fixture.strike(3, "10:20:00.000000", NEAR, CLOUD).await;
        fixture.strike(4, "10:40:00.000000", FAR, CLOUD).await;
        fixture.strike(5, "11:20:00.000000", NEAR, CLOUD).await;
        fixture.advance_one_second();
        let mut edited = golf();
        edited["radiusMiles"] = json!(14);
        let found = preview(json!({"policyId": 2, "policy": edited})).await.expect(200);
        assert_eq!((&found["from"], &found["to"], &found["strikes"]), (&json!("2026-05-01T10:00:00Z"), &json!("2026-05-01T11:20:00Z"), &json!(4)));
        assert_eq!((&found["facilityCount"], &found["replayedCount"]), (&json!(1), &json!(1)));
        assert_eq!(found["before"], json!({"activeMinutes": 40.0, "closures": 2, "earliestWarningAt": "2026-05-01T10:00:00Z"}));
        assert_eq!(found["after"], json!({"activeMinutes": 60.0, "closures": 1, "earliestWarningAt": "2026-05-01T10:00:00Z"}));
        assert_eq!(found["facilities"][0]["name"], "Course");
        let new = preview(json!({"policy": edited})).await.expect(200);
        assert_eq!(new["facilityCount"], 2, "a new policy is replayed for all facilities");
        assert_eq!(new["before"]["activeMinutes"], 100.0);
        preview(json!({"policyId": 9, "policy": edited})).await.expect(404);
        edited["radiusMiles"] = json!(0);
        let invalid = preview(json!({"policyId": 2, "policy": edited})).await.expect(400);
        assert_eq!(invalid["errors"][0]["field"], "radiusMiles");
        assert_eq!(send(&fixture.router, "GET", "/policy/2", &admin, None).await.json()["radiusMiles"], 8.0, "nothing is saved");
    }

    async fn a_changed_policy_is_in_the_next_response(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        let admin = create_token(&fixture.app, Role::Admin).await;
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.strike(1, "03:00:00.000000", NEAR, CLOUD).await;
        fixture.strike(2, "11:50:00.000000", FAR, CLOUD).await;
        let proximity = async |path: &str| fixture.json(path).await["proximity"].clone();
        let before = proximity("/facilities/1/proximity").await;
        assert_eq!((&before["status"], &before["closest"]["timestamp"]), (&json!("Clear"), &json!("2026-05-01T11:50:00Z")));
        let changed = json!({"name": "Wide", "radiusMiles": 15, "dangerMinutes": 30, "allClearMinutes": 30, "historyHours": 24});
        send(&fixture.router, "PUT", "/policy/1", &admin, Some(changed)).await.expect(200);
        let after = proximity("/facilities/1/proximity").await;
        assert_eq!(after["status"], "Active");
        assert_eq!(after["closest"]["timestamp"], "2026-05-01T03:00:00Z", "strikes in memory reach back as far as the policy");
        // Another process changes it.
        fixture.execute("update organization.Policy set RadiusMiles = 5").await;
        fixture.advance_one_second();
        assert_eq!(proximity("/facilities/1/proximity").await["status"], "Clear");
    }

    async fn a_ring_that_ends_is_in_the_next_response(db: &TestDb) {
        let fixture = LightningFixture::new(db);
        fixture.facility(1, "Pool", Some(POOL)).await;
        fixture.execute(
            "update organization.Policy set Rings = '[{\"name\": \"Watch\", \"radiusMiles\": 15, \"clearMinutes\": 10}]'"
        ).await;
        fixture.strike(1, "11:50:00.000000", FAR, CLOUD).await;
        let ring = async || fixture.json("/facilities").await["facilities"][0]["proximity"]["rings"][0].clone();
        assert_eq!(ring().await["active"], true, "the last moment counts");
        db.clock.advance(std::time::Duration::from_millis(1));
        assert_eq!(ring().await["active"], false, "the response expires with the ring");
    }
}
