use serde_json::{Value, json};

use super::spec::{ExtractConfig, FieldType};

fn valid() -> Value {
    json!({
        "Op": { "Action": "Extract", "Source": "$._RawBody", "Target": "$.Strikes" },
        "Segment": { "StartPattern": "<tr[^>]*>", "ClosePattern": "</tr>", "Filter": "Lightning" },
        "Fields": {
            "Timestamp": { "Pattern": "Time: (.+)", "Type": "datetime", "Format": "M/d/yyyy h:mm:ss tt zzz", "Required": true },
            "Lat": { "Pattern": "Lat: (\\S+)", "Type": "number" },
            "Alpha": { "Pattern": "x" }
        }
    })
}

/// With every key that the other configuration lacks.
fn with_all_keys() -> Value {
    let mut config = valid();
    config["Op"]["Strict"] = json!(true);
    config["Fields"]["Km"] = json!({ "Pattern": "x", "Type": "number", "Decimal": ",", "Required": false });
    config["Fields"]["Type"] = json!({ "Pattern": "x", "Type": "string", "Required": false, "Map": { "CG": "ground" }, "MapDefault": "other" });
    config["Fields"]["Latitude"] = json!({ "Pattern": "x", "Type": "latitude", "Required": true });
    config["Fields"]["Longitude"] = json!({ "Pattern": "x", "Type": "longitude", "Required": true });
    config
}

fn with(path: &str, value: Value) -> Value {
    let mut config = valid();
    *config.pointer_mut(path).expect("a path in the valid configuration") = value;
    config
}

fn violations(config: &Value) -> Vec<(String, String)> {
    let violations = ExtractConfig::parse(config).expect_err("a configuration with violations");
    violations.into_iter().map(|violation| (violation.path, violation.message)).collect()
}

#[test]
fn parses_a_configuration_and_keeps_the_field_order() {
    let config = ExtractConfig::parse(&valid()).unwrap();
    assert_eq!(config.fields.keys().collect::<Vec<_>>(), ["Timestamp", "Lat", "Alpha"]);
    assert_eq!(config.target_key(), "Strikes");
    assert_eq!(config.fields["Alpha"].field_type, FieldType::String);
    assert!(config.fields["Timestamp"].required && !config.fields["Lat"].required);
    assert_eq!(config.warnings(), []);
}

#[test]
fn configuration_round_trips_through_json() {
    for json in [valid(), with_all_keys()] {
        let config: ExtractConfig = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(config.warnings(), []);
        let written = serde_json::to_value(&config).unwrap();
        assert_eq!(ExtractConfig::parse(&written).unwrap(), config);
        assert_eq!(written["Fields"]["Type"], json["Fields"]["Type"]);
    }
    let error = serde_json::from_value::<ExtractConfig>(json!({ "Op": {} })).unwrap_err();
    assert!(error.to_string().contains("Op.Action: is missing"), "{error}");
}

#[test]
fn preview_accepts_a_configuration_without_fields() {
    for fields in [json!({}), json!(null)] {
        let config = with("/Fields", fields);
        assert!(ExtractConfig::compile(&config).is_err());
        assert!(ExtractConfig::compile_for_preview(&config).is_ok());
    }
    assert!(ExtractConfig::compile_for_preview(&with("/Fields", json!([]))).is_err());
    assert!(ExtractConfig::compile_for_preview(&with("/Segment/StartPattern", json!("("))).is_err());
}

#[test]
fn blank_and_null_count_as_missing() {
    let mut config = with("/Segment/ClosePattern", json!(""));
    config["Segment"]["Filter"] = json!(null);
    config["Op"] = json!({ "Action": "Extract", "Target": " ", "Source": null });
    let config = ExtractConfig::parse(&config).unwrap();
    assert_eq!((config.segment.close_pattern, config.segment.filter), (None, None));
    assert_eq!((config.op.source.as_str(), config.op.target.as_str()), ("$.BodyText", "$.Extract"));
}

#[test]
fn target_must_be_one_top_level_key() {
    for (target, key) in [("$.Extract", "Extract"), ("Extract", "Extract"), ("$['Two']", "Two"), ("$[\"Two\"]", "Two")]
    {
        let config = ExtractConfig::parse(&with("/Op/Target", json!(target))).unwrap();
        assert_eq!(config.target_key(), key, "{target}");
    }
    for target in ["$", "$.", "$.A.B", "A.B", "$.A[0]", "$['A']['B']", "$[0]", "$..A", "$.*"] {
        let found = violations(&with("/Op/Target", json!(target)));
        assert_eq!(found.len(), 1, "{target}: {found:?}");
        assert_eq!(found[0].0, "Op.Target");
    }
}

#[test]
fn each_violation_names_its_key() {
    let lat = |words: Value| json!({ "Pattern": "x", "Type": "latitude", "Hemispheres": words });
    let table = [
        ("/Op/Action", json!("Merge"), "Op.Action", "`Merge`"),
        ("/Op/Action", json!(null), "Op.Action", "missing"),
        ("/Op/Source", json!("BodyText"), "Op.Source", "`BodyText`"),
        ("/Op/Source", json!(5), "Op.Source", "a number"),
        ("/Op", json!([]), "Op", "an array"),
        ("/Segment", json!(null), "Segment", "null"),
        ("/Segment/StartPattern", json!("("), "Segment.StartPattern", "`(` does not compile"),
        ("/Segment/StartPattern", json!(""), "Segment.StartPattern", "missing"),
        ("/Segment/ClosePattern", json!("[z-a]"), "Segment.ClosePattern", "`[z-a]`"),
        ("/Segment/Filter", json!({}), "Segment.Filter", "an object"),
        ("/Fields", json!({}), "Fields", "no field"),
        ("/Fields", json!([]), "Fields", "an array"),
        ("/Fields/Lat", json!("x"), "Fields.Lat", "a string"),
        ("/Fields/Lat/Pattern", json!("Lat: (\\S+"), "Fields.Lat.Pattern", "`Lat: (\\S+`"),
        ("/Fields/Lat/Type", json!("float"), "Fields.Lat.Type", "`float`"),
        ("/Fields/Timestamp/Format", json!("Q/d/yyyy"), "Fields.Timestamp.Format", "`Q`"),
        ("/Fields/Timestamp/Format", json!("HH:mm"), "Fields.Timestamp.Format", "year, month and day"),
        ("/Fields/Timestamp/Format", json!("%Y-%Q-%!"), "Fields.Timestamp.Format", "strftime"),
        ("/Fields/Timestamp/Required", json!("yes"), "Fields.Timestamp.Required", "true or false"),
        ("/Fields/Lat", json!({ "Pattern": "x", "Map": [] }), "Fields.Lat.Map", "an array"),
        ("/Fields/Lat", json!({ "Pattern": "x", "Map": {} }), "Fields.Lat.Map", "lists no text"),
        ("/Fields/Lat", json!({ "Pattern": "x", "Map": { "a": {} } }), "Fields.Lat.Map.a", "an object"),
        ("/Fields/Lat", json!({ "Pattern": "x", "Map": { "a": 1, "A ": 2 } }), "Fields.Lat.Map.A ", "twice"),
        ("/Fields/Lat", json!({ "Pattern": "x", "MapDefault": [] }), "Fields.Lat.MapDefault", "an array"),
        ("/Fields/Lat", json!({ "Pattern": "x", "Decimal": ";" }), "Fields.Lat.Decimal", "`;`"),
        ("/Fields/Lat", lat(json!([])), "Fields.Lat.Hemispheres", "an array"),
        ("/Fields/Lat", lat(json!({ "O": 1 })), "Fields.Lat.Hemispheres.O", "a number"),
        ("/Fields/Lat", lat(json!({ "O": "West" })), "Fields.Lat.Hemispheres.O", "use N, S, E or W"),
        ("/Fields/Lat", lat(json!({ "E": "W" })), "Fields.Lat.Hemispheres.E", "another meaning"),
        ("/Op", json!({ "Action": "Extract", "Strict": 1 }), "Op.Strict", "a number"),
        ("/Op", json!({ "Action": "Extract", "Sauce": 1 }), "Op.Sauce", "unknown key \"Sauce\""),
        ("/Fields/Lat", json!({ "Pattern": "x", "Unit": 1 }), "Fields.Lat.Unit", "unknown key \"Unit\""),
    ];
    for (path, value, key, word) in table {
        let found = violations(&with(path, value.clone()));
        assert_eq!(found.len(), 1, "{path} = {value}: {found:?}");
        assert!(found[0].0 == key && found[0].1.contains(word), "{path} = {value}: {found:?}");
    }
}

#[test]
fn all_violations_are_reported_at_once() {
    let config = json!({
        "Op": { "Action": "Merge", "Target": "$.A.B", "Sauce": "" },
        "Segment": { "StartPattern": "(" },
        "Fields": {
            "Lat": { "Pattern": "[", "Type": "nummer", "Unit": "degrees" },
            "Time": { "Pattern": "x", "Type": "datetime", "Format": "zz", "TimeZone": "Central" },
            "": { "Pattern": "x" }
        },
        "MatchOn": []
    });
    let mut paths: Vec<String> = violations(&config).into_iter().map(|(path, _)| path).collect();
    paths.sort();
    let expected = [
        "Fields.",
        "Fields.Lat.Pattern",
        "Fields.Lat.Type",
        "Fields.Lat.Unit",
        "Fields.Time.Format",
        "Fields.Time.TimeZone",
        "MatchOn",
        "Op.Action",
        "Op.Sauce",
        "Op.Target",
        "Segment.StartPattern",
    ];
    assert_eq!(paths, expected);
}

#[test]
fn rejects_anything_but_an_object() {
    for value in [json!(null), json!([]), json!("x"), json!(1)] {
        assert!(!violations(&value).is_empty(), "{value}");
    }
}

#[test]
fn warns_about_a_format_without_offset_and_zone() {
    let field = |format: &str, zone: Value| {
        let field = json!({ "Pattern": "x", "Type": "datetime", "Format": format, "TimeZone": zone });
        let config = ExtractConfig::parse(&with("/Fields", json!({ "Time": field }))).unwrap();
        config.warnings().into_iter().map(|warning| (warning.path, warning.message)).collect::<Vec<_>>()
    };
    let warned = field("M/d/yyyy HH:mm", json!(null));
    assert_eq!(warned.len(), 1);
    assert!(warned[0].0 == "Fields.Time.Format" && warned[0].1.contains("UTC"), "{warned:?}");
    assert_eq!(field("%m/%d/%Y %H:%M", json!(null)).len(), 1);
    assert_eq!(field("M/d/yyyy HH:mm", json!("America/Chicago")), []);
    assert_eq!(field("M/d/yyyy HH:mm zzz", json!(null)), []);
    assert_eq!(field("%m/%d/%Y %H:%M %z", json!(null)), []);
    assert!(field("M/d/yyyy h:mm", json!("UTC"))[0].1.contains("12-hour"));
    for format in ["M/d/yyyy HH:mm 'UTC'", "yyyy-MM-ddTHH:mm:ss'Z'", "%Y-%m-%dT%H:%M:%SZ"] {
        assert_eq!(field(format, json!(null)), [], "{format}");
        assert_eq!(field(format, json!("UTC")), [], "{format}");
        let warned = field(format, json!("America/Chicago"));
        assert!(warned[0].0 == "Fields.Time.TimeZone" && warned[0].1.contains("America/Chicago"), "{warned:?}");
    }
}

#[test]
fn warns_about_datetime_keys_on_other_types() {
    let config = with(
        "/Fields/Alpha",
        json!({ "Pattern": "x", "Format": "yyyy", "TimeZone": "UTC", "Hemispheres": { "O": "W" } }),
    );
    let paths: Vec<String> =
        ExtractConfig::parse(&config).unwrap().warnings().into_iter().map(|warning| warning.path).collect();
    assert_eq!(paths, ["Fields.Alpha.Hemispheres", "Fields.Alpha.Format", "Fields.Alpha.TimeZone"]);
}
