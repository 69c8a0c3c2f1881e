//! The actions of a watcher through the API.

use crate::office::Desk;
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;

fn action(name: &str) -> Value {
    json!({"name": name, "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"Key": 1}}})
}

async fn place(desk: &Desk) -> String {
    format!("/mailbox-watcher/{}/action", desk.watcher(json!({})).await["id"])
}

async fn names(desk: &Desk, path: &str) -> Vec<Value> {
    let all = desk.get(path).await.json();
    all.as_array().unwrap().iter().map(|one| one["name"].clone()).collect()
}

on_both_databases! {
    async fn an_action_is_made_changed_and_removed(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let made = Desk::expect(&desk.send("POST", &path, action("One")).await, 201);
        let id = made["id"].clone();
        assert_eq!(made, json!({
            "id": id, "name": "One", "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"Key": 1}},
            "order": 1, "credentialId": null, "isPhaseOne": true, "warnings": [],
        }));
        let one = format!("{path}/{id}");
        assert_eq!(Desk::expect(&desk.get(&one).await, 200), made);
        assert_eq!(Desk::expect(&desk.send("PUT", &one, made.clone()).await, 200), made, "what was read may be sent");
        let mut later = action("Later");
        later["isPhaseOne"] = json!(false);
        let changed = Desk::expect(&desk.send("PUT", &one, later).await, 200);
        assert_eq!((&changed["name"], &changed["isPhaseOne"], &changed["order"]), (&json!("Later"), &json!(false), &json!(1)));
        let other = format!("{}/{id}", place(&desk).await);
        assert_eq!(desk.get(&other).await.problem()["status"], 404, "it belongs to its watcher alone");
        assert_eq!(desk.send("DELETE", &other, Value::Null).await.status.as_u16(), 404);
        assert_eq!(desk.send("DELETE", &one, Value::Null).await.status.as_u16(), 204);
        assert_eq!(desk.send("PUT", &one, action("x")).await.status.as_u16(), 404);
        assert_eq!(desk.send("POST", "/mailbox-watcher/999999/action", action("x")).await.status.as_u16(), 404);
    }

    async fn the_order_is_last_by_default_and_can_be_changed(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let mut ids = Vec::new();
        for name in ["A", "B", "C"] {
            ids.push(Desk::expect(&desk.send("POST", &path, action(name)).await, 201)["id"].clone());
        }
        assert_eq!(names(&desk, &path).await, ["A", "B", "C"]);
        let order = format!("{path}/order");
        let wanted = json!({"ids": [ids[2], ids[0], ids[1]]});
        let ordered = Desk::expect(&desk.send("PUT", &order, wanted).await, 200);
        let places: Vec<_> = ordered.as_array().unwrap().iter().map(|one| (one["name"].clone(), one["order"].clone())).collect();
        assert_eq!(places, [(json!("C"), json!(1)), (json!("A"), json!(2)), (json!("B"), json!(3))]);
        for (wrong, field) in [
            (json!({"ids": [ids[0], ids[1]]}), "ids"),
            (json!({"ids": [ids[0], ids[1], ids[1]]}), "ids"),
            (json!({"ids": [ids[0], ids[1], ids[2], 999]}), "ids"),
            (json!({"ids": ["x"]}), "ids[0]"),
            (json!({}), "ids"),
        ] {
            let answer = desk.send("PUT", &order, wrong.clone()).await;
            assert_eq!((answer.status.as_u16(), &answer.problem()["errors"][0]["field"]), (400, &json!(field)), "{wrong}");
        }
        assert_eq!(names(&desk, &path).await, ["C", "A", "B"], "nothing was written");
    }

    async fn everything_that_is_wrong_is_told_at_once_with_its_path(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let fields = async |body: Value| {
            let answer = desk.send("POST", &path, body).await;
            assert_eq!(answer.status.as_u16(), 400);
            let mut fields: Vec<String> =
                answer.problem()["errors"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap().to_owned()).collect();
            fields.sort();
            fields
        };
        let extract = json!({"name": "", "actionType": "TextExtract", "config": {
            "Op": {"Action": "Merge", "Target": "$.A.B"}, "Segment": {"StartPattern": "("},
            "Fields": {"T": {"Pattern": "x", "Type": "datetime", "Format": "zz", "TimeZone": "Central"}}, "More": 1,
        }});
        let expected = [
            "config.Fields.T.Format", "config.Fields.T.TimeZone", "config.More", "config.Op.Action", "config.Op.Target",
            "config.Segment.StartPattern", "name",
        ];
        assert_eq!(fields(extract).await, expected);
        let condition = json!({"name": "x", "actionType": "Condition", "config": {
            "Op": {"Action": "Go"}, "When": {"All": [{"Path": "$.A", "Is": "Like"}, {"Is": "Exists"}]}, "More": 1,
        }});
        let expected = ["config.More", "config.Op.Action", "config.When.All[0].Is", "config.When.All[1].Path"];
        assert_eq!(fields(condition).await, expected);
        assert_eq!(fields(json!({"name": "x", "actionType": "Data", "config": {"Op": {}, "Data": []}})).await, ["config.Data", "config.Op.Action"]);
        assert_eq!(names(&desk, &path).await, [] as [Value; 0]);
    }

    async fn what_is_probably_not_meant_is_saved_with_a_warning(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let with = |zone: Value| json!({"name": "x", "actionType": "TextExtract", "config": {
            "Op": {"Action": "Extract"}, "Segment": {"StartPattern": "\\A"},
            "Fields": {"T": {"Pattern": "x", "Type": "datetime", "Format": "M/d/yyyy HH:mm", "TimeZone": zone}},
        }});
        let made = Desk::expect(&desk.send("POST", &path, with(json!(null))).await, 201);
        let warnings = json!(["config.Fields.T.Format: has no offset, and there is no TimeZone: times are taken as UTC"]);
        assert_eq!(made["warnings"], warnings);
        let one = format!("{path}/{}", made["id"]);
        assert_eq!(Desk::expect(&desk.get(&one).await, 200)["warnings"], warnings);
        assert_eq!(Desk::expect(&desk.get(&path).await, 200)[0]["warnings"], warnings);
        let mut sent = made.clone();
        sent["config"] = with(json!("America/Chicago"))["config"].clone();
        let mended = Desk::expect(&desk.send("PUT", &one, sent).await, 200);
        assert_eq!(mended["warnings"], json!([]), "what was read may be sent back, warnings and all");
    }

    async fn a_merge_that_guesses_how_rows_are_known_is_saved_with_a_warning(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let with = |match_on: Value| json!({"name": "x", "actionType": "Sql", "config": {
            "Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Extract.Items"}, "MatchOn": match_on,
        }});
        let made = Desk::expect(&desk.send("POST", &path, with(json!(null))).await, 201);
        assert!(made["warnings"][0].as_str().unwrap().starts_with("config.MatchOn: without it"), "{made}");
        let known = Desk::expect(&desk.send("POST", &path, with(json!(["Timestamp", "Name"]))).await, 201);
        assert_eq!(known["warnings"], json!([]));
    }

    async fn what_cannot_run_is_refused_when_it_is_saved(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let with = |key: &str, value: Value| { let mut body = action("x"); body[key] = value; body };
        for (body, field) in [
            (with("name", json!("")), "name"),
            (with("actionType", json!("Magic")), "actionType"),
            (with("config", json!([])), "config"),
            (with("config", json!({"Op": {"Action": "Conjure"}})), "config.Op.Action"),
            (with("config", json!({"Op": {"Action": "Set"}, "Colour": 1})), "config.Colour"),
            (with("credentialId", json!(999)), "credentialId"),
            (with("order", json!("first")), "order"),
            (with("colour", json!("red")), "colour"),
            (json!({"name": "x", "actionType": "Data"}), "config"),
        ] {
            let answer = desk.send("POST", &path, body.clone()).await;
            assert_eq!((answer.status.as_u16(), &answer.problem()["errors"][0]["field"]), (400, &json!(field)), "{body}");
        }
        assert_eq!(names(&desk, &path).await, [] as [Value; 0]);
    }

    async fn a_table_or_column_that_is_not_there_is_refused_when_it_is_saved(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let body = |target: &str, column: &str| json!({"name": "Rows", "actionType": "Sql", "config": {
            "Op": {"Action": "Merge", "Target": target, "Source": "$.Extract.Items"}, "MatchOn": ["Timestamp", column]}});
        for (target, column, field, words) in [
            ("LightningStrike", "Station", "config.MatchOn", "data.LightningStrike has no column Station (MatchOn)"),
            ("Strikes", "Name", "config.Op.Target", "there is no table Strikes"),
            ("it.Credential", "Name", "config.Op.Target", "only data and organization can be reached, as in data.LightningStrike"),
        ] {
            let answer = desk.send("POST", &path, body(target, column)).await;
            assert_eq!(answer.status.as_u16(), 400);
            assert_eq!(answer.problem()["errors"][0], json!({"field": field, "message": words}));
        }
        assert_eq!(desk.send("POST", &path, body("LightningStrike", "Name")).await.status.as_u16(), 201);
    }

    async fn actions_that_reach_outside_are_saved_when_they_can_run(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = place(&desk).await;
        let good = [
            ("Http", json!({"Action": "Post", "Url": "https://api.example.gov/x"})),
            ("Chat", json!({"Action": "Send", "Platform": "Teams", "Url": "https://hook.example/x", "Text": "{{ $.Message.Subject }}"})),
            ("Email", json!({"Action": "Send", "To": "crew@example.gov", "Subject": "S", "Html": "<p>{{ BodyText }}</p>"})),
            ("WorkOrder", json!({"Action": "Create", "ServiceCode": "T", "AddressString": "Main St"})),
        ];
        let send = async |action_type: &str, op: &Value| {
            let body = json!({"name": action_type, "actionType": action_type, "config": {"Op": op}});
            desk.send("POST", &path, body).await
        };
        for (action_type, op) in &good {
            assert_eq!(send(action_type, op).await.status, 201, "{action_type}");
        }
        for ((action_type, op), (key, value)) in good.into_iter().zip([
            ("Url", json!("http://{{ $.Host }}/x")),
            ("Platform", json!("Pager")),
            ("Html", json!("{% for x in y %}")),
            ("Latitude", json!("north")),
        ]) {
            let mut bad = op;
            bad[key] = value;
            let answer = send(action_type, &bad).await;
            let field = answer.problem()["errors"][0]["field"].clone();
            assert_eq!((answer.status.as_u16(), field), (400, json!(format!("config.Op.{key}"))), "{bad}");
        }
    }
}
