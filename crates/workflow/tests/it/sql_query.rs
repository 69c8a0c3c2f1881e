//! `Query` and `Execute` of the `Sql` handler: tables, views and procedures.

use crate::sql_fixture::{SqlFixture, count_strikes, create_gauges, strike};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stormwire_store::{Conn, Schema};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};
use stormwire_workflow::handlers::{Procedure, ProcedureError, Procedures};

/// Returns its arguments. PostgreSQL has the same as a function.
struct EchoRows;

impl Procedure for EchoRows {
    fn schema(&self) -> Schema {
        Schema::Data
    }

    fn name(&self) -> &'static str {
        "EchoRows"
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["rows", "word"]
    }

    fn call<'c>(
        &'c self,
        _: &'c mut Conn,
        arguments: Map<String, Value>,
    ) -> BoxFuture<'c, Result<Vec<Value>, ProcedureError>> {
        async move {
            let Some(rows) = arguments.get("rows").and_then(Value::as_array) else {
                return Err(ProcedureError::Arguments("rows are required".into()));
            };
            let echo = rows.iter().map(|row| json!({"Name": row["Name"], "Word": arguments["word"]}));
            Ok(echo.collect())
        }
        .boxed()
    }
}

/// The same procedure on both databases.
async fn with_echo_rows(db: &TestDb) -> SqlFixture {
    if let DirectConnection::Postgres(_) = DirectConnection::connect(&db.database).await {
        db.execute(
            "create function data.EchoRows(rows jsonb, word text default 'none') returns table (\"Name\" text, \"Word\" text) \
             language sql as $$ select value ->> 'Name', word from jsonb_array_elements(rows) $$",
        )
        .await;
    }
    SqlFixture::with_procedures(db, Procedures::new(vec![Arc::new(EchoRows)]))
}

fn is_postgres(db: &TestDb) -> bool {
    db.url().starts_with("postgres")
}

on_both_databases! {
    async fn rows_with_matching_columns_are_in_the_context(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        fixture.insert("LightningStrike", json!([strike(1, 34.5, "g"), strike(2, 34.5, "c"), strike(3, 35.0, "g")])).await.result();
        let config = json!({
            "Op": {"Action": "Query", "Target": "data.lightningstrike", "Output": "$.Found"},
            "Data": {"type": "g"}, "FieldMap": {"Timestamp": "$.At", "Latitude": "$.Lat"},
        });
        let outcome = fixture.run(config, json!({"At": "2025-05-01T07:00:03-05:00", "Lat": "35"})).await;
        assert_eq!(outcome.result(), "1 row from data.LightningStrike");
        let found = outcome.value_at("$.Found");
        let id = found["Items"][0]["Id"].clone();
        assert_eq!(found, json!({"Items": [{
            "Id": id, "Name": "Alert", "Timestamp": "2025-05-01T12:00:03.000000Z", "Type": "g", "Latitude": found["Items"][0]["Latitude"],
            "Longitude": -86.58, "Location": "SRID=4326;POINT(-86.58 35)"}], "Count": 1}));
        assert_eq!(found["Items"][0]["Latitude"].as_f64(), Some(35.0));
        assert_eq!(fixture.query("LightningStrike", json!({})).await.len(), 3);
        assert_eq!(fixture.query("LightningStrike", json!({"Type": "x"})).await.len(), 0);
    }

    async fn null_selects_rows_without_a_value(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        fixture.insert("Gauge", json!([{"Name": "a", "Level": 1}, {"Name": "b", "Level": null}])).await.result();
        let found = fixture.query("Gauge", json!({"Level": null})).await;
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains("\"b\""), "{found:?}");
        assert_eq!(fixture.query("Gauge", json!({"Level": null, "Name": "a"})).await.len(), 0);
    }

    async fn a_view_is_queried_like_a_table(db: &TestDb) {
        let from = if is_postgres(db) { "data.LightningStrike" } else { "LightningStrike" };
        db.execute(&format!("create view data.GroundStrike as select Name, Latitude from {from} where Type = 'ground'")).await;
        let fixture = SqlFixture::new(db);
        fixture.insert("LightningStrike", json!([strike(1, 34.5, "ground"), strike(2, 34.5, "cloud")])).await.result();
        assert_eq!(fixture.query("groundstrike", json!({})).await.len(), 1);
        assert_eq!(fixture.query("GroundStrike", json!({"Latitude": 34.5})).await.len(), 1);
        assert_eq!(fixture.query("GroundStrike", json!({"Latitude": 34.6})).await.len(), 0);
    }

    async fn unknown_columns_and_targets_are_named(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let query = |target: &str, data: Value| json!({"Op": {"Action": "Query", "Target": target}, "Data": data});
        let error = fixture.run(query("Facility", json!({"Color": 1, "Name\" = '' or 1=1 --": "x"})), json!({})).await.error();
        assert_eq!(error, "organization.Facility has no columns \"Color\", \"Name\" = '' or 1=1 --\" (named in Data or FieldMap)");
        let error = fixture.run(query("Facility", json!({"Id": "x"})), json!({})).await.error();
        assert_eq!(error, "parameter Id: \"x\" is not a number; use digits such as 34.73");
        let error = fixture.run(query("Nothing", json!({})), json!({})).await.error();
        assert!(error.starts_with("table, view or procedure \"Nothing\" not found"), "{error}");
    }

    async fn expect_rows_checks_a_query(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let config = json!({"Op": {"Action": "Query", "Target": "Facility", "ExpectRows": {"Min": 1}}});
        let outcome = fixture.run(config, json!({})).await;
        assert!(outcome.error().starts_with("found 0 rows, but Op.ExpectRows is at least 1"), "{}", outcome.error());
        assert!(outcome.context.get("$.Query").is_err());
    }

    async fn a_procedure_takes_named_parameters_and_rows(db: &TestDb) {
        let fixture = with_echo_rows(db).await;
        for (action, output) in [("Query", "$.Query"), ("Execute", "$.Execute")] {
            let config = json!({"Op": {"Action": action, "Target": "data.echorows", "Source": "$.Rows"}, "FieldMap": {"WORD": "$.Word"}});
            let root = json!({"Rows": [{"Name": "a'; --"}, {"Name": "{{ b }}"}], "Word": "'x"});
            let outcome = fixture.run(config, root).await;
            outcome.result();
            let items = json!([{"Name": "a'; --", "Word": "'x"}, {"Name": "{{ b }}", "Word": "'x"}]);
            assert_eq!(outcome.value_at(output), json!({"Items": items, "Count": 2}));
        }
    }

    async fn an_execute_happens_once(db: &TestDb) {
        let fixture = with_echo_rows(db).await;
        let config = || json!({"Op": {"Action": "Execute", "Target": "EchoRows", "Source": "$.Rows"}, "Data": {"word": "w"}});
        let root = || json!({"Rows": [{"Name": "a"}]});
        let first = fixture.run_for("m", config(), root(), false).await;
        assert_eq!(first.result(), "EchoRows called: 1 row");
        let again = fixture.run_for("m", config(), root(), false).await;
        assert_eq!(again.result(), "EchoRows called: 1 row (not repeated: the same request was done before)");
        assert_eq!(first.value_at("$.Execute"), again.value_at("$.Execute"));
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 1);
        assert_eq!(fixture.run_for("m", config(), root(), true).await.result(), "EchoRows called: 1 row");
    }

    async fn wrong_parameters_and_targets_are_named(db: &TestDb) {
        let fixture = with_echo_rows(db).await;
        let run = async |op: Value, data: Value| fixture.run(json!({"Op": op, "Data": data}), json!({"Rows": []})).await.error();
        let error = run(json!({"Action": "Execute", "Target": "EchoRows", "Source": "$.Rows"}), json!({"size": 1})).await;
        assert!(error.to_lowercase().starts_with("data.echorows takes ") && error.ends_with("but got size, rows"), "{error}");
        assert!(error.contains("rows") && error.contains("word"), "{error}");
        let error = run(json!({"Action": "Execute", "Target": "EchoRows"}), json!({"word": "w"})).await;
        assert!(error.contains("rows"), "{error}");
        let error = run(json!({"Action": "Execute", "Target": "NoSuch"}), json!({})).await;
        let error = error.to_lowercase();
        assert!(error.starts_with("table, view or procedure \"nosuch\" not found; available: ") && error.contains("data.echorows"), "{error}");
        let error = run(json!({"Action": "Execute", "Target": "Facility"}), json!({})).await;
        assert_eq!(error, "organization.Facility is not a procedure; Execute needs a procedure");
        let error = run(json!({"Action": "Query", "Target": "Facility", "Source": "$.Rows"}), json!({})).await;
        assert_eq!(error, "Op.Source is only for procedures, and organization.Facility is not one; remove Op.Source");
    }

    async fn built_in_tables_are_equal_on_both_databases(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        fixture.insert("Facility", json!([{"Name": "Pool", "Point": "SRID=102629;POINT(656167 1000000)"}])).await.result();
        let id = db.count("select Id from organization.Facility").await;
        let mut facilities = fixture.query("Facility", json!({})).await;
        let anchor = facilities[0]["LatLongPoint"].take();
        assert!(anchor.as_str().unwrap().starts_with("SRID=4326;POINT(-85.83"), "{anchor}");
        assert_eq!(facilities, [json!({"Id": id, "Name": "Pool", "Point": "SRID=102629;POINT(656167 1000000)", "LatLongPoint": null, "PolicyId": null})]);
        let tile = json!({"Slug": "a", "Year": 2020, "Level": "L01", "MinX": 0.1, "MinY": 1.5, "MaxX": 2.25, "MaxY": 3.125,
            "PixelWidth": 5, "PixelHeight": 6, "ImagePath": "media/aerial/a-2020.jpg"});
        fixture.insert("AerialTile", json!([tile])).await.result();
        let mut expected = tile;
        expected["ImageVersion"] = json!(1);
        expected["Id"] = json!(db.count("select Id from organization.AerialTile").await);
        assert_eq!(fixture.query("AerialTile", json!({"Slug": "A"})).await.len(), 0);
        assert_eq!(fixture.query("AerialTile", json!({"Slug": "a"})).await, [expected]);
    }

    async fn doubles_are_stored_exactly(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        // Random digits in the sizes that a city measures. Far beyond that SQLite sometimes parses digits inexactly.
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        let doubles: Vec<f64> = (0..4_000_i32).map(|n| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let fraction = f64::from_bits(0x3ff0_0000_0000_0000 | (bits >> 12));
            fraction * 10_f64.powi(n % 28 - 12) * if n % 3 == 0 { -1.0 } else { 1.0 }
        }).collect();
        let rows: Vec<Value> = doubles.iter().enumerate().map(|(n, double)| json!({"Station": n, "Depth": double})).collect();
        fixture.insert("Gauge", json!(rows)).await.result();
        let depth = if is_postgres(db) { "depth" } else { "Depth" };
        let mut found = fixture.query("Gauge", json!({})).await;
        let station = if is_postgres(db) { "station" } else { "Station" };
        found.sort_by_key(|row| row[station].as_i64());
        let different: Vec<(f64, &Value)> = doubles.iter().zip(&found).map(|(was, row)| (*was, &row[depth])).filter(|(was, is)| Some(*was) != is.as_f64()).collect();
        assert!(different.is_empty(), "{} of {}: {:?}", different.len(), doubles.len(), &different[..3.min(different.len())]);
    }

    async fn unknown_names_and_invalid_values_are_reported_on_save(db: &TestDb) {
        let fixture = with_echo_rows(db).await;
        for (config, path, expected) in [
            (json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.R"}, "MatchOn": ["Time"]}), "MatchOn", "no column \"Time\""),
            (json!({"Op": {"Action": "Merge", "Target": "Strikes", "Source": "$.R"}}), "Op.Target", "table \"Strikes\" not found"),
            (json!({"Op": {"Action": "Insert", "Target": "data.Facility", "Source": "$.R"}}), "Op.Target", "table \"data.Facility\" not found"),
            (json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Nom": 1}}), "Data", "no column \"Nom\""),
            (json!({"Op": {"Action": "Query", "Target": "Facility"}, "FieldMap": {"Nom": "$.x"}}), "FieldMap", "no column \"Nom\""),
            (json!({"Op": {"Action": "Query", "Target": "Nowhere"}}), "Op.Target", "Nowhere"),
            (json!({"Op": {"Action": "Execute", "Target": "Facility"}}), "Op.Target", "not a procedure"),
            (json!({"Op": {"Action": "Execute", "Target": "Nowhere"}}), "Op.Target", "Nowhere"),
            (json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.R"}, "Data": {"Location": "x"}}), "Data.Location", "computes"),
            (json!({"Op": {"Action": "Insert", "Target": "LightningStrike", "Source": "$.R"}, "FieldMap": {"Location": "Place"}}), "FieldMap.Location", "computes"),
            (json!({"Op": {"Action": "Insert", "Target": "LightningStrike", "Source": "$.R"}, "Data": {"Latitude": "N/A"}}), "Data.Latitude", "\"N/A\" is not a number"),
            (json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Name": null}}), "Data.Name", "requires a value"),
            (json!({"Op": {"Action": "Query", "Target": "LightningStrike"}, "Data": {"Timestamp": "noon"}}), "Data.Timestamp", "a time such as"),
            (json!({"Op": {"Action": "Query", "Target": "Facility", "Source": "$.R"}}), "Op.Source", "Op.Source is only for procedures"),
            (json!({"Op": {"Action": "Query", "Target": "Facility"}, "FieldMap": {"Name": "Message.From"}}), "FieldMap.Name", "there are no records here"),
            (json!({"Op": {"Action": "Execute", "Target": "EchoRows"}, "Data": {"Color": 1}}), "Op.Target", "but got Color"),
            (json!({"Op": {"Action": "Delete", "Target": "x"}}), "Op.Action", "\"Delete\" is not one of Merge, Insert, Query, Execute"),
        ] {
            let violations = fixture.handler().check(&config, None).await;
            assert!(violations.iter().any(|one| one.path == path && one.message.contains(expected)), "{config} {violations:?}");
        }
        for valid in [
            json!({"Op": {"Action": "Merge", "Target": "lightningstrike", "Source": "$.R"}, "MatchOn": ["timestamp"]}),
            json!({"Op": {"Action": "Execute", "Target": "EchoRows", "Source": "$.R"}, "Data": {"word": "x"}}),
            json!({"Op": {"Action": "Query", "Target": "Facility"}, "Data": {"name": "x"}}),
        ] {
            assert_eq!(fixture.handler().check(&valid, None).await, [], "{valid}");
        }
    }

    async fn the_input_in_the_log_describes_the_step(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let Value::Object(root) = json!({"Rows": [{}, {}]}) else { unreachable!() };
        let context = stormwire_workflow::Context::new(root);
        for (config, input) in [
            (json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Rows"}, "MatchOn": ["A", "B"]}), "2 rows of $.Rows into LightningStrike, matched on A, B"),
            (json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Name": "x"}}), "1 row into Facility"),
            (json!({"Op": {"Action": "Query", "Target": "Facility"}}), "Facility"),
            (json!({"Op": {"Action": "Execute", "Target": "P", "Source": "$.Rows"}}), "P with 2 rows of $.Rows"),
        ] {
            assert_eq!(fixture.handler().input(&config, &context).as_deref(), Some(input));
        }
        assert_eq!(count_strikes(db).await, 0);
    }
}
