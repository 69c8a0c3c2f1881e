//! Imports of facilities: all of a file or none of it, with the line of every error.

use std::fs;
use std::sync::Arc;
use stormwire_city::ImportError;
use stormwire_city::facilities::{CityMap, Facility, FacilityFile, ImportedFacilities, import, preview};
use stormwire_geo::Crs;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::facility;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

async fn load(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> Result<ImportedFacilities, ImportError> {
    let path = db.folder().join(name);
    fs::write(&path, text).unwrap();
    let source = FacilityFile::new(&path, city_map());
    import(&db.store, db.clock.as_ref(), source, Actor::command_line(), Arc::new(|_, _| ())).await
}

fn city_map() -> Arc<CityMap> {
    let crs = Crs::parse("ESRI:102629").unwrap();
    let bounds = crs.zone();
    Arc::new(CityMap::new(crs, bounds))
}

async fn rows(db: &TestDb) -> Vec<Facility> {
    facility::list(&mut db.store.reader().await.unwrap(), None, u32::MAX).await.unwrap()
}

async fn imported(db: &TestDb, name: &str, text: impl AsRef<[u8]>) -> u64 {
    load(db, name, text).await.unwrap().added
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

    async fn imports_csv_as_spreadsheets_write_it(db: &TestDb) {
        assert_eq!(imported(db, "bom.csv", "\u{feff}name;x;y\r\nPool;429981.9;1539962.5\r\n").await, 1);
        let quoted = "\"name\",\"x\",\"y\"\n\"Pool \"\"A\"\"\n2\",,\n";
        assert_eq!(line_errors(&TestDb::sqlite().await, "newline.csv", quoted).await.len(), 1, "a name must not contain a line end");
        assert_eq!(imported(db, "empty.csv", "name,x,y\n").await, 0);
        assert_eq!(total(db, "Name = 'Pool'").await, 1);
    }

    async fn importing_the_same_file_again_changes_nothing(db: &TestDb) {
        for (name, text) in [
            ("feet.csv", "name,x,y\nPool,429981.867506,1539962.513119\nShed,,\n"),
            ("degrees.csv", "Name,Latitude,Longitude\nPark,34.7312345678,-86.5861\n"),
            ("points.geojson", r#"{"features": [{"properties": {"name": "Gym"}, "geometry": {"type": "Point", "coordinates": [-86.6, 34.7]}}]}"#),
        ] {
            let first = load(db, name, text).await.unwrap();
            let before = rows(db).await;
            let again = load(db, name, text).await.unwrap();
            assert_eq!(again, ImportedFacilities { added: 0, updated: 0, unchanged: first.added }, "{name}");
            assert_eq!(rows(db).await, before, "{name}");
        }
        assert_eq!(db.count("select count(*) from organization.Audit").await, 3, "an import without changes is not recorded");
    }

    async fn updates_facilities_by_name(db: &TestDb) {
        load(db, "a.csv", "name,lat,lng\nPool,34.73,-86.58\nPark,34.74,-86.58\nShed,,\n").await.unwrap();
        let before = rows(db).await;
        let second = load(db, "b.csv", "name,lat,lng\npool,34.73,-86.58\nPark,34.75,-86.58\nShed,,\nGym,34.7,-86.6\n").await;
        assert_eq!(second.unwrap(), ImportedFacilities { added: 1, updated: 2, unchanged: 1 });
        let after = rows(db).await;
        let ids = |all: &[Facility]| all.iter().map(|one| one.id).collect::<Vec<_>>();
        assert_eq!(ids(&after)[..3], ids(&before), "facilities keep their ids");
        assert_eq!((after[0].name.as_str(), after[0].lat_long), ("pool", before[0].lat_long));
        assert!((after[1].lat_long.unwrap().lat() - 34.75).abs() < 1e-9, "the anchor follows");
        assert_eq!(db.count("select count(*) from organization.Audit where Action = 'update'").await, 2);
        let names = load(db, "c.csv", "name,lat,lng\npool,,\nPark,,\n").await.unwrap();
        assert_eq!(names, ImportedFacilities { added: 0, updated: 0, unchanged: 2 });
        assert_eq!(rows(db).await, after, "a list of names keeps every position");
    }

    async fn a_name_that_is_not_unique_is_rejected(db: &TestDb) {
        let twice = line_errors(db, "a.csv", "name,x,y\nPool,,\nPark,,\nPOOL,,\n").await;
        assert_eq!(twice, ["line 4, \"POOL\": line 2 has the same name; give every facility its own name"]);
        let mut foreign = DirectConnection::connect(&db.database).await;
        foreign.execute("insert into organization.Facility (Name) values ('Gym'), ('gym')").await.unwrap();
        let error = load(db, "b.csv", "name,x,y\nPark,,\nGym,,\n").await.unwrap_err().to_string();
        assert!(error.contains("line 3, \"Gym\": 2 facilities have this name (ids "), "{error}");
        assert_eq!(total(db, "Name = 'Park'").await, 0, "nothing was imported");
    }

    async fn preview_names_line_field_and_value_and_changes_nothing(db: &TestDb) {
        load(db, "a.csv", "name,lat,lng\nPool,34.73,-86.58\nPark,34.74,-86.58\n").await.unwrap();
        let path = db.folder().join("b.csv");
        let text = "name,lat,lng\nPool,34.73,-86.58\nPark,34.75,-86.58\nGym,34.7,-86.6\nFar,39.97,-83\nWord,north,1\nHalf,34.7,\nHigh,95,1\n,34.7,-86.6\n";
        fs::write(&path, text).unwrap();
        let found = preview(&db.store, db.clock.as_ref(), FacilityFile::new(&path, city_map())).await.unwrap();
        assert_eq!(found.counts(), ImportedFacilities { added: 1, updated: 1, unchanged: 1 });
        let rejected: Vec<_> = found.rejected().map(|error| (error.line, error.field.unwrap(), error.value.clone().unwrap())).collect();
        let expected = [
            (5, "position", "39.97, -83"),
            (6, "lat", "north"),
            (7, "lng", ""),
            (8, "lat", "95"),
            (9, "name", ""),
        ];
        assert_eq!(rejected, expected.map(|(line, field, value)| (line, field, value.to_owned())));
        assert_eq!(rows(db).await.len(), 2);
    }

    async fn names_the_line_of_every_error_and_imports_nothing(db: &TestDb) {
        let text = "name,x,y\nPool,429981.9,1539962.5\n,1,2\nSwapped,1539962.5,429981.9\nHalf,1,\nWords,east,2\nShort\n";
        let found = line_errors(db, "a.csv", text).await;
        let expected = [
            "line 3: the name must have 1 to 200 visible characters",
            "line 4, \"Swapped\": x 1539962.5, y 429981.9 is outside city.bounds; are x and y swapped?",
            "line 5, \"Half\": one coordinate is missing",
            "line 6, \"Words\": \"east\" is not a number",
            "line 7, \"Short\": the line has only 1 columns",
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
            assert!(found[0].starts_with(&format!("line 2, \"Pool\": {position} is outside city.bounds; {advice}")), "{found:?}");
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
        assert!(found[0].starts_with("line 40000, \"Facility 40000\": \"far\" is not a number"), "{found:?}");
    }

    async fn counts_the_lines_of_windows_files(db: &TestDb) {
        let text = "\u{feff}name,x,y\r\nPool,,\r\n\"Two\r\nlines\",,,\r\nPark,far,1\r\n";
        let found = line_errors(db, "a.csv", text).await;
        let lines: Vec<_> = found.iter().map(|error| error.split([':', ',']).next().unwrap()).collect();
        assert_eq!(lines, ["line 3", "line 5"], "{found:?}");
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
            "line 2, \"Area\": the geometry is a Polygon; only Points are supported",
            "line 3: properties.name is missing",
            "line 4, \"Swapped\": [34.7, -86.5] is outside city.bounds; are lat and lng swapped?",
            "line 5, \"Pole\": latitude 91 is not between",
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
