//! Watchers through the API.

use crate::office::{BOX, Desk, Office, SECRET};
use serde_json::{Value, json};
use stormwire_testkit::{Foreign, on_both_databases};

async fn time_passes(db: &stormwire_testkit::TestDb) {
    loop {
        db.clock.advance(std::time::Duration::from_millis(100));
        tokio::task::yield_now().await;
    }
}

on_both_databases! {
    async fn a_watcher_that_names_none_of_several_credentials_is_saved_with_a_warning(db: &TestDb) {
        let desk = Desk::alone(db).await;
        desk.credential().await;
        let second = json!({"name": "Other", "clientId": "b", "clientSecret": "s", "namespace": "contoso.com"});
        Desk::expect(&desk.send("POST", "/credential", second).await, 201);
        let made = desk.watcher(json!({})).await;
        assert!(made["warnings"][0].as_str().unwrap().starts_with("cannot sign in: credentialId"), "{made}");
    }

    async fn a_watcher_beside_another_one_at_the_same_folder_is_saved_with_a_warning(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let first = desk.watcher(json!({"name": "First"})).await;
        assert_eq!(first["warnings"], Value::Null, "{first}");
        let elsewhere = desk.watcher(json!({"name": "Elsewhere", "folderPath": "Inbox/Other"})).await;
        assert_eq!(elsewhere["warnings"], Value::Null, "{elsewhere}");
        let second = desk.watcher(json!({"name": "Second", "folderPath": "inbox"})).await;
        assert!(second["warnings"][0].as_str().unwrap().starts_with("watcher \"First\" watches the same folder"), "{second}");
        let path = format!("/mailbox-watcher/{}", elsewhere["id"]);
        let moved = Desk::expect(&desk.send("PATCH", &path, json!({"folderPath": "Inbox"})).await, 200);
        assert_eq!(moved["warnings"].as_array().unwrap().len(), 2, "{moved}");
    }

    async fn a_watcher_is_made_with_the_defaults_and_read_back(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let made = desk.watcher(json!({})).await;
        let id = made["id"].clone();
        assert_eq!(made, json!({
            "id": id, "name": "Storm", "description": "", "isEnabled": false, "mailboxAddress": BOX,
            "folderPath": "Inbox", "folderId": null, "fromFilter": null, "subjectFilter": null, "credentialId": null,
            "mode": "Subscription", "moveOnProcess": true, "includeAttachments": false, "maxAttachmentMb": 10,
            "reconciliationIntervalSeconds": null, "processExisting": true,
            "graphSubscriptionId": null, "subscriptionExpiresAt": null, "lastNotificationAt": null, "lastRenewedAt": null,
            "lastSubscriptionError": null, "lastMessageReceived": null, "lastMessageStatus": null,
            "health": "Disabled", "healthReason": null, "loops": [],
        }));
        let path = format!("/mailbox-watcher/{id}");
        assert_eq!(Desk::expect(&desk.get(&path).await, 200), made);
        assert_eq!(Desk::expect(&desk.get("/mailbox-watcher").await, 200), json!([made]));
        assert_eq!(Desk::expect(&desk.send("PUT", &path, made.clone()).await, 200), made, "what was read may be sent");
        assert_eq!(desk.send("DELETE", &path, Value::Null).await.status.as_u16(), 204);
        for (method, path, body) in [
            ("GET", path.clone(), Value::Null),
            ("DELETE", path.clone(), Value::Null),
            ("PUT", path.clone(), made),
            ("PATCH", path.clone(), json!({})),
            ("POST", format!("{path}/enable"), Value::Null),
            ("POST", format!("{path}/disable"), Value::Null),
            ("POST", format!("{path}/reload"), Value::Null),
            ("GET", format!("{path}/action"), Value::Null),
            ("GET", format!("{path}/log"), Value::Null),
        ] {
            assert_eq!(desk.send(method, &path, body).await.problem()["status"], 404, "{method} {path}");
        }
        let trail = desk.get("/audit?limit=3").await.json();
        let actions: Vec<&str> = trail["items"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["delete", "update", "create"]);
    }

    async fn a_patch_changes_what_it_names(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let made = desk.watcher(json!({"folderId": "f", "fromFilter": "vendor", "description": "old"})).await;
        let path = format!("/mailbox-watcher/{}", made["id"]);
        let patch = async |body: Value| Desk::expect(&desk.send("PATCH", &path, body).await, 200);
        let now = patch(json!({"fromFilter": null, "subjectFilter": "strike", "mode": "PollOnly"})).await;
        assert_eq!((&now["fromFilter"], &now["subjectFilter"], &now["mode"]), (&json!(null), &json!("strike"), &json!("PollOnly")));
        assert_eq!((&now["folderId"], &now["description"]), (&json!("f"), &json!("old")), "the rest stays");
        assert_eq!(patch(json!({"folderPath": "Inbox/Storms"})).await["folderId"], json!(null));
        let both = patch(json!({"folderPath": "Inbox/Alerts", "folderId": "g"})).await;
        assert_eq!((&both["folderPath"], &both["folderId"]), (&json!("Inbox/Alerts"), &json!("g")));
        let plain = json!({"name": "Storm", "mailboxAddress": BOX});
        let put = Desk::expect(&desk.send("PUT", &path, plain).await, 200);
        assert_eq!((&put["folderId"], &put["folderPath"], &put["subjectFilter"]), (&json!(null), &json!("Inbox"), &json!(null)));
    }

    async fn patches_at_the_same_time_do_not_undo_each_other(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let id = desk.watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}");
        for round in 1..=10 {
            let (one, two) = (json!({"name": format!("Storm {round}")}), json!({"maxAttachmentMb": round}));
            let (one, two) = tokio::join!(desk.send("PATCH", &path, one), desk.send("PATCH", &path, two));
            assert_eq!((one.status.as_u16(), two.status.as_u16()), (200, 200));
            let now = desk.get(&path).await.json();
            assert_eq!((&now["name"], &now["maxAttachmentMb"]), (&json!(format!("Storm {round}")), &json!(round)));
        }
    }

    async fn a_bad_watcher_is_refused_by_field(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let good = desk.watcher(json!({})).await;
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
            (json!({"colour": "red"}), "colour"),
        ] {
            let mut body = json!({"name": "Storm", "mailboxAddress": BOX});
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let patch = format!("/mailbox-watcher/{}", good["id"]);
            for (method, path, body) in [("POST", "/mailbox-watcher", &body), ("PUT", &patch, &body), ("PATCH", &patch, &change)] {
                let answer = desk.send(method, path, body.clone()).await;
                assert_eq!(answer.status.as_u16(), 400, "{method} {body}");
                assert_eq!(answer.problem()["errors"][0]["field"], field, "{method} {body}");
            }
        }
        assert_eq!(Desk::expect(&desk.get("/mailbox-watcher").await, 200), json!([good]), "nothing was written");
    }

    async fn a_watcher_is_switched_on_and_off_and_reloaded(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let path = format!("/mailbox-watcher/{}", desk.watcher(json!({})).await["id"]);
        let on = Desk::expect(&desk.send("POST", &format!("{path}/enable"), Value::Null).await, 200);
        assert_eq!((&on["isEnabled"], &on["health"]), (&json!(true), &json!("Degraded")));
        assert!(on["healthReason"].as_str().unwrap().contains("subscription"), "{on}");
        let loops = "select count(*) from it.Queue where Kind in ('Reconcile', 'Subscription', 'Listing')";
        assert_eq!(db.count(loops).await, 3);
        Desk::expect(&desk.send("POST", &format!("{path}/reload"), Value::Null).await, 202);
        assert_eq!(db.count(loops).await, 3, "a loop stands in the queue once");
        let off = Desk::expect(&desk.send("POST", &format!("{path}/disable"), Value::Null).await, 200);
        assert_eq!((&off["isEnabled"], &off["health"]), (&json!(false), &json!("Disabled")));
    }

    async fn the_client_state_is_never_shown(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let id = desk.watcher(json!({})).await["id"].clone();
        let mut foreign = Foreign::connect(&db.database).await;
        foreign.execute(&format!("update it.MailboxWatcherJob set ClientState = 'v1.state', DeltaLink = 'link-text' where Id = {id}")).await.unwrap();
        let path = format!("/mailbox-watcher/{id}");
        let patched = desk.send("PATCH", &path, json!({"description": "x"})).await;
        for answer in [patched, desk.get(&path).await, desk.get("/mailbox-watcher").await, desk.get("/audit").await] {
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(!text.contains("v1.state") && !text.contains("link-text") && !text.contains("clientState"), "{text}");
        }
    }

    async fn a_full_folder_is_not_taken_without_a_word(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let desk = Desk::at(db, &office.url).await;
        let credential = desk.credential().await;
        for number in 0..501 {
            office.deliver("Inbox", &format!("Old {number}"));
        }
        let path = format!("/mailbox-watcher/{}", desk.watcher(json!({"credentialId": credential})).await["id"]);
        let enable = format!("{path}/enable");
        let refused = desk.send("POST", &enable, Value::Null).await;
        assert_eq!(refused.status.as_u16(), 409);
        assert!(refused.problem()["detail"].as_str().unwrap().starts_with("501 messages"), "the count is told");
        Desk::expect(&desk.send("PATCH", &path, json!({"isEnabled": true})).await, 409);
        assert_eq!(desk.get(&path).await.json()["isEnabled"], false);
        let body = json!({"name": "At once", "mailboxAddress": BOX, "credentialId": credential, "isEnabled": true});
        Desk::expect(&desk.send("POST", "/mailbox-watcher", body).await, 409);
        Desk::expect(&desk.send("PATCH", &path, json!({"description": "says nothing"})).await, 200);
        Desk::expect(&desk.send("POST", &enable, Value::Null).await, 409);
        Desk::expect(&desk.send("PATCH", &path, json!({"processExisting": false})).await, 200);
        let on = Desk::expect(&desk.send("POST", &enable, Value::Null).await, 200);
        assert_eq!((&on["isEnabled"], &on["processExisting"]), (&json!(true), &json!(false)));
    }

    async fn a_folder_that_is_not_there_is_refused_when_the_watcher_is_saved(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let desk = Desk::at(db, &office.url).await;
        let credential = desk.credential().await;
        let made = desk.watcher(json!({"credentialId": credential})).await;
        assert_eq!(made["warnings"], json!(null), "the folder was seen");
        let path = format!("/mailbox-watcher/{}", made["id"]);
        for (change, field) in [(json!({"folderPath": "Inbox/Storms"}), "folderPath"), (json!({"folderId": "AAMk="}), "folderId")] {
            let refused = desk.send("PATCH", &path, change.clone()).await;
            assert_eq!((refused.status.as_u16(), &refused.problem()["errors"][0]["field"]), (400, &json!(field)));
            let mut whole = json!({"name": "Two", "mailboxAddress": BOX, "credentialId": credential});
            whole.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            Desk::expect(&desk.send("POST", "/mailbox-watcher", whole).await, 400);
        }
        office.deliver("Inbox/Storms", "One");
        Desk::expect(&desk.send("PATCH", &path, json!({"folderPath": "Inbox/Storms"})).await, 200);
        let elsewhere = json!({"mailboxAddress": "nobody@example.gov"});
        let told = Desk::expect(&desk.send("PATCH", &path, elsewhere).await, 200);
        assert!(told["warnings"][0].as_str().unwrap().starts_with("the folder could not be checked"), "{told}");
    }

    async fn a_provider_that_cannot_be_reached_keeps_nobody_from_saving(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let credential = desk.credential().await;
        let made = tokio::select! {
            made = desk.watcher(json!({"credentialId": credential})) => made,
            () = time_passes(db) => unreachable!(),
        };
        assert!(made["warnings"][0].as_str().unwrap().starts_with("the folder could not be checked"), "{made}");
        assert_eq!(desk.get(&format!("/mailbox-watcher/{}", made["id"])).await.json()["warnings"], json!(null));
    }

    async fn the_folders_come_as_a_tree(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let desk = Desk::at(db, &office.url).await;
        let path = format!("/mailbox-watcher/folders?mailboxAddress={BOX}");
        let none = desk.get(&path).await;
        assert_eq!((none.status.as_u16(), &none.problem()["errors"][0]["field"]), (400, &json!("credentialId")));
        let credential = desk.credential().await;
        office.deliver("Inbox/Storm alerts", "One");
        let tree = Desk::expect(&desk.get(&path).await, 200);
        let named = |list: &Value, name: &str| list.as_array().unwrap().iter().find(|one| one["displayName"] == name).unwrap().clone();
        let inbox = named(&tree, "Inbox");
        assert_eq!((&inbox["path"], &inbox["totalItemCount"]), (&json!("Inbox"), &json!(0)));
        let below = named(&inbox["children"], "Storm alerts");
        assert_eq!((&below["path"], &below["totalItemCount"], &below["unreadItemCount"]), (&json!("Inbox/Storm alerts"), &json!(1), &json!(1)));
        assert!(below["id"].as_str().is_some_and(|id| !id.is_empty()) && below["children"] == json!([]));
        Desk::expect(&desk.get(&format!("{path}&credentialId={credential}")).await, 200);
        for (query, field) in [("", "mailboxAddress"), ("?mailboxAddress=x", "mailboxAddress"), ("?colour=red", "colour"),
            ("?mailboxAddress=a@b.c&credentialId=999", "credentialId")] {
            let answer = desk.get(&format!("/mailbox-watcher/folders{query}")).await;
            assert_eq!((answer.status.as_u16(), &answer.problem()["errors"][0]["field"]), (400, &json!(field)), "{query}");
        }
    }

    async fn a_refused_credential_is_told_in_the_words_of_the_provider(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let secrets = Some([("app".to_owned(), "another secret".to_owned())].into());
        office.emulator.set_settings(stormwire_emulator::Settings { secrets, ..Default::default() });
        let desk = Desk::at(db, &office.url).await;
        desk.credential().await;
        let answer = desk.get(&format!("/mailbox-watcher/folders?mailboxAddress={BOX}")).await;
        assert_eq!(answer.status.as_u16(), 502);
        let problem = answer.problem();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("sign in") && detail.contains("AADSTS7000215"), "{detail}");
        assert!(!problem.to_string().contains(SECRET), "the secret is not told");
        let path = format!("/mailbox-watcher/{}/enable", desk.watcher(json!({})).await["id"]);
        Desk::expect(&desk.send("POST", &path, Value::Null).await, 200);
    }
}
