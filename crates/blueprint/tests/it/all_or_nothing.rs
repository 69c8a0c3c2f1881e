//! A file that is rejected changes nothing.

use crate::fixture::{DRY_RUN, KEEP, add_facilities, apply, blueprint, row_counts};
use stormwire_announce::MAX_SINKS;
use stormwire_blueprint::BlueprintError;
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_store::{Schema, WatcherId};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::actor;
use stormwire_watcher::WatcherError;

const START: &str = "version: 1
credentials:
- {name: City, clientId: app, namespace: contoso.com, purpose: mailbox}
watchers:
- name: Strikes
  mailboxAddress: storm@example.gov
  credential: City
  actions:
  - {name: Settings, actionType: Data, config: {Op: {Action: Set}, Data: {A: 1}}}
";

on_both_databases! {
    async fn a_failure_in_the_middle_leaves_nothing(db: &TestDb) {
        apply(db, START, KEEP).await.unwrap();
        let before = row_counts(db).await;
        let sinks = (0..=MAX_SINKS)
            .map(|number| format!("- {{name: Sink {number}, kind: Cap, url: 'https://a.example/{number}'}}"));
        let sinks = sinks.collect::<Vec<_>>().join("\n");
        let policy = "policies:\n- {name: Golf, radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}\n";
        let text = format!("{}sinks:\n{sinks}\n{policy}", START.replace("A: 1", "A: 2").replace("contoso", "fabrikam"));
        let error = apply(db, &text, KEEP).await.unwrap_err();
        assert!(error.to_string().contains("the most; delete one first"), "{error}");
        assert_eq!(row_counts(db).await, before);
    }

    async fn a_failure_of_the_policies_leaves_nothing(db: &TestDb) {
        apply(db, START, KEEP).await.unwrap();
        let before = row_counts(db).await;
        let policy = "policies:\n- {name: City default, radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}\n";
        let text = format!("{}{policy}", START.replace("A: 1", "A: 2"));
        let error = apply(db, &text, KEEP).await.unwrap_err();
        assert!(error.to_string().contains("policies[\"City default\"]: a policy with this name already exists"), "{error}");
        assert_eq!(row_counts(db).await, before);
    }

    async fn applying_again_completes_what_a_crash_left(db: &TestDb) {
        let policy = "policies:\n- {name: Golf, radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}\n";
        let text = format!("{START}{policy}");
        apply(db, &format!("version: 1\n{policy}"), KEEP).await.unwrap();
        assert_eq!(apply(db, &text, KEEP).await.unwrap().changes.len(), 2);
        assert!(apply(db, &text, KEEP).await.unwrap().changes.is_empty());
    }

    async fn the_live_picture_is_notified_of_applied_policies(db: &TestDb) {
        apply(db, START, KEEP).await.unwrap();
        let before = db.store.write_count(Schema::Organization);
        let policy = "policies:\n- {name: Golf, radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}\n";
        apply(db, &format!("{START}{policy}"), KEEP).await.unwrap();
        assert!(db.store.write_count(Schema::Organization) > before);
    }

    async fn watchers_of_equal_names_work_and_are_named_with_the_fix(db: &TestDb) {
        let blueprint = blueprint(db);
        let admin = blueprint.watchers.admin();
        let siren = || WatcherFields::of_status_events("Siren");
        let first = admin.create(siren(), actor()).await.unwrap();
        assert!(first.warnings.is_empty(), "{:?}", first.warnings);
        let second = admin.create(siren(), actor()).await.unwrap();
        let (first, id) = (first.watcher.id, second.watcher.id);
        let has_warning = |warnings: &[String], other: WatcherId| {
            warnings.len() == 1 && warnings[0].starts_with(&format!("watcher {other} has the same name: "))
        };
        assert!(has_warning(&second.warnings, first), "{:?}", second.warnings);
        let warnings = admin.get(first).await.unwrap().warnings;
        assert!(has_warning(&warnings, id), "the older one has it too: {warnings:?}");
        let expected = format!(
            "watchers[\"Siren\"]: watchers {first}, {id} have this name, and a file finds watchers by name; rename all but one of \
             them in the portal, at /portal/watchers/{first} or /portal/watchers/{id}"
        );
        assert_eq!(blueprint.export().await.unwrap_err().to_string(), expected);
        assert_eq!(apply(db, START, DRY_RUN).await.unwrap_err().to_string(), expected);
        let described = |before: &WatcherFields| {
            Ok::<_, WatcherError>(WatcherFields { description: Some("Pool".into()), ..before.clone() })
        };
        let saved = admin.update(id, described, actor()).await.unwrap();
        assert!(has_warning(&saved.warnings, first), "it can still be changed: {:?}", saved.warnings);
        let renamed = |before: &WatcherFields| Ok::<_, WatcherError>(WatcherFields { name: "Pool".into(), ..before.clone() });
        assert!(admin.update(id, renamed, actor()).await.unwrap().warnings.is_empty());
        assert_eq!(blueprint.export().await.unwrap().document.watchers.len(), 2);
    }

    async fn a_dry_run_writes_nothing(db: &TestDb) {
        apply(db, START, KEEP).await.unwrap();
        let before = row_counts(db).await;
        let planned = apply(db, "version: 1\nsinks: [{name: A, kind: Cap, url: 'https://a.example'}]\n", DRY_RUN).await.unwrap();
        assert_eq!(planned.changes.len(), 3, "{planned:?}");
        assert_eq!(row_counts(db).await, before);
    }

    async fn one_file_is_one_revision_of_each_watcher(db: &TestDb) {
        apply(db, START, KEEP).await.unwrap();
        assert_eq!(db.count("select count(*) from it.Revision where Kind = 'watcher' and Author = 'command line'").await, 1);
        apply(db, &START.replace("A: 1", "A: 2").replace("Strikes\n", "Strikes\n  subjectFilter: x\n"), KEEP).await.unwrap();
        assert_eq!(db.count("select count(*) from it.Revision where Kind = 'watcher'").await, 2);
        assert_eq!(db.count("select count(*) from it.Audit where Username <> 'command line'").await, 0);
    }

    async fn a_watcher_of_files_outside_the_roots_is_not_enabled(db: &TestDb) {
        let text = "version: 1\nwatchers:\n- {name: Files, kind: File, folder: /srv/in, isEnabled: true}\n";
        let error = apply(db, text, KEEP).await.unwrap_err();
        assert!(error.to_string().starts_with("watchers[\"Files\"].isEnabled: "), "{error}");
        apply(db, &text.replace("true", "false"), KEEP).await.unwrap();
    }

    async fn a_missing_folder_of_an_enabled_watcher_is_a_warning(db: &TestDb) {
        let folder = db.folder().join("files/in");
        let text = format!("version: 1\nwatchers:\n- {{name: Files, kind: File, folder: '{}', isEnabled: true}}\n", folder.display());
        let planned = apply(db, &text, DRY_RUN).await.unwrap();
        assert!(planned.warnings.len() == 1 && planned.warnings[0].contains("not found on this server"), "{planned:?}");
        assert!(apply(db, &text.replace("true", "false"), DRY_RUN).await.unwrap().warnings.is_empty());
        std::fs::create_dir_all(&folder).unwrap();
        assert!(apply(db, &text, DRY_RUN).await.unwrap().warnings.is_empty());
    }

    async fn all_problems_of_a_file_are_reported(db: &TestDb) {
        add_facilities(db).await;
        let text = "version: 1
credentials:
- {name: Key, clientId: x, namespace: n, purpose: http}
policies:
- {name: Golf, radiusMiles: 900, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8, facilities: [Nowhere]}
watchers:
- name: Strikes
  mailboxAddress: storm@example.gov
  credential: Nobody
  actions:
  - {name: Post, actionType: Chat, config: {Op: {Action: Send, Platform: Teams, Url: 'https://hook.example/secret', Text: x}}}
  - {name: Send, actionType: Fax, config: {}}
sinks:
- {name: Hook, kind: Webhook, url: 'https://a.example/hook?key=abc'}
- {name: Hook, kind: Webhook, url: 'https://a.example/hook'}
";
        let BlueprintError::Invalid(problems) = apply(db, text, KEEP).await.unwrap_err() else { panic!("not invalid") };
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        for (path, message) in [
            ("sinks[\"Hook\"]", "appears twice"),
            ("credentials[\"Key\"].hosts", "required"),
            ("policies[\"Golf\"].radiusMiles", "900"),
            ("policies[\"Golf\"].facilities", "\"Nowhere\" does not exist"),
            ("watchers[\"Strikes\"].credential", "\"Nobody\" does not exist"),
            ("watchers[\"Strikes\"].actions[\"Post\"].config", "contains a secret"),
            ("watchers[\"Strikes\"].actions[\"Send\"].actionType", "\"Fax\" is not one of"),
            ("sinks[\"Hook\"].url", "may be a key"),
        ] {
            let is_found = problems.iter().any(|one| one.path == path && one.message.contains(message));
            assert!(is_found, "{path}: {message}\n{found:#?}");
        }
        assert!(!found.iter().any(|line| line.contains("hook.example/secret") || line.contains("key=abc")), "{found:#?}");
    }
}
