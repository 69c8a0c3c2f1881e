use super::*;
use proptest::prelude::*;
use serde_json::json;

fn collection(features: &Value) -> Vec<u8> {
    json!({ "type": "FeatureCollection", "features": features }).to_string().into_bytes()
}

fn feature(kind: &str, coordinates: &Value) -> Value {
    json!({ "type": "Feature", "properties": { "NAME": "Main Street" }, "geometry": { "type": kind, "coordinates": coordinates } })
}

fn error_of(kind: &str, coordinates: &Value) -> String {
    let first = feature("LineString", &json!([[-86.6, 34.7], [-86.5, 34.7]]));
    LayerFile::parse(&collection(&json!([first, feature(kind, coordinates)]))).unwrap_err().to_string()
}

#[test]
fn every_geometry_becomes_lines_or_polygons_with_a_name() {
    let ring = json!([[-86.6, 34.7], [-86.5, 34.7], [-86.5, 34.8], [-86.6, 34.7]]);
    for (kind, given, stored, expected) in [
        (
            "LineString",
            json!([[-86.6, 34.7, 180.5], [-86.5, 34.7, 181]]),
            "MultiLineString",
            json!([[[-86.6, 34.7], [-86.5, 34.7]]]),
        ),
        ("MultiLineString", json!([[[1, 2], [1.5, 2]]]), "MultiLineString", json!([[[1.0, 2.0], [1.5, 2.0]]])),
        ("Polygon", json!([ring]), "MultiPolygon", json!([[ring]])),
        ("MultiPolygon", json!([[ring], [ring]]), "MultiPolygon", json!([[ring], [ring]])),
        ("Polygon", json!([[[-86.6, 34.7], [-86.5, 34.7], [-86.5, 34.8]]]), "MultiPolygon", json!([[ring]])),
    ] {
        let layer = LayerFile::parse(&collection(&json!([feature(kind, &given)]))).unwrap();
        let found: Value = serde_json::from_str(&layer.geojson).unwrap();
        let geometry = json!({ "type": stored, "coordinates": expected });
        let stored = json!([{ "type": "Feature", "properties": { "name": "Main Street" }, "geometry": geometry }]);
        assert_eq!(found, json!({ "type": "FeatureCollection", "features": stored }), "{kind}");
    }
}

#[test]
fn counts_what_was_read_and_what_was_kept() {
    let straight = json!([[-86.6, 34.7], [-86.55, 34.7], [-86.5, 34.7]]);
    let nothing = json!({ "type": "Feature", "properties": null, "geometry": null });
    let tiny = feature("LineString", &json!([[1, 1], [1, 1]]));
    let layer = LayerFile::parse(&collection(&json!([feature("LineString", &straight), nothing, tiny]))).unwrap();
    assert_eq!((layer.features, layer.vertices, layer.vertices_read), (1, 2, 5));
}

#[test]
fn errors_name_the_feature_the_value_and_the_fix() {
    for (kind, coordinates, expected) in [
        (
            "Point",
            json!([1, 2]),
            "feature 2 (\"Main Street\"): the geometry is a Point; a layer has lines and polygons. Import points as facilities, or remove them",
        ),
        (
            "GeometryCollection",
            json!(null),
            "feature 2 (\"Main Street\"): the geometry is a GeometryCollection; supported are LineString, MultiLineString, Polygon and MultiPolygon. Export it as one of them",
        ),
        (
            "LineString",
            json!([[427_000.5, 1_546_000], [1, 2]]),
            "feature 2 (\"Main Street\"): longitude 427000.5 is not between -180 and 180, at [427000.5,1546000]. Export the layer as WGS 84 (EPSG:4326), in degrees",
        ),
        (
            "LineString",
            json!([[34.7, -96.6], [1, 2]]),
            "feature 2 (\"Main Street\"): latitude -96.6 is not between -90 and 90, at [34.7,-96.6]. Export the layer as WGS 84 (EPSG:4326), in degrees",
        ),
        (
            "LineString",
            json!([[1, 2]]),
            "feature 2 (\"Main Street\"): the coordinates [[1,2]] are not a line of at least two positions",
        ),
        (
            "LineString",
            json!([[1, "2"], [1, 2]]),
            "feature 2 (\"Main Street\"): the coordinates [1,\"2\"] are not [longitude, latitude]",
        ),
        (
            "Polygon",
            json!([[[1, 2], [1, 3]]]),
            "feature 2 (\"Main Street\"): the coordinates [[1,2],[1,3]] are not a closed ring of at least four positions",
        ),
        ("MultiPolygon", json!(7), "feature 2 (\"Main Street\"): the coordinates 7 are not a list of polygons"),
    ] {
        assert_eq!(error_of(kind, &coordinates), expected);
    }
}

#[test]
fn other_coordinate_systems_are_rejected() {
    let line = feature("LineString", &json!([[-86.6, 34.7], [-86.5, 34.7]]));
    let with_crs = |crs: Value| {
        LayerFile::parse(json!({ "features": [line], "crs": crs }).to_string().as_bytes())
            .map_err(|error| error.to_string())
    };
    let named = |name: &str| json!({ "type": "name", "properties": { "name": name } });
    for name in ["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326", "EPSG:4269"] {
        assert!(with_crs(named(name)).is_ok(), "{name}");
    }
    assert!(with_crs(json!(null)).is_ok());
    let error = with_crs(named("urn:ogc:def:crs:EPSG::3857")).unwrap_err();
    assert!(error.starts_with("the file names the coordinate system \"urn:ogc:def:crs:EPSG::3857\""), "{error}");
    assert!(error.contains("ogr2ogr -t_srs EPSG:4326"), "{error}");
    assert!(with_crs(json!({ "type": "link" })).is_err());
}

#[test]
fn limits_and_files_that_are_not_geojson() {
    let zigzag: Vec<[f64; 2]> =
        (0..50_001_u32).map(|index| [f64::from(index) / 1e3, f64::from(index % 2) / 10.0]).collect();
    let many: Vec<Value> = (0..20_001).map(|_| feature("LineString", &json!([[1, 2], [1.1, 2]]))).collect();
    for (bytes, expected) in [
        (collection(&json!([feature("LineString", &json!(zigzag))])), LayerFileError::TooManyVertices),
        (collection(&json!(many)), LayerFileError::TooManyFeatures),
        (collection(&json!([])), LayerFileError::Empty),
        (vec![b' '; MAX_FILE_BYTES + 1], LayerFileError::TooLarge(MAX_FILE_BYTES + 1)),
    ] {
        assert_eq!(LayerFile::parse(&bytes).unwrap_err(), expected);
    }
    for text in ["", "{}", "[]", "{\"features\": 1}", "{\"features\": [1]}", "{\"features\": []} x", "PK\u{3}\u{4}"] {
        assert!(matches!(LayerFile::parse(text.as_bytes()), Err(LayerFileError::NotGeoJson(_))), "{text}");
    }
    let nested =
        format!("{{\"features\": [{{\"geometry\": {{\"type\": \"Polygon\", \"coordinates\": {}", "[".repeat(100_000));
    assert!(matches!(LayerFile::parse(nested.as_bytes()), Err(LayerFileError::NotGeoJson(_))));
}

#[test]
fn a_name_is_short_and_visible() {
    for (properties, expected) in [
        (json!({ "fullname": "B", "Name": " A\u{202e} " }), Some("A".to_owned())),
        (json!({ "FULLNAME": "B" }), Some("B".to_owned())),
        (json!({ "name": 7 }), None),
        (json!({ "name": " " }), None),
        (json!({ "name": "x".repeat(101) }), Some("x".repeat(100))),
    ] {
        assert_eq!(label(properties.as_object().unwrap()), expected);
    }
}

proptest! {
    #[test]
    fn a_stored_layer_can_be_imported_again(
        lines in prop::collection::vec(prop::collection::vec((-180.0..180.0, -90.0..90.0), 2..30), 1..5),
    ) {
        let coordinates: Vec<Vec<[f64; 2]>> =
            lines.iter().map(|line| line.iter().map(|(lon, lat)| [*lon, *lat]).collect()).collect();
        let layer = LayerFile::parse(&collection(&json!([feature("MultiLineString", &json!(coordinates))]))).unwrap();
        let again = LayerFile::parse(layer.geojson.as_bytes()).unwrap();
        prop_assert_eq!(again.vertices_read, layer.vertices);
        prop_assert!(layer.vertices <= layer.vertices_read && again.features == 1);
    }
}
