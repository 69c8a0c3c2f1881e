//! Imports of facilities: all of a file or none of it, with the line of every error.

use std::fs;
use std::sync::Arc;
use stormwire_city::ImportError;
use stormwire_city::facilities::{CityMap, FacilityFile, ImportedFacilities, import};
use stormwire_geo::Crs;
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::{TestDb, on_both_databases};

async fn load(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> Result<ImportedFacilities, ImportError> {
    let path = db.folder().join(name);
    fs::write(&path, text).unwrap();
    let crs = Crs::parse("ESRI:102629").unwrap();
    let bounds = crs.zone();
    let source = FacilityFile::new(&path, Arc::new(CityMap::new(crs, bounds)));
    import(&db.store, db.clock.as_ref(), source, Actor::command_line(), Arc::new(|_, _| ())).await
}

async fn imported(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> u64 {
    load(db, name, text).await.unwrap().facilities
}

/// The errors, one `line N: …` each.
async fn line_errors(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> Vec<String> {
    let error = load(db, name, text).await.expect_err("the import should fail").to_string();
    assert_eq!(db.count("select count(*) from organization.Facility").await, 0, "nothing was imported");
    error.lines().skip(1).map(str::to_owned).collect()
}

async fn total(db: &TestDb, wanted: &str) -> i64 {
    db.count(&format!("select count(*) from organization.Facility where {wanted}")).await
}

on_both_databases! {
    async fn imports_csv_in_feet_in_degrees_and_without_points(db: &TestDb) {
        assert_eq!(imported(db, "a.csv", "name,x,y\nPool,429981.867506,1539962.513119\nShed,,\n").await, 2);
        assert_eq!(imported(db, "b.csv", "lat,NAME,lng,note\n34.7304,Park,-86.5861,\"a, b\"\n").await, 1);
        assert_eq!(total(db, "LatLongPoint is null and Point is null").await, 1);
        assert_eq!(total(db, "LatLongPoint is not null and Point is not null").await, 2);
        assert_eq!(db.count("select count(*) from organization.Audit where Action = 'import'").await, 2);
    }

    async fn importing_the_same_file_twice_changes_nothing(db: &TestDb) {
        let text = "name,lat,lng\nPool,34.7304,-86.5861\nPool,34.7,-86.6\nShed,,\n";
        assert_eq!(load(db, "a.csv", text).await.unwrap(), ImportedFacilities { facilities: 3, updated: 0, unchanged: 0 });
        let again = load(db, "a.csv", text).await.unwrap();
        assert_eq!(again, ImportedFacilities { facilities: 3, updated: 0, unchanged: 3 });
        let moved = load(db, "b.csv", "name,lat,lng\nShed,34.71,-86.61\nPark,,\n").await.unwrap();
        assert_eq!(moved, ImportedFacilities { facilities: 2, updated: 1, unchanged: 0 });
        assert_eq!(db.count("select count(*) from organization.Facility").await, 4);
        assert_eq!(db.count("select count(*) from organization.Facility where Name = 'Shed' and Point is not null").await, 1);
        assert_eq!(db.count("select max(Id) from organization.Facility").await, 4, "the shed keeps its number");
    }

    async fn imports_csv_as_spreadsheets_write_it(db: &TestDb) {
        assert_eq!(imported(db, "bom.csv", "\u{feff}name;x;y\r\nPool;429981.9;1539962.5\r\n").await, 1);
        let quoted = "\"name\",\"x\",\"y\"\n\"Pool \"\"A\"\"\n2\",,\n";
        assert_eq!(line_errors(&TestDb::sqlite().await, "newline.csv", quoted).await.len(), 1, "a name must not contain a line end");
        assert_eq!(imported(db, "empty.csv", "name,x,y\n").await, 0);
        assert_eq!(total(db, "Name = 'Pool'").await, 1);
    }

    async fn names_the_line_of_every_error_and_imports_nothing(db: &TestDb) {
        let text = "name,x,y\nPool,429981.9,1539962.5\n,1,2\nSwapped,1539962.5,429981.9\nHalf,1,\nWords,east,2\nShort\n";
        let found = line_errors(db, "a.csv", text).await;
        let expected = [
            "line 3: the name must have 1 to 200 visible characters",
            "line 4: x 1539962.5, y 429981.9 is outside city.bounds; are x and y swapped?",
            "line 5: one coordinate is missing",
            "line 6: \"east\" is not a number",
            "line 7: the line has only 1 columns",
        ];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found:?}, expected {expected:?}");
        }
    }

    async fn names_coordinates_in_the_order_of_the_file(db: &TestDb) {
        let advice = "correct the coordinates, or set city.crs and city.bounds to those of your city";
        for (name, text, position) in [
            ("a.csv", "name,lat,lng\nPool,39.9746,-83.0056\n", "lat 39.9746, lng -83.0056"),
            ("b.csv", "name,x,y\nPool,5,7\n", "x 5, y 7"),
        ] {
            let found = line_errors(db, name, text).await;
            assert!(found[0].starts_with(&format!("line 2: {position} is outside city.bounds; {advice}")), "{found:?}");
        }
    }

    async fn invalid_line_40_000_imports_nothing(db: &TestDb) {
        let mut lines = vec!["name,x,y\n".to_owned()];
        for line in 2..=50_000 {
            let x = if line == 40_000 { "far" } else { "429981.9" };
            lines.push(format!("Facility {line},{x},1539962.5\n"));
        }
        let found = line_errors(db, "a.csv", lines.concat()).await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("line 40000: \"far\" is not a number"), "{found:?}");
    }

    async fn rejects_incomplete_or_ambiguous_headers(db: &TestDb) {
        for (header, expected) in [
            ("x,y", "line 1: the header has no column \"name\""),
            ("name,x", "line 1: the header needs the columns x,y"),
            ("name,x,y,lat,lng", "line 1: the header has both"),
            ("", "line 1: the header has no column \"name\""),
        ] {
            let found = line_errors(db, "a.csv", format!("{header}\n")).await;
            assert!(found[0].starts_with(expected), "{header}: {found:?}");
        }
    }

    async fn rejects_unclosed_quotation_mark(db: &TestDb) {
        let found = line_errors(db, "a.csv", "name,x,y,note\nPool,,,\nPark,,,\"open\nShed,,,\n").await;
        assert_eq!(found, ["line 3: a quotation mark is not closed in this line or a previous one"]);
        assert_eq!(imported(db, "b.csv", "name,x,y,note\nPool,,,\"a \"\"b\"\"\nc\"\nPark,,,\n").await, 2);
    }

    async fn rejects_text_that_is_not_utf_8(db: &TestDb) {
        let found = line_errors(db, "a.csv", b"name,x,y\nBiblioth\xe8que,,\n").await;
        assert_eq!(found, ["line 2: cannot read this line: not UTF-8 text; save the file as UTF-8"]);
    }

    async fn imports_geojson_points_with_names(db: &TestDb) {
        let text = r#"{ "type": "FeatureCollection", "crs": {"any": ["thing"]}, "features": [
            { "type": "Feature", "properties": { "name": "Pool", "other": 1 },
              "geometry": { "type": "Point", "coordinates": [-86.5861, 34.7304, 190.5] } },
            { "type": "Feature", "properties": { "name": "Shed" }, "geometry": null }
        ] }"#;
        assert_eq!(imported(db, "a.geojson", text).await, 2);
        assert_eq!(total(db, "Point is not null").await, 1);
    }

    async fn rejects_other_geojson_by_line(db: &TestDb) {
        let text = "{\"features\": [\n\
            {\"properties\": {\"name\": \"Area\"}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[1,2]]]}},\n\
            {\"properties\": {}, \"geometry\": null},\n\
            {\"properties\": {\"name\": \"Swapped\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [34.7, -86.5]}},\n\
            {\"properties\": {\"name\": \"Pole\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [0, 91]}}\n]}";
        let found = line_errors(db, "a.geojson", text).await;
        let expected = [
            "line 2: the geometry is a Polygon; only Points are supported",
            "line 3: properties.name is missing",
            "line 4: [34.7, -86.5] is outside city.bounds; are lat and lng swapped?",
            "line 5: latitude 91 is not between",
        ];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found:?}, expected {expected:?}");
        }
        for broken in ["", "[]", "{}", "{\"features\": [", "{\"features\": 7}", "{\"features\": []} extra"] {
            let error = load(db, "b.geojson", broken).await.expect_err(broken);
            assert!(matches!(error, ImportError::Unreadable { .. }), "{broken}: {error}");
        }
    }

    async fn names_the_missing_file(db: &TestDb) {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let source = FacilityFile::new(&db.folder().join("none.csv"), Arc::new(CityMap::new(crs, None)));
        let error = import(&db.store, db.clock.as_ref(), source, Actor::command_line(), Arc::new(|_, _| ())).await;
        assert!(error.unwrap_err().to_string().contains("none.csv"));
    }
}
