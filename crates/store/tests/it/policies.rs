//! Policies: their rows, and which facilities have them.

use futures_util::FutureExt;
use stormwire_geo::{Policy as Rule, Ring, ThreatParameter, ThreatParameters};
use stormwire_store::tables::change::ChangeDetector;
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::policy::{self, DEFAULT_POLICY, Policy, PolicyFields};
use stormwire_store::{FacilityId, PolicyId, Schema, StoreError};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

fn golf() -> PolicyFields {
    let parameters = ThreatParameters::default().with_value(ThreatParameter::AllClear, 45.5).unwrap();
    let ring = |name: &str, miles, minutes| Ring::new(name.into(), miles, minutes).unwrap();
    let rings = vec![ring("Wätch \"1\"", 15.25, 20.0), ring("Far", 30.0, 30.0)];
    PolicyFields { name: "Golf".into(), rule: Rule::new(parameters, rings).unwrap() }
}

async fn insert(db: &TestDb, fields: PolicyFields) -> Result<PolicyId, StoreError> {
    db.store.write(Schema::Organization, move |conn| async move { policy::insert(conn, &fields).await }.boxed()).await
}

async fn list(db: &TestDb) -> Vec<Policy> {
    policy::list(&mut db.store.reader().await.unwrap(), None).await.unwrap()
}

async fn insert_facility(db: &TestDb, policy_id: Option<PolicyId>) -> Result<FacilityId, StoreError> {
    let fields = FacilityFields { name: "Course".into(), point: None, lat_long: None, policy_id };
    db.store.write(Schema::Organization, move |conn| async move { facility::insert(conn, &fields).await }.boxed()).await
}

on_both_databases! {
    async fn policy_1_is_the_rule_of_the_specification(db: &TestDb) {
        let fields = PolicyFields { name: "City default".into(), rule: Rule::default() };
        assert_eq!(list(db).await, [Policy { id: DEFAULT_POLICY, fields }]);
    }

    async fn policies_are_read_as_they_were_written(db: &TestDb) {
        let id = insert(db, golf()).await.unwrap();
        assert_eq!(id, PolicyId::new(2));
        assert_eq!(list(db).await[1], Policy { id, fields: golf() });
        let changed = PolicyFields { name: "Links".into(), rule: Rule::default() };
        let written = changed.clone();
        let update = db.store.write(Schema::Organization, move |conn| {
            async move { policy::update(conn, id, &written).await }.boxed()
        });
        update.await.unwrap();
        let found = policy::get(&mut db.store.reader().await.unwrap(), id).await.unwrap();
        assert_eq!(found, Some(Policy { id, fields: changed }));
    }

    async fn a_name_is_unique_and_numbers_are_limited(db: &TestDb) {
        insert(db, golf()).await.unwrap();
        assert!(matches!(insert(db, golf()).await, Err(StoreError::Conflict(_))));
        let mut conn = DirectConnection::connect(&db.database).await;
        for change in ["RadiusMiles = 500.1", "DangerMinutes = 0", "AllClearMinutes = 1441", "HistoryHours = -1", "Rings = 'x'"] {
            assert!(conn.execute(&format!("update organization.Policy set {change}")).await.is_err(), "{change}");
        }
    }

    async fn a_policy_of_a_facility_cannot_be_deleted(db: &TestDb) {
        let id = insert(db, golf()).await.unwrap();
        let facility = insert_facility(db, Some(id)).await.unwrap();
        insert_facility(db, None).await.unwrap();
        let mut conn = db.store.reader().await.unwrap();
        assert_eq!(facility::get(&mut conn, facility).await.unwrap().unwrap().policy_id, Some(id));
        assert_eq!(policy::count_facilities(&mut conn, id).await.unwrap(), 1);
        assert_eq!(policy::count_facilities(&mut conn, DEFAULT_POLICY).await.unwrap(), 0);
        drop(conn);
        let delete = || db.store.write(Schema::Organization, move |conn| async move { policy::delete(conn, id).await }.boxed());
        assert!(matches!(delete().await, Err(StoreError::Conflict(_))));
        db.execute("update organization.Facility set PolicyId = null").await;
        delete().await.unwrap();
        assert_eq!(list(db).await.len(), 1);
        let unknown = insert_facility(db, Some(PolicyId::new(77))).await;
        assert!(matches!(unknown, Err(StoreError::Conflict(_))), "{unknown:?}");
    }

    async fn a_changed_policy_changes_the_version_of_facilities(db: &TestDb) {
        let mut changes = ChangeDetector::new(db.store.clone());
        let before = changes.versions().await.unwrap();
        assert!(before.same_facilities(&changes.versions().await.unwrap()));
        db.execute("update organization.Policy set RadiusMiles = 10").await;
        let after = changes.versions().await.unwrap();
        assert!(!before.same_facilities(&after) && before.same_strikes(&after));
    }

    async fn a_ring_that_cannot_be_read_names_its_policy(db: &TestDb) {
        db.execute("update organization.Policy set Rings = '[{\"name\": \"A\", \"radiusMiles\": 0, \"clearMinutes\": 5}]'").await;
        let error = policy::list(&mut db.store.reader().await.unwrap(), None).await.unwrap_err().to_string();
        assert!(error.contains("organization.Policy 1, Rings: 0 is not above 0 and at most 500"), "{error}");
    }
}
