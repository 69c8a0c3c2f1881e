//! Actions checked before they are saved, and samples tried at every save.

use crate::office::Desk;
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;

fn extract(pattern: &str) -> Value {
    json!({"Op": {"Action": "Extract", "Source": "$.BodyText"}, "Segment": {"StartPattern": "Strike"},
        "Fields": {"Lat": {"Pattern": pattern, "Type": "number", "Required": true}}})
}

on_both_databases! {
    async fn an_action_is_checked_without_being_saved(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let job = desk.watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{job}/action/check");
        let check = async |config: Value| desk.send("POST", &path, json!({"name": "Read", "actionType": "TextExtract", "config": config})).await;
        assert_eq!(check(extract(r"Lat (\d+)")).await.status.as_u16(), 204);
        let refused = check(extract("(")).await;
        assert_eq!((refused.status.as_u16(), &refused.problem()["errors"][0]["field"]), (400, &json!("config.Fields.Lat.Pattern")));
        let say = json!({"Op": {"Action": "Send", "Platform": "Slack", "Text": "Strike"}});
        let nobody = desk.send("POST", &path, json!({"name": "Say", "actionType": "Chat", "config": say, "credentialId": 999})).await;
        assert_eq!((nobody.status.as_u16(), &nobody.problem()["errors"][0]["field"]), (400, &json!("credentialId")));
        let nowhere = desk.send("POST", &path, json!({"name": "Say", "actionType": "Chat", "config": say})).await;
        assert_eq!((nowhere.status.as_u16(), &nowhere.problem()["errors"][0]["field"]), (400, &json!("config.Op.Url")));
        assert_eq!(desk.get(&format!("/mailbox-watcher/{job}/action")).await.json(), json!([]));
    }

    async fn a_mail_that_lacks_something_is_saved_with_a_warning(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let job = desk.watcher(json!({})).await["id"].clone();
        let warned = async |op: Value| {
            let action = json!({"name": "Mail", "actionType": "Email", "config": {"Op": op}});
            let made = Desk::expect(&desk.send("POST", &format!("/mailbox-watcher/{job}/action"), action).await, 201);
            let words = made["warnings"].as_array().unwrap().iter().map(|warning| warning.as_str().unwrap().to_owned());
            words.map(|words| words.split(':').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        let whole = json!({"Action": "Send", "Via": "Graph", "From": "a@city.example", "To": "b@city.example", "Subject": "S", "Text": "T"});
        assert_eq!(warned(whole).await, Vec::<String>::new());
        let bare = json!({"Action": "Send", "Via": "Graph", "Text": "T"});
        assert_eq!(warned(bare).await, ["config.Op.From", "config.Op.To", "config.Op.Subject"]);
        let serverless = json!({"Action": "Send", "To": "b@city.example", "Subject": "S", "Text": "T"});
        assert_eq!(warned(serverless).await, ["config.Op.Via"]);
    }

    async fn a_sample_is_tried_at_every_save_and_a_difference_is_told(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let job = desk.watcher(json!({})).await["id"].clone();
        let action = |pattern: &str| json!({"name": "Read", "actionType": "TextExtract", "config": extract(pattern)});
        let made = Desk::expect(&desk.send("POST", &format!("/mailbox-watcher/{job}/action"), action(r"Lat (\d+)")).await, 201);
        let path = format!("/mailbox-watcher/{job}/action/{}", made["id"]);
        let keep = async |name: &str, text: &str| desk.send("POST", &format!("{path}/sample"), json!({"name": name, "text": text})).await;
        let kept = Desk::expect(&keep("May", "Strike Lat 34 Long 86").await, 201);
        assert_eq!(kept["expected"], json!({"Items": [{"Lat": 34}], "Count": 1}));
        for (name, text, field) in [("", "Strike Lat 1", "name"), ("x", "nothing", "text")] {
            let answer = keep(name, text).await;
            assert_eq!((answer.status.as_u16(), &answer.problem()["errors"][0]["field"]), (400, &json!(field)));
        }
        let same = Desk::expect(&desk.send("PUT", &path, action(r"Lat\s+(\d+)")).await, 200);
        assert_eq!(same["warnings"], json!([]), "it finds the same");
        let check = json!({"config": extract(r"Long (\d+)")});
        let tried = Desk::expect(&desk.send("POST", &format!("{path}/sample/check"), check).await, 200);
        assert_eq!(tried[0]["difference"], "record 0, Lat: 86 instead of 34");
        let other = Desk::expect(&desk.send("PUT", &path, action(r"Long (\d+)")).await, 200);
        assert_eq!(other["warnings"], json!(["sample \"May\": record 0, Lat: 86 instead of 34"]));
        let fails = Desk::expect(&desk.send("PUT", &path, action(r"Nowhere (\d+)")).await, 200);
        assert!(fails["warnings"][0].as_str().unwrap().contains("Nowhere"), "{fails}");
        let one = format!("{path}/sample/{}", kept["id"]);
        assert_eq!(desk.send("DELETE", &one, Value::Null).await.status.as_u16(), 204);
        assert_eq!(desk.send("DELETE", &one, Value::Null).await.status.as_u16(), 404);
        assert_eq!(desk.get(&format!("{path}/sample")).await.json(), json!([]));
    }
}
