//! `WorkOrder` at an Open311 endpoint and in our own table.

use crate::desk::{Asked, Desk, run};
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
    async fn without_an_endpoint_the_order_is_a_row_that_is_made_once(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        let (words, after) = desk.over(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        assert_eq!((words.as_str(), &after["WorkOrder"]), ("order 1", &json!({"Id": 1})));
        let again = desk.over(("WorkOrder", &order(None)), context(), run("two")).await.unwrap();
        assert_eq!(again.1, after);
        let row = "select count(*) from it.WorkOrder where ServiceCode = 'TREE' and AddressString = '1 Main St'
            and Latitude = 34.7304 and Longitude = -86.5861 and Status = 'Open' and MailboxWatcherLogId = 7
            and Description like 'Struck: an oak%' and Attributes like '%severity%' and length(EffectKey) = 64";
        assert_eq!(db.count(row).await, 1);
        desk.over(("WorkOrder", &order(None)), context(), Asked { force: true, ..run("three") }).await.unwrap();
        assert_eq!(db.count("select count(*) from it.WorkOrder").await, 2, "force repeats");
    }

    async fn a_row_and_its_outcome_are_one_unit(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.over(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        // As a crash between the intent and the unit would leave it: the row and the outcome are missing together.
        db.execute("delete from it.WorkOrder").await;
        db.execute("update it.WorkflowEffect set State = 'Intended', FinishedAt = null, Output = null").await;
        desk.over(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        assert_eq!(db.count("select count(*) from it.WorkOrder").await, 1, "the run that goes on makes it");
        // And even under an intent that was forgotten the key keeps it single.
        db.execute("update it.WorkflowEffect set State = 'Intended', FinishedAt = null, Output = null").await;
        desk.over(("WorkOrder", &order(None)), context(), run("one")).await.unwrap();
        assert_eq!(db.count("select count(*) from it.WorkOrder").await, 1);
    }

    async fn an_endpoint_is_asked_in_the_words_of_georeport(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        let asked = Asked { credential_id: Some(desk.credential("city", "k3y&x").await), ..run("one") };
        desk.web.respond_next(PreparedResponse::Json(201, json!([{"service_request_id": "293944", "service_notice": "soon", "account_id": null}])));
        let config = order(Some(desk.web.url("/open311/v2/")));
        let (words, after) = desk.over(("WorkOrder", &config), context(), asked).await.unwrap();
        assert_eq!(words, "order 293944");
        assert_eq!(after["WorkOrder"], json!({"ServiceRequestId": "293944", "Token": null, "ServiceNotice": "soon"}));
        let heard = desk.web.requests().remove(0);
        assert_eq!(heard.line, "POST /open311/v2/requests.json");
        assert_eq!(heard.header("content-type"), "application/x-www-form-urlencoded; charset=utf-8");
        for pair in ["api_key=k3y%26x", "service_code=TREE", "lat=34.7304", "long=-86.5861", "address_string=1+Main+St",
            "attribute%5Bseverity%5D=high", "attribute%5Bcount%5D=3", "description=Struck%3A+an+oak+%26+"] {
            assert!(heard.body.contains(pair), "{pair} is not in {}", heard.body);
        }
    }

    async fn a_refusal_says_why_and_an_answer_without_a_number_is_unknown(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        let config = order(Some(desk.web.url("/v2")));
        desk.web.respond_next(PreparedResponse::Json(403, json!([{"code": 403, "description": "api_key is not valid"}])));
        let refused = desk.over(("WorkOrder", &config), context(), run("one")).await.unwrap_err();
        assert_eq!(refused, StepError::Failed("the endpoint answered 403: api_key is not valid".into()));
        desk.web.respond_next(PreparedResponse::Text(200, "text/html", "<p>thank you</p>".into()));
        let unknown = desk.over(("WorkOrder", &config), context(), run("two")).await.unwrap_err();
        assert!(matches!(unknown, StepError::OutcomeUnknown(_)), "{unknown}");
        desk.web.respond_next(PreparedResponse::Json(200, json!([{"token": "12345"}])));
        let (_, after) = desk.over(("WorkOrder", &config), context(), run("three")).await.unwrap();
        assert_eq!(after["WorkOrder"]["Token"], "12345");
        let nowhere = desk.over(("WorkOrder", &config), json!({"Text": "x", "Lat": "north", "Lng": 0, "Count": 1}), run("one")).await;
        assert!(nowhere.unwrap_err().to_string().starts_with("Op.Latitude: \"north\" is not a number of degrees"));
    }
}
