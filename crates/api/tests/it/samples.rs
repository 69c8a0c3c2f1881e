//! Validating actions before saving, and samples that run on every save.

use crate::admin_client::AdminClient;
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;

fn extract(pattern: &str) -> Value {
    json!({"Op": {"Action": "Extract", "Source": "$.BodyText"}, "Segment": {"StartPattern": "Strike"},
        "Fields": {"Lat": {"Pattern": pattern, "Type": "number", "Required": true}}})
}

on_both_databases! {
    async fn actions_can_be_validated_without_saving(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{job}/action/check");
        let check = async |config: Value| client.send("POST", &path, json!({"name": "Read", "actionType": "TextExtract", "config": config})).await;
        assert_eq!(check(extract(r"Lat (\d+)")).await.status.as_u16(), 204);
        let rejected = check(extract("(")).await;
        assert_eq!((rejected.status.as_u16(), &rejected.problem()["errors"][0]["field"]), (400, &json!("config.Fields.Lat.Pattern")));
        let say = json!({"Op": {"Action": "Send", "Platform": "Slack", "Text": "Strike"}});
        let unknown = client.send("POST", &path, json!({"name": "Say", "actionType": "Chat", "config": say, "credentialId": 999})).await;
        assert_eq!((unknown.status.as_u16(), &unknown.problem()["errors"][0]["field"]), (400, &json!("credentialId")));
        let nowhere = client.send("POST", &path, json!({"name": "Say", "actionType": "Chat", "config": say})).await;
        assert_eq!((nowhere.status.as_u16(), &nowhere.problem()["errors"][0]["field"]), (400, &json!("config.Op.Url")));
        assert_eq!(client.get(&format!("/mailbox-watcher/{job}/action")).await.json(), json!([]));
    }

    async fn incomplete_emails_are_saved_with_a_warning(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        let warned = async |op: Value| {
            let action = json!({"name": "Mail", "actionType": "Email", "config": {"Op": op}});
            let created = client.send("POST", &format!("/mailbox-watcher/{job}/action"), action).await.expect(201);
            let texts = created["warnings"].as_array().unwrap().iter().map(|warning| warning.as_str().unwrap().to_owned());
            texts.map(|text| text.split(':').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        let whole = json!({"Action": "Send", "Via": "Graph", "From": "a@city.example", "To": "b@city.example", "Subject": "S", "Text": "T"});
        assert_eq!(warned(whole).await, Vec::<String>::new());
        let bare = json!({"Action": "Send", "Via": "Graph", "Text": "T"});
        assert_eq!(warned(bare).await, ["config.Op.From", "config.Op.To", "config.Op.Subject"]);
        let serverless = json!({"Action": "Send", "To": "b@city.example", "Subject": "S", "Text": "T"});
        assert_eq!(warned(serverless).await, ["config.Op.Via"]);
    }

    async fn samples_run_on_every_save_and_report_differences(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        let action = |pattern: &str| json!({"name": "Read", "actionType": "TextExtract", "config": extract(pattern)});
        let created = client.send("POST", &format!("/mailbox-watcher/{job}/action"), action(r"Lat (\d+)")).await.expect(201);
        let path = format!("/mailbox-watcher/{job}/action/{}", created["id"]);
        let add_sample = async |name: &str, text: &str| client.send("POST", &format!("{path}/sample"), json!({"name": name, "text": text})).await;
        let sample = add_sample("May", "Strike Lat 34 Long 86").await.expect(201);
        assert_eq!(sample["expected"], json!({"Items": [{"Lat": 34}], "Count": 1}));
        for (name, text, field) in [("", "Strike Lat 1", "name"), ("x", "nothing", "text")] {
            let response = add_sample(name, text).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)));
        }
        let same = client.send("PUT", &path, action(r"Lat\s+(\d+)")).await.expect(200);
        assert_eq!(same["warnings"], json!([]), "it finds the same");
        let check = json!({"config": extract(r"Long (\d+)")});
        let tried = client.send("POST", &format!("{path}/sample/check"), check).await.expect(200);
        assert_eq!(tried[0]["difference"], "record 0, Lat: 86 instead of 34");
        let other = client.send("PUT", &path, action(r"Long (\d+)")).await.expect(200);
        assert_eq!(other["warnings"], json!(["sample \"May\": record 0, Lat: 86 instead of 34"]));
        let fails = client.send("PUT", &path, action(r"Nowhere (\d+)")).await.expect(200);
        assert!(fails["warnings"][0].as_str().unwrap().contains("Nowhere"), "{fails}");
        let one = format!("{path}/sample/{}", sample["id"]);
        assert_eq!(client.send("DELETE", &one, Value::Null).await.status.as_u16(), 204);
        assert_eq!(client.send("DELETE", &one, Value::Null).await.status.as_u16(), 404);
        assert_eq!(client.get(&format!("{path}/sample")).await.json(), json!([]));
    }
}
