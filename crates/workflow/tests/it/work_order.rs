//! `WorkOrder` at an Open311 endpoint and in `it.WorkOrder`.

use crate::action_fixture::{ActionFixture, RunOptions, run};
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::servers::PreparedResponse;
use stormwire_workflow::StepError;

fn order(endpoint: Option<String>) -> Value {
    let mut config = json!({
        "Op": {
            "Action": "Create", "ServiceCode": "TREE", "Description": "Struck: {{ $.Text }}",
            "Latitude": "{{ $.Lat }}", "Longitude": "{{ $.Lng }}", "AddressString": "1 Main St",
        },
        "Data": {"severity": "high"},
        "FieldMap": {"count": "$.Count"},
    });
    if let Some(endpoint) = endpoint {
        config["Op"]["Endpoint"] = endpoint.into();
    }
    config
}

fn context() -> Value {
    json!({"Text": "an oak & '); drop table --", "Lat": "34.7304", "Lng": -86.5861, "Count": 3})
}

on_both_databases! {
    async fn without_an_endpoint_one_row_is_created(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        let (result, after) = fixture.run_with(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        assert_eq!((result.as_str(), &after["WorkOrder"]), ("order 1", &json!({"Id": 1})));
        let again = fixture.run_with(("WorkOrder", &order(None)), context(), run("two")).await.unwrap();
        assert_eq!(again.1, after);
        let row = "select count(*) from it.WorkOrder where ServiceCode = 'TREE' and AddressString = '1 Main St'
            and Latitude = 34.7304 and Longitude = -86.5861 and Status = 'Open' and MailboxWatcherLogId = 7
            and Description like 'Struck: an oak%' and Attributes like '%severity%' and length(EffectKey) = 64";
        assert_eq!(db.count(row).await, 1);
        fixture.run_with(("WorkOrder", &order(None)), context(), RunOptions { force: true, ..run("three") }).await.unwrap();
        assert_eq!(db.count("select count(*) from it.WorkOrder").await, 2, "force repeats");
    }

    async fn a_row_and_its_outcome_are_one_transaction(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.run_with(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        // As after a crash between the intent and the transaction: row and outcome are both missing.
        db.execute("delete from it.WorkOrder").await;
        db.execute("update it.WorkflowEffect set State = 'Intended', FinishedAt = null, Output = null").await;
        fixture.run_with(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        assert_eq!(db.count("select count(*) from it.WorkOrder").await, 1, "the resumed run creates it");
        // Even if the outcome is lost, the key prevents a second row.
        db.execute("update it.WorkflowEffect set State = 'Intended', FinishedAt = null, Output = null").await;
        fixture.run_with(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        assert_eq!(db.count("select count(*) from it.WorkOrder").await, 1);
    }

    async fn an_endpoint_gets_a_georeport_form(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        let options = RunOptions { credential_id: Some(fixture.create_credential("city", "k3y&x").await), ..run("one") };
        fixture.web.respond_next(PreparedResponse::Json(201, json!([{"service_request_id": "293944", "service_notice": "soon", "account_id": null}])));
        let config = order(Some(fixture.web.url("/open311/v2/")));
        let (result, after) = fixture.run_with(("WorkOrder", &config), context(), options).await.unwrap();
        assert_eq!(result, "order 293944");
        assert_eq!(after["WorkOrder"], json!({"ServiceRequestId": "293944", "Token": null, "ServiceNotice": "soon"}));
        let request = fixture.web.requests().remove(0);
        assert_eq!(request.line, "POST /open311/v2/requests.json");
        assert_eq!(request.header("content-type"), "application/x-www-form-urlencoded; charset=utf-8");
        for pair in ["api_key=k3y%26x", "service_code=TREE", "lat=34.7304", "long=-86.5861", "address_string=1+Main+St",
            "attribute%5Bseverity%5D=high", "attribute%5Bcount%5D=3", "description=Struck%3A+an+oak+%26+"] {
            assert!(request.body.contains(pair), "{pair} is not in {}", request.body);
        }
    }

    async fn errors_are_shown_and_a_response_without_an_id_is_unknown(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        let config = order(Some(fixture.web.url("/v2")));
        fixture.web.respond_next(PreparedResponse::Json(403, json!([{"code": 403, "description": "api_key is not valid"}])));
        let error = fixture.run_with(("WorkOrder", &config), context(), run("one")).await.unwrap_err();
        assert_eq!(error, StepError::Failed("the endpoint returned 403: api_key is not valid".into()));
        fixture.web.respond_next(PreparedResponse::Text(200, "text/html", "<p>thank you</p>".into()));
        let unknown = fixture.run_with(("WorkOrder", &config), context(), run("two")).await.unwrap_err();
        assert!(matches!(unknown, StepError::OutcomeUnknown(_)), "{unknown}");
        fixture.web.respond_next(PreparedResponse::Json(200, json!([{"token": "12345"}])));
        let (_, after) = fixture.run_with(("WorkOrder", &config), context(), run("three")).await.unwrap();
        assert_eq!(after["WorkOrder"]["Token"], "12345");
        let invalid = fixture.run_with(("WorkOrder", &config), json!({"Text": "x", "Lat": "north", "Lng": 0, "Count": 1}), run("one")).await;
        assert!(invalid.unwrap_err().to_string().starts_with("Op.Latitude: \"north\" is not a number of degrees"));
    }
}
