//! What is exported can be applied, and gives the same bytes again.

use crate::fixture::{KEEP, PRUNE, add_facilities, apply, export};
use crate::random_documents::random_documents;
use stormwire_blueprint::report;
use stormwire_testkit::{TestDb, on_both_databases};

on_both_databases! {
    async fn export_apply_export_gives_the_same_bytes(db: &TestDb) {
        let other = TestDb::sqlite().await;
        add_facilities(db).await;
        add_facilities(&other).await;
        for document in random_documents(16) {
            apply(db, &document, PRUNE).await.unwrap_or_else(|error| panic!("{error}\n{document}"));
            let exported = export(db).await;
            let again = apply(db, &document, PRUNE).await.unwrap();
            assert_eq!(report(&again.changes), "", "applied twice:\n{document}");
            apply(&other, &exported, PRUNE).await.unwrap();
            assert_eq!(export(&other).await, exported);
        }
        other.end().await;
    }

    async fn an_empty_installation_gets_the_same_bytes(db: &TestDb) {
        let source = TestDb::sqlite().await;
        add_facilities(&source).await;
        add_facilities(db).await;
        let document = random_documents(16).into_iter().max_by_key(String::len).unwrap();
        apply(&source, &document, KEEP).await.unwrap();
        let exported = export(&source).await;
        apply(db, &exported, KEEP).await.unwrap();
        assert_eq!(export(db).await, exported);
        source.end().await;
    }

    async fn a_new_installation_exports_its_default_policy(db: &TestDb) {
        let exported = export(db).await;
        assert!(exported.starts_with("# stormwire configuration"), "{exported}");
        assert!(exported.contains("policies:\n- name: City default\n  isDefault: true\n  radiusMiles: 8.0\n"), "{exported}");
        assert!(apply(db, &exported, PRUNE).await.unwrap().changes.is_empty());
    }

    async fn the_difference_names_every_change(db: &TestDb) {
        add_facilities(db).await;
        let first = "version: 1\nsinks:\n- {name: Alerts, kind: Cap, url: 'https://a.example/cap', facilities: [Pool]}\n\
                     policies:\n- {name: Golf, radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}\n";
        let added = apply(db, first, KEEP).await.unwrap();
        assert_eq!(report(&added.changes), "+ policy \"Golf\"\n+ sink \"Alerts\"\n");
        let second = first.replace("[Pool]", "[Park]").replace("radiusMiles: 8,", "radiusMiles: 9, facilities: [Pool],");
        let changed = apply(db, &second, KEEP).await.unwrap();
        let expected = "~ policy \"Golf\"\n    ~ radiusMiles: 8.0 → 9.0\n    + facilities: [\"Pool\"]\n\
                        ~ sink \"Alerts\"\n    ~ facilities: [\"Pool\"] → [\"Park\"]\n";
        assert_eq!(report(&changed.changes), expected);
        assert_eq!(db.count("select count(*) from organization.Facility where PolicyId = 2").await, 1);
        assert!(apply(db, "version: 1\n", KEEP).await.unwrap().changes.is_empty(), "what the file does not name stays");
        let pruned = apply(db, "version: 1\n", PRUNE).await.unwrap();
        assert_eq!(report(&pruned.changes), "- policy \"Golf\"\n- sink \"Alerts\"\n");
        assert_eq!(db.count("select count(*) from organization.Facility where PolicyId is not null").await, 0);
        assert_eq!(db.count("select count(*) from organization.Policy").await, 1, "the default is never removed");
    }
}
