//! `Merge` and `Insert` of the `Sql` handler: sections 2.6 and 7 of the specification.

use crate::sql_fixture::{SqlFixture, count_strikes, create_gauges, strike, strike_key};
use futures_util::FutureExt;
use serde_json::{Value, json};
use stormwire_geo::{LonLat, Miles};
use stormwire_store::Schema;
use stormwire_store::tables::facility::{FacilityFields, insert};
use stormwire_testkit::{DirectConnection, on_both_databases};

on_both_databases! {
    async fn every_row_of_the_source_is_upserted(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let rows = json!([{"Name": "a", "Level": 1}, {"Name": "b", "Level": 2}]);
        assert_eq!(fixture.merge("Gauge", json!(["Name"]), rows).await.result(), "2 rows: 2 inserted, 0 updated");
        let rows = json!([{"Name": "b", "Level": 3.5}, {"Name": "c", "Level": 4}]);
        assert_eq!(fixture.merge("data.gauge", json!(["name"]), rows).await.result(), "2 rows: 1 inserted, 1 updated");
        let levels = db.count("select cast(sum(Level * 10) as bigint) from data.Gauge").await;
        assert_eq!(levels, 10 + 35 + 40);
    }

    async fn match_on_is_a_composite_key_and_replaces_the_default(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let row = |station: i64, level: i64| json!([{"Name": "a", "Station": station, "Level": level}]);
        let key = json!(["Name", "Station"]);
        assert_eq!(fixture.merge("Gauge", key.clone(), row(1, 1)).await.result(), "1 row: 1 inserted, 0 updated");
        assert_eq!(fixture.merge("Gauge", key.clone(), row(2, 1)).await.result(), "1 row: 1 inserted, 0 updated");
        assert_eq!(fixture.merge("Gauge", key, row(2, 9)).await.result(), "1 row: 0 inserted, 1 updated");
        assert_eq!(db.count("select count(*) from data.Gauge where Level = 9 and Station = 2").await, 1);
    }

    async fn without_match_on_the_key_is_the_first_of_id_key_and_name(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let rows = json!([{"Name": "a", "Level": 1}]);
        assert_eq!(fixture.merge("Gauge", Value::Null, rows).await.result(), "1 row: 1 inserted, 0 updated");
        let rows = json!([{"Name": "a", "Level": 2}]);
        assert_eq!(fixture.merge("Gauge", Value::Null, rows).await.result(), "1 row: 0 inserted, 1 updated");
        let id = db.count("select Id from data.Gauge").await;
        let rows = json!([{"Id": id, "Name": "renamed"}]);
        assert_eq!(fixture.merge("Gauge", Value::Null, rows).await.result(), "1 row: 0 inserted, 1 updated");
        assert_eq!(db.count("select count(*) from data.Gauge where Name = 'renamed' and Level = 2").await, 1);
        let error = fixture.merge("Gauge", Value::Null, json!([{"Level": 2}])).await.error();
        assert_eq!(error, format!("MatchOn is missing, and the source rows and data.{} have none of Id, Key and Name in common. Set MatchOn to the columns that identify a row.", gauge(db).await));
    }

    async fn an_unknown_match_on_column_is_named(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let error = fixture.merge("LightningStrike", json!(["Timestamp", "Station", "Size"]), json!([strike(1, 34.0, "g")])).await;
        assert_eq!(error.error(), "data.LightningStrike has no columns \"Station\", \"Size\" (named in MatchOn)");
        let error = fixture.merge("LightningStrike", json!(["Station"]), json!([])).await.error();
        assert_eq!(error, "data.LightningStrike has no column \"Station\" (named in MatchOn)");
        assert_eq!(count_strikes(db).await, 0);
    }

    async fn a_match_on_field_missing_in_the_source_is_named(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let bare = json!([{"Name": "a", "Latitude": 1}]);
        let error = fixture.merge("LightningStrike", strike_key(), bare).await.error();
        assert_eq!(error, "MatchOn fields \"Timestamp\", \"Longitude\", \"Type\" are missing in the source rows. Add fields \"Timestamp\", \"Longitude\", \"Type\" to the extraction that fills $.Rows, or set fixed values under Data.");
        let mut second = strike(2, 34.0, "g");
        second.as_object_mut().unwrap().remove("Type");
        let error = fixture.merge("LightningStrike", strike_key(), json!([strike(1, 34.0, "g"), second])).await.error();
        assert_eq!(error, "MatchOn field \"Type\" is missing in source record 1. Add field \"Type\" to the extraction that fills $.Rows, or set a fixed value under Data.");
        assert_eq!(count_strikes(db).await, 0);
    }

    async fn a_null_in_a_match_on_field_is_named(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let mut second = strike(2, 34.0, "g");
        (second["Type"], second["Name"]) = (Value::Null, Value::Null);
        let error = fixture.merge("LightningStrike", strike_key(), json!([strike(1, 34.0, "g"), second])).await.error();
        assert_eq!(error, "record 1: MatchOn fields \"Name\", \"Type\" must not be null");
        assert_eq!(count_strikes(db).await, 0);
    }

    async fn unknown_source_fields_are_named(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let mut second = strike(2, 34.0, "g");
        (second["Color"], second["Size"]) = (json!("red"), json!(1));
        let error = fixture.merge("LightningStrike", strike_key(), json!([strike(1, 34.0, "g"), second])).await.error();
        assert_eq!(error, "data.LightningStrike has no columns \"Color\", \"Size\" (from the source rows)");
        assert_eq!(count_strikes(db).await, 0);
    }

    async fn two_source_rows_for_one_row_fail_and_write_nothing(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        fixture.insert("Gauge", json!([{"Name": "a", "Level": 1}])).await.result();
        let rows = json!([{"Name": "new", "Level": 5}, {"Name": "a", "Level": 2}, {"Name": "x", "Level": 5}, {"Name": "a", "Level": 3}]);
        let error = fixture.merge("Gauge", json!(["Name"]), rows).await.error();
        assert_eq!(error, format!("records 1 and 3 match the same row of data.{}; nothing was written", gauge(db).await));
        assert_eq!(db.count("select count(*) from data.Gauge").await, 1);
        assert_eq!(db.count("select count(*) from data.Gauge where Level = 1").await, 1);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 1, "only the first step");
    }

    async fn one_source_row_updates_every_matching_row(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        fixture.insert("Gauge", json!([{"Name": "a", "Level": 1}, {"Name": "a", "Level": 2}])).await.result();
        let rows = json!([{"Name": "a", "Level": 7}]);
        assert_eq!(fixture.merge("Gauge", json!(["Name"]), rows).await.result(), "1 row: 0 inserted, 2 updated");
        assert_eq!(db.count("select count(*) from data.Gauge where Level = 7").await, 2);
    }

    async fn equal_source_rows_without_a_match_are_both_inserted(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let rows = json!([{"Name": "a", "Level": 1}, {"Name": "a", "Level": 2}]);
        assert_eq!(fixture.merge("Gauge", json!(["Name"]), rows).await.result(), "2 rows: 2 inserted, 0 updated");
    }

    async fn equal_source_rows_must_not_violate_a_unique_key(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let rows = json!([strike(1, 34.0, "g"), strike(1, 34.0, "g"), strike(2, 34.0, "g")]);
        let error = fixture.merge("LightningStrike", strike_key(), rows).await.error();
        assert!(error.starts_with("rejected by the database: "), "{error}");
        assert!(error.to_lowercase().contains("latitude"), "{error}");
        assert_eq!(count_strikes(db).await, 0);
    }

    async fn match_on_with_every_column_only_inserts(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let rows = json!([strike(1, 34.0, "g"), strike(2, 34.0, "g")]);
        assert_eq!(fixture.merge("LightningStrike", strike_key(), rows).await.result(), "2 rows: 2 inserted, 0 updated");
        let before = db.count("select cast(max(Id) as bigint) from data.LightningStrike").await;
        let rows = json!([strike(1, 34.0, "g"), strike(1, 34.0, "g"), strike(3, 34.0, "g")]);
        assert_eq!(fixture.merge("LightningStrike", strike_key(), rows).await.result(), "3 rows: 1 inserted, 2 unchanged");
        assert_eq!(count_strikes(db).await, 3);
        assert_eq!(db.count("select count(*) from data.LightningStrike where Id > 0").await, 3);
        assert!(db.count("select cast(max(Id) as bigint) from data.LightningStrike").await > before);
    }

    async fn distinct_removes_equal_source_rows(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let mut config = json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Rows", "Distinct": true}});
        config["MatchOn"] = strike_key();
        let mut same = strike(1, 34.0, "g");
        // The same strike in another notation.
        (same["Timestamp"], same["Latitude"]) = (json!("2025-05-01T07:00:01-05:00"), json!("34.0000000"));
        let rows = json!([strike(1, 34.0, "g"), same, strike(1, 34.0, "c")]);
        assert_eq!(fixture.run(config, json!({"Rows": rows})).await.result(), "2 rows: 2 inserted, 0 updated");
    }

    async fn values_are_converted_before_matching(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let first = json!([{"Name": "Alert", "Timestamp": "2025-05-01T12:00:00Z", "Type": "g", "Latitude": 34.73, "Longitude": -86.585}]);
        fixture.merge("LightningStrike", strike_key(), first).await.result();
        let same = json!([{"name": "Alert", "TIMESTAMP": "2025-05-01 07:00:00.0000001-05:00", "Type": "g", "Latitude": "34.73000049", "Longitude": "-86.5850"}]);
        assert_eq!(fixture.merge("LightningStrike", strike_key(), same).await.result(), "1 row: 0 inserted, 1 unchanged");
        let stored = DirectConnection::connect(&db.database).await.text([
            "select Timestamp || ' ' || Latitude || ' ' || Longitude || ' ' || typeof(Latitude) || ' ' || Location from data.LightningStrike",
            "select to_char(Timestamp at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') || ' ' || trim_scale(Latitude) || ' ' || trim_scale(Longitude) || ' real ' || ST_AsEWKT(Location) from data.LightningStrike",
        ]).await;
        assert_eq!(stored, "2025-05-01T12:00:00.000000Z 34.73 -86.585 real SRID=4326;POINT(-86.585 34.73)");
    }

    async fn an_invalid_value_is_named_with_record_and_column(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        for (column, value, expected) in [
            ("Latitude", json!("1.7976931348623159e308"), "is too large: the column takes 3 digits before the decimal point"),
            ("Latitude", json!("٣"), "is not a number"),
            ("Latitude", json!(1000), "is too large"),
            ("Timestamp", json!("yesterday"), "is not a time such as 2025-05-01T12:00:00Z"),
            ("Name", json!("x".repeat(51)), "has 51 characters, but the column takes 50"),
            ("Name", json!("a\u{0}b"), "contains a NUL character"),
            ("Name", json!({"a": 1}), "is an array or an object"),
            ("Type", json!(null), "the column requires a value"),
        ] {
            let mut second = strike(2, 34.0, "g");
            second[column] = value;
            let error = fixture.merge("LightningStrike", json!(["Timestamp"]), json!([strike(1, 34.0, "g"), second])).await.error();
            assert!(error.starts_with(&format!("record 1, {column}: ")) && error.contains(expected), "{error}");
            assert_eq!(count_strikes(db).await, 0);
        }
    }

    async fn extreme_numbers_are_stored_exactly(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let rows = json!([
            {"Name": "minus zero", "Level": "-0", "Depth": "-0", "Station": "-0", "IsOpen": "no"},
            {"Name": "largest", "Level": 9999.99, "Depth": "1.7976931348623157e308", "Station": i32::MAX, "IsOpen": true},
            {"Name": "smallest", "Level": "0.005", "Depth": 5e-324, "Station": "7.0", "IsOpen": 1},
        ]);
        fixture.insert("Gauge", rows).await.result();
        let found = fixture.query("Gauge", json!({})).await;
        let seen = |row: usize| ["level", "depth", "station", "isopen"].map(|name| field(&found[row], name));
        assert_eq!(seen(0), [json!(0.0), json!(0.0), json!(0), json!(false)].map(plain));
        assert_eq!(seen(1), [json!(9999.99), json!(f64::MAX), json!(2_147_483_647), json!(true)].map(plain));
        assert_eq!(seen(2), [json!(0.01), json!(5e-324), json!(7), json!(true)].map(plain));
    }

    async fn message_text_is_never_interpreted(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let texts = [
            "'); drop table data.Gauge; --", "\"; select 1", "{{ $.Secret }}", "$.Secret", "%s $1 :a @b", "\\'\\\"\\u0041",
            "<b>&amp;</b>", "null", "\u{202e}žluť 雷 🌩", "{\"a\": [1]}", "x' || (select ClientSecret from it.Credential) || '",
        ];
        let rows: Vec<Value> = texts.iter().enumerate().map(|(n, text)| json!({"Station": n, "Note": text})).collect();
        let outcome = fixture.run(
            json!({"Op": {"Action": "Merge", "Target": "Gauge", "Source": "$.Rows"}, "MatchOn": ["Station", "Note"]}),
            json!({"Rows": rows, "Secret": "secret"}),
        ).await;
        assert_eq!(outcome.result(), "11 rows: 11 inserted, 0 updated");
        let found = fixture.query("Gauge", json!({})).await;
        let mut notes: Vec<String> = found.iter().map(|row| field(row, "note").as_str().unwrap().to_owned()).collect();
        notes.sort_unstable();
        let mut expected = texts;
        expected.sort_unstable();
        assert_eq!(notes, expected);
        for text in texts {
            assert_eq!(fixture.query("Gauge", json!({"Note": text})).await.len(), 1, "{text}");
        }
    }

    async fn only_names_of_the_catalog_are_accepted(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        for target in ["LightningStrike; drop table x", "\"LightningStrike\"", "sqlite_schema", "pg_class", "WorkflowEffect",
            "data.SchemaMigration", "organization.Audit", "LightningStrike t", "Strikes"] {
            let error = fixture.merge(target, json!(["Name"]), json!([{"Name": "a"}])).await.error();
            assert!(error.starts_with(&format!("table \"{target}\" not found")), "{error}");
            assert!(error.contains("data.LightningStrike, organization.AerialTile, organization.Facility"), "{error}");
        }
        let error = fixture.merge("it.Credential", json!(["Name"]), json!([{"Name": "a"}])).await.error();
        assert!(error.contains("is not in the schema data or organization"), "{error}");
        let injection = json!([{"Name": "a", "Name\" = 1; --": 1}]);
        let error = fixture.merge("LightningStrike", json!(["Name"]), injection).await.error();
        assert_eq!(error, "data.LightningStrike has no column \"Name\" = 1; --\" (from the source rows)");
    }

    async fn special_names_are_quoted(db: &TestDb) {
        db.execute("create table data.\"Odd \"\"Table\" (\"Order\" integer, \"a \"\"b\" text, \"c'd\" text, \"SELECT\" text)").await;
        let fixture = SqlFixture::new(db);
        let row = json!([{"Order": 1, "a \"b": "x", "c'd": "y", "select": "z"}]);
        assert_eq!(fixture.merge("Odd \"Table", json!(["order", "a \"b"]), row.clone()).await.result(), "1 row: 1 inserted, 0 updated");
        assert_eq!(fixture.merge("data.odd \"table", json!(["Order"]), row).await.result(), "1 row: 0 inserted, 1 updated");
        let found = fixture.query("Odd \"Table", json!({"a \"b": "x"})).await;
        assert_eq!(found, [json!({"Order": 1, "a \"b": "x", "c'd": "y", "SELECT": "z"})]);
    }

    async fn generated_columns_are_rejected_and_ids_are_optional(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let mut located = strike(1, 34.0, "g");
        located["Location"] = json!("SRID=4326;POINT(1 1)");
        let error = fixture.merge("LightningStrike", strike_key(), json!([located])).await.error();
        assert_eq!(error, "data.LightningStrike computes \"Location\" itself; remove it from the source rows");
        let mut numbered = strike(2, 34.0, "g");
        numbered["Id"] = json!(4711);
        fixture.insert("LightningStrike", json!([numbered])).await.result();
        assert_eq!(db.count("select cast(Id as bigint) from data.LightningStrike").await, 4711);
        fixture.insert("Gauge", json!([{"Id": 4711, "Name": "a"}])).await.result();
        assert_eq!(db.count("select Id from data.Gauge").await, 4711);
    }

    async fn expect_rows_checks_the_row_count(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let run = async |expected: Value, rows: Value| {
            let op = json!({"Action": "Insert", "Target": "LightningStrike", "Source": "$.Rows", "ExpectRows": expected});
            fixture.run(json!({"Op": op}), json!({"Rows": rows})).await
        };
        let two = json!([strike(1, 34.0, "g"), strike(2, 34.0, "g")]);
        let error = run(json!({"Min": 3}), two.clone()).await.error();
        assert_eq!(error, "found 2 rows, but Op.ExpectRows is at least 3; nothing was written");
        let error = run(json!({"Min": 0, "Max": 1}), two.clone()).await.error();
        assert_eq!(error, "found 2 rows, but Op.ExpectRows is 0 to 1; nothing was written");
        let error = run(json!({"Min": 1}), json!([])).await.error();
        assert_eq!(error, "found 0 rows, but Op.ExpectRows is at least 1; nothing was written");
        assert_eq!(count_strikes(db).await, 0);
        assert_eq!(run(json!({"Min": 2, "Max": 2}), two).await.result(), "2 rows inserted");
        assert_eq!(run(json!({"Max": 5}), json!([])).await.result(), "0 rows");
    }

    async fn an_action_is_one_transaction(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let mut last = strike(3, 34.0, "g");
        last["Latitude"] = json!(91);
        let rows = json!([strike(1, 34.0, "g"), strike(2, 34.0, "g"), last]);
        let error = fixture.insert("LightningStrike", rows).await.error();
        assert!(error.starts_with("rejected by the database"), "{error}");
        assert_eq!(count_strikes(db).await, 0);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 0);
    }

    async fn data_and_field_map_define_the_row(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let config = json!({
            "Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Extract.Items"},
            "MatchOn": ["Timestamp", "Latitude", "Longitude"],
            "Data": {"Type": "ground"},
            "FieldMap": {"Timestamp": "At", "Latitude": "Place.Lat", "Longitude": "Place['Lng']", "Name": "$.Message.Subject"},
        });
        let items = json!([{"At": "2025-05-01T12:00:00Z", "Place": {"Lat": 34.5, "Lng": -86.5}, "Junk": true}]);
        let outcome = fixture.run(config, json!({"Extract": {"Items": items}, "Message": {"Subject": "Storm"}})).await;
        assert_eq!(outcome.result(), "1 row: 1 inserted, 0 updated");
        let newest = outcome.outcome.as_ref().unwrap().newest_strike_at;
        assert_eq!(newest, Some("2025-05-01T12:00:00Z".parse().unwrap()));
        assert_eq!(db.count("select count(*) from data.LightningStrike where Name = 'Storm' and Type = 'ground'").await, 1);
        let one = json!({"Op": {"Action": "Insert", "Target": "organization.Facility"}, "Data": {"Name": "Pool"}});
        assert_eq!(fixture.run(one, json!({})).await.result(), "1 row inserted");
        assert_eq!(db.count("select count(*) from organization.Facility where Name = 'Pool'").await, 1);
    }

    async fn the_strike_closest_to_a_facility_is_reported(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let strike = |minute: u8, lat: f64, lng: f64| {
            json!({"Name": "A", "Type": "CG", "Timestamp": format!("2025-05-01T12:{minute:02}:00Z"), "Latitude": lat, "Longitude": lng})
        };
        let key = json!(["Timestamp", "Latitude", "Longitude"]);
        let merge = async |rows: Value| {
            let outcome = fixture.merge("LightningStrike", key.clone(), rows).await;
            outcome.outcome.as_ref().unwrap().closest_strike.map(|strike| (strike.position.lat(), strike.position.lon(), strike.distance))
        };
        let rows = json!([strike(1, 34.7, 86.5), strike(2, 34.7, -86.5), strike(3, 10.0, 10.0)]);
        assert_eq!(merge(rows.clone()).await, Some((34.7, 86.5, None)), "nothing to measure from, so the first one");
        let facility = FacilityFields { name: "Pool".into(), point: None, lat_long: LonLat::new(-86.5, 34.7).ok(), policy_id: None };
        db.store.write(Schema::Organization, move |conn| async move { insert(conn, &facility).await }.boxed()).await.unwrap();
        assert_eq!(merge(rows).await, Some((34.7, -86.5, Some(Miles(0.0)))));
        create_gauges(db).await;
        let other = fixture.merge("Gauge", json!(["Name"]), json!([{"Name": "a", "Level": 1}])).await;
        assert_eq!(other.outcome.unwrap().closest_strike, None);
    }

    async fn a_missing_field_is_null(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        fixture.merge("Gauge", json!(["Name"]), json!([{"Name": "a", "Level": 1}, {"Name": "b"}])).await.result();
        assert_eq!(db.count("select count(*) from data.Gauge where Level is null").await, 1);
    }

    async fn a_view_is_rejected(db: &TestDb) {
        db.execute("create view data.Loud as select Id, Name from data.LightningStrike".replace("from data.", &from(db).await).as_str()).await;
        let error = SqlFixture::new(db).merge("Loud", json!(["Name"]), json!([{"Name": "a"}])).await.error();
        assert!(error.ends_with("is a view; Merge and Insert need a table"), "{error}");
    }

    async fn a_hundred_thousand_rows_are_merged_and_merged_again(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let rows: Vec<Value> = (0..100_000_u32).map(|n| {
            json!({"Name": "Alert", "Timestamp": format!("2025-05-01T{:02}:{:02}:{:02}Z", n / 3600 % 24, n / 60 % 60, n % 60),
                "Type": if n % 2 == 0 { "cloud" } else { "ground" }, "Latitude": 30.0 + f64::from(n) / 100_000.0, "Longitude": -86.5})
        }).collect();
        let result = fixture.merge("LightningStrike", strike_key(), json!(rows)).await.result().to_owned();
        assert_eq!(result, "100000 rows: 100000 inserted, 0 updated");
        let key = json!(["Timestamp", "Latitude", "Longitude", "Name"]);
        let result = fixture.merge("LightningStrike", key, json!(rows)).await.result().to_owned();
        assert_eq!(result, "100000 rows: 0 inserted, 100000 updated");
        assert_eq!(count_strikes(db).await, 100_000);
    }
}

/// The name of the table as stored in the catalog.
async fn gauge(db: &stormwire_testkit::TestDb) -> String {
    let name = [
        "select name from data.sqlite_schema where lower(name) = 'gauge'",
        "select relname::text from pg_class where relname = 'gauge'",
    ];
    DirectConnection::connect(&db.database).await.text(name).await
}

/// A view on SQLite cannot refer to a schema.
async fn from(db: &stormwire_testkit::TestDb) -> String {
    match DirectConnection::connect(&db.database).await {
        DirectConnection::Sqlite(_) => "from ".into(),
        DirectConnection::Postgres(_) => "from data.".into(),
    }
}

/// A field by name, ignoring case.
fn field(row: &Value, name: &str) -> Value {
    let fields = row.as_object().unwrap();
    let (_, value) = fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name)).unwrap();
    plain(value.clone())
}

/// 4 equals 4.0.
fn plain(value: Value) -> Value {
    match value.as_f64() {
        Some(number) => json!(number),
        None => value,
    }
}
