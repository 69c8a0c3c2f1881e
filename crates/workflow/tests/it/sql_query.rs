//! `Query` and `Execute` of the `Sql` handler: tables, views and procedures by name, behind the wall.

use crate::sql::{Desk, gauges, strike, strikes};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stormwire_store::{Conn, Schema};
use stormwire_testkit::{Foreign, TestDb, on_both_databases};
use stormwire_workflow::handlers::{Procedure, ProcedureError, Procedures};

/// Tells how many rows it was given, under the names that PostgreSQL's function has.
struct Tell;

impl Procedure for Tell {
    fn schema(&self) -> Schema {
        Schema::Data
    }

    fn name(&self) -> &'static str {
        "TellRows"
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
                return Err(ProcedureError::Arguments("rows are needed".into()));
            };
            let told = rows.iter().map(|row| json!({"Name": row["Name"], "Word": arguments["word"]}));
            Ok(told.collect())
        }
        .boxed()
    }
}

/// The same procedure on both databases.
async fn told(db: &TestDb) -> Desk {
    if let Foreign::Postgres(_) = Foreign::connect(&db.database).await {
        db.execute(
            "create function data.TellRows(rows jsonb, word text default 'none') returns table (\"Name\" text, \"Word\" text) \
             language sql as $$ select value ->> 'Name', word from jsonb_array_elements(rows) $$",
        )
        .await;
    }
    Desk::with(db, Procedures::new(vec![Arc::new(Tell)]))
}

fn is_postgres(db: &TestDb) -> bool {
    db.url().starts_with("postgres")
}

on_both_databases! {
    async fn rows_of_a_table_whose_columns_have_the_given_values_go_into_the_context(db: &TestDb) {
        let desk = Desk::new(db);
        desk.insert("LightningStrike", json!([strike(1, 34.5, "g"), strike(2, 34.5, "c"), strike(3, 35.0, "g")])).await.words();
        let config = json!({
            "Op": {"Action": "Query", "Target": "data.lightningstrike", "Output": "$.Found"},
            "Data": {"type": "g"}, "FieldMap": {"Timestamp": "$.At", "Latitude": "$.Lat"},
        });
        let came = desk.run(config, json!({"At": "2025-05-01T07:00:03-05:00", "Lat": "35"})).await;
        assert_eq!(came.words(), "1 row from data.LightningStrike");
        let found = came.at("$.Found");
        let id = found["Items"][0]["Id"].clone();
        assert_eq!(found, json!({"Items": [{
            "Id": id, "Name": "Alert", "Timestamp": "2025-05-01T12:00:03.000000Z", "Type": "g", "Latitude": found["Items"][0]["Latitude"],
            "Longitude": -86.58, "Location": "SRID=4326;POINT(-86.58 35)"}], "Count": 1}));
        assert_eq!(found["Items"][0]["Latitude"].as_f64(), Some(35.0));
        assert_eq!(desk.query("LightningStrike", json!({})).await.len(), 3);
        assert_eq!(desk.query("LightningStrike", json!({"Type": "x"})).await.len(), 0);
    }

    async fn null_asks_for_rows_without_a_value(db: &TestDb) {
        gauges(db).await;
        let desk = Desk::new(db);
        desk.insert("Gauge", json!([{"Name": "a", "Level": 1}, {"Name": "b", "Level": null}])).await.words();
        let found = desk.query("Gauge", json!({"Level": null})).await;
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains("\"b\""), "{found:?}");
        assert_eq!(desk.query("Gauge", json!({"Level": null, "Name": "a"})).await.len(), 0);
    }

    async fn a_view_is_asked_like_a_table(db: &TestDb) {
        let from = if is_postgres(db) { "data.LightningStrike" } else { "LightningStrike" };
        db.execute(&format!("create view data.GroundStrike as select Name, Latitude from {from} where Type = 'ground'")).await;
        let desk = Desk::new(db);
        desk.insert("LightningStrike", json!([strike(1, 34.5, "ground"), strike(2, 34.5, "cloud")])).await.words();
        assert_eq!(desk.query("groundstrike", json!({})).await.len(), 1);
        assert_eq!(desk.query("GroundStrike", json!({"Latitude": 34.5})).await.len(), 1);
        assert_eq!(desk.query("GroundStrike", json!({"Latitude": 34.6})).await.len(), 0);
    }

    async fn a_column_that_is_not_there_is_named(db: &TestDb) {
        let desk = Desk::new(db);
        let query = |target: &str, data: Value| json!({"Op": {"Action": "Query", "Target": target}, "Data": data});
        let error = desk.run(query("Facility", json!({"Colour": 1, "Name\" = '' or 1=1 --": "x"})), json!({})).await.error();
        assert_eq!(error, "organization.Facility has no column Colour, Name\" = '' or 1=1 -- (Data and FieldMap)");
        let error = desk.run(query("Facility", json!({"Id": "x"})), json!({})).await.error();
        assert_eq!(error, "parameter Id: \"x\" is not a number; send digits such as 34.73");
        let error = desk.run(query("Nothing", json!({})), json!({})).await.error();
        assert!(error.starts_with("there is no table, view or procedure Nothing"), "{error}");
    }

    async fn expect_rows_guards_a_query(db: &TestDb) {
        let desk = Desk::new(db);
        let config = json!({"Op": {"Action": "Query", "Target": "Facility", "ExpectRows": {"Min": 1}}});
        let came = desk.run(config, json!({})).await;
        assert!(came.error().starts_with("0 rows where Op.ExpectRows asks for at least 1"), "{}", came.error());
        assert!(came.context.get("$.Query").is_err());
    }

    async fn a_procedure_takes_named_parameters_and_rows(db: &TestDb) {
        let desk = told(db).await;
        for (action, output) in [("Query", "$.Query"), ("Execute", "$.Execute")] {
            let config = json!({"Op": {"Action": action, "Target": "data.tellrows", "Source": "$.Rows"}, "FieldMap": {"WORD": "$.Word"}});
            let root = json!({"Rows": [{"Name": "a'; --"}, {"Name": "{{ b }}"}], "Word": "'x"});
            let came = desk.run(config, root).await;
            came.words();
            let items = json!([{"Name": "a'; --", "Word": "'x"}, {"Name": "{{ b }}", "Word": "'x"}]);
            assert_eq!(came.at(output), json!({"Items": items, "Count": 2}));
        }
    }

    async fn an_execute_happens_once(db: &TestDb) {
        let desk = told(db).await;
        let config = || json!({"Op": {"Action": "Execute", "Target": "TellRows", "Source": "$.Rows"}, "Data": {"word": "w"}});
        let root = || json!({"Rows": [{"Name": "a"}]});
        let first = desk.about("m", config(), root(), false).await;
        assert_eq!(first.words(), "TellRows called: 1 row");
        let again = desk.about("m", config(), root(), false).await;
        assert_eq!(again.words(), "TellRows called: 1 row (done before with the same request, not repeated)");
        assert_eq!(first.at("$.Execute"), again.at("$.Execute"));
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 1);
        assert_eq!(desk.about("m", config(), root(), true).await.words(), "TellRows called: 1 row");
    }

    async fn wrong_parameters_and_wrong_targets_are_named(db: &TestDb) {
        let desk = told(db).await;
        let run = async |op: Value, data: Value| desk.run(json!({"Op": op, "Data": data}), json!({"Rows": []})).await.error();
        let error = run(json!({"Action": "Execute", "Target": "TellRows", "Source": "$.Rows"}), json!({"size": 1})).await;
        assert!(error.to_lowercase().starts_with("data.tellrows takes ") && error.ends_with("given are size, rows"), "{error}");
        assert!(error.contains("rows") && error.contains("word"), "{error}");
        let error = run(json!({"Action": "Execute", "Target": "TellRows"}), json!({"word": "w"})).await;
        assert!(error.contains("rows"), "{error}");
        let error = run(json!({"Action": "Execute", "Target": "NoSuch"}), json!({})).await;
        let error = error.to_lowercase();
        assert!(error.starts_with("there is no table, view or procedure nosuch; there are ") && error.contains("data.tellrows"), "{error}");
        let error = run(json!({"Action": "Execute", "Target": "Facility"}), json!({})).await;
        assert_eq!(error, "organization.Facility is no procedure; Execute needs one");
        let error = run(json!({"Action": "Query", "Target": "Facility", "Source": "$.Rows"}), json!({})).await;
        assert_eq!(error, "Op.Source is for procedures, and organization.Facility is none; leave it out");
    }

    async fn own_tables_look_alike_on_both_databases(db: &TestDb) {
        let desk = Desk::new(db);
        desk.insert("Facility", json!([{"Name": "Pool", "Point": "SRID=102629;POINT(1 2)", "LatLongPoint": "SRID=4326;POINT(-86.5 34.5)"}])).await.words();
        let id = db.count("select Id from organization.Facility").await;
        assert_eq!(desk.query("Facility", json!({})).await, [json!({
            "Id": id, "Name": "Pool", "Point": "SRID=102629;POINT(1 2)", "LatLongPoint": "SRID=4326;POINT(-86.5 34.5)"})]);
        let tile = json!({"Slug": "a", "Year": 2020, "Level": "L01", "MinX": 0.1, "MinY": 1.5, "MaxX": 2.25, "MaxY": 3.125,
            "PixelWidth": 5, "PixelHeight": 6, "ImagePath": "media/aerial/a-2020.jpg"});
        desk.insert("AerialTile", json!([tile])).await.words();
        let mut expected = tile;
        expected["ImageVersion"] = json!(1);
        expected["Id"] = json!(db.count("select Id from organization.AerialTile").await);
        assert_eq!(desk.query("AerialTile", json!({"Slug": "A"})).await.len(), 0);
        assert_eq!(desk.query("AerialTile", json!({"Slug": "a"})).await, [expected]);
    }

    async fn doubles_come_back_as_they_went(db: &TestDb) {
        gauges(db).await;
        let desk = Desk::new(db);
        // Every digit by rng, in every size that is measured in a city; far beyond that SQLite's own reading of digits
        // is off by a bit now and then.
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        let doubles: Vec<f64> = (0..4_000_i32).map(|n| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let fraction = f64::from_bits(0x3ff0_0000_0000_0000 | (bits >> 12));
            fraction * 10_f64.powi(n % 28 - 12) * if n % 3 == 0 { -1.0 } else { 1.0 }
        }).collect();
        let rows: Vec<Value> = doubles.iter().enumerate().map(|(n, double)| json!({"Station": n, "Depth": double})).collect();
        desk.insert("Gauge", json!(rows)).await.words();
        let depth = if is_postgres(db) { "depth" } else { "Depth" };
        let mut found = desk.query("Gauge", json!({})).await;
        let station = if is_postgres(db) { "station" } else { "Station" };
        found.sort_by_key(|row| row[station].as_i64());
        let odd: Vec<(f64, &Value)> = doubles.iter().zip(&found).map(|(was, row)| (*was, &row[depth])).filter(|(was, is)| Some(*was) != is.as_f64()).collect();
        assert!(odd.is_empty(), "{} of {}: {:?}", odd.len(), doubles.len(), &odd[..3.min(odd.len())]);
    }

    async fn faults_of_the_catalogue_are_found_when_an_action_is_saved(db: &TestDb) {
        let desk = told(db).await;
        for (config, path, words) in [
            (json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.R"}, "MatchOn": ["Time"]}), "MatchOn", "no column Time"),
            (json!({"Op": {"Action": "Merge", "Target": "Strikes", "Source": "$.R"}}), "Op.Target", "no table Strikes"),
            (json!({"Op": {"Action": "Insert", "Target": "data.Facility", "Source": "$.R"}}), "Op.Target", "no table data.Facility"),
            (json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Nom": 1}}), "Data", "no column Nom"),
            (json!({"Op": {"Action": "Query", "Target": "Facility"}, "FieldMap": {"Nom": "$.x"}}), "FieldMap", "no column Nom"),
            (json!({"Op": {"Action": "Query", "Target": "Nowhere"}}), "Op.Target", "Nowhere"),
            (json!({"Op": {"Action": "Execute", "Target": "Facility"}}), "Op.Target", "no procedure"),
            (json!({"Op": {"Action": "Execute", "Target": "Nowhere"}}), "Op.Target", "Nowhere"),
            (json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.R"}, "Data": {"Location": "x"}}), "Data.Location", "computes"),
            (json!({"Op": {"Action": "Insert", "Target": "LightningStrike", "Source": "$.R"}, "FieldMap": {"Location": "Place"}}), "FieldMap.Location", "computes"),
            (json!({"Op": {"Action": "Insert", "Target": "LightningStrike", "Source": "$.R"}, "Data": {"Latitude": "N/A"}}), "Data.Latitude", "\"N/A\" is not a number"),
            (json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Name": null}}), "Data.Name", "needs a value"),
            (json!({"Op": {"Action": "Query", "Target": "LightningStrike"}, "Data": {"Timestamp": "noon"}}), "Data.Timestamp", "a time such as"),
            (json!({"Op": {"Action": "Query", "Target": "Facility", "Source": "$.R"}}), "Op.Source", "Op.Source is for procedures"),
            (json!({"Op": {"Action": "Query", "Target": "Facility"}, "FieldMap": {"Name": "Message.From"}}), "FieldMap.Name", "there is no record here"),
            (json!({"Op": {"Action": "Execute", "Target": "TellRows"}, "Data": {"Colour": 1}}), "Op.Target", "given are Colour"),
            (json!({"Op": {"Action": "Sing", "Target": "x"}}), "Op.Action", "one of Merge, Insert, Query, Execute"),
        ] {
            let faults = desk.handler().check(&config, None).await;
            assert!(faults.iter().any(|fault| fault.path == path && fault.message.contains(words)), "{config} {faults:?}");
        }
        for good in [
            json!({"Op": {"Action": "Merge", "Target": "lightningstrike", "Source": "$.R"}, "MatchOn": ["timestamp"]}),
            json!({"Op": {"Action": "Execute", "Target": "TellRows", "Source": "$.R"}, "Data": {"word": "x"}}),
            json!({"Op": {"Action": "Query", "Target": "Facility"}, "Data": {"name": "x"}}),
        ] {
            assert_eq!(desk.handler().check(&good, None).await, [], "{good}");
        }
    }

    async fn the_log_is_told_what_a_step_is_given(db: &TestDb) {
        let desk = Desk::new(db);
        let Value::Object(root) = json!({"Rows": [{}, {}]}) else { unreachable!() };
        let context = stormwire_workflow::Context::new(root);
        for (config, words) in [
            (json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Rows"}, "MatchOn": ["A", "B"]}), "2 rows of $.Rows into LightningStrike, matched on A, B"),
            (json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Name": "x"}}), "1 row into Facility"),
            (json!({"Op": {"Action": "Query", "Target": "Facility"}}), "Facility"),
            (json!({"Op": {"Action": "Execute", "Target": "P", "Source": "$.Rows"}}), "P with 2 rows of $.Rows"),
        ] {
            assert_eq!(desk.handler().input(&config, &context).as_deref(), Some(words));
        }
        assert_eq!(strikes(db).await, 0);
    }
}
