//! Importing facilities: all of a file or nothing of it, and every fault by its line.

use std::fs;
use std::sync::Arc;
use stormwire_city::facilities::{ImportError, Imported, Places, Source, import};
use stormwire_geo::Crs;
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::{TestDb, on_both_databases};

async fn load(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> Result<Imported, ImportError> {
    let path = db.folder().join(name);
    fs::write(&path, text).unwrap();
    let crs = Crs::parse("ESRI:102629").unwrap();
    let bounds = crs.zone();
    let source = Source::new(&path, Arc::new(Places::new(crs, bounds)));
    import(&db.store, db.clock.as_ref(), source, Actor::command_line(), Arc::new(|_, _| ())).await
}

async fn imported(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> u64 {
    load(db, name, text).await.unwrap().facilities
}

/// The faults, one `line N: …` each.
async fn faults(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> Vec<String> {
    let error = load(db, name, text).await.expect_err("it should be refused").to_string();
    assert_eq!(db.count("select count(*) from organization.Facility").await, 0, "nothing was imported");
    error.lines().skip(1).map(str::to_owned).collect()
}

async fn total(db: &TestDb, wanted: &str) -> i64 {
    db.count(&format!("select count(*) from organization.Facility where {wanted}")).await
}

on_both_databases! {
    async fn csv_in_feet_and_in_degrees_and_without_a_point(db: &TestDb) {
        assert_eq!(imported(db, "a.csv", "name,x,y\nPool,429981.867506,1539962.513119\nShed,,\n").await, 2);
        assert_eq!(imported(db, "b.csv", "lat,NAME,lng,note\n34.7304,Park,-86.5861,\"a, b\"\n").await, 1);
        assert_eq!(total(db, "LatLongPoint is null and Point is null").await, 1);
        assert_eq!(total(db, "LatLongPoint is not null and Point is not null").await, 2);
        assert_eq!(db.count("select count(*) from organization.Audit where Action = 'import'").await, 2);
    }

    async fn csv_as_spreadsheets_write_it(db: &TestDb) {
        assert_eq!(imported(db, "bom.csv", "\u{feff}name;x;y\r\nPool;429981.9;1539962.5\r\n").await, 1);
        let quoted = "\"name\",\"x\",\"y\"\n\"Pool \"\"A\"\"\n2\",,\n";
        assert_eq!(faults(&TestDb::sqlite().await, "newline.csv", quoted).await.len(), 1, "a name has no line end");
        assert_eq!(imported(db, "empty.csv", "name,x,y\n").await, 0);
        assert_eq!(total(db, "Name = 'Pool'").await, 1);
    }

    async fn every_fault_is_named_by_its_line_and_nothing_is_imported(db: &TestDb) {
        let text = "name,x,y\nPool,429981.9,1539962.5\n,1,2\nSwapped,1539962.5,429981.9\nHalf,1,\nWords,east,2\nShort\n";
        let found = faults(db, "a.csv", text).await;
        let expected = [
            "line 3: a name has 1 to 200 characters",
            "line 4: (1539962.5, 429981.9) lies outside the city's bounds; are x and y swapped?",
            "line 5: one coordinate is missing",
            "line 6: \"east\" is not a number",
            "line 7: only 1 columns",
        ];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found:?}, expected {expected:?}");
        }
    }

    async fn a_bad_line_40_000_leaves_nothing(db: &TestDb) {
        let mut lines = vec!["name,x,y\n".to_owned()];
        for line in 2..=50_000 {
            let x = if line == 40_000 { "far" } else { "429981.9" };
            lines.push(format!("Facility {line},{x},1539962.5\n"));
        }
        let found = faults(db, "a.csv", lines.concat()).await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("line 40000: \"far\" is not a number"), "{found:?}");
    }

    async fn headings_that_say_too_little_or_too_much_are_refused(db: &TestDb) {
        for (heading, expected) in [
            ("x,y", "line 1: the heading needs a column called name"),
            ("name,x", "line 1: the heading needs columns x,y"),
            ("name,x,y,lat,lng", "line 1: the heading has both"),
            ("", "line 1: the heading needs a column called name"),
        ] {
            let found = faults(db, "a.csv", format!("{heading}\n")).await;
            assert!(found[0].starts_with(expected), "{heading}: {found:?}");
        }
    }

    async fn a_quotation_mark_that_is_not_closed_swallows_nothing(db: &TestDb) {
        let found = faults(db, "a.csv", "name,x,y,note\nPool,,,\nPark,,,\"open\nShed,,,\n").await;
        assert_eq!(found, ["line 3: a quotation mark is not closed in this line or before it"]);
        assert_eq!(imported(db, "b.csv", "name,x,y,note\nPool,,,\"a \"\"b\"\"\nc\"\nPark,,,\n").await, 2);
    }

    async fn text_in_another_encoding_is_refused_by_line(db: &TestDb) {
        let found = faults(db, "a.csv", b"name,x,y\nBiblioth\xe8que,,\n").await;
        assert_eq!(found, ["line 2: it cannot be read: it is not UTF-8 text"]);
    }

    async fn geojson_points_with_names(db: &TestDb) {
        let text = r#"{ "type": "FeatureCollection", "crs": {"any": ["thing"]}, "features": [
            { "type": "Feature", "properties": { "name": "Pool", "other": 1 },
              "geometry": { "type": "Point", "coordinates": [-86.5861, 34.7304, 190.5] } },
            { "type": "Feature", "properties": { "name": "Shed" }, "geometry": null }
        ] }"#;
        assert_eq!(imported(db, "a.geojson", text).await, 2);
        assert_eq!(total(db, "Point is not null").await, 1);
    }

    async fn geojson_that_is_something_else_is_refused_by_line(db: &TestDb) {
        let text = "{\"features\": [\n\
            {\"properties\": {\"name\": \"Area\"}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[1,2]]]}},\n\
            {\"properties\": {}, \"geometry\": null},\n\
            {\"properties\": {\"name\": \"Swapped\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [34.7, -86.5]}},\n\
            {\"properties\": {\"name\": \"Pole\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [0, 91]}}\n]}";
        let found = faults(db, "a.geojson", text).await;
        let expected = [
            "line 2: the geometry is a Polygon; only Points can be facilities",
            "line 3: properties.name is missing",
            "line 4: (34.7, -86.5) lies outside the city's bounds; are lat and lng swapped?",
            "line 5: latitude 91 is not between",
        ];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found:?}, expected {expected:?}");
        }
        for broken in ["", "[]", "{}", "{\"features\": [", "{\"features\": 7}", "{\"features\": []} extra"] {
            let refused = load(db, "b.geojson", broken).await.expect_err(broken);
            assert!(matches!(refused, ImportError::Unreadable { .. }), "{broken}: {refused}");
        }
    }

    async fn a_file_that_is_not_there_is_named(db: &TestDb) {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let source = Source::new(&db.folder().join("none.csv"), Arc::new(Places::new(crs, None)));
        let refused = import(&db.store, db.clock.as_ref(), source, Actor::command_line(), Arc::new(|_, _| ())).await;
        assert!(refused.unwrap_err().to_string().contains("none.csv"));
    }
}
