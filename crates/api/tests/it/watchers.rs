//! Watchers through the API.

use crate::admin_client::{AdminClient, SECRET};
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use serde_json::{Value, json};
use stormwire_testkit::{DirectConnection, on_both_databases};

async fn time_passes(db: &stormwire_testkit::TestDb) {
    loop {
        db.clock.advance(std::time::Duration::from_millis(100));
        tokio::task::yield_now().await;
    }
}

on_both_databases! {
    async fn watchers_with_ambiguous_credential_get_a_warning(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        client.create_credential().await;
        let second = json!({"name": "Other", "clientId": "b", "clientSecret": "s", "namespace": "contoso.com"});
        client.send("POST", "/credential", second).await.expect(201);
        let created = client.create_watcher(json!({})).await;
        assert!(created["warnings"][0].as_str().unwrap().starts_with("cannot sign in: credentialId"), "{created}");
    }

    async fn second_watcher_of_a_folder_gets_a_warning(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let first = client.create_watcher(json!({"name": "First"})).await;
        assert_eq!(first["warnings"], Value::Null, "{first}");
        let elsewhere = client.create_watcher(json!({"name": "Elsewhere", "folderPath": "Inbox/Other"})).await;
        assert_eq!(elsewhere["warnings"], Value::Null, "{elsewhere}");
        let second = client.create_watcher(json!({"name": "Second", "folderPath": "inbox"})).await;
        assert!(second["warnings"][0].as_str().unwrap().starts_with("watcher \"First\" watches the same folder"), "{second}");
        let path = format!("/mailbox-watcher/{}", elsewhere["id"]);
        let moved = client.send("PATCH", &path, json!({"folderPath": "Inbox"})).await.expect(200);
        assert_eq!(moved["warnings"].as_array().unwrap().len(), 2, "{moved}");
    }

    async fn a_taken_name_gets_a_warning_until_it_is_changed(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let first = client.create_watcher(json!({})).await;
        let second = client.create_watcher(json!({"folderPath": "Inbox/Other"})).await;
        let warning = format!("watcher {} has the same name: ", first["id"]);
        assert!(second["warnings"][0].as_str().unwrap().starts_with(&warning), "{second}");
        let [first, second] = [first, second].map(|one| format!("/mailbox-watcher/{}", one["id"]));
        assert_eq!(client.get(&first).await.expect(200)["warnings"].as_array().unwrap().len(), 1);
        let renamed = client.send("PATCH", &second, json!({"name": "Other"})).await.expect(200);
        let first = client.get(&first).await.expect(200);
        assert_eq!((&renamed["warnings"], &first["warnings"]), (&Value::Null, &Value::Null));
    }

    async fn watchers_can_be_created_with_defaults_and_read_back(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let created = client.create_watcher(json!({})).await;
        let id = created["id"].clone();
        assert_eq!(created, json!({
            "id": id, "name": "Storm", "description": null, "isEnabled": false, "mailboxAddress": MAILBOX,
            "folderPath": "Inbox", "folderId": null, "fromFilter": null, "subjectFilter": null, "credentialId": null,
            "mode": "Subscription", "moveOnProcess": true, "includeAttachments": false, "maxAttachmentMb": 10,
            "reconciliationIntervalSeconds": null, "processExisting": true, "leaveUnmatched": false, "senderAuthentication": "None",
            "expectEveryMinutes": null, "resume": "Manual", "kind": "Mailbox", "facilityIds": null, "statuses": null, "rings": false,
            "folder": null, "pattern": "*", "rescanSeconds": 60, "stableSeconds": 2, "maxFileMb": 50, "testMode": false,
            "graphSubscriptionId": null, "subscriptionExpiresAt": null, "lastNotificationAt": null, "lastRenewedAt": null,
            "lastSubscriptionError": null, "lastMessageReceived": null, "lastMessageStatus": null,
            "health": "Disabled", "healthReason": null, "feedProblem": null, "loops": [],
        }));
        let path = format!("/mailbox-watcher/{id}");
        assert_eq!(client.get(&path).await.expect(200), created);
        assert_eq!(client.get("/mailbox-watcher").await.expect(200), json!([created]));
        assert_eq!(client.send("PUT", &path, created.clone()).await.expect(200), created, "a response can be sent back");
        assert_eq!(client.send("DELETE", &path, Value::Null).await.status.as_u16(), 204);
        for (method, path, body) in [
            ("GET", path.clone(), Value::Null),
            ("DELETE", path.clone(), Value::Null),
            ("PUT", path.clone(), created),
            ("PATCH", path.clone(), json!({})),
            ("POST", format!("{path}/enable"), Value::Null),
            ("POST", format!("{path}/disable"), Value::Null),
            ("POST", format!("{path}/reload"), Value::Null),
            ("GET", format!("{path}/action"), Value::Null),
            ("GET", format!("{path}/log"), Value::Null),
        ] {
            assert_eq!(client.send(method, &path, body).await.problem()["status"], 404, "{method} {path}");
        }
        let trail = client.get("/audit?limit=3").await.json();
        let actions: Vec<&str> = trail["items"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["delete", "update", "create"]);
    }

    async fn a_patch_changes_only_its_fields(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let created = client.create_watcher(json!({"folderId": "f", "fromFilter": "vendor", "description": "old"})).await;
        let path = format!("/mailbox-watcher/{}", created["id"]);
        let patch = async |body: Value| client.send("PATCH", &path, body).await.expect(200);
        let now = patch(json!({"fromFilter": null, "subjectFilter": "strike", "mode": "PollOnly"})).await;
        assert_eq!((&now["fromFilter"], &now["subjectFilter"], &now["mode"]), (&json!(null), &json!("strike"), &json!("PollOnly")));
        assert_eq!((&now["folderId"], &now["description"]), (&json!("f"), &json!("old")), "the rest stays");
        assert_eq!(patch(json!({"description": null})).await["description"], json!(null), "as of a new watcher");
        assert_eq!(patch(json!({"folderPath": "Inbox/Storms"})).await["folderId"], json!(null));
        let both = patch(json!({"folderPath": "Inbox/Alerts", "folderId": "g"})).await;
        assert_eq!((&both["folderPath"], &both["folderId"]), (&json!("Inbox/Alerts"), &json!("g")));
        let plain = json!({"name": "Storm", "mailboxAddress": MAILBOX});
        let put = client.send("PUT", &path, plain).await.expect(200);
        assert_eq!((&put["folderId"], &put["folderPath"], &put["subjectFilter"]), (&json!(null), &json!("Inbox"), &json!(null)));
    }

    async fn concurrent_patches_keep_both_changes(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let id = client.create_watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}");
        for round in 1..=10 {
            let (one, two) = (json!({"name": format!("Storm {round}")}), json!({"maxAttachmentMb": round}));
            let (one, two) = tokio::join!(client.send("PATCH", &path, one), client.send("PATCH", &path, two));
            assert_eq!((one.status.as_u16(), two.status.as_u16()), (200, 200));
            let now = client.get(&path).await.json();
            assert_eq!((&now["name"], &now["maxAttachmentMb"]), (&json!(format!("Storm {round}")), &json!(round)));
        }
    }

    async fn invalid_watchers_are_rejected_by_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let good = client.create_watcher(json!({})).await;
        for (change, field) in [
            (json!({"name": ""}), "name"),
            (json!({"name": null}), "name"),
            (json!({"mailboxAddress": "storm"}), "mailboxAddress"),
            (json!({"folderPath": ""}), "folderPath"),
            (json!({"mode": "Push"}), "mode"),
            (json!({"isEnabled": "yes"}), "isEnabled"),
            (json!({"maxAttachmentMb": 0}), "maxAttachmentMb"),
            (json!({"maxAttachmentMb": 1.5}), "maxAttachmentMb"),
            (json!({"reconciliationIntervalSeconds": 0}), "reconciliationIntervalSeconds"),
            (json!({"credentialId": 999}), "credentialId"),
            (json!({"clientState": "x"}), "clientState"),
            (json!({"deltaLink": "x"}), "deltaLink"),
            (json!({"color": "red"}), "color"),
        ] {
            let mut body = json!({"name": "Storm", "mailboxAddress": MAILBOX});
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let patch = format!("/mailbox-watcher/{}", good["id"]);
            for (method, path, body) in [("POST", "/mailbox-watcher", &body), ("PUT", &patch, &body), ("PATCH", &patch, &change)] {
                let response = client.send(method, path, body.clone()).await;
                assert_eq!(response.status.as_u16(), 400, "{method} {body}");
                assert_eq!(response.problem()["errors"][0]["field"], field, "{method} {body}");
            }
        }
        assert_eq!(client.get("/mailbox-watcher").await.expect(200), json!([good]), "nothing was written");
    }

    async fn watchers_can_be_enabled_disabled_and_reloaded(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = format!("/mailbox-watcher/{}", client.create_watcher(json!({})).await["id"]);
        let on = client.send("POST", &format!("{path}/enable"), Value::Null).await.expect(200);
        assert_eq!((&on["isEnabled"], &on["health"]), (&json!(true), &json!("Degraded")));
        assert!(on["healthReason"].as_str().unwrap().contains("subscription"), "{on}");
        let loops = "select count(*) from it.Queue where Kind in ('Reconcile', 'Subscription', 'Listing')";
        assert_eq!(db.count(loops).await, 3);
        client.send("POST", &format!("{path}/reload"), Value::Null).await.expect(202);
        assert_eq!(db.count(loops).await, 3, "each job is queued once");
        let off = client.send("POST", &format!("{path}/disable"), Value::Null).await.expect(200);
        assert_eq!((&off["isEnabled"], &off["health"]), (&json!(false), &json!("Disabled")));
    }

    async fn client_state_is_never_returned(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let id = client.create_watcher(json!({})).await["id"].clone();
        let mut foreign = DirectConnection::connect(&db.database).await;
        foreign.execute(&format!("update it.MailboxWatcherJob set ClientState = 'v1.state', DeltaLink = 'link-text' where Id = {id}")).await.unwrap();
        let path = format!("/mailbox-watcher/{id}");
        let patched = client.send("PATCH", &path, json!({"description": "x"})).await;
        for response in [patched, client.get(&path).await, client.get("/mailbox-watcher").await, client.get("/audit").await] {
            let text = String::from_utf8_lossy(&response.body).into_owned();
            assert!(!text.contains("v1.state") && !text.contains("link-text") && !text.contains("clientState"), "{text}");
        }
    }

    async fn enabling_a_full_folder_requires_process_existing(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let credential = client.create_credential().await;
        for number in 0..501 {
            provider.deliver("Inbox", &format!("Old {number}"));
        }
        let path = format!("/mailbox-watcher/{}", client.create_watcher(json!({"credentialId": credential})).await["id"]);
        let enable = format!("{path}/enable");
        let rejected = client.send("POST", &enable, Value::Null).await;
        assert_eq!(rejected.status.as_u16(), 409);
        assert!(rejected.problem()["detail"].as_str().unwrap().contains("501 messages"), "the count is reported");
        client.send("PATCH", &path, json!({"isEnabled": true})).await.expect(409);
        assert_eq!(client.get(&path).await.json()["isEnabled"], false);
        let body = json!({"name": "At once", "mailboxAddress": MAILBOX, "credentialId": credential, "isEnabled": true});
        client.send("POST", "/mailbox-watcher", body).await.expect(409);
        client.send("PATCH", &path, json!({"description": "says nothing"})).await.expect(200);
        client.send("POST", &enable, Value::Null).await.expect(409);
        client.send("PATCH", &path, json!({"processExisting": false})).await.expect(200);
        let on = client.send("POST", &enable, Value::Null).await.expect(200);
        assert_eq!((&on["isEnabled"], &on["processExisting"]), (&json!(true), &json!(false)));
    }

    async fn unknown_folders_are_rejected_on_save(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let credential = client.create_credential().await;
        let created = client.create_watcher(json!({"credentialId": credential})).await;
        assert_eq!(created["warnings"], json!(null), "the folder was found");
        let path = format!("/mailbox-watcher/{}", created["id"]);
        for (change, field) in [(json!({"folderPath": "Inbox/Storms"}), "folderPath"), (json!({"folderId": "AAMk="}), "folderId")] {
            let rejected = client.send("PATCH", &path, change.clone()).await;
            assert_eq!((rejected.status.as_u16(), &rejected.problem()["errors"][0]["field"]), (400, &json!(field)));
            let mut whole = json!({"name": "Two", "mailboxAddress": MAILBOX, "credentialId": credential});
            whole.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            client.send("POST", "/mailbox-watcher", whole).await.expect(400);
        }
        provider.deliver("Inbox/Storms", "One");
        client.send("PATCH", &path, json!({"folderPath": "Inbox/Storms"})).await.expect(200);
        let elsewhere = json!({"mailboxAddress": "nobody@example.gov"});
        let warning = client.send("PATCH", &path, elsewhere).await.expect(200);
        assert!(warning["warnings"][0].as_str().unwrap().starts_with("the folder could not be checked"), "{warning}");
    }

    async fn watchers_can_be_saved_while_the_provider_is_unreachable(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let credential = client.create_credential().await;
        let created = tokio::select! {
            created = client.create_watcher(json!({"credentialId": credential})) => created,
            () = time_passes(db) => unreachable!(),
        };
        assert!(created["warnings"][0].as_str().unwrap().starts_with("the folder could not be checked"), "{created}");
        assert_eq!(client.get(&format!("/mailbox-watcher/{}", created["id"])).await.json()["warnings"], json!(null));
    }

    async fn folders_are_returned_as_a_tree(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let path = format!("/mailbox-watcher/folders?mailboxAddress={MAILBOX}");
        let none = client.get(&path).await;
        assert_eq!((none.status.as_u16(), &none.problem()["errors"][0]["field"]), (400, &json!("credentialId")));
        let credential = client.create_credential().await;
        provider.deliver("Inbox/Storm alerts", "One");
        let tree = client.get(&path).await.expect(200);
        let named = |list: &Value, name: &str| list.as_array().unwrap().iter().find(|one| one["displayName"] == name).unwrap().clone();
        let inbox = named(&tree, "Inbox");
        assert_eq!((&inbox["path"], &inbox["totalItemCount"]), (&json!("Inbox"), &json!(0)));
        let below = named(&inbox["children"], "Storm alerts");
        assert_eq!((&below["path"], &below["totalItemCount"], &below["unreadItemCount"]), (&json!("Inbox/Storm alerts"), &json!(1), &json!(1)));
        assert!(below["id"].as_str().is_some_and(|id| !id.is_empty()) && below["children"] == json!([]));
        client.get(&format!("{path}&credentialId={credential}")).await.expect(200);
        for (query, field) in [("", "mailboxAddress"), ("?mailboxAddress=x", "mailboxAddress"), ("?color=red", "color"),
            ("?mailboxAddress=a@b.c&credentialId=999", "credentialId")] {
            let response = client.get(&format!("/mailbox-watcher/folders{query}")).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)), "{query}");
        }
    }

    async fn rejected_credentials_report_the_provider_message(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let secrets = Some([("app".to_owned(), "another secret".to_owned())].into());
        provider.emulator.set_settings(stormwire_emulator::Settings { secrets, ..Default::default() });
        let client = AdminClient::with_provider(db, &provider.url).await;
        client.create_credential().await;
        let response = client.get(&format!("/mailbox-watcher/folders?mailboxAddress={MAILBOX}")).await;
        assert_eq!(response.status.as_u16(), 502);
        let problem = response.problem();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("sign in") && detail.contains("AADSTS7000215"), "{detail}");
        assert!(!problem.to_string().contains(SECRET), "the secret is not shown");
        let path = format!("/mailbox-watcher/{}/enable", client.create_watcher(json!({})).await["id"]);
        client.send("POST", &path, Value::Null).await.expect(200);
    }
}
