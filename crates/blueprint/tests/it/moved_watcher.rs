//! A watcher that came in a file processes mail after its secret was entered.

use std::time::Duration;
use stormwire_blueprint::{ApplyOptions, Blueprint};
use stormwire_city::credentials::Credentials;
use stormwire_store::WatcherId;
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::credential::{self, CredentialFields};
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::service::{TestService, actor};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;

const BOX: &str = "storm@example.gov";
const FILE: &str = "version: 1
credentials:
- {name: Moved, clientId: app, namespace: contoso.com, purpose: mailbox}
watchers:
- name: Strikes
  isEnabled: true
  mailboxAddress: storm@example.gov
  credential: Moved
  mode: PollOnly
  actions:
  - {name: count, actionType: Count, config: {}}
";
const CHAT: &str =
    "  - {name: Post, actionType: Chat, config: {Op: {Action: Send, Platform: Teams, Url: ••••, Text: x}}}\n";
const HTTP: &str = "  - {name: Call, actionType: Http, config: {Op: {Action: Post, Url: 'https://a.example/x', \
                    Headers: {X-Key: ••••}}}}\n";
/// The file has it, and no watcher uses it.
const UNUSED: &str = "credential \"Moved\" has no secret yet: enter it";

fn blueprint(service: &TestService, db: &TestDb) -> Blueprint {
    Blueprint {
        store: db.store.clone(),
        clock: service.clock.clone(),
        secrets: service.secrets(),
        watchers: service.watchers.clone(),
    }
}

/// The file of an installation that processes mail.
async fn export_running_installation() -> String {
    let db = TestDb::sqlite().await;
    let mut service = TestService::new(&db).await;
    service.create_watcher(BOX, |_| ()).await;
    service.deliver(BOX, "Strike");
    service.wait_processed(1).await;
    let exported = blueprint(&service, &db).export().await.unwrap().text;
    service.stop().await;
    db.end().await;
    exported
}

async fn enter_secret(service: &TestService, db: &TestDb, name: &str) {
    let found = credential::list(&mut db.store.reader().await.unwrap(), None).await.unwrap();
    let found = found.into_iter().find(|one| one.name == name).unwrap();
    let fields = CredentialFields {
        name: found.name,
        client_id: found.client_id,
        namespace: found.namespace,
        secret_expires_at: None,
        usage: None,
    };
    let credentials = Credentials::new(db.store.clone(), service.clock.clone(), service.secrets());
    credentials.update(found.id, fields, Some("secret".into()), actor()).await.unwrap();
}

/// Of the last action.
async fn enter_action_secret(service: &TestService, id: WatcherId, pointer: &str) {
    let admin = service.watchers.admin();
    let action = admin.actions(id).await.unwrap().pop().unwrap();
    let mut config = action.config;
    *config.pointer_mut(pointer).unwrap() = "https://hook.example/abc".into();
    let fields = ActionFields {
        name: action.name,
        action_type: action.action_type,
        config,
        order: Some(action.order),
        credential_id: None,
        is_phase_one: true,
    };
    admin.update_action(id, action.id, fields, actor()).await.unwrap();
}

on_both_databases! {
    async fn a_watcher_of_another_installation_processes_mail_after_the_move(db: &TestDb) {
        let file = export_running_installation().await;
        let mut service = TestService::new(db).await;
        // A new installation has no credential.
        db.execute("delete from it.Credential").await;
        service.emulator.add_mailbox(BOX).unwrap();
        let blueprint = blueprint(&service, db);
        let applied = blueprint.apply(&file, ApplyOptions::default(), actor()).await.unwrap();
        assert_eq!(applied.missing_secrets.len(), 1, "{applied:?}");
        assert_eq!(blueprint.export().await.unwrap().text, file, "the same bytes before the secret is entered");
        enter_secret(&service, db, "city").await;
        let moved = service.watchers.admin().list(None).await.unwrap().pop().unwrap().watcher;
        service.watchers.admin().set_enabled(moved.id, true, actor()).await.unwrap();
        assert_eq!(blueprint.export().await.unwrap().text, file, "and afterwards");
        service.deliver(BOX, "Strike");
        let logs = service.wait_processed(1).await;
        assert_eq!((logs.len(), logs[0].status), (1, LogStatus::Success));
        service.stop().await;
    }

    async fn a_moved_watcher_processes_mail_after_its_secret_is_entered(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_millis(300)).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let blueprint = blueprint(&service, db);
        let applied = blueprint.apply(FILE, ApplyOptions::default(), actor()).await.unwrap();
        let expected = "watcher \"Strikes\" is disabled: enter the secret of the credential \"Moved\", then enable it";
        assert_eq!(applied.missing_secrets, [expected]);
        let admin = service.watchers.admin();
        let moved = admin.list(None).await.unwrap().pop().unwrap().watcher;
        assert!(!moved.fields.is_enabled && moved.state.awaits_secrets);
        let exported = blueprint.export().await.unwrap().text;
        assert!(exported.contains("  isEnabled: true\n"), "{exported}");
        let again = blueprint.apply(FILE, ApplyOptions::default(), actor()).await.unwrap();
        assert!(again.changes.is_empty());
        assert_eq!(again.missing_secrets, [expected], "until it is entered");

        enter_secret(&service, db, "Moved").await;
        admin.set_enabled(moved.id, true, actor()).await.unwrap();
        assert_eq!(blueprint.export().await.unwrap().text, exported, "the same bytes, now enabled");
        service.deliver(BOX, "Strike");
        let logs = service.wait_processed(1).await;
        assert_eq!((logs.len(), logs[0].status), (1, LogStatus::Success));
        service.stop().await;
    }

    async fn a_watcher_without_the_secrets_of_its_actions_cannot_be_enabled(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let text = format!("{}{CHAT}", FILE.replace("credential: Moved", "credential: city"));
        let blueprint = blueprint(&service, db);
        let applied = blueprint.apply(&text, ApplyOptions::default(), actor()).await.unwrap();
        let expected = "watcher \"Strikes\" is disabled: enter Op.Url of the action \"Post\", then enable it";
        assert_eq!(applied.missing_secrets, [expected, UNUSED]);
        let admin = service.watchers.admin();
        let moved = admin.list(None).await.unwrap().pop().unwrap().watcher;
        let error = admin.set_enabled(moved.id, true, actor()).await.unwrap_err();
        assert!(matches!(&error, WatcherError::Conflict(text) if text.contains("enter the secret Op.Url")), "{error}");
        let exported = blueprint.export().await.unwrap().text;
        enter_action_secret(&service, moved.id, "/Op/Url").await;
        admin.set_enabled(moved.id, true, actor()).await.unwrap();
        assert_eq!(blueprint.export().await.unwrap().text, exported, "the secret is not in the file");
        let again = blueprint.apply(&exported, ApplyOptions::default(), actor()).await.unwrap();
        assert!(again.changes.is_empty(), "{again:?}");
        assert_eq!(again.missing_secrets, [UNUSED]);
        service.stop().await;
    }

    async fn a_renamed_action_keeps_its_secret_and_the_watcher_stays_enabled(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let text = format!("{}{HTTP}", FILE.replace("credential: Moved", "credential: city"));
        let blueprint = blueprint(&service, db);
        blueprint.apply(&text, ApplyOptions::default(), actor()).await.unwrap();
        let admin = service.watchers.admin();
        let id = admin.list(None).await.unwrap().pop().unwrap().watcher.id;
        enter_action_secret(&service, id, "/Op/Headers/X-Key").await;
        admin.set_enabled(id, true, actor()).await.unwrap();

        let renamed = text.replace("name: Call", "name: Notify");
        let applied = blueprint.apply(&renamed, ApplyOptions::default(), actor()).await.unwrap();
        assert_eq!((applied.changes.len(), applied.missing_secrets), (1, vec![UNUSED.to_owned()]));
        assert!(admin.get(id).await.unwrap().watcher.fields.is_enabled);
        assert_eq!(admin.actions(id).await.unwrap().pop().unwrap().name, "Notify");

        let other_host = renamed.replace("a.example", "b.example");
        let enter = "enter Op.Headers.X-Key of the action \"Notify\", then enable it again";
        for (dry_run, state) in [(true, "is enabled now and will be disabled"), (false, "was enabled and is now disabled")] {
            let options = ApplyOptions { dry_run, ..ApplyOptions::default() };
            let applied = blueprint.apply(&other_host, options, actor()).await.unwrap();
            assert_eq!(applied.missing_secrets[0], format!("watcher \"Strikes\" {state}: {enter}"));
            assert_eq!(admin.get(id).await.unwrap().watcher.fields.is_enabled, dry_run);
        }
        service.stop().await;
    }
}
