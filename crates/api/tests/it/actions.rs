//! The actions of a watcher through the API.

use crate::admin_client::AdminClient;
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;

fn action(name: &str) -> Value {
    json!({"name": name, "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"Key": 1}}})
}

async fn actions_path(client: &AdminClient) -> String {
    format!("/mailbox-watcher/{}/action", client.create_watcher(json!({})).await["id"])
}

async fn names(client: &AdminClient, path: &str) -> Vec<Value> {
    let all = client.get(path).await.json();
    all.as_array().unwrap().iter().map(|one| one["name"].clone()).collect()
}

on_both_databases! {
    async fn actions_can_be_created_replaced_and_deleted(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let created = client.send("POST", &path, action("One")).await.expect(201);
        let id = created["id"].clone();
        assert_eq!(created, json!({
            "id": id, "name": "One", "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"Key": 1}},
            "order": 1, "credentialId": null, "isPhaseOne": true, "warnings": [],
        }));
        let one = format!("{path}/{id}");
        assert_eq!(client.get(&one).await.expect(200), created);
        assert_eq!(client.send("PUT", &one, created.clone()).await.expect(200), created, "a response can be sent back");
        let mut later = action("Later");
        later["isPhaseOne"] = json!(false);
        let changed = client.send("PUT", &one, later).await.expect(200);
        assert_eq!((&changed["name"], &changed["isPhaseOne"], &changed["order"]), (&json!("Later"), &json!(false), &json!(1)));
        let other = format!("{}/{id}", actions_path(&client).await);
        assert_eq!(client.get(&other).await.problem()["status"], 404, "actions belong to one watcher");
        assert_eq!(client.send("DELETE", &other, Value::Null).await.status.as_u16(), 404);
        assert_eq!(client.send("DELETE", &one, Value::Null).await.status.as_u16(), 204);
        assert_eq!(client.send("PUT", &one, action("x")).await.status.as_u16(), 404);
        assert_eq!(client.send("POST", "/mailbox-watcher/999999/action", action("x")).await.status.as_u16(), 404);
    }

    async fn new_actions_are_last_and_can_be_reordered(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let mut ids = Vec::new();
        for name in ["A", "B", "C"] {
            ids.push(client.send("POST", &path, action(name)).await.expect(201)["id"].clone());
        }
        assert_eq!(names(&client, &path).await, ["A", "B", "C"]);
        let order = format!("{path}/order");
        let new_order = json!({"ids": [ids[2], ids[0], ids[1]]});
        let ordered = client.send("PUT", &order, new_order).await.expect(200);
        let positions: Vec<_> = ordered.as_array().unwrap().iter().map(|one| (one["name"].clone(), one["order"].clone())).collect();
        assert_eq!(positions, [(json!("C"), json!(1)), (json!("A"), json!(2)), (json!("B"), json!(3))]);
        for (wrong, field) in [
            (json!({"ids": [ids[0], ids[1]]}), "ids"),
            (json!({"ids": [ids[0], ids[1], ids[1]]}), "ids"),
            (json!({"ids": [ids[0], ids[1], ids[2], 999]}), "ids"),
            (json!({"ids": ["x"]}), "ids[0]"),
            (json!({}), "ids"),
        ] {
            let response = client.send("PUT", &order, wrong.clone()).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)), "{wrong}");
        }
        assert_eq!(names(&client, &path).await, ["C", "A", "B"], "nothing was written");
    }

    async fn all_violations_are_reported_with_their_paths(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let fields = async |body: Value| {
            let response = client.send("POST", &path, body).await;
            assert_eq!(response.status.as_u16(), 400);
            let mut fields: Vec<String> =
                response.problem()["errors"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap().to_owned()).collect();
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
        assert_eq!(names(&client, &path).await, [] as [Value; 0]);
    }

    async fn probable_mistakes_are_saved_with_a_warning(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let with = |zone: Value| json!({"name": "x", "actionType": "TextExtract", "config": {
            "Op": {"Action": "Extract"}, "Segment": {"StartPattern": "\\A"},
            "Fields": {"T": {"Pattern": "x", "Type": "datetime", "Format": "M/d/yyyy HH:mm", "TimeZone": zone}},
        }});
        let created = client.send("POST", &path, with(json!(null))).await.expect(201);
        let warnings = json!(["config.Fields.T.Format: has no offset, and there is no TimeZone: times are taken as UTC"]);
        assert_eq!(created["warnings"], warnings);
        let one = format!("{path}/{}", created["id"]);
        assert_eq!(client.get(&one).await.expect(200)["warnings"], warnings);
        assert_eq!(client.get(&path).await.expect(200)[0]["warnings"], warnings);
        let mut sent = created.clone();
        sent["config"] = with(json!("America/Chicago"))["config"].clone();
        let fixed = client.send("PUT", &one, sent).await.expect(200);
        assert_eq!(fixed["warnings"], json!([]), "a response can be sent back");
    }

    async fn merge_without_match_on_is_saved_with_a_warning(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let with = |match_on: Value| json!({"name": "x", "actionType": "Sql", "config": {
            "Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Extract.Items"}, "MatchOn": match_on,
        }});
        let created = client.send("POST", &path, with(json!(null))).await.expect(201);
        assert!(created["warnings"][0].as_str().unwrap().starts_with("config.MatchOn: is missing."), "{created}");
        let one = format!("{path}/{}", created["id"]);
        let known = client.send("PUT", &one, with(json!(["Timestamp", "Name"]))).await.expect(200);
        let warnings = known["warnings"].as_array().unwrap();
        assert!(!warnings.iter().any(|one| one.as_str().unwrap().contains("MatchOn")), "{known}");
    }

    async fn missing_fields_of_later_actions_are_warnings(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let extract = |fields: &[&str]| {
            let fields: serde_json::Map<String, Value> = fields.iter().map(|name| ((*name).to_owned(), json!({"Pattern": "x"}))).collect();
            json!({"name": "Extract strikes", "actionType": "TextExtract", "config": {
                "Op": {"Action": "Extract"}, "Segment": {"StartPattern": "x"}, "Fields": fields,
            }})
        };
        let all = ["Name", "Timestamp", "Type", "Latitude", "Longitude"];
        let first = client.send("POST", &path, extract(&all)).await.expect(201);
        let store = json!({"name": "Store strikes", "actionType": "Sql", "config": {
            "Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Extract.Items"},
            "MatchOn": ["Timestamp", "Name"],
        }});
        let second = client.send("POST", &path, store).await.expect(201);
        assert_eq!(second["warnings"], json!([]));
        let one = format!("{path}/{}", first["id"]);
        let saved = client.send("PUT", &one, extract(&all[1..])).await.expect(200);
        let warning = "“Store strikes” needs the field Name. Add a field Name to “Extract strikes”, or a fixed value under Data \
                       in “Store strikes”.";
        assert_eq!(saved["warnings"], json!([warning]));
        let listed = client.get(&path).await.expect(200);
        assert_eq!((&listed[0]["warnings"], &listed[1]["warnings"]), (&json!([]), &json!([warning])));
        let without_column = client.send("PUT", &one, extract(&["Name", "Timestamp", "Type", "Latitude"])).await.expect(200);
        assert!(without_column["warnings"][0].as_str().unwrap().contains("needs the field Longitude"), "a column without default: {without_column}");
        assert_eq!(client.send("DELETE", &one, Value::Null).await.status.as_u16(), 204);
        let listed = client.get(&path).await.expect(200);
        assert!(listed[0]["warnings"][0].as_str().unwrap().starts_with("“Store strikes” reads $.Extract, but no action"), "{listed}");
    }

    async fn reading_attachments_that_are_not_saved_is_a_warning(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let watcher = client.create_watcher(json!({})).await;
        let path = format!("/mailbox-watcher/{}", watcher["id"]);
        let extract = json!({"name": "Extract", "actionType": "TextExtract", "config": {
            "Op": {"Action": "Extract", "Source": "$.Attachments[0].Text"}, "Segment": {"StartPattern": "x"}, "Fields": {"A": {"Pattern": "x"}},
        }});
        let saved = client.send("POST", &format!("{path}/action"), extract).await.expect(201);
        assert!(saved["warnings"][0].as_str().unwrap().contains("Turn on “Save attachments”"), "{saved}");
        client.send("PATCH", &path, json!({"includeAttachments": true})).await.expect(200);
        assert_eq!(client.get(&format!("{path}/action")).await.expect(200)[0]["warnings"], json!([]));
    }

    async fn invalid_actions_are_rejected(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let with = |key: &str, value: Value| { let mut body = action("x"); body[key] = value; body };
        for (body, field) in [
            (with("name", json!("")), "name"),
            (with("actionType", json!("Magic")), "actionType"),
            (with("config", json!([])), "config"),
            (with("config", json!({"Op": {"Action": "Conjure"}})), "config.Op.Action"),
            (with("config", json!({"Op": {"Action": "Set"}, "Color": 1})), "config.Color"),
            (with("credentialId", json!(999)), "credentialId"),
            (with("order", json!("first")), "order"),
            (with("color", json!("red")), "color"),
            (json!({"name": "x", "actionType": "Data"}), "config"),
        ] {
            let response = client.send("POST", &path, body.clone()).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)), "{body}");
        }
        assert_eq!(names(&client, &path).await, [] as [Value; 0]);
    }

    async fn unknown_tables_and_columns_are_rejected(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let body = |target: &str, column: &str| json!({"name": "Rows", "actionType": "Sql", "config": {
            "Op": {"Action": "Merge", "Target": target, "Source": "$.Extract.Items"}, "MatchOn": ["Timestamp", column]}});
        for (target, column, field, message) in [
            ("LightningStrike", "Station", "config.MatchOn", "data.LightningStrike has no column \"Station\" (named in MatchOn)"),
            ("Strikes", "Name", "config.Op.Target", "table \"Strikes\" not found"),
            ("it.Credential", "Name", "config.Op.Target", "\"it.Credential\" is not in the schema data or organization; use a name such as data.LightningStrike"),
        ] {
            let response = client.send("POST", &path, body(target, column)).await;
            assert_eq!(response.status.as_u16(), 400);
            assert_eq!(response.problem()["errors"][0], json!({"field": field, "message": message}));
        }
        assert_eq!(client.send("POST", &path, body("LightningStrike", "Name")).await.status.as_u16(), 201);
    }

    async fn valid_actions_with_external_effects_are_saved(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let good = [
            ("Http", json!({"Action": "Post", "Url": "https://api.example.gov/x"})),
            ("Chat", json!({"Action": "Send", "Platform": "Teams", "Url": "https://hook.example/x", "Text": "{{ $.Message.Subject }}"})),
            ("Email", json!({"Action": "Send", "To": "crew@example.gov", "Subject": "S", "Html": "<p>{{ BodyText }}</p>"})),
            ("WorkOrder", json!({"Action": "Create", "ServiceCode": "T", "AddressString": "Main St"})),
        ];
        let send = async |action_type: &str, op: &Value| {
            let body = json!({"name": action_type, "actionType": action_type, "config": {"Op": op}});
            client.send("POST", &path, body).await
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
            let response = send(action_type, &bad).await;
            let field = response.problem()["errors"][0]["field"].clone();
            assert_eq!((response.status.as_u16(), field), (400, json!(format!("config.Op.{key}"))), "{bad}");
        }
    }
}
