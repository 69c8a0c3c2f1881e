//! Section 2.5 of the specification and the rows of section 7 about extraction, one test each, through the handler.

use super::*;
use serde_json::Map;
use stormwire_clock::VirtualClock;
use stormwire_extract::preset::{HTML_TABLE_ROW, PARAGRAPH, PRESETS, WHOLE_MESSAGE};
use stormwire_store::{ActionId, LogId, RunId, WatcherId};

const TEXT: &str = "Strike Lat 34.7 at 5/1/2025 7:00:01 AM -05:00 seen yes. End\nnews\nStrike Lat 35 at 5/1/2025 8:00:00 PM -05:00. End\nStrike test. End\n";
const HTML: &str = "<table><tr><td>Smith &amp; <b>Sons</b></td></tr><tr><td>1&nbsp;234</td></tr></table>";

fn handler() -> TextExtract {
    TextExtract { clock: Arc::new(VirtualClock::running()) }
}

fn context(body: &str, is_html: bool) -> Context {
    let Value::Object(root) = json!({
        "Message": { "Subject": "Strike Lat 1", "To": ["a@b.c"] },
        "BodyText": if is_html { stormwire_extract::html_to_text(body) } else { body.to_owned() },
        "_RawBody": body,
        "_RawBodyIsHtml": is_html,
        "Count": 5,
    }) else {
        unreachable!()
    };
    Context::new(root)
}

fn config(op: &Value, segment: &Value, fields: &Value) -> Value {
    let mut whole = json!({ "Op": { "Action": "Extract" }, "Segment": segment, "Fields": fields });
    whole["Op"].as_object_mut().unwrap().extend(op.as_object().unwrap().clone());
    whole
}

/// For [`TEXT`].
fn strikes(segment: &Value, fields: &Value) -> Value {
    config(&json!({ "Source": "$.BodyText" }), segment, fields)
}

async fn run(config: &Value, context: &mut Context) -> Result<StepSummary, String> {
    let step = StepRun {
        watcher_id: WatcherId::new(1),
        message_key: "m",
        log_id: Some(LogId::new(1)),
        run_id: &RunId::new("r"),
        action_id: ActionId::new(1),
        config,
        credential_id: None,
        force: false,
        recorder: None,
        context,
    };
    handler().run(step).await.map_err(|error| error.to_string())
}

/// The value at `$.Extract` afterwards.
async fn extracted(config: &Value, body: &str, is_html: bool) -> Result<Value, String> {
    let mut context = context(body, is_html);
    run(config, &mut context).await?;
    Ok(context.root()["Extract"].clone())
}

async fn items(segment: Value, fields: Value) -> Value {
    extracted(&strikes(&segment, &fields), TEXT, false).await.unwrap()["Items"].clone()
}

fn whole() -> Value {
    json!({ "All": { "Pattern": "(?s).*" } })
}

fn violations(config: &Value) -> Vec<String> {
    handler().validate(config).into_iter().map(|violation| violation.path).collect()
}

#[tokio::test]
async fn op_action_is_extract() {
    let good = strikes(&json!({ "StartPattern": "\\A" }), &whole());
    assert_eq!(violations(&good), [] as [&str; 0]);
    for action in [json!("Merge"), json!("extract"), json!(null), json!(1)] {
        let mut invalid = good.clone();
        invalid["Op"]["Action"] = action;
        assert_eq!(violations(&invalid), ["Op.Action"]);
        assert!(run(&invalid, &mut context(TEXT, false)).await.unwrap_err().contains("Op.Action"), "also at run time");
    }
}

#[tokio::test]
async fn op_source_is_the_context_path_of_the_text() {
    let at = |source: Value| config(&json!({ "Source": source }), &json!({ "StartPattern": "\\A" }), &whole());
    let found = extracted(&at(json!("$.Message.Subject")), TEXT, false).await.unwrap();
    assert_eq!(found["Items"][0]["All"], "Strike Lat 1");
    let found = extracted(&at(json!(null)), TEXT, false).await.unwrap();
    assert_eq!(found["Items"][0]["All"], TEXT.trim(), "default is $.BodyText");
    for (source, error) in [
        ("$.Absent", "Op.Source: no value at $.Absent"),
        ("$.Count", "Op.Source: the value at $.Count is not text"),
        ("$.Message.*", "Op.Source: $.Message.* matches several values; use a path that matches one"),
    ] {
        assert_eq!(extracted(&at(json!(source)), TEXT, false).await.unwrap_err(), error);
    }
    assert_eq!(violations(&at(json!("$.Message["))), ["Op.Source"], "an invalid path is reported on save");
    assert_eq!(violations(&at(json!("BodyText"))), ["Op.Source"]);
}

#[tokio::test]
async fn op_target_is_one_root_key_and_defaults_to_extract() {
    let to = |target: Value| config(&json!({ "Target": target }), &json!({ "StartPattern": "\\A" }), &whole());
    for (target, key) in [
        (json!("$.Strikes"), "Strikes"),
        (json!("Strikes"), "Strikes"),
        (json!(" "), "Extract"),
        (json!(null), "Extract"),
    ] {
        let mut context = context(TEXT, false);
        let summary = run(&to(target.clone()), &mut context).await.unwrap();
        assert_eq!(context.root()[key]["Count"], 1, "{target}");
        let counts: Value = serde_json::from_str(&summary.result).unwrap();
        assert_eq!(counts, json!({ "count": 1, "unread": 0, "target": format!("$.{key}") }));
    }
    for nested in ["$.A.B", "$.A[0]", "$", "$..A", "$.*"] {
        assert_eq!(violations(&to(json!(nested))), ["Op.Target"], "{nested}");
    }
}

#[tokio::test]
async fn segment_start_pattern_starts_each_record_and_is_required() {
    let found = items(json!({ "StartPattern": "Strike" }), whole()).await;
    assert_eq!(found.as_array().unwrap().len(), 3);
    assert!(found[1]["All"].as_str().unwrap().starts_with("Strike Lat 35"), "a scope includes its start match");
    assert_eq!(violations(&strikes(&json!({}), &whole())), ["Segment.StartPattern"]);
    assert_eq!(violations(&strikes(&json!({ "StartPattern": "(" }), &whole())), ["Segment.StartPattern"]);
}

#[tokio::test]
async fn segment_close_pattern_ends_a_scope() {
    let found = items(json!({ "StartPattern": "Strike", "ClosePattern": "End" }), whole()).await;
    assert_eq!(found[2]["All"], "Strike test.", "without the close match");
    let open = items(json!({ "StartPattern": "Strike" }), whole()).await;
    assert_eq!(
        open[0]["All"], "Strike Lat 34.7 at 5/1/2025 7:00:01 AM -05:00 seen yes. End\nnews",
        "to the next start"
    );
    assert_eq!(open[2]["All"], "Strike test. End", "or to the end of the text");
}

#[tokio::test]
async fn segment_filter_excludes_scopes_without_failing() {
    let found = items(json!({ "StartPattern": "Strike", "Filter": "Lat" }), whole()).await;
    assert_eq!(found.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn fields_are_an_object_of_names_and_specs() {
    let found = items(
        json!({ "StartPattern": "Strike", "Filter": "Lat" }),
        json!({ "B": { "Pattern": "Lat" }, "A": { "Pattern": "at" } }),
    )
    .await;
    assert_eq!(found[0].to_string(), r#"{"B":"Lat","A":"at"}"#, "in the order of the config");
    let start = json!({ "StartPattern": "Strike" });
    assert_eq!(violations(&strikes(&start, &json!({}))), ["Fields"]);
    assert_eq!(violations(&strikes(&start, &json!([]))), ["Fields"]);
    assert_eq!(violations(&strikes(&start, &json!({ "A": { "Pattern": "x", "Unit": "mi" } }))), ["Fields.A.Unit"]);
}

#[tokio::test]
async fn fields_pattern_returns_its_first_group_or_the_whole_match() {
    let fields = json!({ "Group": { "Pattern": "Lat (\\S+) (at)" }, "Whole": { "Pattern": "Lat \\S+" } });
    let found = items(json!({ "StartPattern": "Strike", "Filter": "Lat" }), fields).await;
    assert_eq!(found[0], json!({ "Group": "34.7", "Whole": "Lat 34.7" }));
}

#[tokio::test]
async fn fields_type_is_string_number_boolean_or_datetime() {
    let fields = json!({
        "String": { "Pattern": "Lat (\\S+)", "Type": "string" },
        "Number": { "Pattern": "Lat (\\S+)", "Type": "number" },
        "Boolean": { "Pattern": "seen (\\w+)", "Type": "boolean" },
        "Datetime": { "Pattern": "\\bat (.*?)[. ]*(?:seen|$)", "Type": "datetime", "Format": "M/d/yyyy h:mm:ss tt zzz" },
    });
    let found = items(json!({ "StartPattern": "Strike", "ClosePattern": "End", "Filter": "Lat" }), fields).await;
    assert_eq!(
        found[0],
        json!({ "String": "34.7", "Number": 34.7, "Boolean": true, "Datetime": "2025-05-01T12:00:01Z" })
    );
    assert_eq!(
        violations(&strikes(&json!({ "StartPattern": "x" }), &json!({ "A": { "Pattern": "x", "Type": "float" } }))),
        ["Fields.A.Type"]
    );
}

#[tokio::test]
async fn fields_format_parses_times_and_warns_without_offset_and_zone() {
    let field = |format: &str, zone: Value| {
        let spec = json!({ "Pattern": "(?m)^T (.*)$", "Type": "datetime", "Format": format, "TimeZone": zone, "Required": true });
        strikes(&json!({ "StartPattern": "\\A" }), &json!({ "T": spec }))
    };
    for (text, format, zone) in [
        ("T 5/1/2025 7:00:01 AM -05:00", "M/d/yyyy h:mm:ss tt zzz", json!(null)),
        ("T 05/01/2025 07:00:01 -0500", "%m/%d/%Y %H:%M:%S %z", json!(null)),
        ("T 2025-05-01 07:00:01", "yyyy-MM-dd HH:mm:ss", json!("America/Chicago")),
        ("T 2025-05-01 12:00:01", "yyyy-MM-dd HH:mm:ss", json!(null)),
    ] {
        let config = field(format, zone.clone());
        let found = extracted(&config, text, false).await.unwrap();
        assert_eq!(found["Items"][0]["T"], "2025-05-01T12:00:01Z", "{text}");
        let warned: Vec<String> = handler().warnings(&config, None).into_iter().map(|warning| warning.path).collect();
        let expected: &[&str] = if format.starts_with("yyyy") && zone.is_null() { &["Fields.T.Format"] } else { &[] };
        assert_eq!(warned, expected, "{format} {zone}");
    }
}

#[tokio::test]
async fn fields_are_optional_by_default_and_null_without_a_match() {
    let found =
        items(json!({ "StartPattern": "Strike" }), json!({ "Seen": { "Pattern": "seen (\\w+)", "Type": "boolean" } }))
            .await;
    assert_eq!(found, json!([{ "Seen": true }, { "Seen": null }, { "Seen": null }]));
}

#[tokio::test]
async fn presets_match_paragraphs_table_rows_and_the_whole_message() {
    let expected = [
        ("Paragraph", r"(?:\A|\n[ \t]*\n)\s*(?=\S)", None),
        ("HTML table row", "<tr[^>]*>", Some("</tr>")),
        ("Whole message", r"\A", None),
    ];
    let presets = PRESETS.map(|preset| (preset.name, preset.start_pattern, preset.close_pattern));
    assert_eq!(presets, expected);
    let segment = |preset: stormwire_extract::preset::Preset| json!({ "StartPattern": preset.start_pattern, "ClosePattern": preset.close_pattern });
    let raw = |preset| config(&json!({ "Source": "$._RawBody" }), &segment(preset), &whole());
    let count = async |preset, text: &str| extracted(&raw(preset), text, false).await.unwrap()["Count"].clone();
    assert_eq!(count(PARAGRAPH, "one\nstill\n\ntwo\n \t\n\nthree").await, 3);
    assert_eq!(count(HTML_TABLE_ROW, HTML).await, 2);
    assert_eq!(count(WHOLE_MESSAGE, "one\n\ntwo").await, 1);
}

#[tokio::test]
async fn the_output_is_items_and_count_even_for_one_record() {
    let fields = json!({ "Lat": { "Pattern": "Lat (\\S+)", "Type": "number" } });
    let config = strikes(&json!({ "StartPattern": "\\A" }), &fields);
    assert_eq!(extracted(&config, TEXT, false).await.unwrap(), json!({ "Items": [{ "Lat": 34.7 }], "Count": 1 }));
}

#[tokio::test]
async fn tags_are_removed_only_in_the_raw_body_of_html_messages() {
    let rows = json!({ "StartPattern": HTML_TABLE_ROW.start_pattern, "ClosePattern": "</tr>" });
    let fields = json!({ "Cell": { "Pattern": "<td>(.*)</td>" } });
    let cells = async |source: &str, is_html: bool| {
        let found = extracted(&config(&json!({ "Source": source }), &rows, &fields), HTML, is_html).await.unwrap();
        (found["Items"][0]["Cell"].clone(), found["Items"][1]["Cell"].clone())
    };
    let decoded = (json!("Smith & Sons"), json!("1 234"));
    let verbatim = (json!("Smith &amp; <b>Sons</b>"), json!("1&nbsp;234"));
    assert_eq!(cells("$._RawBody", true).await, decoded);
    assert_eq!(cells("$['_RawBody']", true).await, decoded, "in any notation of the path");
    assert_eq!(cells("$._RawBody", false).await, verbatim, "a text message");
    let mut copied = context(HTML, true);
    copied.set("Copy", json!(HTML));
    run(&config(&json!({ "Source": "$.Copy" }), &rows, &fields), &mut copied).await.unwrap();
    assert_eq!(copied.root()["Extract"]["Items"][0]["Cell"], verbatim.0, "any other source");
}

#[tokio::test]
async fn a_missing_or_invalid_required_field_fails_the_action() {
    let fields = |pattern: &str, kind: &str| json!({ "F": { "Pattern": pattern, "Type": kind, "Required": true } });
    let config = |pattern: &str, kind: &str| {
        strikes(&json!({ "StartPattern": "Strike", "Filter": "Lat" }), &fields(pattern, kind))
    };
    let mut shared = context(TEXT, false);
    let missing = run(&config(r"seen (\w+)", "boolean"), &mut shared).await.unwrap_err();
    assert_eq!(missing, r"record 1: required field F is missing: the pattern `seen (\w+)` did not match");
    assert_eq!(shared, context(TEXT, false), "no partial result");
    let unparseable = run(&config(r"\bat (\S+)", "number"), &mut shared).await.unwrap_err();
    assert!(unparseable.starts_with("record 0: ") && unparseable.contains(r"`\bat (\S+)`"), "{unparseable}");
}

#[tokio::test]
async fn zero_remaining_scopes_fail_the_action() {
    for segment in [json!({ "StartPattern": "Flash" }), json!({ "StartPattern": "Strike", "Filter": "Flash" })] {
        let error = extracted(&strikes(&segment, &whole()), TEXT, false).await.unwrap_err();
        assert!(error.starts_with("no record found") && error.contains("change of the format"), "{error}");
    }
}

#[tokio::test]
async fn text_that_looks_like_code_stays_text() {
    for text in
        ["'; drop table data.LightningStrike; --", "{{ $.Message.Subject }}", "$.Message.Subject", "<script>1</script>"]
    {
        let found = extracted(&strikes(&json!({ "StartPattern": "\\A" }), &whole()), text, false).await.unwrap();
        assert_eq!(found["Items"][0]["All"], text);
    }
    let nul = extracted(&strikes(&json!({ "StartPattern": "\\A" }), &whole()), "a\0b", false).await.unwrap();
    assert_eq!(nul["Items"][0]["All"], "ab", "databases reject the NUL character");
}

#[tokio::test]
async fn an_endless_pattern_fails_the_step_and_is_named() {
    // This clock reaches the timeout at once.
    let clock = Arc::new(VirtualClock::running());
    let extract = TextExtract { clock: clock.clone() };
    let pattern = r"(?=a)a+(?!b)d(?<!ad)";
    let config = strikes(&json!({ "StartPattern": pattern }), &whole());
    let mut shared = context(&("a".repeat(4_000_000) + "d"), false);
    let step = StepRun {
        watcher_id: WatcherId::new(1),
        message_key: "m",
        log_id: Some(LogId::new(1)),
        run_id: &RunId::new("r"),
        action_id: ActionId::new(1),
        config: &config,
        credential_id: None,
        force: false,
        recorder: None,
        context: &mut shared,
    };
    let running = extract.run(step);
    let advance = async {
        loop {
            clock.advance(PATTERN_TIMEOUT);
            tokio::task::yield_now().await;
        }
    };
    let error = tokio::select! { ended = running => ended.unwrap_err().to_string(), () = advance => unreachable!() };
    assert!(error.contains(pattern) && error.contains("the action timed out"), "{error}");
}

#[test]
fn the_input_in_the_log_does_not_show_the_text() {
    let config = strikes(&json!({ "StartPattern": "x" }), &whole());
    assert_eq!(
        handler().input(&config, &context(TEXT, false)).unwrap(),
        format!("$.BodyText: {} bytes of text", TEXT.len())
    );
    assert_eq!(handler().input(&config, &Context::new(Map::new())), None);
}
