//! An installation without a running service.

use futures_util::FutureExt;
use std::time::Duration;
use stormwire_blueprint::{Applied, ApplyOptions, Blueprint, BlueprintError};
use stormwire_store::Schema;
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_testkit::TestDb;
use stormwire_testkit::service::{ServiceConfig, actor};
use stormwire_workflow::handlers::all_handlers;

pub(crate) const PRUNE: ApplyOptions = ApplyOptions { prune: true, dry_run: false };
pub(crate) const KEEP: ApplyOptions = ApplyOptions { prune: false, dry_run: false };
pub(crate) const DRY_RUN: ApplyOptions = ApplyOptions { prune: true, dry_run: true };

/// Every table that a file can change, with its records.
const TABLES: [&str; 9] = [
    "it.Credential",
    "it.MailboxWatcherJob",
    "it.MailboxWatcherAction",
    "it.EventSink",
    "it.Revision",
    "it.Audit",
    "organization.Policy",
    "organization.Revision",
    "organization.Audit",
];

/// With an unreachable mail provider.
pub(crate) fn blueprint(db: &TestDb) -> Blueprint {
    let config = ServiceConfig {
        store: db.store.clone(),
        folder: db.folder().to_owned(),
        provider: ([127, 0, 0, 1], 9).into(),
        base_url: "http://127.0.0.1:9".into(),
        poll_interval: Duration::from_mins(1),
        canary_interval: None,
        smtp: None,
    };
    let watchers = config.build_watchers(&db.clock, all_handlers);
    Blueprint { store: db.store.clone(), clock: db.clock.clone(), secrets: config.secrets(), watchers }
}

/// A second later than before, so that each is a revision.
pub(crate) async fn apply(db: &TestDb, text: &str, options: ApplyOptions) -> Result<Applied, BlueprintError> {
    db.clock.advance(Duration::from_secs(1));
    blueprint(db).apply(text, options, actor()).await
}

pub(crate) async fn export(db: &TestDb) -> String {
    blueprint(db).export().await.unwrap().text
}

pub(crate) async fn add_facilities(db: &TestDb) {
    for name in ["Pool", "Park"] {
        let fields = FacilityFields { name: name.into(), point: None, lat_long: None, policy_id: None };
        let unit = db
            .store
            .write(Schema::Organization, move |conn| async move { facility::insert(conn, &fields).await }.boxed());
        unit.await.unwrap();
    }
}

/// The rows of all tables.
pub(crate) async fn row_counts(db: &TestDb) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in TABLES {
        counts.push(db.count(&format!("select count(*) from {table}")).await);
    }
    counts
}
