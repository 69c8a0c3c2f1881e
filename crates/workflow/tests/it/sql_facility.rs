//! Facilities that a workflow writes get their anchor, as those that people write.

use crate::sql_fixture::SqlFixture;
use serde_json::{Value, json};
use stormwire_store::tables::facility::{Facility, list};
use stormwire_testkit::{TestDb, on_both_databases};

fn row(name: &str, x: f64, y: f64) -> Value {
    json!({"Name": name, "Point": format!("SRID=102629;POINT({x} {y})")})
}

async fn facilities(db: &TestDb) -> Vec<Facility> {
    list(&mut db.store.reader().await.unwrap(), None, 100).await.unwrap()
}

/// The anchor in degrees, rounded to 1e-6.
async fn anchor(db: &TestDb) -> Option<String> {
    let at = facilities(db).await.remove(0).lat_long?;
    Some(format!("{:.6} {:.6}", at.lat(), at.lon()))
}

on_both_databases! {
    async fn merged_and_inserted_facilities_get_their_anchor(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let merge = async |rows: Value| fixture.merge("organization.Facility", json!(["Name"]), rows).await;
        let pool = || row("Pool", 429_981.867_506, 1_539_962.513_119);
        assert_eq!(merge(json!([pool()])).await.result(), "1 row: 1 inserted, 0 updated");
        assert_eq!(anchor(db).await.as_deref(), Some("34.730400 -86.586100"));
        assert_eq!(merge(json!([row("Pool", 440_000.0, 1_530_000.0)])).await.result(), "1 row: 0 inserted, 1 updated");
        assert_ne!(anchor(db).await.as_deref(), Some("34.730400 -86.586100"), "it follows the point");
        // An anchor in the rows does not count.
        let wrong = json!([{"Name": "Pool", "Point": pool()["Point"], "LatLongPoint": "SRID=4326;POINT(-80 30)"}]);
        merge(wrong).await.result();
        assert_eq!(anchor(db).await.as_deref(), Some("34.730400 -86.586100"));
        merge(json!([{"Name": "Pool", "Point": null}])).await.result();
        assert_eq!(anchor(db).await, None, "without a point the status is Unknown");
        let insert = json!({"Op": {"Action": "Insert", "Target": "Facility", "Source": "$.Rows"}});
        fixture.run(insert, json!({"Rows": [row("Park", 429_981.867_506, 1_539_962.513_119)]})).await.result();
        assert_eq!(facilities(db).await.iter().filter(|one| one.lat_long.is_some()).count(), 1);
    }

    async fn a_facility_outside_the_city_is_rejected(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let rows = json!([row("Pool", 429_981.867_506, 1_539_962.513_119), row("Far", 1.0, 2.0)]);
        let error = fixture.merge("organization.Facility", json!(["Name"]), rows).await.error();
        assert!(error.starts_with("facility \"Far\": x 1, y 2 is outside city.bounds"), "{error}");
        assert!(error.ends_with("nothing was written"), "{error}");
        assert!(facilities(db).await.is_empty());
    }
}
